/**
 * Goal: timers return due items by time, then by insertion. Method: random additions against a
 * sorted list.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Timers } from './timers.ts';

test('R11.7 timers give what is due in the order of time, then of adding, and no more', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ add: fc.nat({ max: 30 }) }) },
    { weight: 1, arbitrary: fc.record({ due: fc.nat({ max: 30 }) }) },
    { weight: 1, arbitrary: fc.record({ forget: fc.nat({ max: 9 }) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const timers = new Timers<string>();
      let expected: { timeMs: number; name: string }[] = [];
      steps.forEach((one, i) => {
        if ('add' in one) {
          timers.add(one.add, `${i}`);
          expected.push({ timeMs: one.add, name: `${i}` });
          expected = expected.toSorted((a, b) => a.timeMs - b.timeMs);
        } else if ('forget' in one) {
          const isKept = (name: string): boolean => Number(name) % 10 !== one.forget;
          timers.keep(isKept);
          expected = expected.filter(({ name }) => isKept(name));
        } else {
          const due = expected.filter(({ timeMs }) => timeMs <= one.due);
          expected = expected.filter(({ timeMs }) => timeMs > one.due);
          assert.deepEqual(
            timers.takeDue(one.due),
            due.map(({ name }) => name),
          );
        }
        assert.ok(timers.nextMs <= (expected[0]?.timeMs ?? Infinity));
        assert.deepEqual(
          [...timers.waiting()],
          expected.map(({ name }) => name),
        );
      });
    }),
    { numRuns: 300 },
  );
});
