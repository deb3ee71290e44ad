/**
 * Goal: every end is paid in full at any NAV: by the reserve as far as it is free, and by the coins
 * of the holding beyond that. Method: a world that audits itself, with reserves of any size.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import test from 'node:test';
import { runs } from '../../../../../tools/nightly.ts';
import { bought, BUY, end, fundWorld, house, last, owned } from '../../../sim/features/fund/world.ts';
import { ANN, BOB, BTC, EVE, UNIT, USDT } from '../../../sim/spot-world.ts';
import { HOUSE, WALLET } from '../../index.ts';

const coinsOf = (world: ReturnType<typeof fundWorld>, owner = ANN): number =>
  world.exchange.balance(owner, WALLET.exchange, BTC).available;

test('fund I5 its own cover alone pays the profit of a holding, to the unit', () => {
  const world = fundWorld({}, 10 * UNIT);
  const id = bought(world, { leverage: 1, maxNav: 100_000 });
  assert.equal(house(world, HOUSE.fundReserve).available, 0);
  world.do(end(id));
  world.tick(1_100);
  assert.deepEqual([last(world, id).status, last(world, id).paidInCoins], [2, 0]);
});

test('fund I14 the cover of one holding pays no other: what the free reserve lacks is paid in coins', () => {
  const world = fundWorld({}, 21 * UNIT);
  const [first, second] = [
    bought(world, { leverage: 1, maxNav: 100_000 }),
    bought(world, { maxNav: 100_000 }),
  ];
  const coins = coinsOf(world);
  world.do(end(first));
  world.tick(1_500);
  // A profit of 50: its cover of 10 and the free 1 are paid in USDT, and 39 of its coin at 150.
  const { status, payout, paidInCoins } = last(world, first);
  assert.deepEqual([status, payout, paidInCoins], [2, 150 * UNIT - 150_000, 39 * UNIT]);
  assert.equal(coinsOf(world) - coins, 26_000_000);
  assert.deepEqual(house(world, HOUSE.fundReserve), { available: 0, frozen: 10 * UNIT });
  assert.equal(house(world, HOUSE.fundVehicle, BTC).available, 10 ** 8);
  world.do(end(second));
  world.tick(1_500);
  assert.equal(last(world, second).paidInCoins, 40 * UNIT);
});

test('fund I14 a purchase between a tick and the ends that it makes due is sold', () => {
  const world = fundWorld({ coverPpm: 0 }, 0);
  world.do(end(bought(world)));
  world.tickAlone(1_300);
  world.do({ ...BUY, owner: BOB, maxNav: 130_000 });
  world.process();
});

test('fund I14 public obligations: the reserve owes the covers at most, coins what is above them', () => {
  const world = fundWorld({}, 30 * UNIT);
  for (const maxNav of [100_000, 110_000]) bought(world, { leverage: 1, maxNav });
  world.tick(1_400);
  const fund = () => world.exchange.obligations().find(({ feature }) => feature === 'fund')!.list[0]!;
  const { owedNow, owedAtMost, inCoins } = fund();
  assert.deepEqual(
    [owedNow, owedAtMost, inCoins],
    [20 * UNIT, 20 * UNIT, { now: 60 * UNIT, held: 280 * UNIT }],
  );
  world.tick(1_050);
  assert.deepEqual([fund().owedNow, fund().inCoins], [10 * UNIT, { now: 0, held: 210 * UNIT }]);
});

test('fund I14 public obligations: a purchase that waits is owed no profit, wherever its tick lies', () => {
  const world = fundWorld();
  world.do(BUY);
  world.tickAlone(1_400);
  const { list } = world.exchange.obligations().find(({ feature }) => feature === 'fund')!;
  const { owedNow, owedAtMost, inCoins } = list[0]!;
  assert.deepEqual([owedNow, owedAtMost, inCoins], [0, 11 * UNIT, { now: 0, held: 140 * UNIT }]);
});

const holdings = fc.array(
  fc.record({
    units: fc.integer({ min: 100, max: 10 ** 8 }),
    leverage: fc.integer({ min: 1, max: 5 }),
    days: fc.nat({ max: 60 }),
    isExit: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

test('fund I14 every end is paid in full, whatever the NAV, the reserve and the interest', () => {
  fc.assert(
    fc.property(
      holdings,
      fc.integer({ min: 0, max: 100 * UNIT }),
      fc.integer({ min: 1_000, max: 40_000 }),
      (bought, reserve, price) => {
        const world = fundWorld({ coverPpm: 0, lendingDailyPpb: 10_000_000 }, reserve);
        for (const { units, leverage, days, isExit } of bought) {
          const before = { money: owned(world), coins: coinsOf(world) };
          const { error, id } = world.try({ ...BUY, units, leverage });
          if (error !== null) continue;
          world.tick(1_000);
          world.tick(price, days * 86_400_000 + 1_000);
          if (last(world, id).status === 1) world.do(end(id, isExit ? 'exit-fund' : 'sell-fund'));
          world.tick(price);
          const { status, margin, buyFee, payout, paidInCoins } = last(world, id);
          if (status === 5) continue;
          assert.ok(status > 1, 'an end that is not paid');
          const received = owned(world) - before.money + margin + buyFee;
          assert.equal(received, payout - paidInCoins);
          assert.ok(received >= 0, 'fee or interest from other money of the owner');
          // A price of one is a thousandth of a unit of USDT for each smallest unit of the coin.
          const coins = BigInt(coinsOf(world) - before.coins);
          const [worth, owed] = [coins * BigInt(price), BigInt(paidInCoins) * 1_000n];
          assert.ok(worth >= owed && worth < owed + 2n * BigInt(price), `${worth} for ${owed}`);
          assert.ok(paidInCoins === 0 || house(world, HOUSE.fundReserve).available === 0);
          world.tick(1_000);
        }
        assert.equal(house(world, HOUSE.fundVehicle, BTC).available, 0);
        assert.equal(world.exchange.balance(HOUSE.fundReserve, WALLET.house, USDT).frozen, 0);
      },
    ),
    { numRuns: 200 },
  );
});

/** What customers do on a day, and by how many thousandths the price then moves. */
const day = fc.record({
  move: fc.integer({ min: -60, max: 75 }),
  buyer: fc.constantFrom(0, ANN, BOB, EVE),
  units: fc.integer({ min: 100, max: 2 * 10 ** 8 }),
  leverage: fc.integer({ min: 1, max: 5 }),
  sells: fc.option(fc.nat({ max: 20 }), { freq: 3 }),
});

