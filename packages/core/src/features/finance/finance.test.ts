/**
 * Goal: a finance order locks its deposit, sets its interest aside, and pays both when its term is
 * over, across restores. Method: a world that audits itself after each command; tables of commands
 * at each limit and beyond it.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { ANN, BOB, BTC, DAY_MS, EVE, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { Exchange, HOUSE, WALLET, type Command, type FixedTermOrder } from '../../index.ts';
import { OPEN_ORDERS_MAX } from '../../offers/fixed-terms.ts';

const TERMS = { offer: 1, dailyRatePpb: 260_000, days: 30 };
type DefineOffer = Extract<Command, { readonly type: 'define-finance-offer' }>;
const OFFER: DefineOffer = {
  type: 'define-finance-offer',
  ...TERMS,
  asset: USDT,
  minAmount: 100 * UNIT,
  maxPerOwner: 5_000 * UNIT,
  quota: 8_000 * UNIT,
  opensMs: 0,
  closesMs: 0,
  isOpen: 1,
};
const BUY = { type: 'buy-finance', owner: ANN, amount: 1_000 * UNIT, ...TERMS } as const;
/** 1,000 x 0.026% x 30. */
const INTEREST = 7_800_000;

function fund(world: World, asset: number, amount: number): void {
  const reserve = { owner: HOUSE.financeReserve, wallet: WALLET.house };
  world.do({ type: 'issue', ...reserve, asset, amount, reason: 'house-capital' });
}

function worldWithOffer(offer: Partial<DefineOffer> = {}): World {
  const world = new World();
  world.do({ ...OFFER, ...offer });
  fund(world, USDT, 100 * UNIT);
  return world;
}

const available = ({ exchange }: World, owner: number): number =>
  exchange.balance(owner, WALLET.exchange, USDT).available;
const locked = ({ exchange }: World, owner: number) => exchange.balance(owner, WALLET.finance, USDT);
const reserve = ({ exchange }: World) => exchange.balance(HOUSE.financeReserve, WALLET.house, USDT);
const lastOf = (world: World, order: number): FixedTermOrder<'finance-order-changed'> => {
  const found = world.events.findLast(
    (event) => event.type === 'finance-order-changed' && event.order === order,
  );
  assert.ok(found?.type === 'finance-order-changed');
  return found;
};

test('finance I1 I2 a purchase locks the deposit on the own account and sets all interest aside', () => {
  const world = worldWithOffer();
  const before = available(world, ANN);
  assert.equal(world.do(BUY), 1);
  assert.equal(before - available(world, ANN), 1_000 * UNIT);
  assert.deepEqual(locked(world, ANN), { available: 0, frozen: 1_000 * UNIT });
  assert.deepEqual(reserve(world), { available: 100 * UNIT - INTEREST, frozen: INTEREST });
  const { boughtMs, dueMs, interest, status, place } = lastOf(world, 1);
  assert.deepEqual([dueMs - boughtMs, interest, status, place], [30 * DAY_MS, INTEREST, 0, 1]);
});

test('finance I3 the first tick at or after the end pays deposit and interest to the exchange account', () => {
  const world = worldWithOffer();
  const before = available(world, ANN);
  world.do(BUY);
  // Bought half a second after a tick, so the thirtieth day is over half a second after this one.
  world.tick(1000, 30 * DAY_MS);
  assert.equal(lastOf(world, 1).status, 0);
  world.tickAlone(1000);
  assert.equal(locked(world, ANN).frozen, 1_000 * UNIT);
  assert.equal(world.process(), 1);
  assert.deepEqual(locked(world, ANN), { available: 0, frozen: 0 });
  assert.equal(available(world, ANN), before + INTEREST);
  assert.deepEqual(reserve(world), { available: 100 * UNIT - INTEREST, frozen: 0 });
  const { status, endedMs } = lastOf(world, 1);
  assert.deepEqual([status, endedMs], [1, world.tickMs]);
  world.tick(1000, 30 * DAY_MS);
  assert.equal(available(world, ANN), before + INTEREST);
});

