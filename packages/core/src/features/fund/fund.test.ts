/**
 * Goal: what a holding of a fund costs and pays follows from the public index alone, no loss
 * exceeds the margin, and every unit is backed. Method: a world that audits itself after each
 * command, with prices that gap; results against exact fractions.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  atTick,
  bought,
  BUY,
  end,
  fundWorld,
  house,
  last,
  OFFER,
  owned,
} from '../../../sim/features/fund/world.ts';
import { ANN, BOB, BTC, DAY_MS, UNIT, USDT } from '../../../sim/spot-world.ts';
import { Exchange, HOUSE, WALLET, type BuyFund, type SellFund } from '../../index.ts';

test('R11.10 fund I1 I6 I12 a purchase secures what it costs at most, and is filled at the next NAV', () => {
  const world = fundWorld();
  const before = owned(world);
  const id = world.do(BUY);
  const secured = { available: 0, frozen: 22 * UNIT + 110_000 };
  assert.deepEqual(world.exchange.balance(ANN, WALLET.fund, USDT), secured);
  assert.deepEqual([last(world, id).status, last(world, id).buyNav], [0, 0]);
  assert.equal(house(world, HOUSE.fundVehicle, BTC).available, 10 ** 8);
  assert.equal(house(world, HOUSE.fundReserve).frozen, 11 * UNIT);
  world.tickAlone(1000);
  // Decided, and not yet its turn.
  assert.deepEqual(world.exchange.balance(ANN, WALLET.fund, USDT), secured);
  world.process();
  const { notional, margin, buyFee, cover, maintenance, liquidationNav, buyNav } = last(world, id);
  assert.deepEqual(
    [buyNav, notional, margin, buyFee, cover, maintenance],
    [100_000, 100 * UNIT, 20 * UNIT, 100_000, 10 * UNIT, 5 * UNIT],
  );
  // 85 USDT: the loan of 80 and the maintenance margin.
  assert.equal(liquidationNav, 85_000);
  assert.equal(before - owned(world), buyFee);
  assert.deepEqual(world.exchange.balance(ANN, WALLET.fund, USDT), { available: 0, frozen: 20 * UNIT });
  assert.equal(house(world, HOUSE.fundVehicle, BTC).available, 10 ** 8);
  assert.equal(house(world, HOUSE.fundReserve).frozen, cover);
});

test('R11.10 fund I12 no order is filled at a NAV that was known when it was accepted', () => {
  const world = fundWorld();
  const start = owned(world);
  const low = atTick(world, { ...BUY, maxNav: 100_999 });
  const high = atTick(world, { ...BUY, owner: BOB, maxNav: 101_000 });
  // A tick of the moment of acceptance is not after it.
  world.tick(500);
  assert.deepEqual([last(world, low).status, last(world, high).status], [0, 0]);
  world.tick(1_010);
  const { status, reason, payout, closeNav } = last(world, low);
  assert.deepEqual([status, reason, payout, closeNav], [5, 1, 20_199_800 + 100_999, 101_000]);
  assert.equal(owned(world), start);
  const { buyNav, boughtMs, acceptedMs } = last(world, high);
  assert.deepEqual([buyNav, boughtMs], [101_000, world.tickMs]);
  assert.ok(boughtMs > acceptedMs);
  assert.equal(world.try({ ...end(high, 'sell-fund', 101_001), owner: BOB }).error, 'fund/nav-moved');
  world.do({ ...end(high, 'sell-fund', 101_000), owner: BOB });
  world.tick(1_009);
  assert.deepEqual([last(world, high).status, last(world, high).reason], [1, 1]);
  world.do({ ...end(high, 'exit-fund', 0), owner: BOB });
  assert.equal(world.try({ ...end(high, 'sell-fund', 0), owner: BOB }).error, 'fund/closing');
  world.tick(990);
  assert.deepEqual([last(world, high).status, last(world, high).closeNav], [4, 99_000]);
});

test('R11.10 fund I12 without a NAV within five seconds everything comes back', () => {
  const world = fundWorld();
  const start = owned(world);
  const id = world.do(BUY);
  world.tick(0);
  world.tick(0, 4_000);
  assert.equal(last(world, id).status, 0);
  assert.equal(world.try(end(id)).error, 'fund/waiting');
  world.tick(1000, 1_000);
  assert.deepEqual([last(world, id).status, last(world, id).reason, last(world, id).closeNav], [5, 2, 0]);
  assert.equal(owned(world), start);
  assert.equal(house(world, HOUSE.fundVehicle, BTC).available, 0);
  assert.equal(house(world, HOUSE.fundReserve).frozen, 0);
  // The last moment at which a NAV is in time.
  const second = atTick(world, BUY);
  world.tick(1000, 6_000);
  assert.equal(last(world, second).status, 1);
  atTick(world, end(second) as SellFund);
  world.tick(1000, 7_000);
  assert.deepEqual([last(world, second).status, last(world, second).reason], [1, 2]);
});

test('fund I7 in one tick: liquidations, limit sales, ordered ends, purchases', () => {
  const world = fundWorld();
  const [fallen, limit, ordered] = [5, 1, 1].map((leverage) => bought(world, { leverage }));
  world.do({ type: 'set-fund-limit', owner: ANN, holding: limit!, limitNav: 100_001 });
  // Its limit is not reached by the NAV that liquidates another one: a second tick.
  world.do(end(ordered!));
  world.do(end(fallen!, 'exit-fund'));
  const next = world.do({ ...BUY, leverage: 1 });
  const from = world.events.length;
  world.tick(840);
  const changed = world.events
    .slice(from)
    .flatMap((event) => (event.type === 'holding-changed' ? [[event.holding, event.status]] : []));
  // A liquidation costs no fee, so whoever has ordered an exit loses nothing by it.
  assert.deepEqual(changed, [
    [fallen, 3],
    [ordered, 2],
    [next, 1],
  ]);
  assert.deepEqual([last(world, fallen!).closeFee, last(world, fallen!).orderedEnd], [0, 0]);
  world.do(end(limit!, 'exit-fund'));
  world.tick(1_100);
  // At the same NAV a limit sale costs less than the exit.
  assert.deepEqual([last(world, limit!).status, last(world, limit!).closeFee], [2, 110_000]);
});

test('fund I7 a holding can be reached and charged before its purchase has had its turn', () => {
  const world = fundWorld();
  const id = world.do(BUY);
  world.tickAlone(1000);
  world.tickAlone(1000, DAY_MS);
  world.tickAlone(840);
  const restored = Exchange.restore(world.exchange.snapshot());
  for (const count of [1, 1, 1]) assert.equal(world.process(1), count);
  const { status, days, closeNav, interest } = last(world, id);
  assert.deepEqual([status, days, closeNav, interest], [3, 1, 84_000, 80_000]);
  for (let i = 0; i < 3; i++)
    restored.apply(restored.seq + 1, world.tickMs + 500, { type: 'process-due', limit: 1 });
  assert.equal(restored.hash(), world.exchange.hash());
});

test('fund I9 refusals come in one order and change nothing', () => {
  const world = fundWorld({ quota: 3 * 10 ** 7, maxPerOwner: 2 * 10 ** 7 });
  const { exchange } = world;
  const tried = (change: Partial<BuyFund>, error: string): void => {
    const hash = exchange.snapshot().slice(24);
    assert.equal(world.try({ ...BUY, ...change }).error, error);
    assert.deepEqual(exchange.snapshot().slice(24), hash, error);
  };
  tried({ owner: 4_242, fund: 9 }, 'wallet/account-unknown');
  tried({ fund: 9, units: 0 }, 'fund/unknown-fund');
  tried({ units: 0, leverage: 9 }, 'fund/amount-missing');
  tried({ leverage: 6, units: 1 }, 'fund/leverage-not-offered');
  tried({ units: 99 }, 'fund/below-minimum');
  tried({ units: 3 * 10 ** 7 + 1 }, 'fund/quota');
  tried({ units: 2 * 10 ** 7 + 1 }, 'fund/owner-limit');
  tried({ maxNav: 99_999 }, 'fund/nav-moved');
  tried({ maxNav: 110_001 }, 'fund/bound-too-high');
  bought(world, { owner: BOB, units: 5 * 10 ** 6 });
  tried({ units: 2 * 10 ** 7 + 1 }, 'fund/owner-limit');
  tried({ units: 25 * 10 ** 6 + 1 }, 'fund/quota');
  world.do({ type: 'set-market-status', market: 0, status: 1, cancels: 1 });
  tried({ maxNav: 0 }, 'market/halted');
  world.do({ type: 'set-market-status', market: 0, status: 0, cancels: 1 });
  world.tickAlone(0);
  tried({ maxNav: 0 }, 'market/no-price');
  world.tick(1000);
  // Commands come half a second after the tick.
  world.do({ ...OFFER, endsMs: world.tickMs + 500 });
  tried({}, 'fund/closed');
  world.do({ ...OFFER, endsMs: world.tickMs + 501 });
  assert.equal(world.try(BUY).error, null);
  assert.equal(
    world.try({ ...OFFER, basket: [{ asset: BTC, market: 0, quantity: 1 }] }).error,
    'fund/basket-fixed',
  );
  assert.equal(world.try({ ...OFFER, fund: 2, maintenancePpm: 200_000 }).error, 'request/invalid');
  // An exit that waits may end as a limit sale.
  assert.equal(world.try({ ...OFFER, fund: 2, sellFeePpm: 5_001 }).error, 'request/invalid');
  assert.equal(world.try({ ...OFFER, fund: 2, sellFeePpm: 5_000 }).error, null);
  for (const type of ['sell-fund', 'exit-fund'] as const)
    assert.equal(world.try({ type, owner: ANN, holding: 7, minNav: 0 }).error, 'fund/not-holding');
});

test('fund I1 a treasury or a reserve that is short refuses the purchase', () => {
  // The cover at the highest NAV is 11 USDT.
  assert.equal(fundWorld({}, 11 * UNIT - 1).try(BUY).error, 'fund/reserve-short');
  assert.equal(fundWorld({}, 11 * UNIT).try(BUY).error, null);
  const world = fundWorld({ quota: 10 ** 15 });
  assert.equal(world.try({ ...BUY, units: 10 ** 15 }).error, 'fund/above-maximum');
  assert.equal(world.try({ ...BUY, units: 10 ** 11, leverage: 1 }).error, 'wallet/insufficient-balance');
  world.do({
    type: 'move-capital',
    from: HOUSE.treasury,
    to: HOUSE.fees,
    asset: BTC,
    amount: 1_000 * 10 ** 8,
  });
  assert.equal(world.try(BUY).error, 'fund/treasury-short');
});

test('fund I3 interest is charged by full days, raises the liquidation NAV, and needs no purchase to end', () => {
  const world = fundWorld();
  const id = bought(world);
  const after = owned(world);
  world.tick(1000, DAY_MS);
  // 0.1 % of 80 USDT.
  assert.deepEqual([last(world, id).days, last(world, id).interest], [1, 80_000]);
  const owed = () => world.exchange.obligations().find(({ feature }) => feature === 'fund')!.list[0];
  const margin = { asset: USDT, count: 1, customers: 20 * UNIT - 80_000 };
  const inCoins = { now: 0, held: 100 * UNIT };
  assert.deepEqual(owed(), { ...margin, owedNow: 0, owedAtMost: 10 * UNIT, inCoins });
  assert.equal(last(world, id).liquidationNav, 85_080);
  world.tick(1000, 3 * DAY_MS);
  assert.deepEqual([last(world, id).days, last(world, id).interest], [4, 320_000]);
  assert.equal(after - owned(world), 320_000);
  world.do(end(id, 'sell-fund', 100_000));
  world.tick(1000);
  assert.equal(last(world, id).payout, 20 * UNIT - 320_000 - 100_000);
});

test('fund I2 I5 a cascade at a NAV that gaps: liquidations carry their NAV, none takes more than a margin', () => {
  const world = fundWorld();
  const ids = [5, 4, 3, 2, 1].map((leverage) => bought(world, { leverage }));
  const before = owned(world);
  world.tickAlone(790);
  // A later tick does not change what this one has decided.
  assert.equal(world.try(end(ids[0]!)).error, 'fund/closing');
  world.tickAlone(1_200);
  while (world.exchange.dueCount > 0) world.process(1);
  const ends = ids.map((id) => last(world, id));
  assert.deepEqual(
    ends.map(({ status, closeNav, payout }) => [status, closeNav, payout]),
    [
      // 100 at 79: a loss of 21 above the margin of 20; 25 less 21.
      [3, 79_000, 0],
      [3, 79_000, 4 * UNIT],
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
    ],
  );
  assert.equal(before - owned(world), 41 * UNIT);
  assert.equal(house(world, HOUSE.fundVehicle, BTC).available, 3 * 10 ** 8);
});

test('fund I4 a limit sale fires at the first NAV that reaches it', () => {
  const world = fundWorld({ coverPpm: 0 }, UNIT);
  const id = bought(world, { leverage: 1 });
  const limit = { type: 'set-fund-limit', owner: ANN, holding: id } as const;
  assert.equal(world.try({ ...limit, limitNav: 100_000 }).error, 'fund/price-reached');
  world.do({ ...limit, limitNav: 150_000 });
  world.do({ ...limit, limitNav: 110_000 });
  world.tick(1_095);
  assert.equal(last(world, id).status, 1);
  world.tick(1_150);
  const { status, closeNav, payout, closeFee } = last(world, id);
  assert.deepEqual([status, closeNav, closeFee, payout], [2, 115_000, 115_000, 115 * UNIT - 115_000]);
});

test('fund I4 an exit ends a holding while a limit waits, with its own fee', () => {
  const world = fundWorld();
  const id = bought(world, { leverage: 2 });
  world.do({ type: 'set-fund-limit', owner: ANN, holding: id, limitNav: 200_000 });
  assert.equal(world.try({ ...end(id, 'exit-fund', 0), owner: BOB }).error, 'fund/not-holding');
  world.do(end(id, 'exit-fund', 100_000));
  world.tick(1000);
  const { status, closeFee, payout } = last(world, id);
  assert.deepEqual([status, closeFee, payout], [4, 500_000, 50 * UNIT - 500_000]);
  assert.equal(house(world, HOUSE.fundVehicle, BTC).available, 0);
});

test('fund I7 a missed order that waits for its turn leaves what a later tick has reached', () => {
  const world = fundWorld();
  const id = bought(world);
  world.do(end(id, 'sell-fund', 100_000));
  world.tickAlone(990);
  world.tickAlone(800);
  world.process(1);
  assert.deepEqual([last(world, id).status, last(world, id).reason], [1, 1]);
  assert.equal(world.try(end(id)).error, 'fund/closing');
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.equal(restored.hash(), world.exchange.hash());
  world.tickAlone(700);
  while (world.exchange.dueCount > 0) world.process(1);
  assert.deepEqual([last(world, id).status, last(world, id).closeNav], [3, 80_000]);
});

/** At `maxNav`. */
const SECURED = 22 * UNIT + 110_000;
const COIN = { chain: 1, asset: USDT, restDecimals: 0, costAsset: USDT, fee: 0, minAmount: 1 } as const;
const WITHDRAWAL = { type: 'request-withdrawal', owner: ANN, chain: 1, asset: USDT, fee: 0 } as const;

