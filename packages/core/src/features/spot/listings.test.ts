/**
 * Goal: an operator changes, halts and ends a market without touching what anybody was promised.
 * Method: the small world, with the limits of each command at their boundaries, and random books
 * that end in portions, across a restart.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { ANN, BOB, BTC, DAY_MS, EVE, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { BUY, HOUSE, SELL, WALLET, type ChangeMarket, type Command } from '../../index.ts';

const TERMS = {
  makerFeePpm: 1_000,
  takerFeePpm: 2_000,
  minNotional: UNIT,
  maxNotional: 10_000 * UNIT,
  limitBandPpm: 500_000,
  marketBandPpm: 100_000,
  maxOpenOrders: 10,
};
const change = (more: Partial<ChangeMarket>): Command => ({
  type: 'change-market',
  market: 0,
  ...TERMS,
  ...more,
});
const halt = (cancels: 0 | 1): Command => ({ type: 'set-market-status', market: 0, status: 1, cancels });
const RESUME: Command = { type: 'set-market-status', market: 0, status: 0, cancels: 1 };
const open = (opensMs: number): Command => ({ type: 'open-market', market: 0, opensMs });
const delist = (closesMs: number): Command => ({ type: 'delist-market', market: 0, closesMs });

/** Units of both coins that an owner has in the exchange wallet, frozen or not. */
const owned = (world: World, owner: number): readonly number[] =>
  [USDT, BTC].map((asset) => {
    const { available, frozen } = world.exchange.balance(owner, WALLET.exchange, asset);
    return available + frozen;
  });

test('R5.9 D0044 a halt stops what it says: orders alone, or cancels too', () => {
  const world = new World();
  const order = world.do(world.order(ANN, BUY, 95, 100));
  world.do(halt(0));
  assert.equal(world.try(world.order(BOB, SELL, 95, 100)).error, 'market/halted');
  assert.equal(world.try({ type: 'cancel-order', owner: ANN, order }).error, 'market/halted');
  assert.equal(world.try({ type: 'cancel-all', owner: ANN, market: -1 }).count, 0);
  assert.equal(
    world.try({ type: 'amend-order', owner: ANN, order, price: 95, lots: 50 }).error,
    'market/halted',
  );
  world.restart();
  assert.equal(world.try({ type: 'cancel-order', owner: ANN, order }).error, 'market/halted');
  world.do(halt(1));
  world.do({ type: 'cancel-order', owner: ANN, order });
  world.do(RESUME);
  world.do(world.order(BOB, SELL, 105, 100));
});

test('R5.9 D0044 new terms bind new orders, and every trade pays the fees of its moment', () => {
  const world = new World();
  const old = world.do(world.order(ANN, BUY, 60, 2));
  const rests = world.do(world.order(ANN, BUY, 100, 100));
  world.do(change({ makerFeePpm: 0, takerFeePpm: 50_000, minNotional: 50 * UNIT, maxOpenOrders: 3 }));
  assert.equal(world.try(world.order(BOB, SELL, 100, 49)).error, 'spot/below-minimum');
  assert.equal(world.try(change({ minNotional: 3 * UNIT, maxNotional: 2 * UNIT })).error, 'request/invalid');
  for (const wrong of [{ takerFeePpm: 100_001 }, { marketBandPpm: 0 }, { minNotional: 0.5 }])
    assert.equal(world.try(change(wrong)).error, 'request/invalid');
  assert.equal(world.try({ ...change({}), market: 1 } as Command).error, 'market/unknown-pair');
  const sale = world.do(world.order(BOB, SELL, 100, 100));
  assert.deepEqual(world.state(rests), ['1/0', 100]);
  assert.equal(world.last(rests).fee, 0);
  assert.equal(world.last(sale).fee, 5 * UNIT);
  // What rests stays, though it would be too small now.
  world.restart();
  assert.deepEqual(
    world.exchange.features.spot.openOrders(ANN).map(({ order }) => order),
    [old],
  );
  assert.equal(world.exchange.registry.markets[0]!.definition.takerFeePpm, 50_000);
  world.do(world.order(ANN, BUY, 60, 100));
  world.do(world.order(ANN, BUY, 60, 100));
  assert.equal(world.try(world.order(ANN, BUY, 60, 100)).error, 'spot/too-many-orders');
});

