/**
 * `npx glasshouse chain-payer`: the process that pays on chains. It has no secret and no right: the
 * signer has the keys, and the server confirms by its own nodes what the payer reports.
 */
import path from 'node:path';
import { StalePayment } from '@glasshouse/chains';
import { ChainPayer } from '../chains/paying/chain-payer.ts';
import { PAYER_SOCKET, type PayerCommands } from '../chains/paying/commands.ts';
import { keepAsking, MustEnd } from '../chains/paying/keep-asking.ts';
import { RemotePayoutPort } from '../chains/paying/remote-payout-port.ts';
import { familyOf } from '../chains/paying/wallet-terms.ts';
import { readPayerConfig, type PayerConfig } from '../process-configs.ts';
import { createLog } from '../process/log.ts';
import { connectToSocket, type RunningServer } from '../operating/socket.ts';
import { runProcess } from './run-process.ts';
import { EXIT, say } from './outcome.ts';

const AFTER_FAILURE_MS = 1_000;

function payersOf(config: PayerConfig, server: RunningServer<PayerCommands>): readonly ChainPayer[] {
  const { walletTerms, chainNodes, chainHttp, chainKeys } = config;
  const payoutPort = new RemotePayoutPort(server);
  return Object.entries(walletTerms).map(([chain, terms]) => {
    const [urls, httpUrls] = [chainNodes[chain] ?? [], chainHttp[chain] ?? []];
    return new ChainPayer({ chain, terms, urls, httpUrls, key: chainKeys[familyOf(terms)]!, payoutPort });
  });
}

async function passOf(payer: ChainPayer): Promise<void> {
  try {
    await payer.pass();
  } catch (error) {
    if (error instanceof StalePayment)
      throw new MustEnd('another payer works on the same payments', { cause: error });
    throw error;
  }
}

await runProcess(async () => {
  const config = readPayerConfig(process.env);
  const file = config.payerSocket ?? path.resolve(config.dataDir, PAYER_SOCKET);
  say(`The payer pays on ${Object.keys(config.walletTerms).join(', ')}, and asks at ${file}`);
  let current: {
    readonly server: RunningServer<PayerCommands>;
    readonly payers: readonly ChainPayer[];
  } | null = null;
  await keepAsking<PayerCommands>({
    connect: async () => connectToSocket(file),
    work: async (server) => {
      if (current?.server !== server) current = { server, payers: payersOf(config, server) };
      for (const payer of current.payers) await passOf(payer);
    },
    betweenMs: config.passMs,
    afterFailureMs: AFTER_FAILURE_MS,
    log: createLog(config.logLevel),
  });
  return EXIT.ok;
});
