/**
 * Orders with further terms: exits, an end in time, a bound on slippage, stops that wait for the
 * last trade or for two prices, trailing stops with a distance, an activation price and a limit.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, BTC, EVE, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import {
  BUY,
  Exchange,
  SELL,
  SELF_TRADE,
  STOP_KIND,
  TIME_IN_FORCE as TIF,
  TRIGGER_SOURCE,
  type OrderChanged,
  type Side,
} from '../../index.ts';
import type { PlaceExtended } from './commands.ts';

/** Units of a lot. */
const LOT = 1_000_000;

const exitOf = (world: World, entry: number): OrderChanged | undefined =>
  world.events.findLast(
    (event): event is OrderChanged => event.type === 'order-changed' && event.entry === entry,
  );

test('R11.4 the exit of a buy sells what it has received, once the entry has ended', () => {
  const world = new World();
  const entry = world.do(world.extended(ANN, BUY, 100, 200, { stopLoss: 95, takeProfit: 110 }));
  world.do(world.order(BOB, SELL, 100, 50));
  assert.equal(exitOf(world, entry), undefined, 'the entry is open');
  world.do(world.order(BOB, SELL, 100, 150));
  const exit = exitOf(world, entry)!;
  // 200 lots less the maker's fee of 0.1%, rounded down to whole lots.
  assert.deepEqual(
    [exit.side, exit.kind, exit.trigger, exit.target, exit.lots],
    [SELL, STOP_KIND.bracket, 95, 110, 199],
  );
  assert.deepEqual(world.frozen(ANN), [0, 199 * LOT]);
  world.do(world.order(BOB, BUY, 108, 300));
  world.tick(1090);
  assert.equal(world.last(exit.order).firedTick, 0);
  world.tick(1100);
  assert.deepEqual(world.state(exit.order), ['1/0', 199]);
  assert.equal(world.last(exit.order).firedTick, world.exchange.lastTick.tick);
});

test('R11.4 the exit of a sale buys back with what it has brought', () => {
  const world = new World();
  const entry = world.do(world.extended(ANN, SELL, 100, 200, { stopLoss: 105 }));
  world.do(world.order(BOB, BUY, 100, 200));
  const exit = exitOf(world, entry)!;
  const received = 200 * UNIT - (200 * UNIT) / 1000;
  assert.deepEqual([exit.side, exit.kind, exit.quoteAmount], [BUY, STOP_KIND.stopLoss, received]);
  assert.deepEqual(world.frozen(ANN), [received, 0]);
  world.do(world.order(BOB, SELL, 106, 300));
  world.tick(1050);
  assert.equal(world.last(exit.order).status, 1);
  assert.equal(world.last(exit.order).filledLots, Math.floor(received / (1.06 * UNIT)));
});

test('R11.4 an entry that is cancelled in part has an exit; one that never traded has none', () => {
  const world = new World();
  const entry = world.do(world.extended(ANN, BUY, 100, 200, { stopLoss: 95 }));
  world.do(world.order(BOB, SELL, 100, 50));
  world.do({ type: 'cancel-order', owner: ANN, order: entry });
  assert.equal(exitOf(world, entry)!.lots, 49);
  const other = world.do(world.extended(EVE, BUY, 90, 200, { stopLoss: 85 }));
  world.do({ type: 'cancel-all', owner: EVE, market: 0 });
  assert.equal(exitOf(world, other), undefined);
});

test('R11.2 an exit holds no more than its owner still has', () => {
  const world = new World();
  const entry = world.do(world.extended(ANN, BUY, 100, 200, { takeProfit: 110 }));
  world.do(world.order(BOB, SELL, 100, 100));
  const { available } = world.exchange.balance(ANN, 2, BTC);
  // All but half a lot of the hundred.
  world.do({
    type: 'transfer',
    owner: ANN,
    from: 2,
    to: 1,
    asset: BTC,
    amount: available - 50 * LOT - LOT / 2,
  });
  world.do({ type: 'cancel-order', owner: ANN, order: entry });
  assert.equal(exitOf(world, entry)!.lots, 50);
});

