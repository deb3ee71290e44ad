/**
 * The house rules that no linter checks, over the files that git tracks. Prints each breach with
 * its line; exits non-zero on any.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import {
  citable,
  citationsIn,
  leadingCitations,
  TEST_FILE,
  testTitles,
  trackedFiles,
  wrongLimits,
} from './citations.ts';
import { unknownCommandsIn } from './command-names.ts';
import { unknownFilesOf } from './named-files.ts';
import { ROOT } from './run.ts';

interface Breach {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
}

const CODE = /\.(ts|tsx|mjs|cjs)$/;
const GENERATED = /(^docs\/generated\/|\.gen\.ts$|package-lock\.json$)/;
const BANNED_NAMES = /(^|\/)(utils?|helpers?|misc|common)(\.|\/)/i;
/** Where money may be a floating point number, for display or inside a price source. */
const FLOAT_ALLOWED =
  /^(packages\/money\/|packages\/ui\/|apps\/web\/|tools\/|bench\/|e2e\/|apps\/server\/src\/features\/market\/(simulated-source|history|maker|takers|index-prices)\.ts)/;

/** The modules of the core that every order passes through. */
const HOT =
  /^packages\/core\/src\/(matching\/.*|ledger\/ledger|registry|events\/event-log|exchange|offers\/(deadlines|fixed-term-orders|fixed-terms|slots-by-number)|features\/spot\/(amendments|conditional-terms|conditionals|execution|fees|live-orders|open-orders|order-flags|quotes|read-ahead|settlement|spot|terms|waiting-orders))\.ts$/;

/** The core's own modules: all but the features and their list. */
const KERNEL = /^packages\/core\/src\/(?!features\/|(features|index)\.ts$)/;
/** What composes features knows them: lists of one line each, pages that several fill, commands. */
const COMPOSING =
  /^(packages\/protocol\/src\/(features|operator-features|account-list|endpoint-list|topic-list)\.ts|apps\/server\/src\/(composition\/registered-(?:features|projections)|commands\/.*)\.ts|apps\/web\/src\/app\/(section-list\.ts|news\/news-list\.ts|pages\/.*)|.*\.gen\.ts)$/;
/** The modules of the other layers that know no product. */
const SHARED =
  /^(packages\/(protocol|money|ui)|apps\/server|apps\/web)\/src\/(?!features\/|routes\/|testing\/)/;
/** The products. `wallet` is excluded, because the ledger uses the word too. */
const PRODUCTS = fs
  .readdirSync(path.join(ROOT, 'packages/core/src/features'))
  .filter((name) => name !== 'wallet');
/** Accounts bear the names of products, and the fund password belongs to none. */
const NO_ACCOUNT = '(?<!\\b(?:WALLET|ACCOUNTS?)\\.)';
const NO_PASSWORD = '(?!-?passwords?\\b)';
const PRODUCT = new RegExp(
  `\\b${NO_ACCOUNT}(${PRODUCTS.map((name) => name.replace('-', '[- ]?')).join('|')})\\b(?!: \\d)`,
  'i',
);
/** A product as code names it: in a path, a text, a table, an identifier. */
const PRODUCT_IN_CODE = new RegExp(
  PRODUCTS.map((name) => {
    const camel = name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const snake = name.replaceAll('-', '_');
    const quoted = `(?<!\\b(?:WALLET|ACCOUNTS?))['"\`/.]${name}\\b${NO_PASSWORD}`;
    // `subscriptionId` is a name of the trading API's sockets.
    return `${quoted}|\\b${snake}_|\\b${camel}(?!Password|Id\\b)[A-Z]`;
  }).join('|'),
);

/** The products that lock money: each brings what pages of everything show of it. */
const LOCKS = fs.readFileSync(
  path.join(ROOT, 'apps/web/src/app/pages/portfolio/product-locks.gen.ts'),
  'utf8',
);
const LOCKING = PRODUCTS.filter((name) => LOCKS.includes(`'#features/${name}/`));
const LOCKING_FOLDER = new RegExp(`^apps/web/src/features/(${LOCKING.join('|')})/`);
const LOCKING_IN_CODE = new RegExp(`['"\`/](${LOCKING.join('|')})\\b${NO_PASSWORD}`);

