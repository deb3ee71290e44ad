/**
 * `node tools/run-tests.ts LIST FILE...`: runs test files, and writes the tests that failed to
 * LIST, each with what it said. They start in the order in which they are given; `node --test`
 * sorts them by name instead, which leaves the longest one for the end, when nothing is left to run
 * beside it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { spec as Spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { ROOT } from './run.ts';

/** One more than the cores of a small machine: many wait for a database. */
const AT_ONCE = 3;

/** Of what a failed test said: enough for a counterexample and its seed. */
const SAID_CHARACTERS = 2_000;

const [list = '', ...names] = process.argv.slice(2);
const tests = run({
  cwd: ROOT,
  files: names.map((name) => path.join(ROOT, name)),
  concurrency: AT_ONCE,
  execArgv: ['--import=./tools/test-limit.ts'],
});
tests.on('test:fail', ({ name, file = '', line, details }) => {
  process.exitCode = 1;
  const { cause = details.error } = details.error;
  const said = inspect(cause).slice(0, SAID_CHARACTERS).replaceAll(/^/gm, '    ');
  fs.appendFileSync(list, `  ${path.relative(ROOT, file)}:${line ?? 0} ${name}\n${said}\n`);
});
tests.compose(new Spec()).pipe(process.stdout);
