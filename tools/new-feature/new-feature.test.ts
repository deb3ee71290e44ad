/**
 * Goal: a new feature and a product of fixed terms cost at most nine lines outside their folders
 * each, and a feature without money three, all of them registrations; all compile and pass, and no
 * part can be left out or be known elsewhere. Method: `npm run new-feature` in a copy of the
 * repository, without and with `--offer` and `--plain`, then its own tests and the house rules. The
 * nightly run adds all checks, the tests that look at every feature, and parts that are left out.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { AnyProduct } from '../../apps/server/src/contract/product.ts';
import type { AnyFeature, FeatureDefinition } from '../../packages/core/src/contract/feature.ts';
import { IS_NIGHTLY, nightly } from '../nightly.ts';
import { ROOT } from '../run.ts';
import { typeCheckOf } from '../type-check.ts';

const LINES_MAX = 9;
/** Lists of the API, of the server and of the site. */
const PLAIN_LINES_MAX = 3;
/** Every line outside the folders of a feature names it in a list. */
const REGISTRATION =
  /^\+(export .* from '.*\/(features|sample).*';|import .* from '.*\/features\/.*';| {2}\w+,)$/;
const PRODUCT = 'apps/server/src/features/sample/feature.ts';
const CORE = 'packages/core/src/features/sample';

/**
 * The compiler's part of the test, in `npm run check`: as soon as a part may be left out, its line
 * has no error to expect, which is one.
 */
export const complete = {
  // @ts-expect-error -- what it holds
  holds: (feature: Omit<AnyFeature, 'holds'>): AnyFeature => feature,
  // @ts-expect-error -- its escrow accounts
  escrows: (definition: Omit<FeatureDefinition, 'escrows'>): FeatureDefinition => definition,
  // @ts-expect-error -- its reserve, or that it has none
  reserve: (definition: Omit<FeatureDefinition, 'reserve'>): FeatureDefinition => definition,
  // @ts-expect-error -- what can be lost
  risk: (product: Omit<AnyProduct, 'risk'>): AnyProduct => product,
  // @ts-expect-error -- how many records an owner has
  recordCounts: (product: Omit<AnyProduct, 'recordCounts'>): AnyProduct => product,
};

/** What a feature must have, the project whose check misses it, and the error. */
type ContractPart = readonly [file: string, part: RegExp, project: string, error: RegExp];
let copy = '';

before(() => {
  copy = fs.mkdtempSync(path.join(tmpdir(), 'glasshouse-feature-'));
  const files = git(ROOT, 'ls-files', '--cached', '--others', '--exclude-standard').split('\n');
  for (const file of files.filter((name) => fs.existsSync(path.join(ROOT, name)) && name !== ''))
    fs.cpSync(path.join(ROOT, file), path.join(copy, file));
  linkModules();
  git(copy, 'init', '--quiet');
  // The project ignores folders of this name, and here some are links.
  fs.appendFileSync(path.join(copy, '.git/info/exclude'), 'node_modules\n');
  git(copy, 'add', '--all');
  git(copy, '-c', 'user.name=test', '-c', 'user.email=test@test.example', 'commit', '-qm', 'base');
});
after(() => fs.rmSync(copy, { recursive: true, force: true }));

