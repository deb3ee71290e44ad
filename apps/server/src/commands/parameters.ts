/** `npx glasshouse parameters`: asks the running server for its parameters, or to set one. */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { parameterCommands } from '../features/parameters/operating-commands.ts';
import { connectToServer } from '../operating/socket.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { NO_OPERATOR, operatorOf } from './operator.ts';

const USAGE = usageOf('parameters');
const WIDTH = 32;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { by: { type: 'string', default: '' } },
  });
  const [act, name, value] = positionals;
  const operator = operatorOf(values.by);
  const isAsked = act === 'set' && name !== undefined && value !== undefined;
  const isSet = isAsked && operator !== null;
  if (act !== 'list' && act !== 'history' && !isSet) throw new Error(isAsked ? NO_OPERATOR : USAGE);
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ReturnType<typeof parameterCommands>>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    if (isSet) {
      const { problem } = await server.ask('parameters/set', { name, value, operator });
      say(problem ?? `${name} is ${value === '' ? 'empty' : value} now.`);
      return problem === null ? EXIT.ok : EXIT.breach;
    }
    if (act === 'list')
      for (const row of await server.ask('parameters/list', null))
        say(`${row.name.padEnd(WIDTH)}${row.value}`);
    else
      for (const row of await server.ask('parameters/history', null))
        say(
          `${row.version}  ${new Date(row.timeMs).toISOString()}  ${row.name} = ${row.value}  (${row.operator})`,
        );
    return EXIT.ok;
  } finally {
    server.close();
  }
});
