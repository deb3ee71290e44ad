/**
 * `npm test`: the checks, every test, the attacks in their short form, the browser tests. `npm test
 * -- unit` runs a part.
 */
import fs from 'node:fs';
import path from 'node:path';
import { requirePrerequisites } from './prerequisites.ts';
import { requireOwnNode, ROOT, show } from './run.ts';

requireOwnNode();
const { chromium, litecoin } = requirePrerequisites();
const env = {
  CHROMIUM: chromium,
  LITECOIND: litecoin,
  // Some hundred processes load the same modules: a server's start saves a fifth of its computing.
  NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'glasshouse', 'modules'),
};

/** Tests that kill whole processes have their own folder: they mostly wait. */
const CRASH = /^apps\/server\/test\//;

function testFiles(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => path.join(folder, file))
    .toSorted();
}

/** The longest files first: at the end nothing would be left to run beside them. */
const all = ['tools', 'apps', 'packages'].flatMap(testFiles);
/** The tests that failed, and why: a log that is cut at its beginning still ends with them. */
const FAILED = path.join(ROOT, 'node_modules', '.cache', 'glasshouse', 'failed-tests.txt');
const runTests = (files: readonly string[]) => show(['node', 'tools/run-tests.ts', FAILED, ...files], env);
const PARTS: Readonly<Record<string, () => number>> = {
  check: () => show(['node', 'tools/check.ts']),
  unit: () => runTests(all.filter((file) => !CRASH.test(file))),
  crash: () => runTests(all.filter((file) => CRASH.test(file))),
  attack: () => show(['node', 'apps/server/attack/run.ts', '--short'], env),
  e2e: () => show(['playwright', 'test'], env),
};

fs.mkdirSync(path.dirname(FAILED), { recursive: true });
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(PARTS);
const failed: string[] = [];
for (const name of names) {
  const part = PARTS[name];
  if (part === undefined) {
    console.error(`There is no part '${name}': ${Object.keys(PARTS).join(', ')}.`);
    process.exit(2);
  }
  fs.rmSync(FAILED, { force: true });
  const startMs = performance.now();
  console.log(`\n== ${name}`);
  const code = part();
  console.log(
    `== ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - startMs) / 1000).toFixed(0)} s`,
  );
  if (code !== 0) failed.push(name, ...(fs.existsSync(FAILED) ? [fs.readFileSync(FAILED, 'utf8')] : []));
}
console.log(failed.length === 0 ? `\n${names.length} passed, 0 failed` : `\nFailed:\n${failed.join('\n')}`);
process.exit(failed.length === 0 ? 0 : 1);
