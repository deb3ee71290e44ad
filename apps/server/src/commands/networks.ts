/** `npx glasshouse networks`: asks the running server for the terms of networks, or to set one. */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { networkCommands } from '../features/funding/operating-commands.ts';
import { connectToServer } from '../operating/socket.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { operatorOf } from './operator.ts';

const USAGE = usageOf('networks');
const WIDTHS = { coin: 6, network: 7, field: 20 } as const;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { by: { type: 'string', default: '' } },
  });
  const [act, coin = '', network = '', field = '', value] = positionals;
  const operator = operatorOf(values.by);
  const isSet = act === 'set' && value !== undefined && operator !== null;
  if (act !== 'list' && !isSet) throw new Error(USAGE);
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ReturnType<typeof networkCommands>>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    if (isSet) {
      const { problem } = await server.ask('funding/set-network', { coin, network, field, value, operator });
      say(problem ?? `${field} of ${coin} on ${network} is ${value} now.`);
      return problem === null ? EXIT.ok : EXIT.breach;
    }
    for (const row of await server.ask('funding/list-networks', null))
      say(
        `${row.coin.padEnd(WIDTHS.coin)}${row.network.padEnd(WIDTHS.network)}${row.field.padEnd(WIDTHS.field)}${row.value}`,
      );
    return EXIT.ok;
  } finally {
    server.close();
  }
});
