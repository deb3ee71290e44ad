/** `npx glasshouse offers`: asks the running server for the offers, or to define one. */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { offerCommands } from '../offers/operating-commands.ts';
import { connectToServer } from '../operating/socket.ts';
import { performAct } from './act.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { operatorOf } from './operator.ts';

const USAGE = usageOf('offers');

await runCommand(async () => {
  const text = { type: 'string', default: '' } as const;
  const options = {
    product: text,
    file: text,
    by: text,
    reason: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [act, ...more] = positionals;
  if (more.length > 0) throw new Error(USAGE);
  if (act === 'list') return list();
  const by = operatorOf(values.by);
  if (act !== 'define' || values.product === '' || values.file === '' || by === null) throw new Error(USAGE);
  const { offer, texts, ...terms } = JSON.parse(fs.readFileSync(values.file, 'utf8')) as Record<
    string,
    unknown
  >;
  const fields = { product: values.product, offer, terms, texts };
  const { reason, 'dry-run': isTrial } = values;
  return performAct({ call: 'products/define-offer', fields, by, reason, isTrial });
});

async function list(): Promise<number> {
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ReturnType<typeof offerCommands>>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    for (const line of await server.ask('offers/list', null)) say(line);
    return EXIT.ok;
  } finally {
    server.close();
  }
}
