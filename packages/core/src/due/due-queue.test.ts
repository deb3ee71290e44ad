/** A source in the due queue is as the items that it gives, and stays until it has given them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { DueQueue, type DueItem, type DueSource } from './due-queue.ts';

const [FIRST, SECOND] = [5, 3];

const itemOf = (feature: number, tick: number, id: number): DueItem => ({
  feature,
  tick,
  market: 0,
  id,
  action: 1,
  tickMs: tick * 1000,
  price: 0,
});

function sourceOf(feature: number, tick: number, ids: number[]): DueSource {
  return {
    feature,
    tick,
    market: 0,
    hasNext: () => ids.length > 0,
    take: () => itemOf(feature, tick, ids.shift()!),
    waiting: () => ids.map((id) => itemOf(feature, tick, id)),
  };
}

const idsOf = (queue: DueQueue): number[] => [...queue.waiting()].map(({ id }) => id);

test('D0013 D0037 a source gives its items in its turn, between the items of others', () => {
  const queue = new DueQueue([FIRST, SECOND]);
  queue.add(itemOf(FIRST, 1, 1));
  queue.addSource(sourceOf(SECOND, 1, [2, 3]));
  queue.add(itemOf(FIRST, 2, 4));
  assert.deepEqual(idsOf(queue), [1, 2, 3, 4]);
  assert.equal(queue.count, 3);
  assert.deepEqual([queue.take()?.id, queue.take()?.id], [1, 2]);
  assert.equal(queue.count, 2);
  // What was held comes by its turn: in front of later ticks, and of features after its own.
  queue.insert([itemOf(FIRST, 1, 10), itemOf(FIRST, 2, 11)]);
  assert.deepEqual(idsOf(queue), [10, 3, 11, 4]);
  assert.equal(queue.count, 4);
  assert.deepEqual(
    Array.from({ length: 5 }, () => queue.take()?.id),
    [10, 3, 11, 4, undefined],
  );
  assert.equal(queue.count, 0);
});

test('D0013 D0037 nothing waits in a queue whose sources are empty', () => {
  const queue = new DueQueue([FIRST]);
  const ids = [1];
  queue.addSource(sourceOf(FIRST, 1, ids));
  queue.addSource(sourceOf(FIRST, 2, []));
  assert.equal(queue.count, 2);
  // An object ends before its turn.
  ids.pop();
  assert.equal(queue.count, 0);
  queue.add(itemOf(FIRST, 3, 7));
  assert.equal(queue.count, 1);
  assert.equal(queue.take()?.id, 7);
  assert.equal(queue.take(), undefined);
});
