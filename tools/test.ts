/**
 * `npm test`: the checks, every test, the attacks in their short form, the browser tests. `npm test
 * -- unit` runs a part. `npm run test:nightly` adds --nightly: more runs, and tests that the
 * default run leaves out (docs/testing.md). --record writes down how long each test file took.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { requirePrerequisites } from './prerequisites.ts';
import { requireOwnNode, ROOT, show } from './run.ts';
import { clearReport, durations, failures, skipped } from './test-report.ts';
import { longestFirst, recordTimes, staleHint } from './test-times.ts';

requireOwnNode();
const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { nightly: { type: 'boolean', default: false }, record: { type: 'boolean', default: false } },
});
const { chromium, litecoin } = requirePrerequisites();
const env = {
  CHROMIUM: chromium,
  LITECOIND: litecoin,
  NIGHTLY: options.nightly ? '1' : '0',
  // Some hundred processes load the same modules: a server's start saves a fifth of its computing.
  NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'glasshouse', 'modules'),
};

/** Tests that kill whole processes have their own folder: they mostly wait. */
const CRASH = /^apps\/server\/test\//;
const SLOWEST_SHOWN = 10;

function testFiles(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => path.join(folder, file))
    .toSorted();
}

const all = longestFirst(['tools', 'bench', 'apps', 'packages'].flatMap(testFiles));
const runTests = (files: readonly string[]) => show(['node', 'tools/run-tests.ts', ...files], env);
const PARTS: Readonly<Record<string, () => number>> = {
  check: () => show(['node', 'tools/check.ts'], env),
  unit: () => runTests(all.filter((file) => !CRASH.test(file))),
  crash: () => runTests(all.filter((file) => CRASH.test(file))),
  attack: () => show(['node', 'apps/server/attack/run.ts', '--short'], env),
  e2e: () => show(['playwright', 'test'], env),
  speed: () => show(['node', 'bench/speed/run.ts'], env),
};
/** Parts that the default run leaves out. */
const BY_NIGHT = new Set(['speed']);

const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
clearReport();
const byDefault = Object.keys(PARTS).filter((name) => options.nightly || !BY_NIGHT.has(name));
const names = asked.length > 0 ? asked : byDefault;
const failed = names.filter((name) => {
  const startMs = performance.now();
  console.log(`\n== ${name}`);
  const isPassed = PARTS[name]?.() === 0;
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  console.log(`== ${name}: ${isPassed ? 'passed' : 'FAILED'} in ${seconds} s`);
  return !isPassed;
});

console.log('\nSlowest:');
for (const { name, seconds } of durations().slice(0, SLOWEST_SHOWN))
  console.log(`${seconds.toFixed(1).padStart(7)} s ${name}`);
if (options.record) {
  const files = durations().filter(({ name }) => all.includes(name));
  recordTimes(Object.fromEntries(files.map(({ name, seconds }) => [name, seconds])));
}
if (skipped() !== '') console.log(`\nSkipped:\n${skipped().trimEnd()}`);
const hint = staleHint(all);
if (hint !== '') console.log(`\n${hint}`);
// Last: a log that is cut at its beginning still ends with what failed, and why.
console.log(
  failed.length === 0
    ? `\n${names.length} passed, 0 failed`
    : `\nFailed: ${failed.join(', ')}\n${failures()}`,
);
process.exit(failed.length === 0 ? 0 : 1);
