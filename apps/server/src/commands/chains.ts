/**
 * `npx glasshouse chains`: asks the running server how the chains are, halts and opens them, and
 * books what the house did.
 */
import { parseArgs } from 'node:util';
import type { ChainCommands } from '../chains/operating-commands.ts';
import type { HouseAct } from '../chains/paying/house-coins.ts';
import type { PayingState } from '../chains/paying/server-payout-port.ts';
import { readConfig } from '../config.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './installation.ts';
import { operatorOf } from './operator.ts';

const USAGE = usageOf('chains');
const HOUSE_ACTS: Readonly<Record<string, HouseAct>> = { credit: 'coins', cost: 'cost' };
/** A transaction id. Ethereum-like chains write 0x before it. */
const TXID = /^(0x)?[\da-f]{64}$/i;
const ILL: ReadonlySet<string> = new Set(['halted', 'down']);

await runCommand(async () => {
  const options = {
    by: { type: 'string', default: '' },
    txid: { type: 'string', default: '' },
  } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [act, chain] = positionals;
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ChainCommands>(dataDir);
  if (server === null) throw new Error('no server runs on this data folder');
  try {
    if (act === 'list') return await list(server);
    const operator = operatorOf(values.by);
    const what = act === undefined ? undefined : HOUSE_ACTS[act];
    if (what !== undefined && chain !== undefined && operator !== null && TXID.test(values.txid))
      return await book(server, { what, chain, txid: values.txid.toLowerCase(), operator });
    if ((act !== 'halt' && act !== 'open') || chain === undefined || operator === null)
      throw new Error(USAGE);
    return await setHalted(server, { chain, isHalted: act === 'halt', operator });
  } finally {
    server.close();
  }
});

async function list(server: RunningServer<ChainCommands>): Promise<number> {
  const states = await server.ask('chains/list', null);
  for (const { chain, state, sinceMs, height } of states)
    say(
      `${chain.padEnd(6)} ${state.padEnd(7)} since ${new Date(sinceMs).toISOString()}${height === null ? '' : `, block ${height}`}`,
    );
  const paying = await server.ask('chains/list-payments', null);
  for (const one of paying) sayPaying(one);
  const isIll =
    states.some(({ state }) => ILL.has(state)) ||
    paying.some(({ problems, needPerson }) => problems.length + needPerson.length > 0);
  return isIll ? EXIT.breach : EXIT.ok;
}

function seen(ms: number | null): string {
  return ms === null ? 'not seen' : `seen ${new Date(ms).toISOString()}`;
}

function sayPaying({ chain, payerSeenMs, signerSeenMs, open, problems, needPerson }: PayingState): void {
  say(
    `${chain.padEnd(6)} payer ${seen(payerSeenMs)}, signer ${seen(signerSeenMs)}, payments on their way: ${open}`,
  );
  for (const { id, problem, detail } of problems) say(`       waits: ${id} ${problem} ${detail}`.trimEnd());
  for (const { id, result, txid } of needPerson)
    say(`       a person has to look: ${id} ${result} ${txid ?? ''}`.trimEnd());
}

async function book(
  server: RunningServer<ChainCommands>,
  request: Parameters<ChainCommands['chains/book-of-house']>[0],
): Promise<number> {
  const answer = await server.ask('chains/book-of-house', request);
  if ('refused' in answer) {
    say(`Nothing is booked: ${answer.refused}.`);
    return EXIT.breach;
  }
  for (const { coin, units } of answer.booked) say(`Booked: ${units} units of ${coin}.`);
  return EXIT.ok;
}

async function setHalted(
  server: RunningServer<ChainCommands>,
  request: Parameters<ChainCommands['chains/set-halted']>[0],
): Promise<number> {
  const isDone = await server.ask('chains/set-halted', request);
  const { chain, isHalted } = request;
  if (!isDone) say(`There is no chain ${chain}.`);
  else say(isHalted ? `${chain} pays nothing out from now on.` : `${chain} pays out again.`);
  return isDone ? EXIT.ok : EXIT.breach;
}
