/** The heap gives its entries in the order of a sorted list, also after it has been tidied. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { pop, push, tidied, type HeapEntry } from './heap.ts';

const entries = fc.uniqueArray(
  fc.record({ key: fc.integer({ min: -3, max: 3 }), rank: fc.integer({ min: -40, max: 40 }) }),
  { selector: ({ rank }) => rank, minLength: 12, maxLength: 60 },
);
const sorted = (list: readonly HeapEntry[]): HeapEntry[] =>
  [...list].sort((a, b) => a.key - b.key || a.rank - b.rank);

function drained(heap: HeapEntry[]): HeapEntry[] {
  const popped: HeapEntry[] = [];
  while (heap.length > 0) popped.push(pop(heap));
  return popped;
}

test('R11.5 entries leave a heap by key, then by rank', () => {
  fc.assert(
    fc.property(entries, fc.integer({ min: 1, max: 4 }), (list, part) => {
      const heap: HeapEntry[] = [];
      for (const entry of list) push(heap, entry);
      const isLive = ({ rank }: HeapEntry): boolean => rank % part !== 0;
      assert.deepEqual(drained(tidied(heap, isLive)), sorted(list.filter(isLive)));
      assert.deepEqual(drained(heap), sorted(list));
    }),
    { numRuns: 300 },
  );
});
