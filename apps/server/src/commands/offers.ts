/** `npx glasshouse offers`: asks the running server for the offers, or to define one. */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { offerCommands } from '../offers/operating-commands.ts';
import { connectToServer } from '../operating/socket.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { operatorOf } from './operator.ts';

const USAGE = usageOf('offers');

await runCommand(async () => {
  const text = { type: 'string', default: '' } as const;
  const options = { product: text, file: text, by: text };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [act] = positionals;
  const operator = operatorOf(values.by);
  const isWhole = values.product !== '' && values.file !== '' && operator !== null;
  if (act !== 'list' && (act !== 'define' || !isWhole)) throw new Error(USAGE);
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ReturnType<typeof offerCommands>>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    if (act === 'define') {
      const file: unknown = JSON.parse(fs.readFileSync(values.file, 'utf8'));
      const { problem } = await server.ask('offers/define', {
        product: values.product,
        file,
        operator: operator!,
      });
      say(problem ?? 'It is defined.');
      return problem === null ? EXIT.ok : EXIT.breach;
    }
    for (const line of await server.ask('offers/list', null)) say(line);
    return EXIT.ok;
  } finally {
    server.close();
  }
});
