/**
 * Goal: the fast book equals the naive one on random streams, dense and sparse. Method: fast-check
 * draws streams; every step is compared.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../tools/nightly.ts';
import { NaiveBook, type NaiveArrival } from '../../sim/naive-book.ts';
import type { Side } from './side.ts';
import { Book } from './book.ts';
import { Ladder } from './ladder.ts';
import { OrderPool } from './order-pool.ts';
import { FIELDS, GENERATION, IS_ICEBERG, OPEN, PRICE_MAX, QUANTITIES, SLOTS } from './order-record.ts';

type Step =
  | ({ kind: 'place' } & NaiveArrival)
  | { kind: 'cancel'; pick: number }
  | { kind: 'shrink'; pick: number; lots: number };

const price = fc.oneof(
  fc.integer({ min: 99, max: 101 }),
  fc.integer({ min: 95, max: 105 }),
  fc.integer({ min: 1, max: 5000 }),
  fc.integer({ min: 1, max: PRICE_MAX }),
  fc.constantFrom(1, 2, PRICE_MAX - 1, PRICE_MAX),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      side: fc.constantFrom<Side>(0, 1),
      price,
      // Few sizes, so that orders often end together.
      lots: fc.oneof(fc.constantFrom(1, 2), fc.integer({ min: 1, max: 20 })),
      rests: fc.boolean(),
      owner: fc.constantFrom(7, 8, 9),
      selfTrade: fc.constantFrom(0, 1, 2, 3, 4, 4),
      meetsMax: fc.constantFrom(2, 3, Infinity),
      visible: fc.constantFrom(Infinity, Infinity, 1, 2, 5),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('shrink' as const),
      pick: fc.nat(),
      lots: fc.integer({ min: 1, max: 10 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
);

function play(steps: readonly Step[]): void {
  const pool = new OrderPool(2);
  const book = new Book(0, pool);
  const naive = new NaiveBook();
  const ids: number[] = [];
  // What somebody shows who reads only the levels that he is told of.
  const watched = [new Map<number, number>(), new Map<number, number>()] as const;
  const told: (readonly [Side, number])[] = [];
  const unwatch = book.watchers.add((side, price) => void told.push([side, price]));
  for (const one of steps) {
    if (one.kind === 'shrink') {
      const id = ids[one.pick % Math.max(1, ids.length)] ?? 0;
      const slot = pool.slotOf(id);
      if (one.lots < naive.openOf(id)) {
        naive.shrink(id, one.lots);
        book.shrink(slot, one.lots);
      }
    } else if (one.kind === 'cancel') {
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
      const { side, owner, selfTrade } = one;
      pool.fillsMax = one.meetsMax;
      const { version } = book;
      const left = book.match(side, one.price, one.lots, owner, selfTrade);
      const fills = Array.from({ length: book.fillCount }, (_, i) => ({
        maker: pool.idOf(book.fillSlots[i]!),
        price: book.fillPrices[i]!,
        lots: book.fillLots[i]!,
      }));
      const own = book.ownSlots.map((resting) => pool.idOf(resting));
      const prevented = book.preventedLots;
      assert.deepEqual({ fills, own, left, ended: book.ended, prevented }, expected);
      if (fills.length + own.length > 0) assert.ok(book.version > version);
      if (fills.length + own.length + prevented === 0) assert.equal(book.version, version);
      if (book.reducedSlot !== 0)
        assert.equal(
          pool.quantities[book.reducedSlot * QUANTITIES + OPEN],
          naive.openOf(pool.idOf(book.reducedSlot)),
        );
      for (let i = 0; i < book.fillCount; i++) if (book.fillOpens[i] === 0) pool.release(book.fillSlots[i]!);
      for (const resting of book.ownSlots) pool.release(resting);
      if (left > 0 && one.rests && book.ended === 0) {
        const { visible } = one;
        const flags = visible === Infinity ? 0 : IS_ICEBERG;
        if (flags !== 0) pool.icebergs.set(slot, { visible, shown: Math.min(visible, left) });
        book.rest(slot, { side, price: one.price, lots: left, owner, flags });
        ids.push(id);
      } else pool.release(slot);
    }
    for (const [levels, of] of [
      [book.levelCount(0), naive.depth(0)],
      [book.levelCount(1), naive.depth(1)],
    ] as const)
      assert.equal(levels, of.length);
    assert.deepEqual(book.depth(0, 1000), naive.depth(0));
    assert.deepEqual(book.depth(1, 1000), naive.depth(1));
    assert.deepEqual(book.depth(0, 2), naive.depth(0).slice(0, 2));
    for (const [side, price] of told.splice(0)) {
      const lots = book.lotsAt(side, price);
      if (lots === 0) watched[side].delete(price);
      else watched[side].set(price, lots);
    }
    assert.deepEqual(
      [...watched[0]].toSorted(([a], [b]) => b - a),
      naive.depth(0),
    );
    assert.deepEqual(
      [...watched[1]].toSorted(([a], [b]) => a - b),
      naive.depth(1),
    );
    for (const side of [0, 1] as const) {
      const ends = [one.kind === 'place' ? one.price : 1, 1, PRICE_MAX];
      for (const at of ends)
        assert.deepEqual(
          book.queueAt(side, at).map((slot) => pool.idOf(slot)),
          naive.queueAt(side, at),
        );
    }
  }
  unwatch();
}

test('spot I5 the fast book equals the naive book on random streams', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 120, size: 'max' }), play), { numRuns: runs(250, 1000) });
});

/** Sales at one price, mostly icebergs, and buys that take some of their parts. */
const turn: fc.Arbitrary<Step> = fc
  .record({
    side: fc.constantFrom<Side>(0, 1),
    lots: fc.integer({ min: 1, max: 30 }),
    owner: fc.constantFrom(7, 8),
    visible: fc.constantFrom(Infinity, 1, 2, 3, 5),
  })
  .map(({ side, owner, ...order }) => ({
    ...order,
    kind: 'place' as const,
    side,
    owner: side === 0 ? 9 : owner,
    price: 100,
    rests: side === 1,
    selfTrade: 1,
    meetsMax: Infinity,
  }));