test('R11.4 exits lie on their sides of the price of the entry', () => {
  const world = new World();
  const error = (side: Side, exits: Partial<PlaceExtended>, price = 100) =>
    world.try(world.extended(ANN, side, price, 200, exits)).error;
  for (const [side, loss, profit] of [
    [BUY, -1, 1],
    [SELL, 1, -1],
  ] as const) {
    assert.equal(error(side, { stopLoss: 100 }), 'spot/exit-out-of-range');
    assert.equal(error(side, { takeProfit: 100 }), 'spot/exit-out-of-range');
    assert.equal(error(side, { stopLoss: 100 + profit }), 'spot/exit-out-of-range');
    assert.equal(error(side, { stopLoss: 100 + loss, takeProfit: 100 + profit }), null);
  }
  assert.equal(error(BUY, { stopLoss: -1 }), 'spot/exit-out-of-range');
});

test('R11.4 at the first tick from its time on an order ends, resting or waiting', () => {
  const world = new World();
  const at = world.tickMs + 2_000;
  const resting = world.do(world.extended(ANN, BUY, 90, 200, { expiresMs: at }));
  const waiting = world.do(world.stop(ANN, SELL, 90, { expiresMs: at + 1 }));
  world.tick(1000);
  assert.deepEqual(world.state(resting), ['0/0', 0]);
  world.tick(1000);
  assert.deepEqual(world.state(resting), ['2/7', 0]);
  assert.deepEqual(world.state(waiting), ['0/0', 0]);
  world.tick(1000);
  assert.deepEqual(world.state(waiting), ['2/7', 0]);
  assert.deepEqual(world.frozen(ANN), [0, 0]);
});

test('R11.4 a time that has come, that is too far, or of an order that never rests is refused', () => {
  const world = new World();
  const now = world.tickMs + 500;
  const error = (more: Partial<PlaceExtended>) => world.try(world.extended(ANN, BUY, 90, 200, more)).error;
  const year = 366 * 86_400_000;
  assert.equal(error({ expiresMs: now }), 'spot/expiry-out-of-range');
  assert.equal(error({ expiresMs: now + year + 1 }), 'spot/expiry-out-of-range');
  assert.equal(error({ expiresMs: now + 1 }), null);
  assert.equal(error({ expiresMs: now + year }), null);
  assert.equal(error({ expiresMs: now + 1, timeInForce: TIF.IOC }), 'request/invalid');
  assert.equal(world.try(world.stop(ANN, SELL, 90, { expiresMs: now })).error, 'spot/expiry-out-of-range');
});

test('R11.4 an entry that expires having traded has its exit, and many that ended early are forgotten', () => {
  const world = new World();
  const entry = world.do(
    world.extended(ANN, BUY, 100, 200, { stopLoss: 95, expiresMs: world.tickMs + 1_000 }),
  );
  world.do(world.order(BOB, SELL, 100, 50));
  for (let i = 0; i < 3_000; i++) {
    const order = world.exchange.apply(
      world.exchange.seq + 1,
      world.tickMs + 500,
      world.extended(EVE, BUY, 90, 200, { expiresMs: world.tickMs + 1_000 }),
    ).id;
    world.exchange.apply(world.exchange.seq + 1, world.tickMs + 500, {
      type: 'cancel-order',
      owner: EVE,
      order,
    });
  }
  world.tickAlone(1000);
  assert.equal(world.exchange.dueCount, 1);
  world.process();
  assert.equal(exitOf(world, entry)!.lots, 49);
});