test('R5.9 D0044 a narrower band of limit prices holds at once, without a new index price', () => {
  const world = new World();
  world.do(world.order(ANN, BUY, 80, 100));
  world.do(change({ limitBandPpm: 100_000 }));
  assert.equal(world.try(world.order(ANN, BUY, 89, 100)).error, 'spot/price-out-of-range');
  world.do(world.order(ANN, BUY, 90, 100));
});

test('R5.9 D0044 a wider band makes no stop dearer than what it has frozen', () => {
  for (const isOco of [false, true]) {
    const world = new World();
    // Either freezes 100 lots at 110 * 1.1.
    const bought = isOco
      ? world.do(world.oco(ANN, BUY, { price: 90, trigger: 110, stopPrice: 0 }))
      : world.do(world.stop(ANN, BUY, 110));
    assert.equal(world.frozen(ANN)[USDT], 121 * UNIT);
    world.do({
      type: 'transfer',
      owner: ANN,
      from: WALLET.exchange,
      to: WALLET.contract,
      asset: USDT,
      amount: (10_000 - 121) * UNIT,
    });
    world.do(change({ marketBandPpm: 900_000 }));
    world.do(world.order(BOB, SELL, 121, 40));
    world.do(world.order(BOB, SELL, 122, 100));
    world.tick(1100);
    const sold = world.exchange.features.spot
      .openOrders(BOB)
      .reduce((sum, { filledLots }) => sum + filledLots, 0);
    // Those at 121 are paid; those at 122 would cost more than is frozen for them.
    assert.equal(sold, 0, String(bought));
    assert.equal(world.exchange.balance(BOB, WALLET.exchange, BTC).frozen, 10 ** 8);
    assert.deepEqual(world.frozen(ANN), [0, 0]);
  }
});

test('R5.9 R10.2 D0044 a market ends at its time in portions, and everybody has everything back', () => {
  const kind = fc.constantFrom('rest', 'rest', 'rest', 'stop', 'oco', 'iceberg', 'exit');
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          kind,
          owner: fc.constantFrom(ANN, BOB, EVE),
          side: fc.constantFrom(BUY, SELL),
          at: fc.nat(8),
        }),
        { minLength: 1, maxLength: 14 },
      ),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      (drawn, portion, isHalted) => {
        const world = new World();
        for (const { kind: of, owner, side, at } of drawn) {
          const away = side === BUY ? -1 - at : 1 + at;
          if (of === 'stop') world.try(world.stop(owner, side, 100 - away));
          else if (of === 'oco')
            world.try(world.oco(owner, side, { price: 100 + away, trigger: 100 - away, stopPrice: 0 }));
          else if (of === 'iceberg')
            world.try(world.extended(owner, side, 100 + away, 300, { visibleLots: 100 }));
          else if (of === 'exit')
            world.try(world.extended(owner, side, 100 - away, 250, { stopLoss: side === BUY ? 60 : 140 }));
          else world.try(world.order(owner, side, 100 + away, 100));
        }
        const before = [ANN, BOB, EVE].map((owner) => owned(world, owner));
        if (isHalted) world.do(halt(0));
        world.do(delist(world.tickMs + 2_000));
        world.tickAlone(1000);
        assert.equal(world.exchange.registry.markets[0]!.isShown, true);
        while (world.exchange.dueCount > 0) world.process();
        const open = () => [ANN, BOB, EVE].flatMap((owner) => world.exchange.features.spot.openOrders(owner));
        world.tickAlone(1000);
        // Whoever does not want to wait for the turn of an order cancels it, also after a halt.
        const [first] = open();
        if (first !== undefined && portion % 2 === 0)
          world.do({ type: 'cancel-order', owner: first.owner, order: first.order });
        for (let left = open().length; left > 0; left = open().length) {
          world.restart();
          assert.ok(world.process(portion) <= portion);
          assert.ok(open().length < left, 'a portion cancels something');
        }
        assert.equal(world.exchange.dueCount, 0);
        for (const owner of [ANN, BOB, EVE]) assert.deepEqual(world.frozen(owner), [0, 0]);
        assert.deepEqual(
          [ANN, BOB, EVE].map((owner) => owned(world, owner)),
          before,
        );
        assert.deepEqual(world.depth(), { bids: [], asks: [] });
        assert.equal(world.exchange.registry.markets[0]!.isShown, false);
        assert.equal(world.try(world.order(ANN, BUY, 95, 100)).error, 'market/halted');
        for (const late of [RESUME, change({}), delist(0), delist(world.tickMs + DAY_MS)])
          assert.equal(world.try(late).error, 'market/unknown-pair');
      },
    ),
    { numRuns: 60 },
  );
});