test('finance I2 the obligations are the deposits, the interest of full days, and what is set aside', () => {
  const world = worldWithOffer();
  world.do(BUY);
  world.tick(1000, 2 * DAY_MS + DAY_MS / 2);
  const own = world.exchange.obligations().find(({ feature }) => feature === 'finance');
  // Two days of 1,000 x 0.026%.
  const owed = { owedNow: 520_000, owedAtMost: INTEREST };
  assert.deepEqual(own!.list, [{ asset: USDT, count: 1, customers: 1_000 * UNIT, ...owed }]);
});

test('finance I4 refusals come in one order, and change nothing', () => {
  const world = worldWithOffer();
  const { exchange } = world;
  const cases = [
    [{ owner: 4_242, offer: 9 }, 'wallet/account-unknown'],
    [{ offer: 9, days: 1 }, 'finance/unknown-offer'],
    [{ days: 31, amount: 0 }, 'finance/terms-changed'],
    [{ dailyRatePpb: 260_001 }, 'finance/terms-changed'],
    [{ amount: 0 }, 'finance/amount-missing'],
    [{ amount: 1.5 }, 'finance/amount-missing'],
    [{ amount: Number.NaN }, 'finance/amount-missing'],
    [{ amount: 100 * UNIT - 1 }, 'finance/below-minimum'],
    [{ amount: 8_000 * UNIT + 1 }, 'finance/quota-exceeded'],
    [{ amount: 5_000 * UNIT + 1 }, 'finance/owner-limit'],
  ] as const;
  for (const [change, error] of cases) {
    const state = exchange.snapshot();
    assert.equal(world.try({ ...BUY, ...change }).error, error, JSON.stringify(change));
    // Only the sequence number and the time differ.
    assert.equal(exchange.snapshot().length, state.length);
    assert.equal(exchange.features.finance.terms.count, 0);
  }
  assert.equal(world.try({ ...BUY, amount: 100 * UNIT }).error, null);
  world.do({ ...OFFER, isOpen: 0 });
  assert.equal(world.try(BUY).error, 'finance/not-on-sale');
  world.do({ ...OFFER, opensMs: world.tickMs + 501 });
  assert.equal(world.try(BUY).error, 'finance/not-on-sale');
  world.do({ ...OFFER, opensMs: world.tickMs + 500, closesMs: world.tickMs + 501 });
  assert.equal(world.try(BUY).error, null);
  world.do({ ...OFFER, closesMs: world.tickMs + 500 });
  assert.equal(world.try(BUY).error, 'finance/not-on-sale');
});

test('finance I2 what the reserve or the buyer cannot cover is refused, to the unit', () => {
  const world = worldWithOffer({ maxPerOwner: 0, quota: 0, dailyRatePpb: 10_000_000 });
  const rate = { dailyRatePpb: 10_000_000 };
  world.do({ type: 'transfer', owner: ANN, from: 2, to: 1, asset: USDT, amount: 9_600 * UNIT });
  assert.equal(world.try({ ...BUY, ...rate, amount: 400 * UNIT + 1 }).error, 'wallet/insufficient-balance');
  // 100 USDT of capital are 30% of 333.333333...
  assert.equal(world.try({ ...BUY, ...rate, amount: 333_333_337 }).error, 'finance/reserve-short');
  assert.equal(world.try({ ...BUY, ...rate, amount: 333_333_336 }).error, null);
  assert.deepEqual(reserve(world), { available: 0, frozen: 100 * UNIT });
});

test('finance I5 a quota is that of an issue: what has ended still counts, across a restore', () => {
  const world = worldWithOffer({ quota: 2_000 * UNIT, maxPerOwner: 1_500 * UNIT });
  world.do(BUY);
  world.tick(1000, 31 * DAY_MS);
  assert.equal(world.try({ ...BUY, amount: 500 * UNIT + 1 }).error, 'finance/owner-limit');
  assert.equal(world.try({ ...BUY, owner: BOB, amount: 1_000 * UNIT + 1 }).error, 'finance/quota-exceeded');
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.equal(restored.features.finance.terms.sold.totalOf(1), 1_000 * UNIT);
  assert.equal(restored.hash(), world.exchange.hash());
  assert.equal(world.try({ ...BUY, owner: BOB }).error, null);
});

