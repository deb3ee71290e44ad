/**
 * `npx glasshouse coverage-requirements`: each requirement and invariant with the tests that cite
 * it, then those without a test. With `--check`, which `npm run check` uses, only the latter; it
 * fails if there are any.
 */
import fs from 'node:fs';
import path from 'node:path';
import { leadingCitations, requirements, TEST_FILE, testTitles, trackedFiles } from './citations.ts';
import { ROOT } from './run.ts';

const isCheck = process.argv.includes('--check');

const tests = trackedFiles()
  .filter((file) => TEST_FILE.test(file))
  .flatMap((file) =>
    testTitles(fs.readFileSync(path.join(ROOT, file), 'utf8')).map(({ title, line }) => ({
      place: `${file}:${line}`,
      title: title ?? '',
      citations: leadingCitations(title ?? ''),
    })),
  );
const covered = requirements().map((requirement) => ({
  ...requirement,
  tests: tests.filter(({ citations }) => citations.includes(requirement.name)),
}));
for (const { name, text, tests: showing } of isCheck ? [] : covered) {
  console.log(`\n${name} ${text}`);
  for (const { place, title } of showing) console.log(`  ${place} ${title}`);
}
const without = covered.filter(({ tests: showing }) => showing.length === 0);
console.log(`\nWithout a test (${without.length} of ${covered.length}):`);
for (const { name, text } of without) console.log(`  ${name} ${text}`);
if (isCheck && without.length > 0) process.exit(1);
