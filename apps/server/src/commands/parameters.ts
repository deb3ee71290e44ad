/** `npx glasshouse parameters`: asks the running server for its parameters, or to set one. */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { parameterCommands } from '../features/parameters/operating-commands.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { performAct } from './act.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { NO_OPERATOR, operatorOf } from './operator.ts';

const USAGE = usageOf('parameters');
const WIDTH = 32;

type Server = RunningServer<ReturnType<typeof parameterCommands>>;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { by: { type: 'string' }, reason: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  });
  const [verb, name, value] = positionals;
  if (verb === 'list') return ask(list);
  if (verb === 'history') return ask(history);
  if (verb !== 'set' || name === undefined || value === undefined) throw new Error(USAGE);
  const by = operatorOf(values.by);
  if (by === null) throw new Error(NO_OPERATOR);
  const call = (await ask(async (server) => needsTwo(server, name)))
    ? 'parameters/set'
    : 'parameters/set-text';
  const isTrial = values['dry-run'] === true;
  return performAct({ call, fields: { name, value }, by, reason: values.reason, isTrial });
});

async function ask<T>(question: (server: Server) => Promise<T>): Promise<T> {
  const { dataDir } = readConfig(process.env);
  const server: Server | null = await connectToServer(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    return await question(server);
  } finally {
    server.close();
  }
}

async function needsTwo(server: Server, name: string): Promise<boolean> {
  const rows = await server.ask('parameters/list', null);
  return rows.find((row) => row.name === name)?.people === 2;
}

async function list(server: Server): Promise<number> {
  for (const { name, value } of await server.ask('parameters/list', null))
    say(`${name.padEnd(WIDTH)}${value}`);
  return EXIT.ok;
}

async function history(server: Server): Promise<number> {
  for (const row of await server.ask('parameters/history', null)) {
    const who = row.second === null ? row.operator : `${row.operator}, ${row.second}`;
    const why = row.reason === '' ? '' : `  ${row.reason}`;
    say(`${row.version}  ${new Date(row.time_ms).toISOString()}  ${row.name} = ${row.value}  (${who})${why}`);
  }
  return EXIT.ok;
}