test('finance I6 an open order keeps its terms when the offer changes', () => {
  const world = worldWithOffer();
  const before = available(world, ANN);
  world.do(BUY);
  world.do({ ...OFFER, dailyRatePpb: 1, days: 1, minAmount: UNIT });
  world.tick(1000, 2 * DAY_MS);
  assert.equal(lastOf(world, 1).status, 0);
  world.tick(1000, 29 * DAY_MS);
  assert.equal(available(world, ANN), before + INTEREST);
});

test('finance I7 an owner has at most 200 open orders', () => {
  const world = worldWithOffer({ minAmount: 1, maxPerOwner: 0 });
  for (let i = 0; i < OPEN_ORDERS_MAX; i++)
    world.exchange.apply(world.exchange.seq + 1, world.tickMs + 500, { ...BUY, amount: 1 });
  assert.equal(world.try({ ...BUY, amount: 1 }).error, 'finance/too-many-orders');
  assert.equal(world.try({ ...BUY, owner: BOB, amount: 1 }).error, null);
});

test('finance I8 definitions outside their bounds are refused, and an offer keeps its asset', () => {
  const world = worldWithOffer();
  const cases: [Partial<DefineOffer>, string | null][] = [
    [{ asset: 77 }, 'wallet/unknown-asset'],
    [{ asset: BTC }, 'request/invalid'],
    [{ offer: 2, asset: BTC }, null],
    ...([0, 1_000_001, 1.5] as const).map((offer) => [{ offer }, 'request/invalid'] as [object, string]),
    ...([0, 10_000_001] as const).map(
      (rate) => [{ dailyRatePpb: rate }, 'request/invalid'] as [object, string],
    ),
    ...([0, 3_651] as const).map((days) => [{ days }, 'request/invalid'] as [object, string]),
    [{ dailyRatePpb: 10_000_000, days: 3_650 }, null],
    [{ minAmount: 0 }, 'request/invalid'],
    [{ quota: 100 * UNIT - 1 }, 'request/invalid'],
    [{ quota: 100 * UNIT, maxPerOwner: 100 * UNIT }, null],
    [{ maxPerOwner: 100 * UNIT - 1 }, 'request/invalid'],
    [{ opensMs: 5, closesMs: 5 }, 'request/invalid'],
    [{ opensMs: 5, closesMs: 6 }, null],
    [{ isOpen: 2 }, 'request/invalid'],
  ];
  for (const [change, error] of cases)
    assert.equal(world.try({ ...OFFER, ...change }).error, error, JSON.stringify(change));
});

test('finance I9 a restore at any moment goes on as the exchange that was saved', () => {
  const world = worldWithOffer({ days: 1 });
  const days = { days: 1 };
  for (const owner of [ANN, BOB, EVE]) world.do({ ...BUY, ...days, owner });
  world.tick(1000, DAY_MS / 2);
  world.do({ ...BUY, ...days, owner: BOB, amount: 200 * UNIT });
  world.tickAlone(1000, DAY_MS / 2 + 1000);
  world.process(1);
  // One is paid, two are queued, one waits for its time.
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.equal(restored.hash(), world.exchange.hash());
  const openOf = (exchange: Exchange) => [...exchange.features.finance.open()].map(({ order }) => order);
  assert.deepEqual(openOf(restored), [2, 3, 4]);
  for (const exchange of [world.exchange, restored]) {
    const later = { tick: exchange.lastTick.tick + 1, tickMs: world.tickMs + DAY_MS, prices: [] };
    exchange.apply(exchange.seq + 1, later.tickMs, { type: 'tick', ...later });
    // What each of two ticks has decided counts as one.
    assert.equal(exchange.dueCount, 2);
    exchange.apply(exchange.seq + 1, later.tickMs, { type: 'process-due', limit: 1000 });
    assert.deepEqual(openOf(exchange), []);
  }
  assert.equal(restored.hash(), world.exchange.hash());
});