/** Rules for single lines. */
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
    applies: (file) => TEST_FILE.test(file),
    pattern: /\b(test|it|describe)\.(skip|only|todo|fixme)\b/,
  },
  {
    rule: 'no floating point on money',
    applies: (file) =>
      isCode(file) && !TEST_FILE.test(file) && !FLOAT_ALLOWED.test(file) && /^(packages|apps)\//.test(file),
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
    applies: (file) => file.startsWith('apps/web/src/') && isCode(file) && !TEST_FILE.test(file),
    pattern: /\b(bb|contract)\/app\b/,
  },
  {
    rule: 'addresses, hashes and secrets are not translated: translate="no" className="notranslate hash …"',
    applies: (file) => file.endsWith('.tsx'),
    pattern: /className="(?!notranslate )[^"]*\bhash\b/,
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
    applies: (file) => isCode(file) && KERNEL.test(file) && !TEST_FILE.test(file),
    pattern: PRODUCT,
  },
  {
    rule: 'what all features share knows no product by name: it belongs in the folder of its feature',
    applies: (file) => isCode(file) && SHARED.test(file) && !COMPOSING.test(file) && !TEST_FILE.test(file),
    pattern: PRODUCT_IN_CODE,
  },
  {
    rule: 'a page of everything knows no product by name: the product brings what it shows (D0023)',
    applies: (file) =>
      file.startsWith('apps/web/src/features/') &&
      isCode(file) &&
      !LOCKING_FOLDER.test(file) &&
      !TEST_FILE.test(file),
    pattern: LOCKING_IN_CODE,
  },
  {
    rule: 'one-sided postings are made in the ledger alone: move, freeze and release keep the balance',
    applies: (file) =>
      file.startsWith('packages/core/src/') &&
      !file.includes('/ledger/') &&
      isCode(file) &&
      !TEST_FILE.test(file),
    pattern: /\bledger\.post\(/,
  },
  {
    rule: 'a citation names what the repository holds: R1.1, D0001, L001 or an invariant such as spot I1',
    applies: (file) => !GENERATED.test(file),
    pattern:
      /§|\b(SPEC|DESIGN|TRUST)\b|\b(STYLE|SERVER|WEB|API) ?\d|(?<!\w)\((STYLE|SERVER|WEB|API)[:)]|\bdecisions? \d/,
  },
  {
    rule: 'types are not silenced',
    applies: isCode,
    pattern: /@ts-(ignore|nocheck)/,
  },
];

function isHot(file: string): boolean {
  return HOT.test(file) && !TEST_FILE.test(file) && !file.endsWith('order-record.ts');
}

function isCode(file: string): boolean {
  return CODE.test(file) && !GENERATED.test(file);
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
    // This file contains the patterns themselves.
    if (file === 'tools/tidy.ts' || !applies(file)) continue;
    lines.forEach((text, index) => {
      if (pattern.test(text)) breaches.push({ file, line: index + 1, rule });
    });
  }
  if (isCode(file)) breaches.push(...codeBreaches(file, lines));
  breaches.push(...widthBreaches(file, lines));
  if (!GENERATED.test(file))
    breaches.push(
      ...citationBreaches(file, lines),
      ...commandBreaches(file, lines),
      ...namedFileBreaches(file, lines),
    );
  if (TEST_FILE.test(file)) breaches.push(...titleBreaches(file, lines.join('\n')));
  return breaches;
}

function isText(file: string): boolean {
  return !/\.(png|jpg|webp|woff2|ico|bin|zst)$/.test(file);
}

function codeBreaches(file: string, lines: readonly string[]): Breach[] {
  const first = lines.find((line) => line.trim() !== '' && !line.startsWith('#!')) ?? '';
  return /^\s*(\/\*\*|\/\/)/.test(first)
    ? []
    : [{ file, line: 1, rule: 'a file opens with one sentence on what it owns' }];
}

/** Files whose prose has at most COLUMNS_MAX columns. Folders are added as they are rewritten. */
const NARROW =
  /^([A-Z]+\.md$|docs\/|packages\/|tools\/|bench\/|e2e\/|apps\/server\/|apps\/web\/|playwright\.config\.ts$)/;
