/**
 * Goal: what comes due of an order is done by what it is, not by its number. Method: an order of
 * each product gets another deadline than its end.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, DAY_MS, UNIT, USDT, World } from '../../sim/spot-world.ts';
import type { DueItem } from '../due/due-queue.ts';
import { HOUSE, WALLET } from '../index.ts';
import { END_TERM } from './fixed-terms.ts';

const TERMS = { offer: 1, dailyRatePpb: 260_000, days: 30 };
const ON_SALE = { minAmount: 1, maxPerOwner: 0, quota: 0, opensMs: 0, closesMs: 0, isOpen: 1 };
const OTHER_ACTION = END_TERM + 1;
const AMOUNT = 100 * UNIT;

function worldWithOrders(): World {
  const world = new World();
  for (const owner of [HOUSE.financeReserve, HOUSE.miningReserve])
    world.do({
      type: 'issue',
      owner,
      wallet: WALLET.house,
      asset: USDT,
      amount: AMOUNT,
      reason: 'house-capital',
    });
  world.do({ type: 'define-finance-offer', ...TERMS, ...ON_SALE, asset: USDT });
  world.do({ type: 'define-mining-offer', ...TERMS, ...ON_SALE, asset: USDT });
  for (const type of ['buy-finance', 'buy-miner'] as const)
    assert.equal(world.do({ type, owner: ANN, amount: AMOUNT, ...TERMS }), 1);
  return world;
}

test('D0037 a deadline that is not the end of the term pays nothing and ends nothing', () => {
  for (const product of ['finance', 'mining'] as const) {
    const world = worldWithOrders();
    const { exchange } = world;
    const { terms } = exchange.features[product];
    const before = terms.find(1);
    terms.deadlines.set({ id: 1, action: OTHER_ACTION, dueMs: world.tickMs + DAY_MS });
    world.tickAlone(1000, 2 * DAY_MS);
    const due = { type: 'process-due', limit: 10 } as const;
    assert.throws(() => exchange.apply(exchange.seq + 1, world.tickMs + 500, due), /no action 2/);
    assert.deepEqual(terms.find(1), before);
    assert.equal(exchange.balance(ANN, WALLET[product], USDT).frozen, AMOUNT);
  }
});

test('D0037 a product with an action of its own acts on it, and leaves the ends of terms as they are', () => {
  const world = worldWithOrders();
  const { finance } = world.exchange.features;
  const fees: number[] = [];
  const ends = finance.processDue.bind(finance);
  finance.processDue = (item: DueItem): void => {
    if (item.action !== OTHER_ACTION) return ends(item);
    fees.push(item.id);
    finance.terms.deadlines.set({ id: item.id, action: END_TERM, dueMs: finance.terms.find(item.id)!.dueMs });
  };
  finance.terms.deadlines.set({ id: 1, action: OTHER_ACTION, dueMs: world.tickMs + DAY_MS });
  world.tick(1000, 2 * DAY_MS);
  assert.deepEqual([fees, finance.terms.find(1)?.status], [[1], 0]);
  world.tick(1000, 30 * DAY_MS);
  assert.deepEqual([fees, finance.terms.find(1)], [[1], undefined]);
});
