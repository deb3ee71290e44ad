/** The house rules that no linter knows, as a test over the files git tracks. Prints each breach with its line; exits non-zero on any. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './run.ts';

interface Breach {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
}

const CODE = /\.(ts|tsx|mjs|cjs)$/;
const TEST = /\.(test|spec)\.tsx?$/;
const GENERATED = /(^docs\/generated\/|\.gen\.ts$|package-lock\.json$)/;
const BANNED_NAMES = /(^|\/)(utils?|helpers?|misc|common)(\.|\/)/i;
/** Where money may be a floating point number on its way to a picture or out of a price source. */
const FLOAT_ALLOWED =
  /^(packages\/money\/|packages\/ui\/|apps\/web\/|tools\/|bench\/|e2e\/|apps\/server\/src\/features\/market\/(simulated-source|history|maker|takers|index-prices)\.ts)/;

/** The modules of the core that every order goes through. */
const HOT =
  /^packages\/core\/src\/(matching\/.*|ledger\/ledger|registry|event-log|exchange|features\/spot\/(amendments|conditional-terms|conditionals|execution|fees|live-orders|open-orders|order-flags|quotes|read-ahead|settlement|spot|terms|waiting-orders))\.ts$/;

/** The core's own modules: not the features, the list of them, and the layouts that snapshots had. */
const KERNEL = /^packages\/core\/src\/(?!features\/|(features|former-snapshot|index)\.ts$)/;
/** The names of the features of the core. `wallet` is a word of the ledger as well. */
const PRODUCT = new RegExp(
  `\\b(${fs
    .readdirSync(path.join(ROOT, 'packages/core/src/features'))
    .filter((name) => name !== 'wallet')
    .map((name) => name.replace('-', '[- ]?'))
    .join('|')})\\b`,
  'i',
);