test('spot I5 D0026 further parts of icebergs trade as in turns, one part after the other', () => {
  fc.assert(fc.property(fc.array(turn, { maxLength: 60, size: 'max' }), play), { numRuns: runs(250, 1000) });
});

test('spot I5 the ladder finds the next used price as a sorted list does', () => {
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
    { numRuns: runs(250, 1000) },
  );
});

/** The boundaries of pages, groups of pages and the directory of a ladder. */
const EDGES = [
  1,
  2,
  ...[5, 8, 10, 13, 18, 19, 23, 29].flatMap((bits) => [2 ** bits - 1, 2 ** bits, 2 ** bits + 256]),
  PRICE_MAX - 1,
  PRICE_MAX,
];

test('spot I5 the ladder finds prices at the edges of its pages, from each of them', () => {
  for (const used of EDGES) {
    const ladder = new Ladder();
    const level = ladder.at(used);
    ladder.links[level * 4] = 1;
    ladder.open(used, level);
    for (const from of EDGES) {
      assert.equal(ladder.find(from), from === used ? level : -1);
      assert.equal(ladder.lowest(from), used >= from ? used : 0, `${used} from ${from}`);
      assert.equal(ladder.highest(from), used <= from ? used : 0, `${used} from ${from}`);
    }
    ladder.links[level * 4] = 0;
    ladder.close(used, level);
    for (const from of EDGES) assert.deepEqual([ladder.lowest(from), ladder.highest(from)], [0, 0]);
  }
});

test('spot I12 D0002 an order id is never given twice and is unknown once its order is gone', () => {
  const pool = new OrderPool(2);
  const slot = pool.take();
  const first = pool.idOf(slot);
  pool.release(slot);
  assert.equal(pool.slotOf(first), 0);
  assert.equal(pool.take(), slot);
  assert.notEqual(pool.idOf(slot), first);
  for (const id of [0, -1, 1.5, Number.NaN, 2 ** 53 - 1]) assert.equal(pool.slotOf(id), 0);
});

test('R11.8 D0002 the pool has room for 2^21 - 1 live orders, and for as many more as leave it', () => {
  const pool = new OrderPool(2);
  const first = pool.take();
  assert.ok(pool.hasRoomFor(SLOTS - 2) && !pool.hasRoomFor(SLOTS - 1));
  // Simulates that all other slots are taken.
  pool.highWater = SLOTS;
  assert.ok(!pool.hasRoom && !pool.hasRoomFor(1) && pool.hasRoomFor(0));
  pool.release(first);
  assert.ok(pool.hasRoom && pool.hasRoomFor(1) && !pool.hasRoomFor(2));
  assert.equal(pool.take(), first);
  assert.ok(!pool.hasRoom);
});

test('spot I12 a slot that has given all its ids is used no more', () => {
  const pool = new OrderPool(2);
  const slot = pool.take();
  const first = pool.idOf(slot);
  pool.fields[slot * FIELDS + GENERATION] = -1;
  pool.release(slot);
  assert.equal(pool.liveCount, 0);
  assert.notEqual(pool.idOf(pool.take()), first);
  assert.equal(pool.liveCount, 1);
});