/** Holds units of Ann's, by an operator or because a withdrawal of them came back. */
function held(world: ReturnType<typeof fundWorld>, reason: 'review' | 'returned', amount: number): void {
  const untilMs = world.tickMs + DAY_MS;
  if (reason === 'review')
    return void world.do({ type: 'place-hold', owner: ANN, asset: USDT, amount, reason, untilMs });
  world.do({ type: 'define-chain-coin', ...COIN, maxAmount: 10 ** 12 });
  const withdrawal = world.do({ ...WITHDRAWAL, amount, address: 'TAddress', memo: '' });
  world.do({ type: 'cancel-withdrawal', owner: ANN, withdrawal });
}

test('fund I13 what is held buys no units, by either kind of hold and to the unit', () => {
  for (const reason of ['review', 'returned'] as const)
    for (const [missing, error] of [
      [1, 'wallet/held'],
      [0, null],
    ] as const) {
      const world = fundWorld();
      const { available } = world.exchange.balance(ANN, WALLET.exchange, USDT);
      held(world, reason, available - SECURED + missing);
      assert.equal(world.try(BUY).error, error, `${reason}, ${missing} missing`);
    }
});

test('fund I13 a margin stands for no held money, as it may be lost', () => {
  const world = fundWorld();
  world.do({ type: 'define-chain-coin', ...COIN, maxAmount: 10 ** 12 });
  const { available } = world.exchange.balance(ANN, WALLET.exchange, USDT);
  held(world, 'review', available - 30 * UNIT);
  const id = bought(world, { maxNav: 110_000 });
  const { margin, buyFee } = last(world, id);
  const free = 30 * UNIT - margin - buyFee;
  const withdraw = (amount: number) => ({ ...WITHDRAWAL, amount, address: 'TAddress', memo: '' });
  assert.equal(world.try(withdraw(free + 1)).error, 'wallet/held');
  world.do(withdraw(free));
});

