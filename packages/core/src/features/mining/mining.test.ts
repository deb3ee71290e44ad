/**
 * Goal: a miner earns for its cycle; its owner redeems deposit and reward after it, or the deposit
 * alone before, and the pool's capacity is free again. Method: a world that audits itself after
 * each command; tables of states and commands.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, DAY_MS, EVE, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { Exchange, HOUSE, WALLET, type Command, type FixedTermOrder } from '../../index.ts';

const TERMS = { offer: 7, dailyRatePpb: 350_000, days: 45 };
type DefineOffer = Extract<Command, { readonly type: 'define-mining-offer' }>;
const POOL: DefineOffer = {
  type: 'define-mining-offer',
  ...TERMS,
  asset: USDT,
  minAmount: 100 * UNIT,
  maxPerOwner: 0,
  quota: 6_000 * UNIT,
  opensMs: 0,
  closesMs: 0,
  isOpen: 1,
};
const BUY = { type: 'buy-miner', owner: ANN, amount: 5_000 * UNIT, ...TERMS } as const;
/** 5,000 x 0.035% x 45. */
const REWARD = 78_750_000;

function worldWithPool(pool: Partial<DefineOffer> = {}): World {
  const world = new World();
  world.do({ ...POOL, ...pool });
  const house = { owner: HOUSE.miningReserve, wallet: WALLET.house, reason: 'house-capital' } as const;
  world.do({ type: 'issue', ...house, asset: USDT, amount: 200 * UNIT });
  return world;
}

const available = ({ exchange }: World, owner: number): number =>
  exchange.balance(owner, WALLET.exchange, USDT).available;
const reserve = ({ exchange }: World) => exchange.balance(HOUSE.miningReserve, WALLET.house, USDT);
const redeem = (world: World, order: number, owner = ANN) =>
  world.try({ type: 'redeem-miner', owner, order }).error;
const redeemEarly = (world: World, order: number, owner = ANN) =>
  world.try({ type: 'redeem-miner-early', owner, order }).error;
const lastOf = (world: World, order: number): FixedTermOrder<'miner-changed'> => {
  const found = world.events.findLast((event) => event.type === 'miner-changed' && event.order === order);
  assert.ok(found?.type === 'miner-changed');
  return found;
};

test('mining I1 I2 a purchase locks the deposit on the own account and sets all rewards aside', () => {
  const world = worldWithPool();
  world.do(BUY);
  const { mining } = WALLET;
  assert.deepEqual(world.exchange.balance(ANN, mining, USDT), { available: 0, frozen: 5_000 * UNIT });
  assert.deepEqual(reserve(world), { available: 200 * UNIT - REWARD, frozen: REWARD });
});

test('mining I3 after the cycle the owner redeems deposit and reward, once', () => {
  const world = worldWithPool();
  const before = available(world, ANN);
  world.do(BUY);
  assert.equal(redeem(world, 1), 'mining/not-over');
  world.tick(1000, 45 * DAY_MS + 1000);
  assert.deepEqual([lastOf(world, 1).status, lastOf(world, 1).endedMs], [1, 0]);
  assert.equal(available(world, ANN), before - 5_000 * UNIT);
  assert.equal(redeemEarly(world, 1), 'mining/cycle-over');
  assert.equal(redeem(world, 1, BOB), 'mining/unknown-miner');
  // Rewards have stopped: a year later it is the same.
  world.tick(1000, 365 * DAY_MS);
  assert.equal(redeem(world, 1), null);
  assert.equal(available(world, ANN), before + REWARD);
  assert.deepEqual(reserve(world), { available: 200 * UNIT - REWARD, frozen: 0 });
  assert.equal(lastOf(world, 1).status, 2);
  for (const again of [redeem, redeemEarly]) assert.equal(again(world, 1), 'mining/unknown-miner');
});

test('mining I4 early redemption returns the deposit and gives every reward up', () => {
  const world = worldWithPool();
  const before = available(world, ANN);
  world.do(BUY);
  world.tick(1000, 44 * DAY_MS);
  assert.equal(redeemEarly(world, 1, BOB), 'mining/unknown-miner');
  assert.equal(redeemEarly(world, 1), null);
  assert.equal(available(world, ANN), before);
  assert.deepEqual(reserve(world), { available: 200 * UNIT, frozen: 0 });
  assert.deepEqual([lastOf(world, 1).status, lastOf(world, 1).endedMs], [3, world.tickMs + 500]);
  for (const again of [redeem, redeemEarly]) assert.equal(again(world, 1), 'mining/unknown-miner');
  // Its deadline is gone.
  world.tickAlone(1000, 5 * DAY_MS);
  assert.equal(world.exchange.dueCount, 0);
});

