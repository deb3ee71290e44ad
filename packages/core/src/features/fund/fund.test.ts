/**
 * Goal: what a holding of a fund costs and pays follows from the public index alone, no loss
 * exceeds the margin, and every unit is backed. Method: a world that audits itself after each
 * command, with prices that gap; results against exact fractions.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { ANN, BOB, BTC, DAY_MS, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import {
  Exchange,
  HOUSE,
  WALLET,
  type BuyFund,
  type DefineFundOffer,
  type HoldingChanged,
} from '../../index.ts';

/** 10 BTC in 10^6 units: at 100 USDT a NAV of 0.001. */
const OFFER: DefineFundOffer = {
  type: 'define-fund-offer',
  fund: 1,
  quote: USDT,
  basket: [{ asset: BTC, market: 0, quantity: 10 * 10 ** 8 }],
  buyFeePpm: 1_000,
  sellFeePpm: 1_000,
  exitFeePpm: 5_000,
  lendingDailyPpb: 1_000_000,
  maintenancePpm: 50_000,
  maxLeverage: 5,
  minUnits: 100,
  maxPerOwner: 0,
  quota: 10 ** 12,
  coverPpm: 100_000,
  endsMs: 0,
};
/** 100,000 units: a notional of 100 USDT. */
const BUY: BuyFund = { type: 'buy-fund', owner: ANN, fund: 1, units: 10 ** 7, leverage: 5, maxNav: 10 ** 9 };

function fundWorld(change: Partial<DefineFundOffer> = {}, reserve = 1_000 * UNIT): World {
  const world = new World();
  const capital = { type: 'issue', wallet: WALLET.house, reason: 'house-capital' } as const;
  world.do({ ...capital, owner: HOUSE.treasury, asset: BTC, amount: 1_000 * 10 ** 8 });
  if (reserve > 0) world.do({ ...capital, owner: HOUSE.fundReserve, asset: USDT, amount: reserve });
  world.do({ ...OFFER, ...change });
  world.tick(1000);
  return world;
}
function last(world: World, holding: number): HoldingChanged {
  const found = world.events.findLast(
    (event) => event.type === 'holding-changed' && event.holding === holding,
  );
  assert.ok(found?.type === 'holding-changed');
  return found;
}
const owned = (world: World, owner = ANN): number =>
  [WALLET.exchange, WALLET.fund].reduce((sum, wallet) => {
    const { available, frozen } = world.exchange.balance(owner, wallet, USDT);
    return sum + available + frozen;
  }, 0);
const house = (world: World, owner: number, asset = USDT) =>
  world.exchange.balance(owner, WALLET.house, asset);

test('fund I1 I6 a purchase freezes the margin, pays the fee, moves coins and sets a cover aside', () => {
  const world = fundWorld();
  const before = owned(world);
  const id = world.do(BUY);
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
  world.do({ type: 'set-market-status', market: 0, status: 1 });
  tried({ maxNav: 0 }, 'market/halted');
  world.do({ type: 'set-market-status', market: 0, status: 0 });
  world.tickAlone(0);
  tried({ maxNav: 0 }, 'market/no-price');
  world.tick(1000);
  world.do({ ...OFFER, endsMs: 1 });
  tried({}, 'fund/closed');
  assert.equal(
    world.try({ ...OFFER, basket: [{ asset: BTC, market: 0, quantity: 1 }] }).error,
    'fund/basket-fixed',
  );
  assert.equal(world.try({ ...OFFER, fund: 2, maintenancePpm: 200_000 }).error, 'request/invalid');
  for (const type of ['sell-fund', 'exit-fund'] as const)
    assert.equal(world.try({ type, owner: ANN, holding: 7, minNav: 0 }).error, 'fund/not-holding');
});

test('fund I1 a treasury or a reserve that is short refuses the purchase', () => {
  assert.equal(fundWorld({}, 9 * UNIT).try(BUY).error, 'fund/reserve-short');
  const world = fundWorld({ quota: 10 ** 14 });
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
  const id = world.do(BUY);
  const bought = owned(world);
  world.tick(1000, DAY_MS);
  world.tick(1000, 1000);
  // 0.1 % of 80 USDT.
  assert.deepEqual([last(world, id).days, last(world, id).interest], [1, 80_000]);
  assert.equal(last(world, id).liquidationNav, 85_080);
  world.tick(1000, 3 * DAY_MS);
  assert.deepEqual([last(world, id).days, last(world, id).interest], [4, 320_000]);
  assert.equal(bought - owned(world), 320_000);
  world.do({ type: 'sell-fund', owner: ANN, holding: id, minNav: 100_000 });
  assert.equal(last(world, id).payout, 20 * UNIT - 320_000 - 100_000);
});

