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
import { EXIT, runCommand, say } from './outcome.ts';
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
  // The second one is a chain, or the number of a find.
  const [act, chain] = positionals;
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ChainCommands>(dataDir);
  if (server === null) throw new Error('no server runs on this data folder');
  try {
    if (act === 'list') return await list(server);
    if (act === 'found') return await listFound(server);
    const operator = operatorOf(values.by);
    if (act === undefined || chain === undefined || operator === null) throw new Error(USAGE);
    if (act === 'halt' || act === 'open')
      return await setHalted(server, { chain, isHalted: act === 'halt', operator });
    const txid = values.txid.toLowerCase();
    if (!TXID.test(txid)) throw new Error(USAGE);
    if (act === 'credit-found') return await creditFound(server, chain, { txid, operator, name: values.by });
    const what = HOUSE_ACTS[act];
    if (what === undefined) throw new Error(USAGE);
    return await book(server, { what, chain, txid, operator, name: values.by });
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
  const finds = await server.ask('chains/list-found', null);
  if (finds.length > 0)
    say(`coins that contracts sent and that two people credit: ${finds.length} (see 'found')`);
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
  if ('waits' in answer) {
    say('Recorded. It is booked when another person names the same transaction.');
    return EXIT.ok;
  }
  for (const { coin, units } of answer.booked) say(`Booked: ${units} units of ${coin}.`);
  return EXIT.ok;
}

async function listFound(server: RunningServer<ChainCommands>): Promise<number> {
  const finds = await server.ask('chains/list-found', null);
  const bookings = await server.ask('chains/list-house', null);
  if (finds.length + bookings.length === 0) say('Nothing waits.');
  for (const {
    find_id: id,
    chain,
    user_id: user,
    coin,
    units,
    address,
    from_height: from,
    to_height: to,
  } of finds)
    say(
      `${id}  user ${user}  ${units} smallest units of ${coin} on ${chain}  at ${address}  in blocks ${from + 1} to ${to}`,
    );
  for (const { what, chain, txid, approvers, refused } of bookings)
    say(
      `${what} of the house on ${chain}  ${txid}  named by ${approvers}${refused === null ? '' : `  refused: ${refused}`}`,
    );
  return finds.length + bookings.length === 0 ? EXIT.ok : EXIT.breach;
}

async function creditFound(
  server: RunningServer<ChainCommands>,
  id: string,
  { txid, ...who }: Omit<Parameters<ChainCommands['chains/credit-found']>[0], 'find'>,
): Promise<number> {
  if (!/^\d{1,9}$/.test(id)) throw new Error(USAGE);
  // Two people name the same transaction, with 0x or without.
  const approval = { find: Number(id), txid: txid.replace(/^0x/, ''), ...who };
  const { ok, text } = await server.ask('chains/credit-found', approval);
  say(ok ? text : `Nothing is credited: ${text}.`);
  return ok ? EXIT.ok : EXIT.breach;
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