const prices = fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 6 });

test('fund I2 I5 I7 whatever the prices, nobody loses more than margin and fee, and results are exact', () => {
  fc.assert(
    fc.property(
      fc.record({
        units: fc.integer({ min: 100, max: 3 * 10 ** 8 }),
        leverage: fc.integer({ min: 1, max: 5 }),
        first: fc.integer({ min: 50, max: 2_000 }),
        fill: fc.integer({ min: 1, max: 2_200 }),
        prices,
        days: fc.nat({ max: 40 }),
        isExit: fc.boolean(),
      }),
      ({ units, leverage, first, fill, prices: path, days, isExit }) => {
        const world = fundWorld({ coverPpm: 0 }, 10 ** 6 * UNIT);
        world.tick(first);
        const start = owned(world);
        const { error, id } = world.try({ ...BUY, units, leverage });
        if (error !== null) return;
        world.tick(fill);
        world.tick(path[0]!, 1000 + days * DAY_MS);
        for (const price of path) world.tick(price);
        if (last(world, id).status === 1) {
          world.do({ type: isExit ? 'exit-fund' : 'sell-fund', owner: ANN, holding: id, minNav: 0 });
          world.tick(path[0]!);
        }
        const end = last(world, id);
        assert.ok(start - owned(world) <= end.margin + end.buyFee, 'a loss above margin and fee');
        assert.equal(owned(world) - start, end.payout - end.margin - end.buyFee);
        assert.equal(end.status === 5, fill * 100 > BUY.maxNav || end.reason === 3);
        if (end.status === 5) return assert.equal(owned(world), start);
        assert.equal(end.buyNav, fill * 100);
        // As fractions of a millionth of a USDT: 10 BTC of 10^6 units at tenths of USDT.
        const exact = BigInt(units) * BigInt(end.closeNav);
        const value = exact / 10_000n;
        const charged = end.leverage === 1 ? 0n : BigInt(end.days);
        const interest = (BigInt(end.notional - end.margin) * charged * 1_000_000n) / 10n ** 9n;
        assert.equal(BigInt(end.interest), interest);
        const equity = BigInt(end.margin) - interest + value - BigInt(end.notional);
        const ppm = end.status === 3 ? 0n : end.status === 4 ? 5_000n : 1_000n;
        const whole = equity > 0n ? equity : 0n;
        const fee = (value * ppm) / 1_000_000n;
        assert.equal(BigInt(end.payout), whole - (fee < whole ? fee : whole));
        assert.equal(house(world, HOUSE.fundVehicle, BTC).available, 0);
        assert.equal(house(world, HOUSE.fundReserve).frozen, 0);
      },
    ),
    { numRuns: 150 },
  );
});