test('R5.9 D0049 a halted market opens at the first tick from its time on, also after a restart', () => {
  const world = new World();
  const waits = world.do(world.stop(ANN, BUY, 110));
  world.do(halt(0));
  const opensMs = world.tickMs + 2_000;
  for (const wrong of [world.tickMs + 500, world.tickMs + 500 + 366 * DAY_MS + 1, opensMs + 0.5, 0, NaN])
    assert.equal(world.try(open(wrong)).error, 'request/invalid', String(wrong));
  assert.equal(world.try({ ...open(opensMs), market: 1 } as Command).error, 'market/unknown-pair');
  world.do(delist(opensMs));
  assert.equal(world.try(open(opensMs)).error, 'request/invalid', 'it ends then');
  world.do(delist(0));
  assert.equal(world.try(world.order(BOB, SELL, 95, 100)).error, 'market/halted');
  world.do(open(opensMs + 60_000));
  world.do(open(opensMs));
  world.restart();
  // It has an index price, which reaches the stop, and takes no orders.
  world.tick(1_100);
  for (const refused of [
    world.order(BOB, SELL, 95, 100),
    world.stop(BOB, SELL, 90),
    world.oco(BOB, SELL, { price: 120, trigger: 90, stopPrice: 0 }),
    world.extended(BOB, SELL, 120, 300, { visibleLots: 100 }),
  ])
    assert.equal(world.try(refused).error, 'market/not-open');
  assert.deepEqual(world.state(waits), ['0/0', 0]);
  world.tick(1_100);
  assert.deepEqual(world.state(waits)[0], '2/2', 'fired, and found an empty book');
  assert.equal(world.exchange.registry.markets[0]!.opensMs, 0);
  world.do(world.order(BOB, SELL, 110, 100));
  assert.equal(world.try(open(world.tickMs + 10_000)).error, 'request/invalid', 'it trades');
});

test('R5.9 D0049 a halt, a resumption or the end takes an opening back', () => {
  for (const [act, refusal] of [
    [halt(1), 'market/halted'],
    [RESUME, null],
    [delist(0), 'market/not-open'],
  ] as const) {
    const world = new World();
    world.do(halt(1));
    world.do(open(world.tickMs + 60_000));
    world.do(act);
    assert.equal(world.try(world.order(BOB, SELL, 105, 100)).error, refusal);
  }
  const world = new World();
  world.do(halt(1));
  const laterMs = world.tickMs + 5_000;
  world.do(open(laterMs));
  world.do(delist(world.tickMs + 2_000));
  for (let second = 0; second < 7; second++) world.tick(1000);
  assert.equal(world.try(world.order(BOB, SELL, 105, 100)).error, 'market/halted', 'for good');
  assert.equal(world.try(open(world.tickMs + 60_000)).error, 'market/unknown-pair');
});

