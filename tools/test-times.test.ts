/**
 * Goal: the longest test files start first, and a record that is old says so. Method: made-up
 * files.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestFirst, staleHint } from './test-times.ts';

test('R14.1 files without recorded seconds start first, then the longest', () => {
  const times = { 'a.test.ts': 1, 'b.test.ts': 30, 'c.test.ts': 4 };
  const files = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'new.test.ts', 'newer.test.ts'];
  assert.deepEqual(longestFirst(files, times), [
    'new.test.ts',
    'newer.test.ts',
    'b.test.ts',
    'c.test.ts',
    'a.test.ts',
  ]);
});

test('R14.1 the record says that it is old where many files are unknown or gone, and only then', () => {
  const names = Array.from({ length: 30 }, (_, i) => `${i}.test.ts`);
  const gone = Object.fromEntries(names.map((name) => [name, 1]));
  assert.equal(staleHint(['tools/test-times.test.ts'], { 'tools/test-times.test.ts': 1 }), '');
  assert.match(staleHint(names, {}), /does not know 30 test files, and 0 of its own are gone/);
  assert.match(staleHint([], gone), /does not know 0 test files, and 30 of its own are gone/);
});