const steps = fc.array(
  fc.record({
    price: fc.constantFrom(0, 900, 1_000, 1_000, 1_100, 1_100, 1_100, 1_500),
    gapMs: fc.constantFrom(1_000, 1_000, 1_000, 2_000, 40 * DAY_MS),
    order: fc.constantFrom('sell', 'exit', 'limit', 'limit', 'limit', 'cancel', 'buy'),
    holding: fc.integer({ min: 1, max: 4 }),
    processed: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 4, maxLength: 14 },
);

test('fund I8 a restored exchange goes on like the one that was saved, at any moment', () => {
  fc.assert(
    fc.property(steps, fc.nat({ max: 13 }), (path, restartedAt) => {
      const play = (isRestarted: boolean): string[] => {
        const world = fundWorld({ coverPpm: 0, lendingDailyPpb: 10_000_000 }, 5 * UNIT);
        for (const leverage of [1, 2, 5]) bought(world, { leverage });
        return path.map(({ price, gapMs, order, holding, processed }, i) => {
          if (order === 'buy') world.try({ ...BUY, leverage: 3 });
          else if (order === 'limit')
            world.try({ type: 'set-fund-limit', owner: ANN, holding, limitNav: 105_000 });
          else if (order === 'cancel') world.try({ type: 'cancel-fund-limit', owner: ANN, holding });
          else world.try(end(holding, `${order}-fund` as const, 90_000));
          world.tickAlone(price, gapMs);
          if (processed > 0) world.process(processed);
          if (isRestarted && i === restartedAt) world.restart();
          return world.exchange.hash();
        });
      };
      assert.deepEqual(play(true), play(false));
    }),
    { numRuns: 300 },
  );
});