test('fund I14 in months of wild prices what is owed is backed on every day, and every end is paid', () => {
  const months = fc.array(day, { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(months, fc.integer({ min: 0, max: 300 * UNIT }), (days, reserve) => {
      const world = fundWorld({}, reserve);
      const owners = new Map<number, number>();
      const isLive = (id: number): boolean => last(world, id).status <= 1;
      let price = 1_000;
      for (const { move, buyer, units, leverage, sells } of days) {
        if (buyer !== 0) {
          const { error, id } = world.try({ ...BUY, owner: buyer, units, leverage, maxNav: price * 110 });
          if (error === null) owners.set(id, buyer);
        }
        const live = [...owners.keys()].filter(isLive);
        const sold = sells === null ? undefined : live[sells % Math.max(1, live.length)];
        if (sold !== undefined) world.try({ ...end(sold), owner: owners.get(sold)! });
        world.tick(price);
        price = Math.max(10, Math.round((price * (1_000 + move)) / 1_000));
        world.tick(price, 86_400_000);
        const fund = world.exchange.obligations().find(({ feature }) => feature === 'fund')!;
        for (const { owedAtMost, inCoins } of fund.list) {
          assert.ok(owedAtMost <= house(world, HOUSE.fundReserve).frozen, 'more than is set aside');
          assert.ok(inCoins!.now <= inCoins!.held, 'more than the coins are worth');
        }
      }
      for (const id of owners.keys()) if (isLive(id)) world.try({ ...end(id), owner: owners.get(id)! });
      world.tick(price);
      world.tick(price);
      for (const id of owners.keys()) assert.ok(!isLive(id), 'an end that is not paid');
      assert.equal(house(world, HOUSE.fundVehicle, BTC).available, 0);
      assert.equal(house(world, HOUSE.fundReserve).frozen, 0);
    }),
    { numRuns: runs(100, 400) },
  );
});
