/**
 * npx glasshouse simulate [--seeds N] [--seed S] [--failures F]: runs N seeds of the simulation,
 * from 1 or from S (only S, unless N is given), until F (5) have failed. Prints each failing seed
 * with its breaches and the command that repeats it. Exit code 0: none failed; 1: some.
 */
import { parseArgs } from 'node:util';
import { simulate } from './simulation.ts';

const PROGRESS_EVERY_MS = 10_000;
const BREACHES_SHOWN = 10;

const { values } = parseArgs({
  options: { seeds: { type: 'string' }, seed: { type: 'string' }, failures: { type: 'string' } },
});
const failuresMax = Number(values.failures ?? 5);
const first = Number(values.seed ?? 1);
const count = Number(values.seeds ?? (values.seed === undefined ? 200 : 1));
if (!Number.isInteger(first) || !Number.isInteger(count))
  throw new Error('--seed and --seeds are whole numbers');
const figures: Record<string, number> = {};
const startMs = performance.now();
let shownMs = startMs;
let failed = 0;
let done = 0;
for (let seed = first; seed < first + count && failed < failuresMax; seed++) {
  const result = await simulate(seed);
  done++;
  for (const [name, figure] of Object.entries(result.figures)) figures[name] = (figures[name] ?? 0) + figure;
  if (result.breaches.length > 0) {
    failed++;
    console.log(`seed ${seed} FAILED; again: npx glasshouse simulate --seed ${seed}`);
    for (const breach of result.breaches.slice(0, BREACHES_SHOWN)) console.log(`  ${breach}`);
  }
  if (performance.now() - shownMs > PROGRESS_EVERY_MS) {
    shownMs = performance.now();
    console.error(`${done} of ${count} seeds, ${failed} failed`);
  }
}
console.table(figures);
const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
console.log(`${done} seeds in ${seconds} s, ${failed} failed.`);
process.exit(failed === 0 ? 0 : 1);
