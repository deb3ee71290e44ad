/**
 * `npm run new-feature NAME`: writes a feature through all layers that compiles and passes: one
 * command, one event, one table, two calls, one page, texts in both languages, tests, a simulation.
 * With `--offer` it is a product of fixed terms with an account and a reserve of its own (D0037),
 * with `--plain` a feature without money: calls, a table and a page.
 * Prints the files that it makes and the lines that register them.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CALLS, REFUSALS } from '@glasshouse/protocol';
import { LAST_ACCOUNT } from '@glasshouse/protocol/accounts';
import { isOutside } from '../../packages/core/src/accounts.ts';
import { COMMANDS, FEATURES, HOUSE, POSTING_REASONS } from '../../packages/core/src/features.ts';
import { GOLDEN_FOLDER } from '../../apps/server/test/golden-journal.ts';
import { readMigrations } from '../../apps/server/src/db/migrate.ts';
import { PRODUCTS } from '../../apps/server/src/composition/products.ts';
import { requireOwnNode, ROOT, show } from '../run.ts';

const USAGE = `usage: npm run new-feature NAME             entries whose money is in an escrow of the house
       npm run new-feature -- NAME --offer  a product of fixed terms
       npm run new-feature -- NAME --plain  a feature without money
NAME has small letters and hyphens, such as new-coin.`;
const NAME = /^[a-z]+(-[a-z]+)*$/;

requireOwnNode();
const { values: options, positionals } = readArguments();
const { offer: isOffer, plain: isPlain } = options;
if ((isOffer && isPlain) || positionals.length > 1) fail(USAGE);
const TEMPLATE = path.join(
  import.meta.dirname,
  isOffer ? 'template-offer' : isPlain ? 'template-plain' : 'template',
);
const [kebab = ''] = positionals;
if (!NAME.test(kebab)) fail(USAGE);
if (CALLS.some(({ name }) => name.startsWith(`${kebab}/`))) fail(`There is a feature ${kebab} already.`);

const parts = kebab.split('-');
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = parts.map(capitalised).join('');
const camel = parts.map((part, i) => (i === 0 ? part : capitalised(part))).join('');

/** Codes that are in use are never given again: the next ones are above all of them. */
const above = (codes: readonly number[]): number => Math.max(...codes) + 1;
const lastMigration = readMigrations().at(-1)?.name ?? '0000';
const values: Readonly<Record<string, string | number>> = {
  kebab,
  Pascal: pascal,
  camel,
  snake: parts.join('_'),
  CONST: parts.join('_').toUpperCase(),
  words: parts.join(' '),
  Words: capitalised(parts.join(' ')),
  featureCode: above(FEATURES.map(({ code }) => code)),
  commandCode: above(
    Object.values(COMMANDS).flatMap(({ code, others = {} }) => [code, ...Object.keys(others).map(Number)]),
  ),
  reasonCode: POSTING_REASONS.length,
  account: LAST_ACCOUNT + 1,
  houseOwner: above(Object.values(HOUSE).filter((owner) => !isOutside(owner))),
  refusalCode: 100 * Math.ceil(above(Object.values(REFUSALS).map(({ code }) => code)) / 100) + 1,
  rank: above(Object.values(PRODUCTS).map(({ rank }) => rank)),
  migration: String(Number(lastMigration.slice(0, '0000'.length)) + 1).padStart('0000'.length, '0'),
};

/** A file and the line that it gains: before the first line that follows it, or in place of one. */
interface Registration {
  readonly file: string;
  readonly line: string;
  readonly replaces?: RegExp;
}
const quoted = kebab === camel ? kebab : `'${kebab}'`;
const OF_OFFERS: readonly Registration[] = [
  {
    file: 'packages/protocol/src/account-list.ts',
    line: `export { account as ${quoted} } from './features/${kebab}/account.ts';`,
  },
  {
    file: 'packages/protocol/src/topic-list.ts',
    line: `export { articles as ${quoted} } from './features/${kebab}/terms.ts';`,
  },
];
const OF_MONEY: readonly Registration[] = [
  {
    file: 'packages/core/src/features.ts',
    line: `import { ${camel} } from './features/${kebab}/index.ts';`,
  },
  {
    file: 'packages/core/src/features.ts',
    line: `export const FEATURES = [$1, ${camel}] as const;`,
    replaces: /^export const FEATURES = \[\s*([^\]]*?),?\s*\] as const;$/m,
  },
  ...(isOffer
    ? []
    : [{ file: 'packages/core/src/index.ts', line: `export * from './features/${kebab}/exports.ts';` }]),
  { file: 'packages/core/sim/features.ts', line: `export * as ${quoted} from './features/${kebab}.ts';` },
  {
    file: 'apps/server/src/composition/registered-projections.ts',
    line: `export { createProjections as ${quoted} } from '../features/${kebab}/projection.ts';`,
  },
];
const REGISTRATIONS: readonly Registration[] = [
  {
    file: 'packages/protocol/src/features.ts',
    line: `export * as ${quoted} from './features/${kebab}/index.ts';`,
  },
  ...(isPlain ? [] : OF_MONEY),
  {
    file: 'apps/server/src/composition/registered-features.ts',
    line: `export { feature as ${quoted} } from '../features/${kebab}/feature.ts';`,
  },
  {
    file: 'apps/web/src/app/section-list.ts',
    line: `export { section as ${camel} } from '#features/${kebab}/section.ts';`,
  },
  ...(isOffer ? OF_OFFERS : []),
];

