/**
 * `node tools/run-tests.ts LIST FILE...`: runs test files, and writes the names of the tests that
 * failed to LIST. They start in the order in which they are given; `node --test` sorts them by name
 * instead, which leaves the longest one for the end, when nothing is left to run beside it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { spec as Spec } from 'node:test/reporters';
import { ROOT } from './run.ts';

/** One more than the cores of a small machine: many wait for a database. */
const AT_ONCE = 3;

const [list = '', ...names] = process.argv.slice(2);
const tests = run({
  cwd: ROOT,
  files: names.map((name) => path.join(ROOT, name)),
  concurrency: AT_ONCE,
  execArgv: ['--import=./tools/test-limit.ts'],
});
tests.on('test:fail', ({ name, file = '', line }) => {
  process.exitCode = 1;
  fs.appendFileSync(list, `  ${path.relative(ROOT, file)}:${line ?? 0} ${name}\n`);
});
tests.compose(new Spec()).pipe(process.stdout);
