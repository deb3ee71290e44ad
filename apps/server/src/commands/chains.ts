/**
 * npm run chains: how the chains are, and whether they pay out.
 *   npm run chains -- list
 *   npm run chains -- halt CHAIN --by NAME
 *   npm run chains -- open CHAIN --by NAME
 * A running server on DATA_DIR performs the command. Exit code 0: done; 1: there is no such chain,
 * or one is halted or down; 2: it could not run.
 */
import { parseArgs } from 'node:util';
import type { ChainCommands } from '../chains/operating-commands.ts';
import { readConfig } from '../config.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { EXIT, runCommand, say } from './installation.ts';
import { operatorOf } from './operator.ts';

const USAGE = 'npm run chains -- list | halt CHAIN --by NAME | open CHAIN --by NAME';
const ILL: ReadonlySet<string> = new Set(['halted', 'down']);

await runCommand(async () => {
  const options = { by: { type: 'string', default: '' } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [act, chain] = positionals;
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ChainCommands>(dataDir);
  if (server === null) throw new Error('no server runs on this data folder');
  try {
    if (act === 'list') return await list(server);
    const operator = operatorOf(values.by);
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
  return states.some(({ state }) => ILL.has(state)) ? EXIT.breach : EXIT.ok;
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