const files = fs
  .readdirSync(TEMPLATE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.txt'))
  .toSorted()
  .map((file) => ({ from: file, to: filled(file).slice(0, -'.txt'.length) }));
const present = files.filter(({ to }) => fs.existsSync(path.join(ROOT, to)));
if (present.length > 0)
  fail(`Nothing is written. There already:\n${present.map(({ to }) => `  ${to}`).join('\n')}`);
const made = files.map(writeFile);
for (const registration of REGISTRATIONS) register(registration);
/** What has no commands of the core has no golden journal. */
const golden = isPlain ? null : `${above(goldenNumbers())}-${kebab}`;
// The list of routes and the generated files know the new page, calls and texts; the formatter
// breaks lines by the length of the name.
for (const command of [
  ['oxfmt', ...made, ...REGISTRATIONS.map(({ file }) => file)],
  ['node', 'tools/generate.ts'],
  ...(golden === null ? [] : [['node', 'apps/server/test/golden-journal.ts', golden]]),
])
  if (show(command) !== 0) fail(`${command[0]} failed.`);

console.log(`\n${made.length} files of ${kebab}:`);
for (const file of made) console.log(`  ${file}`);
console.log(`\n${REGISTRATIONS.length} lines outside its folders:`);
for (const { file, line, replaces } of REGISTRATIONS)
  console.log(`  ${file}: ${replaces === undefined ? line : 'its name in FEATURES'}`);
const following = golden === null ? 'The' : `The golden journal ${golden}.json and the`;
console.log(`\n${following} generated files follow. Now: npm run check, then make it yours.`);

function readArguments() {
  const flag = { type: 'boolean', default: false } as const;
  // Without `--` before it npm keeps a flag, and the feature would be another one than was meant.
  for (const name of ['offer', 'plain'])
    if (process.env[`npm_config_${name}`] !== undefined) fail(`npm kept --${name}.\n${USAGE}`);
  try {
    return parseArgs({ allowPositionals: true, options: { offer: flag, plain: flag } });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return fail(`${error.message.split('. ', 1)[0]!}.\n${USAGE}`);
  }
}

function goldenNumbers(): number[] {
  return fs.readdirSync(GOLDEN_FOLDER).map((name) => Number(name.split('-')[0]));
}

function writeFile({ from, to }: { readonly from: string; readonly to: string }): string {
  const target = path.join(ROOT, to);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, filled(fs.readFileSync(path.join(TEMPLATE, from), 'utf8')));
  return to;
}

function filled(text: string): string {
  return text.replaceAll(/__([A-Za-z]+?)(\d?)__/g, (_, name: string, more: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the template names __${name}__`);
    // The second one of a code is __code1__.
    return more === '' ? String(value) : String(Number(value) + Number(more));
  });
}

/** Imports and exports are in the order of their paths. */
function register({ file, line, replaces }: Registration): void {
  const target = path.join(ROOT, file);
  const text = fs.readFileSync(target, 'utf8');
  if (replaces !== undefined) {
    if (!replaces.test(text)) fail(`${file} has no line like ${String(replaces)}.`);
    fs.writeFileSync(target, text.replace(replaces, line));
    return;
  }
  const lines = text.split('\n');
  const folder = /'((?:\.|#)[^']*features\/)/.exec(line)?.[1] ?? '';
  const isListed = (one: string): boolean => /^(import|export) /.test(one) && one.includes(`'${folder}`);
  const pathOf = (one: string): string => /'([^']*)';$/.exec(one)?.[1] ?? '';
  const after = lines.findIndex((one) => isListed(one) && pathOf(one) > pathOf(line));
  const at = after >= 0 ? after : lines.findLastIndex(isListed) + 1;
  fs.writeFileSync(target, lines.toSpliced(at, 0, line).join('\n'));
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