test('finance I3 whatever is bought, deposit and interest come back exactly, and the reserve keeps the rest', () => {
  const amount = fc.integer({ min: 1, max: 10_000 * UNIT });
  const rate = fc.integer({ min: 1, max: 10_000_000 });
  const days = fc.integer({ min: 1, max: 3 });
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 3 }),
      rate,
      days,
      (amounts, dailyRatePpb, term) => {
        const terms = { dailyRatePpb, days: term };
        const world = new World();
        fund(world, USDT, 3_000 * UNIT);
        world.do({ ...OFFER, ...terms, minAmount: 1, quota: 0, maxPerOwner: 0 });
        const before = available(world, ANN);
        const interests = amounts
          .filter((units) => world.try({ ...BUY, ...terms, amount: units }).error === null)
          .map((units) => Number((BigInt(units) * BigInt(dailyRatePpb) * BigInt(term)) / 10n ** 9n));
        const sum = interests.reduce((all, one) => all + one, 0);
        assert.equal(reserve(world).frozen, sum);
        world.tick(1000, term * DAY_MS + 1000);
        assert.equal(available(world, ANN), before + sum);
        assert.deepEqual(reserve(world), { available: 3_000 * UNIT - sum, frozen: 0 });
      },
    ),
    { numRuns: 60 },
  );
});

test('finance I5 what is sold of an issue without quota ends at the largest exact number', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const terms = { dailyRatePpb: 1, days: 1 };
  const world = new World();
  world.do({ ...OFFER, ...terms, minAmount: 1, maxPerOwner: 0, quota: 0 });
  fund(world, USDT, 100 * UNIT);
  const more = { wallet: WALLET.exchange, asset: USDT, amount: 2 ** 52, reason: 'play-money' } as const;
  world.do({ type: 'issue', owner: ANN, ...more });
  const buy = (amount: number) => world.try({ ...BUY, ...terms, amount }).error;
  const { sold } = world.exchange.features.finance.terms;
  assert.equal(buy(2 ** 52), null);
  world.tick(1000, DAY_MS + 1000);
  // Three less than what is left, so that the sums on both sides of the end are looked at.
  assert.equal(buy(most - 2 ** 52 - 3), null);
  world.tick(1000, DAY_MS + 1000);
  const full = 'finance/quota-exceeded';
  assert.deepEqual([buy(4), buy(2 ** 52), buy(most)], [full, full, full]);
  assert.deepEqual([buy(3), buy(1)], [null, full]);
  assert.ok(Number.isSafeInteger(sold.totalOf(OFFER.offer)));
});

test('finance I4 what is held cannot be locked, and what is locked stands for no held money', () => {
  const world = worldWithOffer();
  const coin = { chain: 1, asset: USDT, restDecimals: 0, costAsset: USDT, fee: 0, minAmount: 1 } as const;
  world.do({ type: 'define-chain-coin', ...coin, maxAmount: 10 ** 12 });
  const hold = { type: 'place-hold', owner: ANN, asset: USDT, reason: 'review' } as const;
  world.do({ ...hold, amount: available(world, ANN) - 1_000 * UNIT, untilMs: world.tickMs + DAY_MS });
  assert.equal(world.try({ ...BUY, amount: 1_000 * UNIT + 1 }).error, 'wallet/held');
  world.do({ ...BUY, amount: 600 * UNIT });
  const to = { type: 'request-withdrawal', owner: ANN, chain: 1, asset: USDT, fee: 0 } as const;
  const withdraw = (amount: number) => ({ ...to, amount, address: 'TAddress', memo: '' });
  assert.equal(world.try(withdraw(400 * UNIT + 1)).error, 'wallet/held');
  world.do(withdraw(400 * UNIT));
});