test('R5.9 D0044 a notice has a time to come within a year, moves, and is taken back', () => {
  const world = new World();
  const now = world.tickMs + 500;
  for (const wrong of [now, now + 366 * DAY_MS + 1, now + 0.5, -1, NaN])
    assert.equal(world.try(delist(wrong)).error, 'request/invalid', String(wrong));
  world.do(delist(now + 366 * DAY_MS));
  const order = world.do(world.order(ANN, BUY, 95, 100));
  world.do(delist(now + 1));
  world.do(delist(0));
  world.tick(1000, 5_000);
  assert.deepEqual(world.state(order), ['0/0', 0]);
});

const DAY_CONTRACT: Command = {
  type: 'define-seconds-contract',
  market: 0,
  feeRatePpm: 0,
  maxPositions: 5,
  maxUserStake: 0,
  maxOpenStake: 0,
  durations: [{ seconds: 60, profitRatePpm: 800_000, minStake: UNIT, maxStake: 100 * UNIT }],
};

test('R4.15 D0044 no contract is open when its market ends, to the millisecond', () => {
  const world = new World();
  world.do({
    type: 'issue',
    owner: HOUSE.secondsContractReserve,
    wallet: WALLET.house,
    asset: USDT,
    amount: 1_000 * UNIT,
    reason: 'house-capital',
  });
  world.do({
    type: 'issue',
    owner: ANN,
    wallet: WALLET.contract,
    asset: USDT,
    amount: 1_000 * UNIT,
    reason: 'play-money',
  });
  world.do(DAY_CONTRACT);
  const open: Command = {
    type: 'open-position',
    owner: ANN,
    market: 0,
    direction: 1,
    stake: UNIT,
    seconds: 60,
  };
  world.do(open);
  // 60 seconds, and 5 each for the ticks that open and end it.
  const latest = world.tickMs + 500 + 70_000;
  assert.equal(world.try(delist(latest - 1)).error, 'market/needed');
  world.do(delist(latest));
  world.do(open);
  world.tick(1000);
  assert.equal(world.try(open).error, 'market/delisting');
  for (let second = 0; second < 75; second++) world.tick(1000);
  assert.equal(world.exchange.features['seconds-contract'].openCount(ANN), 0);
});

test('R5.9 D0044 a market that a fund, a new coin or the fee tiers need is not delisted', () => {
  const basket = [{ asset: BTC, market: 0, quantity: 10 ** 6 }];
  const fund = (endsMs: number): Command => ({
    type: 'define-fund-offer',
    fund: 1,
    quote: USDT,
    basket,
    buyFeePpm: 0,
    sellFeePpm: 0,
    exitFeePpm: 0,
    lendingDailyPpb: 0,
    maintenancePpm: 100_000,
    maxLeverage: 1,
    minUnits: 1,
    maxPerOwner: 0,
    quota: 10 ** 8,
    coverPpm: 0,
    endsMs,
  });
  const world = new World();
  const soon = () => delist(world.tickMs + 10_000);
  world.do(fund(0));
  assert.equal(world.try(soon()).error, 'market/needed');
  world.do(fund(1));
  world.do(soon());
  assert.equal(world.try(fund(0)).error, 'market/delisting');
  world.do(delist(0));
  // The volumes of pairs in BTC count at the price of BTC.
  const SHIB = 2;
  world.do({ type: 'define-asset', asset: SHIB, code: 'SHIB', decimals: 2 });
  const inBtc = { base: SHIB, quote: BTC, priceDecimals: 2, lotDecimals: 0, indexDecimals: 2 };
  world.do({ type: 'define-market', market: 1, ...inBtc, ...TERMS });
  world.do(soon());
  world.do(delist(0));
  world.do({
    type: 'define-fee-tiers',
    asset: USDT,
    tiers: [{ volume: 0, makerSharePpm: 1, takerSharePpm: 1 }],
  });
  assert.equal(world.try(soon()).error, 'market/needed');
  world.do({ ...delist(world.tickMs + 1_000), market: 1 } as Command);
  world.tick(1000);
  world.do(soon());
});