const COLUMNS_MAX = 100;
const MARKDOWN = /\.md$/;

/**
 * Lines of comments and Markdown have at most COLUMNS_MAX columns; tables, code blocks and bare
 * links are exempt.
 */
function widthBreaches(file: string, lines: readonly string[]): Breach[] {
  if (!NARROW.test(file) || GENERATED.test(file)) return [];
  const prose = MARKDOWN.test(file) ? markdownProse(lines) : isCode(file) ? commentLines(file, lines) : [];
  return prose
    .filter((line) => (lines[line - 1]?.length ?? 0) > COLUMNS_MAX)
    .map((line) => ({ file, line, rule: `a line of prose ends at ${COLUMNS_MAX} columns` }));
}

/** Line numbers of Markdown outside tables, code blocks and bare links. */
function markdownProse(lines: readonly string[]): number[] {
  let isInCode = false;
  return lines.flatMap((text, index) => {
    const isFence = /^\s*```/.test(text);
    if (isFence) isInCode = !isInCode;
    const isProse = !isFence && !isInCode && !/^\s*(\||(- )?\[[^\]]*\]\(\S*\)[.,;:]?$)/.test(text);
    return isProse ? [index + 1] : [];
  });
}

/** Line numbers that comments cover. */
function commentLines(file: string, lines: readonly string[]): number[] {
  const text = lines.join('\n');
  const lineAt = (index: number): number => text.slice(0, index).split('\n').length;
  return parseSync(file, text).comments.flatMap(({ start, end }) => {
    const first = lineAt(start);
    return Array.from({ length: lineAt(end) - first + 1 }, (_, i) => first + i);
  });
}

const CITABLE = citable();
const unknownFilesIn = unknownFilesOf(trackedFiles());

/** A test's title begins with the requirements, decisions or invariants that the test shows. */
function titleBreaches(file: string, text: string): Breach[] {
  return testTitles(text).flatMap(({ title, line }): Breach[] => {
    if (title === null) return [{ file, line, rule: "a test's title is a literal" }];
    return leadingCitations(title).length > 0
      ? []
      : [{ file, line, rule: "a test's title begins with a citation (R1.1, D0001 or spot I1)" }];
  });
}

/** Every citation names a line that exists. */
function citationBreaches(file: string, lines: readonly string[]): Breach[] {
  return lines.flatMap((text, index) =>
    citationsIn(text)
      .filter((citation) => !CITABLE.has(citation))
      .map((citation) => ({ file, line: index + 1, rule: `there is no ${citation}` })),
  );
}

/** Every named command exists. Migrations keep their words, because their checksum is stored. */
function commandBreaches(file: string, lines: readonly string[]): Breach[] {
  if (file.endsWith('.sql')) return [];
  return lines.flatMap((text, index) =>
    unknownCommandsIn(text).map((named) => ({ file, line: index + 1, rule: `there is no ${named}` })),
  );
}

/** A document names files that exist. */
function namedFileBreaches(file: string, lines: readonly string[]): Breach[] {
  if (!MARKDOWN.test(file)) return [];
  return lines.flatMap((text, index) =>
    unknownFilesIn(text).map((named) => ({ file, line: index + 1, rule: `there is no file ${named}` })),
  );
}

/** Migrations are numbered, and no number is used twice. */
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

/**
 * A requirement that is met names existing tests by words of their titles, and the sum above the
 * table matches its rows.
 */
function asvsBreaches(files: readonly string[]): Breach[] {
  const text = fs.readFileSync(path.join(ROOT, ASVS), 'utf8');
  const titles = new Map(
    files
      .filter((file) => TEST_FILE.test(file))
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
  return testTitles(text)
    .map(({ title }) => title ?? '')
    .join('\n');
}

const files = trackedFiles();
const breaches = [
  ...files.flatMap(breachesOf),
  ...migrationBreaches(files),
  ...asvsBreaches(files),
  ...wrongLimits().map((rule) => ({ file: 'docs/known-limits', line: 0, rule })),
];
for (const { file, line, rule } of breaches) console.log(`${file}:${line}: ${rule}`);
console.log(`${files.length} files, ${breaches.length} breaches of the house rules.`);
if (breaches.length > 0) process.exit(1);