test('mining I5 nobody gives a reward up once the time or a tick has ended the cycle', () => {
  const world = worldWithPool({ days: 1 });
  world.do({ ...BUY, days: 1 });
  const { exchange } = world;
  const dueMs = lastOf(world, 1).dueMs;
  const early = { type: 'redeem-miner-early', owner: ANN, order: 1 } as const;
  // By the time, although no tick came.
  assert.equal(Exchange.restore(exchange.snapshot()).apply(exchange.seq + 1, dueMs - 1, early).error, null);
  const late = Exchange.restore(exchange.snapshot()).apply(exchange.seq + 1, dueMs, early);
  assert.equal(late.error, 'mining/cycle-over');
  // By a tick that is ahead of the commands' time, while its item is queued.
  const tick = { tick: exchange.lastTick.tick + 1, tickMs: world.tickMs + 2 * DAY_MS, prices: [] };
  exchange.apply(exchange.seq + 1, dueMs - 1, { type: 'tick', ...tick });
  for (const one of [exchange, Exchange.restore(exchange.snapshot())])
    assert.equal(one.apply(one.seq + 1, dueMs - 1, early).error, 'mining/cycle-over');
  world.tickMs += 2 * DAY_MS;
  world.process();
  assert.equal(redeem(world, 1), null);
});

test('mining I6 the capacity of a pool is free again when a miner leaves it', () => {
  const world = worldWithPool({ maxPerOwner: 5_500 * UNIT });
  world.do(BUY);
  assert.equal(world.try({ ...BUY, amount: 600 * UNIT }).error, 'mining/owner-limit');
  assert.equal(world.try({ ...BUY, owner: BOB, amount: 1_001 * UNIT }).error, 'mining/quota-exceeded');
  assert.equal(redeemEarly(world, 1), null);
  assert.equal(world.try({ ...BUY, owner: BOB, amount: 5_001 * UNIT }).error, null);
  assert.equal(lastOf(world, 2).place, 2);
});

test('mining I7 refusals of a purchase come in one order', () => {
  const world = worldWithPool();
  for (const [change, error] of [
    [{ owner: 4_242 }, 'wallet/account-unknown'],
    [{ offer: 9 }, 'mining/unknown-offer'],
    [{ days: 44, amount: 0 }, 'mining/terms-changed'],
    [{ amount: -1 }, 'mining/amount-missing'],
    [{ amount: 1 }, 'mining/below-minimum'],
    [{ amount: 6_001 * UNIT }, 'mining/quota-exceeded'],
  ] as const)
    assert.equal(world.try({ ...BUY, ...change }).error, error);
  world.do({ ...POOL, quota: 0, dailyRatePpb: 10_000_000 });
  const rate = { dailyRatePpb: 10_000_000 };
  assert.equal(world.try({ ...BUY, ...rate, amount: 10_001 * UNIT }).error, 'wallet/insufficient-balance');
  assert.equal(world.try({ ...BUY, ...rate, amount: 445 * UNIT }).error, 'mining/reserve-short');
  world.do({ ...POOL, isOpen: 0 });
  assert.equal(world.try(BUY).error, 'mining/not-on-sale');
  for (const error of [redeem(world, 1, 4_242), redeemEarly(world, 1, 4_242)])
    assert.equal(error, 'wallet/account-unknown');
});

test('mining I8 a restore keeps every state, and goes on as the exchange that was saved', () => {
  const world = worldWithPool({ days: 1, minAmount: UNIT });
  for (const owner of [ANN, BOB, EVE, ANN]) world.do({ ...BUY, days: 1, owner, amount: 100 * UNIT });
  world.tick(1000, DAY_MS / 2);
  world.do({ ...BUY, days: 1, owner: BOB, amount: 100 * UNIT });
  assert.equal(redeemEarly(world, 4), null);
  world.tickAlone(1000, DAY_MS / 2 + 1000);
  world.process(2);
  assert.equal(redeem(world, 1), null);
  // Miner 2 is to be redeemed, 3 is queued, 5 waits, 1 and 4 are redeemed.
  const restored = Exchange.restore(world.exchange.snapshot());
  const statesOf = (exchange: Exchange) =>
    [...exchange.features.mining.open()].map(({ order, status }) => [order, status]);
  for (const exchange of [world.exchange, restored]) {
    assert.deepEqual(statesOf(exchange), [
      [2, 1],
      [3, 0],
      [5, 0],
    ]);
    const later = { tick: exchange.lastTick.tick + 1, tickMs: world.tickMs + DAY_MS, prices: [] };
    exchange.apply(exchange.seq + 1, later.tickMs, { type: 'tick', ...later });
    exchange.apply(exchange.seq + 1, later.tickMs, { type: 'process-due', limit: 1000 });
    assert.deepEqual(statesOf(exchange), [
      [2, 1],
      [3, 1],
      [5, 1],
    ]);
  }
  assert.equal(restored.hash(), world.exchange.hash());
});
