/**
 * Goal: a list of two orders trades by one of them at most, and keeps the names of both. Method: a
 * small world with another trader, whose trades are the price that stops compare.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { ANN, BOB, EVE, World } from '../../../sim/spot-world.ts';
import { BUY, Exchange, SELL, type Side } from '../../index.ts';

const NAMES = { listClientOrderId: 'list', clientOrderId: 'limit', stopClientOrderId: 'stop' };
const TAKEN = 'spot/client-order-id-taken';
const AROUND = { price: 110, trigger: 90, stopPrice: 0 };

/** The last trade is at this price, and nothing is left in the book. */
function trade(world: World, price: number): void {
  world.do(world.order(BOB, SELL, price, 10));
  world.do(world.order(EVE, BUY, price, 10));
  world.do({ type: 'cancel-all', owner: BOB, market: -1 });
  world.do({ type: 'cancel-all', owner: EVE, market: -1 });
}

test('R11.4 D0025 spot I9 the stop of a list compares what it says, and the limit lies on its other side', () => {
  const world = new World();
  assert.equal(world.try(world.list(ANN, SELL, AROUND)).error, 'market/no-price');
  trade(world, 105);
  const refusal = (terms: object) => world.try(world.list(ANN, SELL, { ...AROUND, ...terms })).error;
  assert.equal(refusal({ trigger: 105 }), 'spot/would-trigger');
  assert.equal(refusal({ price: 105 }), 'spot/would-trigger');
  // The index is at 100.
  const leg = world.do(world.list(ANN, SELL, { ...AROUND, trigger: 104 }));
  world.tick(850);
  assert.equal(world.state(leg)[0], '0/0', 'an index below the trigger fires nothing');
  trade(world, 90);
  assert.equal(world.state(leg)[0], '0/0', 'a trade between two ticks fires nothing by itself');
  world.tick(1000);
  assert.deepEqual(world.frozen(ANN), [0, 0]);
  assert.equal(world.last(world.last(leg).partner).firedTick, world.exchange.lastTick.tick);
});

test('R11.4 spot I9 each leg of a list is found by its own name, and the list keeps its own', () => {
  const world = new World();
  trade(world, 100);
  const { spot } = world.exchange.features;
  const leg = world.do(world.list(ANN, SELL, { ...AROUND, ...NAMES }));
  const stop = world.last(leg).partner;
  assert.equal(spot.openOrderOfClient(ANN, 'limit')?.order, leg);
  assert.equal(spot.openOrderOfClient(ANN, 'stop')?.order, stop);
  const names = () =>
    [leg, stop].map((order) => [world.last(order).listClientOrderId, world.last(order).clientOrderId]);
  const expected = [
    ['list', 'limit'],
    ['list', 'stop'],
  ];
  assert.deepEqual(names(), expected);
  world.do({ type: 'amend-oco', owner: ANN, order: leg, ...AROUND, price: 112, lots: 50 });
  assert.deepEqual(names(), expected, 'an amended list keeps its names');
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.equal(restored.hash(), world.exchange.hash());
  assert.equal(restored.features.spot.openOrder(ANN, stop)?.listClientOrderId, 'list');
  const again = (taken: object) => world.try(world.list(ANN, SELL, { ...AROUND, ...taken })).error;
  assert.equal(again({ listClientOrderId: 'list' }), TAKEN);
  assert.equal(again({ clientOrderId: 'stop' }), TAKEN);
  assert.equal(again({ stopClientOrderId: 'limit' }), TAKEN);
  assert.equal(again({ clientOrderId: 'one', stopClientOrderId: 'one' }), TAKEN);
  assert.equal(world.try(world.list(BOB, SELL, { ...AROUND, ...NAMES })).error, null, 'of another owner');
  world.do({ type: 'cancel-named', owner: ANN, market: 0, clientOrderId: 'stop' });
  assert.deepEqual([world.state(leg)[0], world.state(stop)[0]], ['2/4', '2/1']);
  assert.equal(again(NAMES), null, 'the names of an ended list are free');
});

/** What others do: a trade, of which a part is left in the book, and mostly a tick. */
const move = fc.record({
  price: fc.integer({ min: 85, max: 115 }),
  sold: fc.integer({ min: 1, max: 150 }),
  bought: fc.integer({ min: 1, max: 150 }),
  ticks: fc.constantFrom(true, true, false),
});

test('R11.4 trading-api I13 over any path of prices one leg of a list trades at most, and its money goes back', () => {
  let [limits, stops] = [0, 0];
  fc.assert(
    fc.property(fc.constantFrom<Side>(BUY, SELL), fc.array(move, { maxLength: 12 }), (side, moves) => {
      const world = new World();
      trade(world, 100);
      const terms = side === SELL ? AROUND : { price: 90, trigger: 110, stopPrice: 0 };
      const leg = world.do(world.list(ANN, side, { ...terms, ...NAMES }));
      for (const { price, sold, bought, ticks } of moves) {
        world.try(world.order(BOB, SELL, price, sold));
        world.try(world.order(EVE, BUY, price, bought));
        if (ticks) world.tick(price * 10);
      }
      const [limit, stop] = [world.last(leg), world.last(world.last(leg).partner)];
      assert.ok(limit.filledLots === 0 || stop.filledLots === 0);
      // What has traded, fired or ended has ended the other one.
      if (limit.filledLots > 0 || limit.status !== 0) assert.notEqual(stop.status, 0);
      if (stop.firedTick > 0 || stop.status !== 0) assert.ok(limit.status !== 0 || limit.filledLots > 0);
      world.do({ type: 'cancel-all', owner: ANN, market: -1 });
      assert.deepEqual(world.frozen(ANN), [0, 0]);
      if (limit.filledLots > 0) limits++;
      if (stop.filledLots > 0) stops++;
    }),
    { seed: 7, numRuns: 300 },
  );
  assert.ok(limits > 10 && stops > 10, `${limits} limits and ${stops} stops have traded`);
});