/** The packages that are installed, and the project's own ones as they are in the copy. */
function linkModules(): void {
  const [from, to] = [path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules')];
  fs.mkdirSync(path.join(to, '@glasshouse'), { recursive: true });
  for (const name of fs.readdirSync(from))
    if (name !== '@glasshouse' && name !== '.cache')
      fs.symlinkSync(path.join(from, name), path.join(to, name));
  for (const name of fs.readdirSync(path.join(from, '@glasshouse'))) {
    const folder = path.relative(ROOT, fs.realpathSync(path.join(from, '@glasshouse', name)));
    fs.symlinkSync(path.join(copy, folder), path.join(to, '@glasshouse', name));
    // Packages that only this one has, or has in another version.
    const own = path.join(ROOT, folder, 'node_modules');
    if (fs.existsSync(own)) fs.symlinkSync(own, path.join(copy, folder, 'node_modules'));
  }
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
}

function run(...command: readonly string[]): { readonly status: number | null; readonly output: string } {
  const [program = '', ...args] = command;
  const bin = path.join(copy, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` };
  // What a test runner tells its children is not meant for this one.
  delete (env as NodeJS.ProcessEnv)['NODE_TEST_CONTEXT'];
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: copy,
    encoding: 'utf8',
    env,
    maxBuffer: 1 << 26,
  });
  return { status, output: stdout + stderr };
}

function demand(...command: readonly string[]): string {
  const { status, output } = run(...command);
  assert.equal(status, 0, `${command.join(' ')}:\n${output}`);
  return output;
}

function makeFeature(most: number, ...args: readonly string[]): void {
  const output = demand('node', 'tools/new-feature/new-feature.ts', ...args);
  const changed = git(copy, 'diff', '--unified=0', '--', '.', ':!*.gen.ts', ':!docs/generated');
  const added = changed.split('\n').filter((line) => /^\+(?!\+\+ )/.test(line));
  assert.ok(added.length > 0 && added.length <= most, added.join('\n'));
  for (const line of added) assert.match(line, REGISTRATION);
  assert.match(output, new RegExp(`${added.length} lines outside its folders`));
  git(copy, 'add', '--all');
  git(copy, '-c', 'user.name=test', '-c', 'user.email=test@test.example', 'commit', '-qm', args.join(' '));
}

test('D0021 D0023 a new feature adds at most nine lines outside its folders', () => {
  makeFeature(LINES_MAX, 'sample');
});

test('D0021 D0023 D0037 a new product of fixed terms adds lines to lists alone', () => {
  makeFeature(LINES_MAX, 'sample-term', '--offer');
});

test('D0040 a new feature without money adds lines to three lists', () => {
  makeFeature(PLAIN_LINES_MAX, 'sample-plain', '--plain');
  demand('node', 'tools/tidy.ts');
});

test(
  'D0021 D0023 D0037 D0040 all checks pass with all three',
  nightly('the house rules and the tests'),
  () => {
    demand('node', 'tools/check.ts');
  },
);

test('D0021 D0023 what cannot be made is refused in a sentence, and nothing is written', () => {
  const before = git(copy, 'status', '--porcelain');
  const [make, mistyped] = ['tools/new-feature/new-feature.ts', "Unknown option '--plian'.\nusage: "];
  for (const [sentence, ...command] of [
    ['There is a feature finance already.\n', 'node', make, 'finance'],
    [mistyped, 'node', make, '--plian', 'other'],
    ['usage: ', 'node', make, 'other', '--offer', '--plain'],
    ['usage: ', 'node', make, 'other', 'more'],
    ['npm kept --offer.\nusage: ', 'env', 'npm_config_offer=true', 'node', make, 'other'],
  ] as const) {
    const { status, output } = run(...command);
    assert.ok(status === 1 && output.startsWith(sentence), output);
  }
  assert.equal(git(copy, 'status', '--porcelain'), before);
});

test('D0021 D0023 the tests of a new feature pass, and at night those that look at every feature', () => {
  const own = [
    `${CORE}/sample.test.ts`,
    'packages/core/src/features/sample-term/sample-term.test.ts',
    'apps/server/src/features/sample-term/sample-term.test.ts',
    'apps/server/src/features/sample-plain/sample-plain.test.ts',
    'apps/web/build/texts.test.ts',
  ];
  const atNight = [
    // A server as those of the other two.
    'apps/server/src/features/sample/sample.test.ts',
    'packages/core/sim/auditor/auditor.test.ts',
    'packages/core/src/contract/feature-contract.test.ts',
    'packages/core/src/set-up.test.ts',
    'packages/core/src/journal/journal.test.ts',
    'packages/core/src/journal/command-shapes.test.ts',
    'packages/protocol/src/refusals.test.ts',
    'apps/server/src/composition/products.test.ts',
    'apps/server/src/pipeline/golden.test.ts',
    'apps/server/src/http/access.test.ts',
    'apps/server/src/http/openapi.test.ts',
    'apps/web/src/app/section-texts.test.ts',
    'apps/web/src/app/content.test.ts',
    'apps/web/src/data/call-route.test.ts',
  ];
  const files = IS_NIGHTLY ? [...own, ...atNight] : own;
  // One after the other: the first makes the database of the copy, which others take.
  const output = demand('node', '--test', '--test-concurrency=1', '--test-reporter=spec', ...files);
  for (const name of ['sample', 'sample-term'])
    for (const invariant of IS_NIGHTLY || name === 'sample-term' ? ['I1', 'I2', 'I3'] : ['I1', 'I2'])
      assert.match(output, new RegExp(`✔ ${name} ${invariant} `));
  for (const invariant of ['I1', 'I2']) assert.match(output, new RegExp(`✔ sample-plain ${invariant} `));
});

test('D0021 D0023 a part of the contract that is left out does not compile', nightly('`complete`'), () => {
  const [core, server] = ['packages/core', 'tsconfig.json'];
  const parts: readonly ContractPart[] = [
    [`${CORE}/sample.ts`, /^ {2}\*holds\(\)[^]*?^ {2}\}\n/m, core, /'holds' is missing/],
    [`${CORE}/index.ts`, /^ {2}escrows: .*\n/m, core, /'escrows' is missing/],
    [`${CORE}/index.ts`, /^ {2}reserve: .*\n/m, core, /'reserve' is missing/],
    ['packages/core/sim/features.ts', /^.*\bsample\b(?!-).*\n/m, server, /'"open-sample-entry"' is missing/],
    [PRODUCT, /^ {2}risk: null,\n/m, server, /'risk' is missing/],
    [PRODUCT, /^ {2}recordCounts: .+\n/m, server, /'recordCounts' is missing/],
    [PRODUCT, /(?<=recordCounts: .*)products: .*(?= \}\))/, server, /'products' is missing/],
    ['packages/core/sim/features/sample.ts', /^export const states .*\n/m, server, /'states' does not exist/],
    [
      'packages/core/sim/features/sample.ts',
      /'sample-changed': null/,
      server,
      /'"sample-changed"' is missing/,
    ],
    [
      'apps/server/src/composition/registered-features.ts',
      /^.*\bsample\b(?!-).*\n/m,
      server,
      /'sample' is missing/,
    ],
    [
      'apps/server/src/composition/registered-projections.ts',
      /^.*\bsample\b(?!-).*\n/m,
      server,
      /'sample' is missing/,
    ],
  ];
  // Checks take long. In each one, every package lacks one part at most: one error hides others.
  const packageOf = (file: string): string => file.split('/', 2).join('/');
  for (const project of [core, server])
    for (let left = parts.filter((part) => part[2] === project); left.length > 0;) {
      const now = left.filter(
        ([file], i) => left.findIndex((part) => packageOf(part[0]) === packageOf(file)) === i,
      );
      left = left.filter((part) => !now.includes(part));
      demandErrors(project, now);
    }
});

/** Leaves the parts out, demands the errors, and puts the parts back. */
function demandErrors(project: string, parts: readonly ContractPart[]): void {
  const texts = parts.map(([file, part]) => {
    const text = fs.readFileSync(path.join(copy, file), 'utf8');
    assert.match(text, part, file);
    fs.writeFileSync(path.join(copy, file), text.replace(part, ''));
    return [file, text] as const;
  });
  const { output } = run(...typeCheckOf(project));
  for (const [file, , , error] of parts) assert.match(output, error, `${file}:\n${output}`);
  for (const [file, text] of texts) fs.writeFileSync(path.join(copy, file), text);
}

test('D0021 D0023 the name of a feature outside its folders is a breach of the house rules', () => {
  const named = [
    ['packages/core/src/exchange.ts', "export const known = 'sample';"],
    ['apps/server/src/composition/features.ts', "export const table = 'sample_entries';"],
    ['apps/web/src/shared/theme.ts', "export { sampleTheme } from '#features/sample/theme.ts';"],
    ['apps/web/src/features/fees/useFees.ts', "export const known = 'sample-term/get-offers';"],
  ] as const;
  for (const [file, line] of named) fs.appendFileSync(path.join(copy, file), `${line}\n`);
  const { status, output } = run('node', 'tools/tidy.ts');
  git(copy, 'checkout', '--', ...named.map(([file]) => file));
  for (const [file] of named) assert.ok(status !== 0 && output.includes(`${file}:`), `${file}:\n${output}`);
});
