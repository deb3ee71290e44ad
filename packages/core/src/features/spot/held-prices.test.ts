/**
 * Goal: while money of an owner is held, no trade far from the market is a way around the hold.
 * Method: each way to place an order, at the last allowed price and one beyond it.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Command, OrderChanged, PlaceConditional } from '../../index.ts';
import { ANN, BOB, BTC, EVE, World } from '../../../sim/spot-world.ts';

const [BUY, SELL] = [0, 1] as const;
const IOC = 1;

/** Ann's money is held, the index is 100 ticks. Bob and Eve are not held. */
function heldWorld(): World {
  const world = new World();
  world.tick(1_000);
  const coin = { chain: 1, restDecimals: 0, costAsset: BTC, fee: 1, minAmount: 1, maxAmount: 10 ** 12 };
  world.do({ type: 'define-chain-coin', asset: BTC, ...coin });
  world.do(hold(world, ANN));
  return world;
}

function hold(world: World, owner: number): Command {
  const untilMs = world.tickMs + 100_000;
  return { type: 'place-hold', owner, asset: BTC, amount: 1, reason: 'review', untilMs };
}

const lastOf = (world: World, order: number): OrderChanged =>
  world.events.findLast(
    (event): event is OrderChanged => event.type === 'order-changed' && event.order === order,
  )!;

test('funding I8 a held owner neither buys dearer nor sells cheaper than 2 % beyond the index', () => {
  const world = heldWorld();
  const errorOf = (command: Command) => world.try(command).error;
  assert.equal(errorOf(world.order(ANN, BUY, 102, 10)), null);
  assert.equal(errorOf(world.order(ANN, BUY, 103, 10)), 'spot/held-price');
  assert.equal(errorOf(world.order(ANN, SELL, 97, 10)), 'spot/held-price');
  assert.equal(errorOf(world.order(BOB, SELL, 130, 10)), null, 'others use the wide band');
  assert.equal(errorOf(world.order(ANN, SELL, 103, 10)), null, 'a price that is better for her');
});

test('funding I8 a market order of a held owner ends 2 % from the index', () => {
  const world = heldWorld();
  world.do(world.order(BOB, BUY, 98, 100));
  world.do(world.order(EVE, BUY, 97, 100));
  const sale = world.do(world.order(ANN, SELL, 0, 150, { timeInForce: IOC }));
  assert.deepEqual([lastOf(world, sale).filledLots, lastOf(world, sale).status], [100, 2]);
  const other = world.do(world.order(BOB, SELL, 0, 50, { timeInForce: IOC }));
  assert.equal(lastOf(world, other).filledLots, 50);
});

test('funding I8 without an index price of the last five seconds a held owner places nothing', () => {
  const world = heldWorld();
  world.do(world.order(BOB, SELL, 101, 100));
  // The world's commands come half a second after the tick.
  world.tickMs += 4_500;
  assert.equal(world.try(world.order(ANN, BUY, 100, 10)).error, null);
  world.tickMs += 1;
  assert.equal(world.try(world.order(ANN, BUY, 100, 10)).error, 'spot/held-price');
  const atMarket = world.order(ANN, BUY, 0, 10, { timeInForce: IOC });
  assert.equal(world.try(atMarket).error, 'spot/held-price');
  assert.equal(world.try(world.order(EVE, BUY, 101, 10)).error, null);
});

test('funding I8 a pair of a held owner needs an index price of the last five seconds too', () => {
  const world = heldWorld();
  const pair = { price: 101, trigger: 90, stopPrice: 0 };
  const order = world.do(world.oco(ANN, SELL, pair));
  const amended: Command = { type: 'amend-oco', owner: ANN, order, lots: 90, ...pair };
  world.tickMs += 4_500;
  assert.equal(world.try(world.oco(ANN, SELL, pair)).error, null);
  assert.equal(world.try(amended).error, null);
  world.tickMs += 1;
  assert.equal(world.try(world.oco(ANN, SELL, pair)).error, 'spot/held-price');
  assert.equal(world.try(amended).error, 'spot/held-price');
  assert.equal(world.try(world.oco(EVE, SELL, pair)).error, null);
});

