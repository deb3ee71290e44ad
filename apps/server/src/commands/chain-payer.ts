/**
 * npm run chain:payer: pays approved withdrawals on the chains of WALLET_TERMS, sweeps deposits and
 * keeps the hot wallets within their limits. It has no secret: the signer has the keys, and money
 * is moved by the server, which it asks over the operating socket of DATA_DIR. Settings:
 * DATA_DIR, WALLET_TERMS, CHAIN_XPUB_EVM, CHAIN_NODES_…, PAYER_PASS_MS.
 * Without a server it waits for one. It ends, with exit code 2, when another payer is at work.
 */
import { StalePayment } from '@glasshouse/chains';
import { ChainPayer, paymentNodes } from '../chains/paying/chain-payer.ts';
import type { PayerCommands } from '../chains/paying/commands.ts';
import { keepAsking, MustEnd } from '../chains/paying/keep-asking.ts';
import { RemoteDesk } from '../chains/paying/remote-desk.ts';
import { readPayerConfig, type PayerConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { EXIT, runCommand, say } from './installation.ts';

const AFTER_FAILURE_MS = 1_000;

function payersOf(config: PayerConfig, server: RunningServer<PayerCommands>): readonly ChainPayer[] {
  const { walletTerms, chainNodes, evmKey } = config;
  const desk = new RemoteDesk(server);
  return Object.entries(walletTerms).map(([chain, terms]) => {
    const nodes = paymentNodes(chainNodes[chain] ?? []);
    return new ChainPayer({ chain, terms, nodes, evmKey, desk });
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

await runCommand(async () => {
  const config = readPayerConfig(process.env);
  say(`The payer pays on ${Object.keys(config.walletTerms).join(', ')}`);
  let current: {
    readonly server: RunningServer<PayerCommands>;
    readonly payers: readonly ChainPayer[];
  } | null = null;
  await keepAsking<PayerCommands>({
    connect: async () => connectToServer(config.dataDir),
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
