/**
 * Goal: a deadline is queued once, by the first tick at or after it, in an order that does not
 * depend on when it was set. Method: random deadlines, replaced and removed, against a plain list.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { DueQueue } from '../due-queue.ts';
import { Deadlines } from './deadlines.ts';

const CODE = 7;
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('set' as const), id: fc.nat(5), dueMs: fc.nat(20) }),
    fc.record({ kind: fc.constant('remove' as const), id: fc.nat(5) }),
    fc.record({ kind: fc.constant('tick' as const), ms: fc.integer({ min: 1, max: 6 }) }),
  ),
  { maxLength: 60 },
);

test('D0013 D0037 a deadline is queued once, by the first tick at or after it', () => {
  fc.assert(
    fc.property(steps, (drawn) => {
      const queue = new DueQueue([CODE]);
      const deadlines = new Deadlines(queue, CODE);
      const model = new Map<number, number>();
      let tickMs = 0;
      let tick = 0;
      for (const step of drawn) {
        if (step.kind === 'set') {
          model.set(step.id, step.dueMs);
          deadlines.set({ id: step.id, action: 3, dueMs: step.dueMs });
        } else if (step.kind === 'remove') {
          model.delete(step.id);
          deadlines.remove(step.id);
        } else {
          tickMs += step.ms;
          tick++;
          deadlines.onTick({ tick, tickMs, prices: [] });
          const due = [...model].filter(([, dueMs]) => dueMs <= tickMs);
          due.sort(([a, at], [b, bt]) => at - bt || a - b);
          for (const [id] of due) {
            model.delete(id);
            const item = queue.take();
            assert.deepEqual(item, { feature: CODE, tick, market: 0, id, action: 3, tickMs, price: 0 });
          }
          assert.equal(queue.take(), undefined);
        }
      }
    }),
  );
});
