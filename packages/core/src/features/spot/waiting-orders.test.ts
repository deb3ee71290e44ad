/**
 * Goal: a price finds the same waiting orders as a search of a list. Method: random orders come, go
 * and are reached.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { WaitingOrders, type WaitingOrder } from './waiting-orders.ts';

const MARKET = 3;
const BLOCKS = 3;
const MIDDLE = 50;

/**
 * Most triggers lie away from most prices, so that removed entries stay in the heaps until `tidy`
 * drops them.
 */
const order = fc.record({
  distance: fc.integer({ min: -5, max: 30 }),
  isAbove: fc.boolean(),
  isTrailing: fc.constantFrom(false, false, false, true),
  isReached: fc.constantFrom(false, false, false, false, true),
  source: fc.constantFrom(0, 0, 1),
  /** The distance of a bracket's second trigger; 0 for none. */
  second: fc.constantFrom(0, 0, 1, 7),
});
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('add' as const), order }) },
  { weight: 11, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      at: fc.integer({ min: MIDDLE - 12, max: MIDDLE + 12 }),
      source: fc.constantFrom(0, 1),
    }),
  },
);

test('R11.5 a price reaches the same waiting orders as in a naive list, in the order of acceptance', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 300, maxLength: 600, size: 'max' }), (steps) => {
      const orders = new WaitingOrders();
      /** In order of acceptance. `isReached`: later prices skip it. */
      let naive: WaitingOrder[] = [];
      let slots = 0;
      for (const one of steps) {
        if (one.kind === 'add') {
          const slot = ++slots;
          const { distance, isAbove, isTrailing, second } = one.order;
          const trigger = MIDDLE + (isAbove ? distance : -distance);
          const target = second === 0 || isTrailing ? 0 : MIDDLE + (isAbove ? -second : second);
          const added = { ...one.order, trigger, target, slot, block: slot % BLOCKS };
          naive.push(added);
          orders.add(MARKET, added);
        } else if (one.kind === 'remove') {
          const gone = naive[one.pick % Math.max(1, naive.length)];
          if (gone === undefined) continue;
          naive = naive.filter((other) => other !== gone);
          orders.remove(MARKET, gone);
        } else {
          const isReached = (trigger: number, isAbove: boolean): boolean =>
            isAbove ? one.at >= trigger : one.at <= trigger;
          const open = naive.filter(
            ({ source, trigger, target, isAbove, isReached: wasReached }) =>
              !wasReached &&
              source === one.source &&
              (isReached(trigger, isAbove) || (target > 0 && isReached(target, !isAbove))),
          );
          const trailing = open.filter(({ isTrailing }) => isTrailing).map(({ slot }) => slot);
          assert.deepEqual(
            orders.takeReached({ market: MARKET, source: one.source }, trailing, isReached),
            open.map(({ slot }) => slot),
          );
          naive = naive.map((waiting) =>
            open.includes(waiting) ? { ...waiting, isReached: true } : waiting,
          );
        }
        assert.equal(orders.count(MARKET), naive.length);
        assert.equal(orders.total, naive.length);
      }
      assert.deepEqual(
        [...orders.slots(MARKET)],
        naive.map(({ slot }) => slot),
      );
      for (const source of [0, 1]) {
        const trailing = naive.filter((waiting) => waiting.isTrailing && !waiting.isReached);
        assert.deepEqual(
          [...orders.trailing(MARKET, source)],
          trailing.filter((waiting) => waiting.source === source).map(({ slot }) => slot),
        );
      }
      for (let block = 0; block < BLOCKS; block++) {
        const own = naive.filter((waiting) => waiting.block === block);
        const trailing = own.filter(({ isTrailing }) => isTrailing).length;
        assert.deepEqual(orders.countsOf(MARKET, block), { all: own.length, trailing });
      }
      assert.deepEqual(
        orders.takeReached({ market: MARKET + 1, source: 0 }, [], () => true),
        [],
      );
    }),
    { numRuns: 200 },
  );
});
