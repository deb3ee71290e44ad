/**
 * Goal: fee and bounds that the core would refuse never become a version, which would be tried
 * again each minute. Method: bounds of which one is wrong.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_UNITS } from '@glasshouse/money';
import { boundsProblem, unitsIn } from './network-terms.ts';

test('R5.7 R16.5 the minimum is above 0 and not above the maximum, and covers the fee', () => {
  const whole = { fee: 1, minAmount: 1, maxAmount: 1 };
  const problem = (changed: Partial<typeof whole>) =>
    Object.values(boundsProblem({ ...whole, ...changed }, { coin: 'USDT', decimals: 0 })?.params ?? {});
  assert.deepEqual(problem({}), []);
  assert.deepEqual(problem({ fee: 0, minAmount: 0 }), ['withdrawalMinimum', 'is not above 0']);
  const above = ['withdrawalMinimum', '2 USDT is above the maximum 1 USDT'];
  assert.deepEqual(problem({ minAmount: 2 }), above);
  assert.deepEqual(problem({ fee: 2 }), ['withdrawalFee', '2 USDT is above the minimum 1 USDT']);
});

test('R5.7 R16.5 amounts end where the core bounds them', () => {
  const most = Math.floor(MAX_UNITS / 4);
  assert.deepEqual([unitsIn(String(most), 0), unitsIn(String(most + 1), 0)], [most, null]);
  assert.deepEqual([unitsIn('0.01', 1), unitsIn('-1', 0)], [null, null]);
});
