/**
 * Goal: the limits of spot are the published numbers, and each holds exactly at its boundary
 * (docs/features/spot.md). Method: literal numbers; small tables of commands at a limit, one below
 * and one above.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, BTC, DAY_MS, EVE, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { BUY, SELL, type Command, type DefineFeeTiers } from '../../index.ts';
import { DUE_LIMIT_MAX } from '../../exchange.ts';
import { FILLS_MAX } from '../../matching/order-record.ts';
import { CONTRACT_BOUNDS, DURATION_BOUNDS, DURATIONS_MAX } from '../seconds-contract/bounds.ts';
import { TICK_GRACE_MS } from '../seconds-contract/position.ts';
import { MARKET_BOUNDS } from './bounds.ts';
import { TRAIL_TOLD_TICKS, TRAILING_OWNER_MAX, WAITING_OWNER_MAX } from './conditionals.ts';
import { VOLUME_DAYS } from './fees.ts';
import { QUOTES_MAX } from './quotes.ts';
import { CANCELS_MAX } from './mass-cancels.ts';

const UNITS_MAX = 2 ** 53 - 1;
const NOBODY = 4_242;

test('R11.8 the limits are the published numbers', () => {
  assert.deepEqual(
    [WAITING_OWNER_MAX, TRAILING_OWNER_MAX, TRAIL_TOLD_TICKS, QUOTES_MAX, CANCELS_MAX, FILLS_MAX],
    [200, 20, 10, 500, 1_000, 500],
  );
  assert.deepEqual([DUE_LIMIT_MAX, VOLUME_DAYS, TICK_GRACE_MS, DURATIONS_MAX], [1_000, 30, 5_000, 20]);
  assert.deepEqual(MARKET_BOUNDS, {
    priceDecimals: [0, 12],
    lotDecimals: [0, 12],
    indexDecimals: [0, 18],
    makerFeePpm: [0, 100_000],
    takerFeePpm: [0, 100_000],
    minNotional: [1, UNITS_MAX],
    maxNotional: [1, UNITS_MAX],
    limitBandPpm: [1, 1_000_000],
    marketBandPpm: [1, 1_000_000],
    maxOpenOrders: [1, 2 ** 21 - 1],
  });
  assert.deepEqual(CONTRACT_BOUNDS, {
    feeRatePpm: [0, 100_000],
    maxPositions: [1, 1_000_000],
    maxUserStake: [0, UNITS_MAX],
    maxOpenStake: [0, UNITS_MAX],
  });
  assert.deepEqual(DURATION_BOUNDS, {
    seconds: [1, 86_400],
    profitRatePpm: [1, 10_000_000],
    minStake: [1, Math.floor(UNITS_MAX / 16)],
    maxStake: [1, Math.floor(UNITS_MAX / 16)],
  });
});

test('R11.9 what names no account, pair or asset is refused by each command', () => {
  const world = new World();
  const sell = { price: 110, trigger: 90, stopPrice: 90 };
  const commands = (owner: number, market: number): Command[] =>
    [
      world.order(owner, BUY, 100, 100),
      world.stop(owner, SELL, 90),
      world.oco(owner, SELL, sell),
      { type: 'replace-quotes', owner, market, bids: [], asks: [] } as const,
    ].map((command) => ({ ...command, market }) as Command);
  for (const command of commands(NOBODY, 0))
    assert.equal(world.try(command).error, 'wallet/account-unknown', command.type);
  for (const command of commands(ANN, 9))
    assert.equal(world.try(command).error, 'market/unknown-pair', command.type);
  const refer = (owner: number, referrer: number) =>
    world.try({ type: 'set-referrer', owner, referrer, sharePpm: 1 }).error;
  for (const [owner, referrer] of [
    [NOBODY, ANN],
    [ANN, NOBODY],
    [ANN, ANN],
  ] as const)
    assert.equal(refer(owner, referrer), 'wallet/account-unknown');
  assert.deepEqual(world.exchange.features.spot.fees.feeStateOf(NOBODY), { tier: 0, volume: 0, today: 0 });
});

test('R11.8 spot I11 an OCO pair holds each of its limits at the boundary', () => {
  for (const [side, prices, lots, error] of [
    // The band of limit prices is 50 to 150 around the index price of 100, and half of the trigger
    // around the trigger.
    [SELL, { price: 150, trigger: 90, stopPrice: 90 }, 100, null],
    [SELL, { price: 151, trigger: 90, stopPrice: 90 }, 100, 'spot/price-out-of-range'],
    [BUY, { price: 50, trigger: 110, stopPrice: 110 }, 100, null],
    [BUY, { price: 49, trigger: 110, stopPrice: 110 }, 100, 'spot/price-out-of-range'],
    [SELL, { price: 110, trigger: 90, stopPrice: 45 }, 100, null],
    [SELL, { price: 110, trigger: 90, stopPrice: 44 }, 100, 'spot/price-out-of-range'],
    [SELL, { price: 110, trigger: 90, stopPrice: 135 }, 100, null],
    [SELL, { price: 110, trigger: 90, stopPrice: 136 }, 100, 'spot/price-out-of-range'],
    // Both legs are worth at least 1 USDT, and at most 10,000.
    [SELL, { price: 110, trigger: 50, stopPrice: 50 }, 2, null],
    [SELL, { price: 110, trigger: 50, stopPrice: 50 }, 1, 'spot/below-minimum'],
    [SELL, { price: 101, trigger: 99, stopPrice: 100 }, 9_901, 'spot/above-maximum'],
    [SELL, { price: 125, trigger: 99, stopPrice: 99 }, 8_000, null],
    [SELL, { price: 125, trigger: 99, stopPrice: 99 }, 8_001, 'spot/above-maximum'],
    [BUY, { price: 99, trigger: 125, stopPrice: 125 }, 8_001, 'spot/above-maximum'],
    // The dearer leg of a buy is its stop. The balance is 10,000 USDT.
    [BUY, { price: 80, trigger: 125, stopPrice: 125 }, 8_000, null],
  ] as const) {
    const world = new World();
    const { error: answer } = world.try({ ...world.oco(ANN, side, prices), lots } as Command);
    assert.equal(answer, error, JSON.stringify({ side, prices, lots }));
  }
});

test('R11.2 spot I3 what is covered to the last unit is accepted, and one unit less is not', () => {
  for (const [missing, error] of [
    [0, null],
    [1, 'wallet/insufficient-balance'],
  ] as const)
    for (const command of [
      (world: World) => world.oco(ANN, BUY, { price: 80, trigger: 125, stopPrice: 125 }),
      (world: World) => world.stop(ANN, BUY, 125, { price: 125, lots: 100 }),
      (world: World) => world.order(ANN, BUY, 125, 100),
    ]) {
      const world = new World();
      const amount = 10_000 * UNIT - 125 * UNIT + missing;
      world.do({ type: 'transfer', owner: ANN, from: 2, to: 1, asset: USDT, amount });
      assert.equal(world.try(command(world)).error, error);
    }
  for (const [missing, error] of [
    [0, null],
    [1, 'wallet/insufficient-balance'],
  ] as const) {
    const world = new World();
    const order = world.do(world.order(ANN, BUY, 100, 100));
    const amount = 10_000 * UNIT - 125 * UNIT + missing;
    world.do({ type: 'transfer', owner: ANN, from: 2, to: 1, asset: USDT, amount });
    assert.equal(world.try({ type: 'amend-order', owner: ANN, order, price: 125, lots: 100 }).error, error);
  }
});

test('R11.8 fee tiers are bounded in number, rise strictly, and keep their asset', () => {
  const tiers = (count: number, step = 1): DefineFeeTiers => ({
    type: 'define-fee-tiers',
    asset: USDT,
    tiers: Array.from({ length: count }, (_, i) => ({
      volume: i * step,
      makerSharePpm: 1_000_000,
      takerSharePpm: 0,
    })),
  });
  const changed = (at: number, more: object): DefineFeeTiers => {
    const command = tiers(3);
    return { ...command, tiers: command.tiers.map((tier, i) => (i === at ? { ...tier, ...more } : tier)) };
  };
  const world = new World();
  const error = (command: Command) => world.try(command).error;
  assert.equal(error({ ...tiers(1), asset: 9 }), 'wallet/unknown-asset');
  for (const wrong of [
    tiers(0),
    tiers(17),
    tiers(2, 0),
    changed(0, { volume: 1 }),
    changed(2, { volume: 1 }),
    changed(2, { volume: 1.5 }),
    changed(1, { makerSharePpm: -1 }),
    changed(1, { makerSharePpm: 1_000_001 }),
    changed(1, { takerSharePpm: 0.5 }),
    changed(1, { takerSharePpm: 1_000_001 }),
  ])
    assert.equal(error(wrong), 'request/invalid', JSON.stringify(wrong));
  for (const right of [tiers(1), tiers(16)]) assert.equal(error(right), null);
  assert.equal(error({ ...tiers(1), asset: BTC }), 'request/invalid');
});

test('R11.1 R11.4 volume in another quote counts once, at the index price, rounded down; a day is a day in UTC', () => {
  const world = new World();
  const define = { type: 'define-market', priceDecimals: 4, lotDecimals: 2, indexDecimals: 4 } as const;
  world.do({ type: 'define-asset', asset: 2, code: 'DOGE', decimals: 4 });
  const bounds = { minNotional: 1, maxNotional: 10 ** 12, limitBandPpm: 500_000, marketBandPpm: 500_000 };
  const fees = { makerFeePpm: 0, takerFeePpm: 0 };
  world.do({ ...define, ...bounds, ...fees, market: 3, base: 2, quote: BTC, maxOpenOrders: 10 });
  const tier = { makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 };
  for (const owner of [ANN, BOB])
    world.do({ type: 'issue', owner, wallet: 2, asset: 2, amount: 10 ** 9, reason: 'play-money' });
  const swap = (lots: number): void => {
    world.do({ ...world.order(BOB, SELL, 10_001, lots), market: 3 } as Command);
    world.do({ ...world.order(ANN, BUY, 10_001, lots), market: 3 } as Command);
  };
  const today = (owner: number) => world.exchange.features.spot.fees.feeStateOf(owner).today;
  swap(100);
  assert.equal(today(ANN), 0);
  world.do({ type: 'define-fee-tiers', asset: USDT, tiers: [{ volume: 0, ...tier }] });
  // 1.0001 BTC is 100 whole lots of 0.01 BTC at 100 USDT; the fraction of a lot does not count.
  swap(100);
  assert.deepEqual([today(ANN), today(BOB), today(EVE)], [100 * UNIT, 100 * UNIT, 0]);
  const tiers = [
    { volume: 0, ...tier },
    { volume: 100 * UNIT, ...tier },
  ];
  world.do({ type: 'define-fee-tiers', asset: USDT, tiers });
  const feeState = () => world.exchange.features.spot.fees.feeStateOf(ANN);
  // A quote asset that no pair prices in the tiers' asset does not count.
  world.do({ ...define, ...bounds, ...fees, market: 4, base: BTC, quote: 2, maxOpenOrders: 10 });
  world.do({ ...world.order(BOB, SELL, 10_000, 1), market: 4 } as Command);
  world.do({ ...world.order(ANN, BUY, 10_000, 1), market: 4 } as Command);
  assert.deepEqual([today(ANN), today(BOB)], [100 * UNIT, 100 * UNIT]);
  const untilMidnight = DAY_MS - (world.tickMs % DAY_MS);
  world.tick(1000, untilMidnight - 1000);
  assert.deepEqual(feeState(), { tier: 0, volume: 0, today: 100 * UNIT });
  world.tick(1000, 1000);
  assert.deepEqual(feeState(), { tier: 1, volume: 100 * UNIT, today: 0 });
  world.tick(1000, 29 * DAY_MS);
  assert.equal(feeState().tier, 1);
  world.tick(1000, DAY_MS);
  assert.equal(feeState().tier, 0);
});

test('R11.4 spot I9 a trailing sell follows a rise of the smallest step, and fires exactly at its trigger', () => {
  const world = new World();
  const stop = world.do(world.stop(ANN, SELL, 0, { trailPpm: 1_000 }));
  // 0.1% below 100.1 is 99.9999, in whole ticks 99; below 101.2 it is 101.
  assert.equal(world.last(stop).trigger, 99);
  world.tick(1012);
  assert.equal(world.exchange.features.spot.openOrders(ANN)[0]?.trigger, 101);
  world.tick(1011);
  assert.equal(world.last(stop).firedTick, 0);
  world.tick(1010);
  assert.equal(world.last(stop).firedTick, world.exchange.lastTick.tick);
});
