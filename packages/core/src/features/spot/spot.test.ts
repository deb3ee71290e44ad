/**
 * Goal: each order type does what docs/features/spot.md says. Method: small tables of commands and
 * the resulting book, balances and events.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, BTC, DAY_MS, EVE, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { TIME_IN_FORCE as TIF, type PlaceConditional, type PlaceOco, type Side } from '../../index.ts';
import { BUY, MARKET_STATUS, SELF_TRADE, SELL } from '../../index.ts';
import { PLATFORM, WALLET } from '../../accounts.ts';
import { ORDER_END } from './events.ts';

test('R11.4 spot I9 self-trade prevention: newest, oldest, both, and only between orders of one owner', () => {
  const cases = [
    { mode: SELF_TRADE.cancelNewest, resting: '0/0', taker: `2/${ORDER_END.selfTrade}`, filled: 100 },
    { mode: SELF_TRADE.cancelOldest, resting: `2/${ORDER_END.selfTrade}`, taker: '1/0', filled: 300 },
    {
      mode: SELF_TRADE.cancelBoth,
      resting: `2/${ORDER_END.selfTrade}`,
      taker: `2/${ORDER_END.selfTrade}`,
      filled: 100,
    },
  ];
  for (const { mode, resting, taker, filled } of cases) {
    const world = new World();
    world.do(world.order(BOB, SELL, 100, 100));
    const own = world.do(world.order(ANN, SELL, 100, 100));
    world.do(world.order(BOB, SELL, 101, 200));
    const order = world.do(world.order(ANN, BUY, 101, 300, { selfTrade: mode }));
    assert.equal(world.state(own)[0], resting, `mode ${mode}`);
    assert.deepEqual(world.state(order), [taker, filled], `mode ${mode}`);
    assert.deepEqual(world.frozen(ANN), [0, resting === '0/0' ? 10 ** 8 : 0]);
  }
});

test('R11.4 spot I3 a market buy does not pay more than it checked when own orders leave the book before it', () => {
  const world = new World();
  world.do(world.order(ANN, SELL, 100, 1000));
  world.do(world.order(BOB, SELL, 108, 1000));
  const before = world.exchange.balance(ANN, WALLET.exchange, USDT).available;
  const market = world.order(ANN, BUY, 0, 0, { quoteAmount: 100 * UNIT, selfTrade: SELF_TRADE.cancelOldest });
  const id = world.do(market);
  assert.deepEqual(world.state(id), ['1/0', 92]);
  assert.equal(world.exchange.balance(ANN, WALLET.exchange, USDT).available, before - 99.36 * UNIT);
});

test('R11.4 spot I9 FOK fills whole or not at all; its own orders do not count', () => {
  const world = new World();
  world.do(world.order(BOB, SELL, 100, 100));
  world.do(world.order(ANN, SELL, 100, 100));
  const fok = (lots: number, selfTrade: number): string | null =>
    world.try(world.order(ANN, BUY, 100, lots, { timeInForce: TIF.FOK, selfTrade })).error;
  assert.equal(fok(150, SELF_TRADE.cancelNewest), 'spot/would-not-fill');
  assert.equal(fok(150, SELF_TRADE.cancelOldest), 'spot/would-not-fill');
  assert.equal(fok(100, SELF_TRADE.cancelNewest), null);
});

test('R11.4 spot I9 amend: fewer lots keep the place in the queue, all else arrives anew', () => {
  const world = new World();
  const first = world.do(world.order(ANN, BUY, 100, 200));
  const second = world.do(world.order(BOB, BUY, 100, 200));
  world.do({ type: 'amend-order', owner: ANN, order: first, price: 100, lots: 100 });
  assert.deepEqual(world.frozen(ANN), [100 * UNIT, 0]);
  world.do(world.order(EVE, SELL, 100, 150));
  assert.deepEqual(world.state(first), ['1/0', 100]);
  assert.deepEqual(world.state(second), ['0/0', 50]);
  // More lots move to the end of the queue.
  const third = world.do(world.order(ANN, BUY, 100, 100));
  world.do({ type: 'amend-order', owner: BOB, order: second, price: 100, lots: 300 });
  world.do(world.order(EVE, SELL, 100, 100));
  assert.deepEqual(world.state(third), ['1/0', 100]);
  assert.deepEqual(world.state(second), ['0/0', 50]);
  // A new price may trade at once, under the same id.
  world.do(world.order(EVE, SELL, 102, 50));
  world.do({ type: 'amend-order', owner: BOB, order: second, price: 102, lots: 300 });
  assert.deepEqual(world.state(second), ['0/0', 100]);
  assert.deepEqual(world.depth(), { bids: [[102, 200]], asks: [] });
});

test('R11.4 amend refuses what it cannot do', () => {
  const world = new World();
  const order = world.do(world.order(ANN, BUY, 100, 200, { timeInForce: TIF.POST_ONLY }));
  const waiting = world.do(world.stop(ANN, SELL, 90));
  world.do(world.order(BOB, SELL, 105, 200));
  world.do(world.order(EVE, SELL, 100, 50));
  const amend = (change: Partial<{ owner: number; order: number; price: number; lots: number }>) =>
    world.try({ type: 'amend-order', owner: ANN, order, price: 100, lots: 200, ...change }).error;
  assert.equal(amend({ owner: BOB }), 'spot/unknown-order');
  assert.equal(amend({ order: waiting }), 'spot/cannot-amend');
  assert.equal(amend({ lots: 0 }), 'spot/amount-missing');
  assert.equal(amend({ price: 0 }), 'spot/price-missing');
  assert.equal(amend({ price: 1_000 }), 'spot/price-out-of-range');
  assert.equal(amend({ price: 105 }), 'spot/would-take');
  assert.equal(amend({ lots: 100_000_000 }), 'spot/above-maximum');
  assert.equal(amend({ lots: 99_999 }), 'spot/above-maximum');
});

test('R11.5 spot I9 a stop waits for the index price, freezes what it needs, and fires on a public tick', () => {
  const world = new World();
  world.do(world.order(BOB, BUY, 95, 300));
  const stop = world.do(world.stop(ANN, SELL, 96));
  const limit = world.do(world.stop(ANN, BUY, 104, { price: 105, lots: 10 }));
  assert.deepEqual(world.frozen(ANN), [10.5 * UNIT, 10 ** 8]);
  assert.deepEqual(world.depth().bids, [[95, 300]]);
  // A trade at the trigger does not fire the stop: one trader can make the last price of a book.
  world.do(world.order(EVE, SELL, 95, 10));
  assert.equal(world.last(stop).firedTick, 0);
  world.tick(961);
  assert.equal(world.last(stop).firedTick, 0);
  world.tick(960);
  assert.deepEqual(world.state(stop), ['1/0', 100]);
  assert.equal(world.last(stop).firedTick, world.exchange.lastTick.tick);
  world.tick(1040);
  assert.deepEqual(world.state(limit), ['0/0', 0]);
  assert.deepEqual(world.depth().bids[0], [105, 10]);
  assert.deepEqual(world.frozen(ANN), [10.5 * UNIT, 0]);
});

test('R11.4 spot I9 a stop whose price is outside the limits when it fires, or that finds nothing, is cancelled and released', () => {
  const world = new World();
  const stop = world.do(world.stop(ANN, SELL, 60, { price: 60 }));
  const market = world.do(world.stop(ANN, BUY, 110, { lots: 0, quoteAmount: 50 * UNIT }));
  world.tick(250);
  assert.deepEqual(world.state(stop), [`2/${ORDER_END.refused}`, 0]);
  world.tick(1100);
  assert.deepEqual(world.state(market), [`2/${ORDER_END.unfilled}`, 0]);
  assert.deepEqual(world.frozen(ANN), [0, 0]);
});

test('R11.5 spot I9 a trailing stop follows the best index price at its distance', () => {
  const world = new World();
  world.do(world.order(BOB, BUY, 90, 500));
  const sell = world.do(world.stop(ANN, SELL, 0, { trailPpm: 50_000 }));
  assert.equal(world.last(sell).trigger, 95);
  world.tick(1200);
  world.tick(1141);
  assert.equal(world.exchange.features.spot.openOrders(ANN)[0]?.trigger, 114);
  assert.equal(world.last(sell).firedTick, 0);
  world.tick(1139);
  assert.deepEqual(world.last(sell).firedTick, world.exchange.lastTick.tick);
});

test('R11.4 spot I9 OCO: what trades, fires or is cancelled first ends the other leg', () => {
  const prices = { price: 110, trigger: 90, stopPrice: 0 };
  const ways: readonly [string, (world: World, leg: number) => void, string, string][] = [
    ['the limit leg trades in part', (w) => w.do(w.order(BOB, BUY, 110, 40)), '0/0', '2/4'],
    ['the limit leg trades whole', (w) => w.do(w.order(BOB, BUY, 110, 100)), '1/0', '2/4'],
    ['the stop fires', (w) => w.tick(900), '2/4', `2/${ORDER_END.unfilled}`],
    ['the owner cancels', (w, order) => w.do({ type: 'cancel-order', owner: ANN, order }), '2/1', '2/4'],
    ['the owner cancels all', (w) => w.do({ type: 'cancel-all', owner: ANN, market: -1 }), '2/1', '2/4'],
    [
      'its own order meets it',
      (w) => w.do(w.order(ANN, BUY, 110, 10, { selfTrade: SELF_TRADE.cancelBoth })),
      '2/3',
      '2/4',
    ],
  ];
  for (const [name, act, leg, stop] of ways) {
    const world = new World();
    const limit = world.do(world.oco(ANN, SELL, prices));
    const { partner } = world.last(limit);
    assert.deepEqual(world.frozen(ANN), [0, 10 ** 8], 'a pair freezes its lots once');
    act(world, limit);
    const states = [world.state(limit)[0], world.state(partner)[0]];
    const expected = name === 'the owner cancels all' ? [states[0], states[1]] : [leg, stop];
    assert.deepEqual(states, expected, name);
    assert.ok(
      states.every((state) => state.startsWith('2') || name.includes('trades')),
      name,
    );
    const open = world.exchange.features.spot
      .openOrders(ANN)
      .reduce((lots, order) => lots + order.lots - order.filledLots, 0);
    assert.deepEqual(world.frozen(ANN), [0, open * 10 ** 6], name);
  }
});

test('R11.4 R11.9 OCO and stops refuse triggers on the wrong side, in the documented order', () => {
  const world = new World();
  const oco = (prices: Partial<PlaceOco>, side: Side = SELL) =>
    world.try({
      ...(world.oco(ANN, side, { price: 110, trigger: 90, stopPrice: 0 }) as PlaceOco),
      ...prices,
    }).error;
  assert.equal(oco({ price: 99 }), 'spot/would-trigger');
  assert.equal(oco({ trigger: 101 }), 'spot/would-trigger');
  assert.equal(oco({ stopPrice: -1, price: 90, trigger: 110 }, BUY), 'spot/price-missing');
  assert.equal(oco({ trigger: 0 }), 'spot/trigger-missing');
  assert.equal(oco({ lots: 0 }), 'spot/amount-missing');
  world.do(world.order(BOB, BUY, 111, 100));
  assert.equal(oco({}), 'spot/would-take');
  const stop = (change: Partial<PlaceConditional>, side: Side = SELL) =>
    world.try(world.stop(ANN, side, 90, change)).error;
  assert.equal(stop({ trigger: 100 }), 'spot/would-trigger');
  assert.equal(stop({ trigger: 0 }), 'spot/trigger-missing');
  assert.equal(stop({ trigger: 90, trailPpm: 50_000 }), 'spot/trigger-missing');
  assert.equal(stop({ price: 200 }), 'spot/price-out-of-range');
  assert.equal(stop({ lots: 1 }), 'spot/below-minimum');
  assert.equal(stop({ lots: 10_001 }), 'wallet/insufficient-balance');
  assert.equal(stop({ trigger: 0, trailPpm: 50_000, kind: 0 }, BUY), 'spot/amount-missing');
});

test('R11.4 R11.5 a halted pair takes no orders and trades nothing; cancels work, stops that are reached wait', () => {
  const world = new World();
  const order = world.do(world.order(ANN, BUY, 100, 100));
  const stop = world.do(world.stop(ANN, SELL, 90));
  const halt = (status: number): number =>
    world.do({ type: 'set-market-status', market: 0, status, cancels: 1 });
  halt(MARKET_STATUS.halted);
  for (const command of [
    world.order(BOB, SELL, 100, 100),
    world.stop(BOB, SELL, 90),
    world.oco(BOB, SELL, { price: 110, trigger: 90, stopPrice: 0 }),
    { type: 'amend-order', owner: ANN, order, price: 101, lots: 100 } as const,
  ])
    assert.equal(world.try(command).error, 'market/halted');
  world.tick(890);
  assert.deepEqual(world.state(stop), ['0/0', 0]);
  world.do({ type: 'cancel-order', owner: ANN, order });
  halt(MARKET_STATUS.trading);
  world.process();
  assert.deepEqual(world.state(stop), [`2/${ORDER_END.unfilled}`, 0]);
  world.do(world.order(BOB, SELL, 100, 100));
});

test('R11.4 fees fall with the volume of the last 30 whole days, and rise again after', () => {
  const world = new World();
  world.do({
    type: 'define-fee-tiers',
    asset: USDT,
    tiers: [
      { volume: 0, makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 },
      // Of 0.1 % and 0.2 %: each falls on a fraction of a millionth, which is left out.
      { volume: 100 * UNIT, makerSharePpm: 500_900, takerSharePpm: 750_400 },
    ],
  });
  const feesOfTrade = (): [number, number] => {
    world.do(world.order(BOB, SELL, 100, 100));
    world.do(world.order(ANN, BUY, 100, 100));
    const trade = world.events.findLast((event) => event.type === 'traded');
    return trade?.type === 'traded' ? [trade.takerFee, trade.makerFee] : [0, 0];
  };
  assert.deepEqual(feesOfTrade(), [200_000, 100_000]);
  assert.deepEqual(world.exchange.features.spot.fees.feeStateOf(ANN), {
    tier: 0,
    volume: 0,
    today: 100 * UNIT,
  });
  world.tick(1000, DAY_MS);
  assert.deepEqual(world.exchange.features.spot.fees.feeStateOf(ANN), {
    tier: 1,
    volume: 100 * UNIT,
    today: 0,
  });
  assert.deepEqual(feesOfTrade(), [150_000, 50_000]);
  world.tick(1000, 29 * DAY_MS);
  assert.equal(world.exchange.features.spot.fees.feeStateOf(ANN).volume, 200 * UNIT);
  world.tick(1000, DAY_MS);
  assert.equal(world.exchange.features.spot.fees.feeStateOf(ANN).volume, 100 * UNIT);
  world.tick(1000, DAY_MS);
  assert.deepEqual(world.exchange.features.spot.fees.feeStateOf(ANN), { tier: 0, volume: 0, today: 0 });
  assert.deepEqual(feesOfTrade(), [200_000, 100_000]);
});

test('R3.12 R11.1 the one who invited a trader gets a share of the fees, rounded down; the rest stays with the house', () => {
  const world = new World();
  world.do({ type: 'set-referrer', owner: ANN, referrer: EVE, sharePpm: 333_333 });
  const again = world.try({ type: 'set-referrer', owner: ANN, referrer: BOB, sharePpm: 1 });
  assert.equal(again.error, 'request/invalid');
  const before = world.exchange.balance(EVE, WALLET.exchange, BTC).available;
  world.do(world.order(BOB, SELL, 100, 100));
  world.do(world.order(ANN, BUY, 100, 100));
  // The fee is 0.002 of 1 BTC.
  assert.equal(world.exchange.balance(EVE, WALLET.exchange, BTC).available - before, 66_666);
  assert.equal(world.exchange.balance(PLATFORM.fees, WALLET.house, BTC).available, 200_000 - 66_666);
});

test('R10.3 the first trade of all moves its money, whatever number of accounts there is', () => {
  // The first trade creates the block of the house's fees. At 64 and 128 blocks the ledger
  // allocates a larger array.
  for (let more = 0; more < 64; more++) {
    const world = new World();
    for (let i = 0; i < more; i++) {
      const command = { type: 'open-account', owner: 2000 + i } as const;
      world.exchange.apply(world.exchange.seq + 1, world.tickMs + 500, command);
    }
    world.do(world.order(ANN, SELL, 100, 100));
    world.do(world.order(BOB, BUY, 100, 100));
    const { available, frozen } = world.exchange.balance(BOB, WALLET.exchange, USDT);
    assert.deepEqual([available, frozen], [9_900 * UNIT, 0], `${more} accounts more`);
    assert.deepEqual(world.frozen(ANN), [0, 0]);
  }
});
