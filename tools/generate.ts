/**
 * Generates files from the protocol, the texts, the files of routes and the table of commands:
 * openapi.json, errors.md, routes.md, commands.md, the site's routes of calls, the types of its
 * texts, its table of routes, its lists of products. With --check: fails if the repository's files
 * differ.
 */
import fs from 'node:fs';
import path from 'node:path';
import { CALLS, REFUSALS } from '@glasshouse/protocol';
import { ORDER_FORMS } from '@glasshouse/protocol/spot';
import { commandsDocument } from '../apps/server/src/commands/help.ts';
import { openApiDocument } from '../apps/server/src/http/openapi.ts';
import { callRoutesFile } from './call-routes.ts';
import { writeRouteTree } from '../apps/web/build/route-tree.ts';
import { textTypes } from '../apps/web/build/text-types.ts';
import { productLists } from './product-lists.ts';
import { ROOT } from './run.ts';

function errorsDocument(): string {
  const rows = Object.entries(REFUSALS).map(
    ([name, { code, kind, en, zh }]) => `| \`${name}\` | ${code} | ${kind} | ${en} | ${zh} |`,
  );
  return [
    '# Refusals',
    '',
    '`error` is stable; `code` is the number in the envelope. A transient refusal may succeed later.',
    '',
    '| error | code | kind | English | 中文 |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function routesDocument(): string {
  const rows = CALLS.flatMap((call) =>
    call.prefixes.map(
      (prefix) =>
        `| ${call.method} | \`${prefix}${call.path}\` | \`${call.name}\` | ${call.access} | ${call.movesMoney ? 'yes' : ''} | ${call.summary} |`,
    ),
  );
  return [
    '# Calls',
    '',
    'The first part of a name is its feature. Calls that move money accept an `Idempotency-Key`.',
    '',
    '| method | path | name | who | moves money | what it does |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function orderTypesDocument(): string {
  const rows = Object.entries(ORDER_FORMS).map(([type, form]) =>
    [
      `| \`${type}\``,
      form.hasPrice ? 'yes' : '',
      form.waitsBy.map((field) => `\`${field}\``).join(type === 'tp-sl' ? ' and ' : ' or '),
      form.stopKinds.join(', '),
      form.timesInForce.join(', '),
      form.buySizes.join(' or '),
      form.sellSizes.join(' or '),
      `${form.optional.map((field) => `\`${field}\``).join(', ')} |`,
    ].join(' | '),
  );
  return [
    '# Order types',
    '',
    'The fields of `/spot/placeOrder` by type. The first of several kinds or times is the default.',
    '',
    '| type | price | waits for | stopKind | timeInForce | size of a buy | size of a sell | optional |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const files: Readonly<Record<string, string>> = {
  'docs/generated/openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  'docs/generated/errors.md': errorsDocument(),
  'docs/generated/routes.md': routesDocument(),
  'docs/generated/order-types.md': orderTypesDocument(),
  'docs/generated/commands.md': commandsDocument(),
  'apps/web/src/data/call-routes.gen.ts': callRoutesFile(),
  'apps/web/src/texts.gen.ts': textTypes(),
  ...Object.fromEntries(productLists()),
};

const isCheck = process.argv.includes('--check');
const stale: string[] = [];
for (const [name, text] of Object.entries(files)) {
  const file = path.join(ROOT, name);
  const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  if (before === text) continue;
  if (isCheck) stale.push(name);
  else fs.writeFileSync(file, text);
}
// A stale table of routes does not compile.
if (!isCheck) await writeRouteTree();
if (stale.length > 0) {
  console.log(`Not up to date: ${stale.join(', ')}. Run npm run generate.`);
  process.exit(1);
}
