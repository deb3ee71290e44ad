/** Goal: transfers follow R5.6. Method: amounts on both sides of the minimum and the balance. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transferError } from './transfer-rule.ts';

test('R5.6 R5.9 a transfer below 0.00001 asks for the amount', () => {
  for (const amount of ['', '.', '1.']) assert.equal(transferError(amount, '10'), 'wallet.enterAmount');
  for (const amount of ['0', '0.000009']) assert.equal(transferError(amount, '10'), 'wallet.enterMore');
  assert.equal(transferError('0.00001', '10'), undefined);
});
test('R5.6 R5.9 a transfer beyond the balance is insufficient', () => {
  assert.equal(transferError('10.00001', '10'), 'common.insufficient');
  assert.equal(transferError('10', undefined), undefined);
});
