/**
 * `npx glasshouse treasury`: asks the running server for the house's accounts, or to move what no
 * promise has frozen.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { capitalCommands } from '../features/wallet/capital.ts';
import { connectToServer } from '../operating/socket.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { operatorOf } from './operator.ts';

const USAGE = usageOf('treasury');
const WIDTH = 20;

await runCommand(async () => {
  const text = { type: 'string', default: '' } as const;
  const options = { from: text, to: text, coin: text, amount: text, by: text };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [act] = positionals;
  const operator = operatorOf(values.by);
  const { from, to, coin, amount } = values;
  const isWhole = [from, to, coin, amount].every((value) => value !== '') && operator !== null;
  if (act !== 'list' && (act !== 'move' || !isWhole)) throw new Error(USAGE);
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ReturnType<typeof capitalCommands>>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    if (act === 'move') {
      const { problem } = await server.ask('capital/move', { from, to, coin, amount, operator: operator! });
      say(problem ?? `${amount} ${coin} went from ${from} to ${to}.`);
      return problem === null ? EXIT.ok : EXIT.breach;
    }
    for (const row of await server.ask('capital/list', null))
      say(
        `${row.account.padEnd(WIDTH)}${row.coin.padEnd(6)}${row.available.padStart(WIDTH)} available${row.frozen.padStart(WIDTH)} promised`,
      );
    return EXIT.ok;
  } finally {
    server.close();
  }
});
