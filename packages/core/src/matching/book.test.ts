/** Goal: the fast book equals the naive one on random streams, dense and sparse. Method: fast-check draws streams; every step is compared. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { NaiveBook } from '../../sim/naive-book.ts';
import type { Side } from './side.ts';
import { Book } from './book.ts';
import { Ladder } from './ladder.ts';
import { OrderPool } from './order-pool.ts';
import { OPEN, PRICE_MAX, QUANTITIES } from './order-record.ts';

type Step =
  | { kind: 'place'; side: Side; price: number; lots: number; rests: boolean }
  | { kind: 'cancel'; pick: number };

const price = fc.oneof(
  fc.integer({ min: 95, max: 105 }),
  fc.integer({ min: 1, max: 5000 }),
  fc.integer({ min: 1, max: PRICE_MAX }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      side: fc.constantFrom<Side>(0, 1),
      price,
      lots: fc.integer({ min: 1, max: 20 }),
      rests: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
);

function play(steps: readonly Step[]): void {
  const pool = new OrderPool(2);
  const book = new Book(0, pool);
  const naive = new NaiveBook();
  const ids: number[] = [];
  for (const one of steps) {
    if (one.kind === 'cancel') {
      const id = ids[one.pick % Math.max(1, ids.length)] ?? 0;
      const slot = pool.slotOf(id);
      assert.equal(naive.cancel(id), slot !== 0);
      if (slot !== 0) {
        book.remove(slot);
        pool.release(slot);
      }
    } else {
      const slot = pool.take();
      const id = pool.idOf(slot);
      const expected = naive.place({ id, ...one });
      const left = book.match(one.side, one.price, one.lots, 7, 0);
      const fills = Array.from({ length: book.fillCount }, (_, i) => ({
        maker: pool.idOf(book.fillSlots[i]!),
        price: book.fillPrices[i]!,
        lots: book.fillLots[i]!,
      }));
      for (let i = 0; i < book.fillCount; i++)
        if (pool.quantities[book.fillSlots[i]! * QUANTITIES + OPEN] === 0) pool.release(book.fillSlots[i]!);
      assert.deepEqual({ fills, left }, expected);
      if (left > 0 && one.rests) {
        book.rest(slot, { side: one.side, price: one.price, lots: left, owner: 7, flags: 0 });
        ids.push(id);
      } else pool.release(slot);
    }
    assert.deepEqual(book.depth(0, 1000), naive.depth(0));
    assert.deepEqual(book.depth(1, 1000), naive.depth(1));
  }
}

test('DESIGN §3 the fast book equals the naive book on random streams', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 120, size: 'max' }), play), { numRuns: 1000 });
});

test('DESIGN §3 the ladder finds the next used price as a sorted list does', () => {
  fc.assert(
    fc.property(fc.uniqueArray(price, { minLength: 1, maxLength: 60 }), price, (prices, from) => {
      const ladder = new Ladder();
      for (const one of prices) {
        const level = ladder.at(one);
        ladder.links[level * 4] = 1;
        ladder.open(one, level);
      }
      const sorted = prices.toSorted((a, b) => a - b);
      assert.equal(ladder.lowest(from), sorted.find((one) => one >= from) ?? 0);
      assert.equal(ladder.highest(from), sorted.findLast((one) => one <= from) ?? 0);
    }),
    { numRuns: 1000 },
  );
});

test('DESIGN §3 an order id is never given twice and is unknown once its order is gone', () => {
  const pool = new OrderPool(2);
  const slot = pool.take();
  const first = pool.idOf(slot);
  pool.release(slot);
  assert.equal(pool.slotOf(first), 0);
  assert.equal(pool.take(), slot);
  assert.notEqual(pool.idOf(slot), first);
  for (const id of [0, -1, 1.5, Number.NaN, 2 ** 53 - 1]) assert.equal(pool.slotOf(id), 0);
});