test('fund I2 I5 a cascade at a NAV that gaps: liquidations carry their NAV, none takes more than a margin', () => {
  const world = fundWorld();
  const ids = [5, 4, 3, 2, 1].map((leverage) => world.do({ ...BUY, leverage }));
  const before = owned(world);
  world.tickAlone(790);
  // A later tick does not change what this one has decided.
  assert.equal(
    world.try({ type: 'sell-fund', owner: ANN, holding: ids[0]!, minNav: 0 }).error,
    'fund/closing',
  );
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

test('fund I4 a limit sale fires at the first NAV that reaches it, and waits while the reserve is short', () => {
  const world = fundWorld({ coverPpm: 0 }, UNIT);
  const id = world.do({ ...BUY, leverage: 1 });
  const limit = { type: 'set-fund-limit', owner: ANN, holding: id } as const;
  assert.equal(world.try({ ...limit, limitNav: 100_000 }).error, 'fund/price-reached');
  world.do({ ...limit, limitNav: 150_000 });
  world.do({ ...limit, limitNav: 110_000 });
  world.tick(1_095);
  assert.equal(last(world, id).status, 1);
  world.tick(1_200);
  // 20 USDT of profit, and 1 in the reserve.
  assert.deepEqual([last(world, id).status, last(world, id).shortAction], [1, 3]);
  assert.equal(
    world.try({ type: 'exit-fund', owner: ANN, holding: id, minNav: 0 }).error,
    'fund/reserve-short',
  );
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.equal(restored.hash(), world.exchange.hash());
  const capital = { type: 'issue', wallet: WALLET.house, reason: 'house-capital' } as const;
  world.do({ ...capital, owner: HOUSE.fundReserve, asset: USDT, amount: 100 * UNIT });
  world.tick(1_150);
  world.tick(1_150);
  const { status, closeNav, payout, closeFee } = last(world, id);
  assert.deepEqual([status, closeNav, closeFee, payout], [2, 115_000, 115_000, 115 * UNIT - 115_000]);
});

test('fund I4 an exit ends a holding while a limit waits, with its own fee', () => {
  const world = fundWorld();
  const id = world.do({ ...BUY, leverage: 2 });
  world.do({ type: 'set-fund-limit', owner: ANN, holding: id, limitNav: 200_000 });
  assert.equal(
    world.try({ type: 'exit-fund', owner: BOB, holding: id, minNav: 0 }).error,
    'fund/not-holding',
  );
  world.do({ type: 'exit-fund', owner: ANN, holding: id, minNav: 100_000 });
  const { status, closeFee, payout } = last(world, id);
  assert.deepEqual([status, closeFee, payout], [4, 500_000, 50 * UNIT - 500_000]);
  assert.equal(house(world, HOUSE.fundVehicle, BTC).available, 0);
});

const prices = fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 6 });

test('fund I2 I5 I7 whatever the prices, nobody loses more than margin and fee, and results are exact', () => {
  fc.assert(
    fc.property(
      fc.record({
        units: fc.integer({ min: 100, max: 3 * 10 ** 8 }),
        leverage: fc.integer({ min: 1, max: 5 }),
        first: fc.integer({ min: 50, max: 3_000 }),
        prices,
        days: fc.nat({ max: 40 }),
        isExit: fc.boolean(),
      }),
      ({ units, leverage, first, prices: path, days, isExit }) => {
        const world = fundWorld({ coverPpm: 0 }, 10 ** 6 * UNIT);
        world.tick(first);
        const start = owned(world);
        const { error, id } = world.try({ ...BUY, units, leverage });
        if (error !== null) return;
        world.tick(path[0]!, 1000 + days * DAY_MS);
        for (const price of path) world.tick(price);
        const open = last(world, id);
        if (open.status === 1)
          world.do({ type: isExit ? 'exit-fund' : 'sell-fund', owner: ANN, holding: id, minNav: 0 });
        const end = last(world, id);
        assert.ok(start - owned(world) <= end.margin + end.buyFee, 'a loss above margin and fee');
        assert.equal(owned(world) - start, end.payout - end.margin - end.buyFee);
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

test('fund I8 a restored exchange goes on like the one that was saved, at any moment', () => {
  fc.assert(
    fc.property(prices, fc.nat({ max: 5 }), (path, at) => {
      const world = fundWorld();
      for (const leverage of [1, 2, 5]) world.try({ ...BUY, leverage, owner: leverage === 2 ? BOB : ANN });
      world.try({ type: 'set-fund-limit', owner: ANN, holding: 1, limitNav: 130_000 });
      path.forEach((price, i) => {
        world.tickAlone(price);
        if (i !== at) return;
        const restored = Exchange.restore(world.exchange.snapshot());
        assert.equal(restored.hash(), world.exchange.hash());
        const next = { type: 'process-due', limit: 1_000 } as const;
        restored.apply(restored.seq + 1, world.tickMs + 500, next);
        world.do(next);
        assert.equal(restored.hash(), world.exchange.hash());
      });
    }),
    { numRuns: 60 },
  );
});