test('R11.4 slippage counts from the best price of others, where own orders do not trade', () => {
  const { allow, cancelNewest, cancelOldest, decrement } = SELF_TRADE;
  for (const [selfTrade, due] of [
    [cancelOldest, [100, null]],
    [decrement, [90, null]],
    [cancelNewest, [0, 'spot/own-order']],
    [allow, [10, null]],
  ] as const) {
    const world = new World();
    world.do(world.order(ANN, SELL, 100, 10));
    world.do(world.order(BOB, SELL, 105, 100));
    world.do(world.order(BOB, SELL, 107, 100));
    const order = world.extended(ANN, BUY, 0, 100, { slippagePpm: 10_000, selfTrade });
    const { error, id } = world.try(order);
    assert.deepEqual([error === null ? world.last(id).filledLots : 0, error], due, String(selfTrade));
  }
});

test('R11.4 a market order trades up to its slippage from the best price, and no further', () => {
  const world = new World();
  for (const price of [100, 101, 102]) world.do(world.order(BOB, SELL, price, 100));
  const filled = (slippagePpm: number): number => {
    const order = world.extended(ANN, BUY, 0, 250, { slippagePpm, timeInForce: TIF.IOC });
    const id = world.do(order);
    const { filledLots, end } = world.last(id);
    if (filledLots < 250) assert.equal(end, 2);
    for (const price of [100, 101, 102]) {
      const there = world.depth().asks.find(([at]) => at === price)?.[1] ?? 0;
      if (there < 100) world.do(world.order(BOB, SELL, price, 100 - there));
    }
    return filledLots;
  };
  assert.equal(filled(1), 100);
  assert.equal(filled(10_000), 200);
  assert.equal(filled(19_999), 200);
  assert.equal(filled(20_000), 250);
  assert.equal(filled(0), 250);
  const error = (slippagePpm: number, price = 0) =>
    world.try(world.extended(ANN, BUY, price, 10, { slippagePpm })).error;
  assert.equal(error(1_000_001), 'request/invalid');
  assert.equal(error(-1), 'request/invalid');
  assert.equal(error(1, 100), 'request/invalid');
});

test('R11.5 a stop on the last price waits for a trade and for the tick after it', () => {
  const world = new World();
  const { last } = TRIGGER_SOURCE;
  assert.equal(world.try(world.stop(ANN, SELL, 95, { source: last })).error, 'market/no-price');
  world.do(world.order(BOB, BUY, 100, 300));
  world.do(world.order(EVE, SELL, 100, 100));
  const stop = world.do(world.stop(ANN, SELL, 95, { source: last }));
  world.tick(900);
  assert.equal(world.last(stop).firedTick, 0, 'the index does not fire it');
  world.do(world.order(BOB, BUY, 95, 300));
  world.do(world.order(EVE, SELL, 95, 350));
  assert.equal(world.last(stop).firedTick, 0, 'only a tick does');
  world.tick(1000);
  assert.deepEqual(world.state(stop), ['1/0', 100]);
});

test('R11.5 a trailing stop follows from its activation price on, in ticks, and is placed behind its trigger', () => {
  const world = new World();
  const stop = world.do(world.stop(ANN, SELL, 0, { trail: 5, activation: 110, offset: 2, lots: 100 }));
  assert.equal(world.last(stop).trigger, 105, 'the trigger that it will begin with');
  world.tick(1090);
  world.tick(1030);
  assert.equal(world.last(stop).firedTick, 0, 'not active yet');
  world.tick(1100);
  world.tick(1200);
  world.tick(1160);
  assert.equal(world.last(stop).firedTick, 0);
  world.tick(1150);
  const { price, trigger, firedTick } = world.last(stop);
  assert.deepEqual([price, trigger, firedTick > 0], [113, 115, true]);
  assert.deepEqual(world.depth().asks, [[113, 100]]);
});

test('R11.8 the distance of a trailing stop is at most half the price', () => {
  const world = new World();
  const error = (trail: number) => world.try(world.stop(ANN, SELL, 0, { trail })).error;
  assert.equal(error(50), null);
  assert.equal(error(51), 'spot/trigger-missing');
  assert.equal(
    world.try(world.stop(ANN, SELL, 0, { trail: 5, trailPpm: 5_000 })).error,
    'spot/trigger-missing',
  );
  const bought = world.stop(ANN, BUY, 0, { trail: 5, offset: 1, lots: 0, quoteAmount: 5 * UNIT });
  assert.equal(world.try(bought).error, 'spot/trigger-missing');
});

