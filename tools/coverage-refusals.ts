/**
 * `npx glasshouse coverage-refusals`: the refusals of their own that calls declare and no test of
 * the server meets over HTTP. Runs those tests; takes minutes.
 */
import { CALLS, type Call } from '@glasshouse/protocol';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TEST_FILE, trackedFiles } from './citations.ts';
import { requireOwnNode, run } from './run.ts';

requireOwnNode();
const folder = fs.mkdtempSync(path.join(tmpdir(), 'glasshouse-refusals-'));
const metFile = path.join(folder, 'met');
fs.writeFileSync(metFile, '');
const tests = trackedFiles().filter((file) => file.startsWith('apps/server/src/') && TEST_FILE.test(file));
const ran = await run('tests', ['node', '--test', '--test-concurrency=2', ...tests], {
  MET_REFUSALS: metFile,
});
const met = new Set(fs.readFileSync(metFile, 'utf8').split('\n'));
fs.rmSync(folder, { recursive: true });

const declared = (CALLS as readonly Call[]).flatMap(({ path: place, prefixes, refusals }) =>
  refusals.map((error) => ({
    place,
    error,
    isMet: prefixes.some((prefix) => met.has(`${prefix}${place} ${error}`)),
  })),
);
const unmet = declared.filter(({ isMet }) => !isMet);
for (const { place, error } of unmet) console.log(`${place} ${error}`);
console.log(`${unmet.length} of ${declared.length} declared refusals were met by no test.`);
if (ran.code !== 0) console.log('Some tests failed.');
process.exit(ran.code);
