/**
 * `node tools/run-tests.ts FILE...`: runs test files and reports the tests that failed and the
 * seconds of each file. They start in the order in which they are given; `node --test` sorts them
 * by name instead.
 */
import path from 'node:path';
import { run } from 'node:test';
import { spec as Spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { ROOT } from './run.ts';
import { noteDuration, noteFailure } from './test-report.ts';

/** One more than the cores of a small machine: many wait for a database. */
const AT_ONCE = 3;

const tests = run({
  cwd: ROOT,
  files: process.argv.slice(2).map((name) => path.join(ROOT, name)),
  concurrency: AT_ONCE,
  // The database of a test ends before optimising its code would save what it costs: a tenth of the
  // computing of a server's start.
  execArgv: ['--liftoff-only', '--import=./tools/test-limit.ts', '--import=./tools/test-seed.ts'],
});
tests.on('test:fail', ({ name, file = '', line, details }) => {
  process.exitCode = 1;
  const { cause = details.error } = details.error;
  noteFailure(`${path.relative(ROOT, file)}:${line ?? 0} ${name}`, inspect(cause));
});
tests.on('test:summary', ({ file, duration_ms: durationMs }) => {
  if (file !== undefined) noteDuration({ name: path.relative(ROOT, file), seconds: durationMs / 1000 });
});
tests.compose(new Spec()).pipe(process.stdout);
