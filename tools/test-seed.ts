/**
 * Gives the random tests of a file one seed by default, so that each run is the same. The nightly
 * run draws others.
 */
import fs from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { IS_NIGHTLY } from './nightly.ts';

const SEED = 2026;

const file = process.argv[1] ?? '';
// Most files have none, and need not load the library.
const isRandom = () => fs.existsSync(file) && fs.readFileSync(file, 'utf8').includes("from 'fast-check'");
if (process.env['NODE_TEST_CONTEXT'] === 'child-v8' && isMainThread && !IS_NIGHTLY && isRandom()) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: SEED });
}
