/**
 * Goal: the calculator says exactly what the exchange would do. Method: examples worked out by
 * hand, and random ones beside fractions of BigInt.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contractCost, exchangeCost, oddsOf, ratesOf, tradeCost, withdrawalCost } from './fee-figures.ts';

const TERMS = { profitRate: '0.85', feeRate: '0.002', decimals: 6 };
const USDT = { decimals: 6, price: '1', priceDecimals: 0 };

test('R2.42 R11.1 a trade pays the fee of its tier, cut to units', () => {
  const pair = { makerFeePpm: 800, takerFeePpm: 1000 };
  assert.deepEqual(ratesOf(pair, { makerSharePpm: 900_000, takerSharePpm: 950_000 }), {
    makerPpm: 720,
    takerPpm: 950,
  });
  assert.deepEqual(tradeCost('1000', 1000, 6), { fee: '1', received: '999', bothWays: '2.000000' });
  assert.deepEqual(tradeCost('0.001234', 1000, 6), {
    fee: '0.000001',
    received: '0.001233',
    bothWays: '0.000002',
  });
  for (const nothing of ['', '0', 'x', '0.0000001']) assert.equal(tradeCost(nothing, 1000, 6), undefined);
});

test('R2.42 a withdrawal takes its fee on top, and its share is never told too small', () => {
  const terms = { fee: '1', decimals: 6 };
  assert.deepEqual(withdrawalCost('500', terms), { leaves: '501.000000', sharePpm: 2000 });
  assert.equal(withdrawalCost('3', terms)?.sharePpm, 333_334);
  assert.equal(withdrawalCost('', terms), undefined);
});

test('R2.42 R10.6 contracts: wins to break even, the average of guessing, and the worst', () => {
  assert.deepEqual(contractCost('20', 100, TERMS), {
    average: '-154.000000',
    winsNeeded: '55',
    fees: '4.000000',
    ifAllWrong: '-2004.000000',
  });
  assert.deepEqual(oddsOf(TERMS), { breakEvenPpm: 541_622, coinFlipPpm: -77_000 });
  for (const count of [0, -1, 1.5, Number.NaN]) assert.equal(contractCost('20', count, TERMS), undefined);
});

test('R2.42 R11.1 any contracts: one win less than needed is a loss, the wins needed are none', () => {
  const cents = fc.integer({ min: 1, max: 5_000_000 });
  const counts = fc.integer({ min: 1, max: 10_000 });
  const profits = fc.integer({ min: 500_000, max: 990_000 });
  fc.assert(
    fc.property(cents, counts, profits, (stake, count, profit) => {
      const terms = { ...TERMS, profitRate: (profit / 1_000_000).toFixed(6) };
      const cost = contractCost((stake / 100).toFixed(2), count, terms);
      assert.ok(cost !== undefined);
      const units = BigInt(stake) * 10_000n;
      const fee = (units * 2000n) / 1_000_000n;
      const [right, wrong] = [(units * BigInt(profit)) / 1_000_000n - fee, -units - fee];
      const result = (wins: bigint) => wins * right + (BigInt(count) - wins) * wrong;
      const needed = BigInt(cost.winsNeeded);
      assert.ok(result(needed) >= 0n && result(needed - 1n) < 0n);
      assert.equal(BigInt(cost.ifAllWrong.replace('.', '')), BigInt(count) * wrong);
    }),
  );
});

test('R2.42 R11.1 an exchange brings what the index gives less the spread, rounded down', () => {
  const bitcoin = { decimals: 8, price: '90000.50', priceDecimals: 2 };
  assert.deepEqual(exchangeCost('900.005', { pay: USDT, receive: bitcoin }, 1000), {
    received: '0.00999000',
    atIndex: '0.01000000',
    cost: '0.00001000',
  });
  assert.deepEqual(exchangeCost('1', { pay: bitcoin, receive: USDT }, 1000), {
    received: '89910.499500',
    atIndex: '90000.500000',
    cost: '90.000500',
  });
  assert.equal(exchangeCost('1', { pay: { ...bitcoin, price: '' }, receive: USDT }, 1000), undefined);
});
