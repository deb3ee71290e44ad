/**
 * Goal: the first tick after a deadline was set, and at or after it, decides it, once, in an order
 * that does not depend on when it was set, also if it is processed after later ticks, and if the
 * exchange is restored in between. Method: random deadlines, replaced and removed, ticks, portions
 * and restores, against a plain list.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { DueQueue, type DueItem } from '../due/due-queue.ts';
import { Deadlines } from './deadlines.ts';

const CODE = 7;
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('set' as const), id: fc.nat(5), dueMs: fc.nat(20) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), id: fc.nat(5) }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('tick' as const), ms: fc.integer({ min: 1, max: 6 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('process' as const), limit: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const) }) },
  ),
  { maxLength: 60, size: 'max' },
);

/** The rule by a list: what no tick has decided, and what waits for its turn. */
class Model {
  readonly set = new Map<number, number>();
  waiting: DueItem[] = [];

  remove(id: number): void {
    this.set.delete(id);
    this.waiting = this.waiting.filter((item) => item.id !== id);
  }

  tick(tick: number, tickMs: number): void {
    const due = [...this.set].filter(([, dueMs]) => dueMs <= tickMs);
    for (const [id] of due.sort(([a, at], [b, bt]) => at - bt || a - b)) {
      this.set.delete(id);
      this.waiting.push({ feature: CODE, tick, market: 0, id, action: 3, tickMs, price: 0 });
    }
  }
}

/** As a feature does: first the deadlines of all its objects, then what is queued. */
function restored(model: Model): { queue: DueQueue; deadlines: Deadlines } {
  const queue = new DueQueue([CODE]);
  const deadlines = new Deadlines(queue, CODE);
  const all = [...model.set, ...model.waiting.map(({ id, tickMs }) => [id, tickMs] as const)];
  for (const [id, dueMs] of all.sort(([a], [b]) => b - a)) deadlines.set({ id, action: 3, dueMs });
  for (const item of model.waiting) deadlines.restoreDue(item);
  return { queue, deadlines };
}

test('D0013 D0037 a deadline is due once, by the first tick at or after it, whenever it is processed', () => {
  fc.assert(
    fc.property(steps, (drawn) => {
      const model = new Model();
      let { queue, deadlines } = restored(model);
      let tickMs = 0;
      let tick = 0;
      for (const step of drawn) {
        if (step.kind === 'set') {
          model.remove(step.id);
          model.set.set(step.id, step.dueMs);
          deadlines.set({ id: step.id, action: 3, dueMs: step.dueMs });
        } else if (step.kind === 'remove') {
          model.remove(step.id);
          deadlines.remove(step.id);
        } else if (step.kind === 'tick') {
          tickMs += step.ms;
          tick++;
          model.tick(tick, tickMs);
          deadlines.onTick({ tick, tickMs, prices: [] });
        } else if (step.kind === 'process') {
          for (let left = step.limit; left > 0; left--) assert.deepEqual(queue.take(), model.waiting.shift());
        } else ({ queue, deadlines } = restored(model));
        assert.deepEqual([...queue.waiting()], model.waiting);
        assert.equal(queue.count > 0, model.waiting.length > 0);
        for (let id = 0; id <= 5; id++) assert.equal(deadlines.isSet(id), model.set.has(id));
      }
    }),
    { numRuns: 1000 },
  );
});

test('D0013 a place that was taken is given back once: later deadlines keep theirs', () => {
  const queue = new DueQueue([CODE]);
  const deadlines = new Deadlines(queue, CODE);
  for (let round = 1; round <= 4; round++) {
    // More than before: each free place is taken, and new ones.
    const ids = Array.from({ length: 3 * round }, (_, i) => 20 * round + i);
    for (const id of ids) deadlines.set({ id, action: 3, dueMs: 1000 * round });
    deadlines.onTick({ tick: round, tickMs: 1000 * round, prices: [] });
    assert.deepEqual(
      ids.map(() => queue.take()?.id),
      ids,
    );
  }
});

test('D0013 deadlines that were removed leave nothing behind, and the last ones stay', () => {
  const queue = new DueQueue([CODE]);
  const deadlines = new Deadlines(queue, CODE);
  for (let id = 1; id <= 300; id++) deadlines.set({ id, action: 3, dueMs: 1000 + id });
  for (let id = 1; id <= 298; id++) deadlines.remove(id);
  deadlines.onTick({ tick: 1, tickMs: 2000, prices: [] });
  assert.deepEqual([queue.take()?.id, queue.take()?.id, queue.count], [299, 300, 0]);
});

test('D0013 deadlines that were removed leave nothing behind, and the others keep their order', () => {
  const queue = new DueQueue([CODE]);
  const deadlines = new Deadlines(queue, CODE);
  for (let id = 1; id <= 300; id++) deadlines.set({ id, action: 3, dueMs: 1000 - id });
  for (let id = 1; id <= 300; id++) if (id % 10 !== 0) deadlines.remove(id);
  deadlines.onTick({ tick: 1, tickMs: 1000, prices: [] });
  const ids = Array.from({ length: 30 }, () => queue.take()?.id);
  assert.deepEqual(
    ids,
    Array.from({ length: 30 }, (_, i) => 300 - 10 * i),
  );
  assert.equal(queue.count, 0);
});