/** Rules over one line. */
const LINE_RULES: readonly {
  readonly rule: string;
  readonly applies: (file: string) => boolean;
  readonly pattern: RegExp;
}[] = [
  {
    rule: 'unfinished work is an issue, not a comment',
    applies: isCode,
    pattern: /\b(TODO|FIXME|XXX)\b/,
  },
  {
    rule: 'no test is switched off or runs alone',
    applies: (file) => TEST.test(file),
    pattern: /\b(test|it|describe)\.(skip|only|todo|fixme)\b/,
  },
  {
    rule: 'no floating point on money',
    applies: (file) =>
      isCode(file) && !TEST.test(file) && !FLOAT_ALLOWED.test(file) && /^(packages|apps)\//.test(file),
    pattern: /\bparseFloat\b|\bNumber\.parseFloat\b/,
  },
  {
    rule: 'what takes input is a call of the protocol, mounted by http/mount.ts: the tests over every call see it there',
    applies: (file) =>
      file.startsWith('apps/server/src/') && isCode(file) && file !== 'apps/server/src/http/mount.ts',
    pattern: /\bapp\.(post|put|patch|delete|all|route)\b/,
  },
  {
    rule: 'the site asks a call by its name, as in call("spot/place-order", input): its path is generated',
    applies: (file) => file.startsWith('apps/web/src/') && isCode(file) && !TEST.test(file),
    pattern: /\b(bb|contract)\/app\b/,
  },
  {
    rule: 'a table of the site is a DataTable',
    applies: (file) => file.startsWith('apps/web/src/') && !file.endsWith('shared/lists/DataTable.tsx'),
    pattern: /<table\b/,
  },
  {
    rule: 'no machine paths',
    applies: (file) => !GENERATED.test(file),
    pattern: /(^|[\s"'`(])\/(work|root)\//,
  },
  {
    rule: 'a hot module takes constants with `import * as` and binds them to its own (HACKING, Traps)',
    applies: isHot,
    pattern: /^import \{[^}]*\b(?<!as )[A-Z][A-Z0-9_]+\b/,
  },
  {
    rule: 'a field that the constructor of a hot class sets is declared, not defined first (HACKING, Traps)',
    applies: isHot,
    pattern: /^ {2}(readonly )?#\w+: [^=]*;$/,
  },
  {
    rule: 'a hot module masks a slot where it makes an index of it (HACKING, Traps)',
    applies: isHot,
    pattern: /(?<!SLOT_MASK\)|capacity) \* (FIELDS|QUANTITIES)\b/,
  },
  {
    rule: 'the exchange knows no product by name: it belongs in the folder of its feature, or in features.ts',
    applies: (file) => isCode(file) && KERNEL.test(file) && !TEST.test(file),
    pattern: PRODUCT,
  },
  {
    rule: 'one-sided postings are made in the ledger alone: move, freeze and release keep the balance',
    applies: (file) =>
      file.startsWith('packages/core/src/') && !file.includes('/ledger/') && isCode(file) && !TEST.test(file),
    pattern: /\bledger\.post\(/,
  },
  {
    rule: 'types are not silenced',
    applies: isCode,
    pattern: /@ts-(ignore|nocheck)/,
  },
];

function isHot(file: string): boolean {
  return HOT.test(file) && !TEST.test(file) && !file.endsWith('order-record.ts');
}

function isCode(file: string): boolean {
  return CODE.test(file) && !GENERATED.test(file);
}

function tracked(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => file !== '' && fs.existsSync(path.join(ROOT, file)));
}

function breachesOf(file: string): Breach[] {
  const breaches: Breach[] = [];
  if (BANNED_NAMES.test(file))
    breaches.push({
      file,
      line: 0,
      rule: 'a name that says what is in it, not utils, helpers, misc or common',
    });
  if (!isText(file)) return breaches;
  const lines = fs.readFileSync(path.join(ROOT, file), 'utf8').split('\n');
  for (const { rule, applies, pattern } of LINE_RULES) {
    // This file spells out what it looks for.
    if (file === 'tools/tidy.ts' || !applies(file)) continue;
    lines.forEach((text, index) => {
      if (pattern.test(text)) breaches.push({ file, line: index + 1, rule });
    });
  }
  if (isCode(file)) breaches.push(...codeBreaches(file, lines));
  if (TEST.test(file)) breaches.push(...titleBreaches(file, lines));
  return breaches;
}

function isText(file: string): boolean {
  return !/\.(png|jpg|woff2|ico|bin|zst)$/.test(file);
}

function codeBreaches(file: string, lines: readonly string[]): Breach[] {
  const first = lines.find((line) => line.trim() !== '' && !line.startsWith('#!')) ?? '';
  return /^\s*(\/\*\*|\/\/)/.test(first)
    ? []
    : [{ file, line: 1, rule: 'a file opens with one sentence on what it owns' }];
}

/** Test titles name the section they show, such as 'SPEC §5 ...', 'DESIGN §4 ...', 'API ...' or 'TRUST ...'. */
function titleBreaches(file: string, lines: readonly string[]): Breach[] {
  return lines.flatMap((text, index) => {
    const title =
      /^\s*(?:test|it)\(\s*(['"`])(.*)\1/.exec(text)?.[2] ??
      /^\s*(?:test|it)\(\s*(['"`])(.*)/.exec(text)?.[2];
    return title === undefined || SECTION.test(title) || title.startsWith('${')
      ? []
      : [{ file, line: index + 1, rule: 'a test title names its section (§)' }];
  });
}

const SECTION = /§|^(TRUST|API)\b/;

/** Migrations are numbered, and no number twice. */
function migrationBreaches(files: readonly string[]): Breach[] {
  const numbers = new Map<string, string>();
  return files
    .filter((file) => /\/migrations\/.*\.sql$/.test(file))
    .flatMap((file): Breach[] => {
      const number = /\/(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1];
      if (number === undefined)
        return [{ file, line: 0, rule: 'a migration is named 0001-what-it-does.sql' }];
      const other = numbers.get(number);
      numbers.set(number, file);
      return other === undefined
        ? []
        : [{ file, line: 0, rule: `the migration number ${number} is taken by ${other}` }];
    });
}

const ASVS = 'docs/operating/asvs.md';
const NAMED_TEST = /`([\w-]+\.(?:test|spec)\.ts)`((?:,? "[^"]+")*)/g;

/** A requirement that is met names tests that are there, by words of their titles; and the sum above the table is that of its rows. */
function asvsBreaches(files: readonly string[]): Breach[] {
  const text = fs.readFileSync(path.join(ROOT, ASVS), 'utf8');
  const titles = new Map(
    files
      .filter((file) => TEST.test(file))
      .map((file) => [path.basename(file), titlesIn(fs.readFileSync(path.join(ROOT, file), 'utf8'))]),
  );
  const rows = text.split('\n').flatMap((row, index) => {
    const verdict = /^\| \d+\.\d+\.\d+ +\| (yes|no) /.exec(row)?.[1];
    return verdict === undefined ? [] : [{ row, line: index + 1, isMet: verdict === 'yes' }];
  });
  const breaches = rows.flatMap(({ row, line }) =>
    [...row.matchAll(NAMED_TEST)].flatMap(([, file = '', quoted = '']): Breach[] => {
      const words = [...quoted.matchAll(/"([^"]+)"/g)].map(([, each = '']) => each);
      const missing = words.filter((each) => titles.get(file)?.includes(each) !== true);
      if (words.length === 0) missing.push('(no title)');
      return missing.map((each) => ({ file: ASVS, line, rule: `there is no test "${each}" in ${file}` }));
    }),
  );
  const met = rows.filter(({ isMet }) => isMet).length;
  const sum = `**${rows.length} arise, ${met} are met (${((100 * met) / rows.length).toFixed(1)}%).**`;
  return text.includes(sum) ? breaches : [...breaches, { file: ASVS, line: 0, rule: `the sum is: ${sum}` }];
}

/** The titles of a file's tests, one a line. */
function titlesIn(text: string): string {
  const found = text.matchAll(/\b(?:test|testOnBoth)\(\s*(['"`])(.*)\1/g);
  return [...found].map(([, , title = '']) => title).join('\n');
}

const files = tracked();
const breaches = [...files.flatMap(breachesOf), ...migrationBreaches(files), ...asvsBreaches(files)];
for (const { file, line, rule } of breaches) console.log(`${file}:${line}: ${rule}`);
console.log(`${files.length} files, ${breaches.length} breaches of the house rules.`);
if (breaches.length > 0) process.exit(1);