test('funding I8 a stop of a held owner needs an index price of the last five seconds, also to fire', () => {
  const world = heldWorld();
  const stop = world.do(world.stop(ANN, SELL, 95));
  const late = world.do(world.stop(ANN, SELL, 94));
  const { trigger, price, lots, quoteAmount, target, trail, trailPpm, activation, offset } = world.stop(
    ANN,
    SELL,
    93,
  ) as PlaceConditional;
  const terms = { trigger, price, lots, quoteAmount, target, trail, trailPpm, activation, offset };
  const amended: Command = { type: 'amend-conditional', owner: ANN, order: late, ...terms };
  world.tickMs += 4_500;
  assert.equal(world.try(amended).error, null);
  assert.equal(world.try(world.stop(ANN, SELL, 90)).error, null);
  world.tickMs += 1;
  assert.equal(world.try(amended).error, 'spot/held-price');
  assert.equal(world.try(world.stop(ANN, SELL, 90)).error, 'spot/held-price');
  assert.equal(world.try(world.stop(EVE, SELL, 90)).error, null);
  world.do(world.order(BOB, BUY, 94, 300));
  // A tick reaches both stops. One has its turn within five seconds of it, the other one later.
  world.tickAlone(930, 1_499);
  world.tickMs += 4_500;
  world.process(1);
  world.tickMs += 1;
  world.process(1);
  assert.deepEqual([lastOf(world, stop).filledLots, lastOf(world, stop).status], [100, 1]);
  assert.deepEqual([lastOf(world, late).filledLots, lastOf(world, late).end], [0, 5]);
});

test('funding I8 a held owner amends no order to a price beyond, and no stop of his trades there', () => {
  const world = heldWorld();
  const order = world.do(world.order(ANN, SELL, 104, 100));
  const amended = { type: 'amend-order', owner: ANN, order, lots: 100 } as const;
  assert.equal(world.try({ ...amended, price: 97 }).error, 'spot/held-price');
  assert.equal(world.try({ ...amended, price: 98 }).error, null);
  const far = world.do(world.stop(ANN, SELL, 95, { price: 80 }));
  const near = world.do(world.stop(ANN, SELL, 95, { price: 94 }));
  const atMarket = world.do(world.stop(ANN, SELL, 95, { lots: 150 }));
  world.do(world.order(BOB, BUY, 93, 300));
  world.do(world.order(EVE, BUY, 92, 300));
  world.tick(940);
  assert.deepEqual([lastOf(world, far).filledLots, lastOf(world, far).end], [0, 5]);
  assert.deepEqual([lastOf(world, near).filledLots, lastOf(world, near).status], [0, 0]);
  assert.equal(lastOf(world, atMarket).filledLots, 150);
  const further = world.do(world.stop(ANN, SELL, 90, { lots: 400 }));
  world.tick(900);
  // 150 are left at 93, and 92 is better than 2 % below 90.
  assert.equal(lastOf(world, further).filledLots, 400);
});

test('funding I8 only holds that close withdrawals bind, from their first unit to their end', () => {
  const world = heldWorld();
  world.do(world.order(BOB, BUY, 100, 10));
  const cheap = world.order(ANN, SELL, 60, 2, { timeInForce: IOC });
  assert.equal(world.try(cheap).error, 'spot/held-price');
  world.tick(1_000, 101_000);
  assert.equal(world.try(cheap).error, null);
  const withdrawal = { chain: 1, asset: BTC, amount: 100, fee: 1, address: 'A', memo: '' };
  const id = world.do({ type: 'request-withdrawal', owner: ANN, ...withdrawal });
  world.do({ type: 'cancel-withdrawal', owner: ANN, withdrawal: id });
  assert.equal(world.try(cheap).error, null, 'what came back may be traded');
  world.do(hold(world, ANN));
  assert.equal(world.try(cheap).error, 'spot/held-price');
});
