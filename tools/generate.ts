/**
 * Generates files from the protocol, the texts, the files of routes and the table of commands:
 * openapi.json, asyncapi.json, errors.md, trading-api-errors.md, routes.md, commands.md, the site's
 * routes of calls, the types of its texts, its table of routes, its lists of products, the server's
 * kinds of postings. Of speed.md it keeps the rows, which are measured, and generates the rest.
 * With --check: fails if the repository's files differ.
 */
import fs from 'node:fs';
import path from 'node:path';
import { CALLS, GROWTH, OPERATOR_CALLS, REFUSALS, type Call } from '@glasshouse/protocol';
import { ENDPOINTS, type AnyEndpoint } from '@glasshouse/protocol/programs';
import { ORDER_FORMS } from '@glasshouse/protocol/spot';
import { settingsDocument } from '../apps/server/src/setup/settings-document.ts';
import { commandsDocument } from '../apps/server/src/commands/help.ts';
import { asyncApiDocument } from '../apps/server/src/http/asyncapi.ts';
import { openApiDocument } from '../apps/server/src/http/openapi.ts';
import { allErrors } from '../apps/server/src/http/published-errors.ts';
import { callRoutesFile } from './call-routes.ts';
import { writeRouteTree } from '../apps/web/build/route-tree.ts';
import { textTypes } from '../apps/web/build/text-types.ts';
import { POSTING_KINDS, postingKindsFile } from './posting-kinds.ts';
import { productLists } from './product-lists.ts';
import { RECORD, rowsOf, speedDocument } from '../bench/speed/record.ts';
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

function tradingErrorsDocument(): string {
  const rows = allErrors().map(({ code, status, error, about, en, zh }) => {
    const what = about === null ? '' : `\`${about.field}\` ${about.reason}`;
    return `| ${code} | ${status} | \`${error}\` | ${what} | ${en} | ${en === zh ? '' : zh} |`;
  });
  return [
    '# Errors of the trading API',
    '',
    'The body is `{code, msg, error, field}`, over a socket below `error`. `code` and the English words',
    'are those of Binance where it has some; `error` is the stable name of the refusal, as in',
    '[refusals](errors.md), and tells apart what shares a code. Names in braces stand for what is sent.',
    '',
    '| code | HTTP | error | parameter | msg | 中文 |',
    '|---:|---:|---|---|---|---|',
    ...rows,
    ...failures().map(({ code, status, msg }) => `| ${code} | ${status} | | | ${msg} | |`),
    '',
  ].join('\n');
}

const failures = () => (ENDPOINTS as readonly AnyEndpoint[]).flatMap((endpoint) => endpoint.failures);

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

/** What the calls of a kind add to the disk in a day, in whole megabytes. */
const megabytes = (bytes: number, count: number | null): string =>
  count === null
    ? ''
    : `${count.toLocaleString('en')} (${Math.ceil((bytes * count) / 1e6).toLocaleString('en')} MB)`;

function growthDocument(): string {
  const calls = [...CALLS, ...OPERATOR_CALLS] as readonly Call[];
  const rows = Object.entries(GROWTH).map(([kind, { bytes, ofUser, ofArea, ofAllAreas, isKept, note }]) => {
    const [ofKeys, full] = kind === 'keys' ? ['any other call that moves money', 'forgotten'] : ['', '503'];
    const names = calls.filter(({ grows }) => grows === kind).map(({ name }) => `\`${name}\``);
    const limits = [ofUser, ofArea, ofAllAreas].map((count) => megabytes(bytes, count));
    return `| ${kind} | ${ofKeys || names.join(', ')} | ${bytes.toLocaleString('en')} | ${limits.join(' | ')} | ${isKept ? 'goes on' : full} | ${note} |`;
  });
  return [
    '# What requests add to the disk',
    '',
    'Successes a day, and what they add at most: of a signed-in user or operator, of an area of',
    'networks without a session (/24, /48), and of all areas together. The next is refused with',
    '`request/daily-limit` (429) until the next day (UTC). `RATE_LIMIT_FACTOR` multiplies these',
    'numbers. When the disk is nearly full, `request/no-room` (503) refuses what is not marked.',
    '',
    '| kind | calls | bytes each | of a user | of an area | of all areas | disk nearly full | else |',
    '|---|---|---:|---:|---:|---:|---|---|',
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

/** The document around the rows that it has. */
function speedRecord(): string {
  const file = path.join(ROOT, RECORD);
  return speedDocument(fs.existsSync(file) ? rowsOf(fs.readFileSync(file, 'utf8')) : []);
}

const files: Readonly<Record<string, string>> = {
  'docs/generated/openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  'docs/generated/asyncapi.json': `${JSON.stringify(asyncApiDocument(), null, 2)}\n`,
  'docs/generated/growth.md': growthDocument(),
  'docs/generated/errors.md': errorsDocument(),
  'docs/generated/trading-api-errors.md': tradingErrorsDocument(),
  'docs/generated/routes.md': routesDocument(),
  'docs/generated/order-types.md': orderTypesDocument(),
  'docs/generated/commands.md': commandsDocument(),
  'docs/generated/settings.md': settingsDocument(),
  [RECORD]: speedRecord(),
  'apps/web/src/data/call-routes.gen.ts': callRoutesFile(),
  'apps/web/src/texts.gen.ts': textTypes(),
  ...Object.fromEntries(productLists()),
  [POSTING_KINDS]: postingKindsFile(),
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