test('R11.8 the limit of a trailing sale is near its trigger, and a total at most the largest value', () => {
  const world = new World();
  const error = (offset: number) => world.try(world.stop(ANN, SELL, 0, { trail: 10, offset })).error;
  // Half of the trigger, 90, and one more.
  assert.equal(error(45), null);
  assert.equal(error(46), 'spot/price-out-of-range');
  world.do(world.order(BOB, BUY, 110, 8_500));
  world.do(world.order(EVE, BUY, 110, 1_000));
  const entry = world.do(world.extended(ANN, SELL, 105, 9_500, { stopLoss: 112 }));
  // It has brought 10,450 less the fee.
  assert.equal(exitOf(world, entry)!.quoteAmount, 10_000 * UNIT);
});

test('R11.2 R11.9 an extended order needs an account, a pair, room and balance to the last unit', () => {
  const world = new World();
  const error = (more: Partial<PlaceExtended>, lots = 1_000) =>
    world.try(world.extended(ANN, BUY, 100, lots, more)).error;
  assert.equal(error({ owner: 9_999 }), 'wallet/account-unknown');
  assert.equal(error({ market: 7 }), 'market/unknown-pair');
  assert.equal(error({}, 9_000), null);
  assert.equal(error({}, 1_000), null);
  assert.equal(error({}, 1), 'wallet/insufficient-balance');
  const full = new World();
  for (let i = 0; i < 10; i++) full.do(full.order(ANN, BUY, 90, 10));
  full.do(full.order(BOB, SELL, 100, 900));
  const taken = (more: Partial<PlaceExtended>) =>
    full.try(full.extended(ANN, BUY, 0, 10, { timeInForce: TIF.IOC, ...more })).error;
  assert.equal(taken({ stopLoss: 90 }), 'spot/too-many-orders');
  assert.equal(taken({ takeProfit: 110 }), 'spot/too-many-orders');
  assert.equal(taken({}), null, 'one that never rests and has no exit does not count');
  const byTotal = { lots: 0, quoteAmount: 5 * UNIT };
  const id = full.do(full.extended(ANN, BUY, 0, 0, { ...byTotal, timeInForce: TIF.IOC }));
  assert.equal(full.last(id).quoteAmount, byTotal.quoteAmount);
});

test('R11.2 an exit that buys spends at least the smallest value of an order', () => {
  for (const [left, isThere] of [
    [UNIT, true],
    [UNIT - 1, false],
  ] as const) {
    const world = new World();
    const entry = world.do(world.extended(ANN, SELL, 100, 200, { stopLoss: 105 }));
    world.do(world.order(BOB, BUY, 100, 100));
    const { available } = world.exchange.balance(ANN, 2, USDT);
    world.do({ type: 'transfer', owner: ANN, from: 2, to: 1, asset: USDT, amount: available - left });
    world.do({ type: 'cancel-order', owner: ANN, order: entry });
    assert.equal(exitOf(world, entry)?.quoteAmount, isThere ? left : undefined);
  }
});

test('R11.9 a restored exchange keeps the further terms', () => {
  const world = new World();
  world.do(world.extended(ANN, BUY, 90, 200, { stopLoss: 80, expiresMs: world.tickMs + 5_000 }));
  world.do(world.stop(ANN, SELL, 0, { trail: 5, activation: 110, offset: 2 }));
  world.do(world.stop(ANN, SELL, 90, { kind: STOP_KIND.bracket, target: 115 }));
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.equal(restored.hash(), world.exchange.hash());
  assert.deepEqual(restored.features.spot.openOrders(ANN), world.exchange.features.spot.openOrders(ANN));
});
