/**
 * Goal: results add up by product and coin. Method: a running contract, a lost one, interest; and
 * random parts, of which nothing may be lost or counted twice.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Big } from 'big.js';
import fc from 'fast-check';
import { earnedRows } from './earned-rows.ts';

test('R2.6 what products have brought counts losses, and no stake that still runs', () => {
  const contracts = { product: 'seconds-contract', currency: 'USDT', amount: '-130.26' };
  const interest = { product: 'finance', currency: 'USDT', amount: '12.6' };
  const running = { feature: 'seconds-contract', coin: 'USDT', amount: '30.06' };
  const grown = { feature: 'finance', coin: 'BTC', amount: '0.001' };
  assert.deepEqual(earnedRows([contracts, interest], [grown], [running]), [
    { product: 'seconds-contract', coin: 'USDT', paid: '-100.2', accrued: '0' },
    { product: 'finance', coin: 'USDT', paid: '12.6', accrued: '0' },
    { product: 'finance', coin: 'BTC', paid: '0', accrued: '0.001' },
  ]);
});

const PRODUCTS = ['finance', 'mining', 'seconds-contract'];
const COINS = ['USDT', 'BTC'];
const parts = fc.array(
  fc.record({
    feature: fc.constantFrom(...PRODUCTS),
    coin: fc.constantFrom(...COINS),
    amount: fc
      .integer({ min: -(10 ** 12), max: 10 ** 12 })
      .map((units) => new Big(units).div(10 ** 8).toFixed()),
  }),
  { maxLength: 30 },
);

test('R2.6 by product and coin, paid and grown together are the result: all parts, each once, exactly', () => {
  fc.assert(
    fc.property(parts, parts, parts, (paid, grown, atStake) => {
      const earned = paid.map(({ feature, coin, amount }) => ({ product: feature, currency: coin, amount }));
      const rows = earnedRows(earned, grown, atStake);
      assert.equal(new Set(rows.map(({ product, coin }) => `${product} ${coin}`)).size, rows.length);
      for (const feature of PRODUCTS)
        for (const coin of COINS) {
          const sumOf = (list: typeof paid) =>
            list
              .filter((part) => part.feature === feature && part.coin === coin)
              .reduce((sum, { amount }) => sum.plus(amount), new Big(0));
          const row = rows.find((each) => each.product === feature && each.coin === coin);
          assert.equal(row?.paid ?? '0', sumOf([...paid, ...atStake]).toFixed());
          assert.equal(row?.accrued ?? '0', sumOf(grown).toFixed());
          const result = new Big(row?.paid ?? 0).plus(row?.accrued ?? 0);
          assert.ok(result.eq(sumOf([...paid, ...atStake, ...grown])));
        }
    }),
  );
});
