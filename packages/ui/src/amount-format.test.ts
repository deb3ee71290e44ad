/** Goal: amounts in panels are short, and never misleading. Method: a table of inputs and texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountTexts, placesOf } from './amount-format.ts';

test('R5.10 an amount is cut to its decimals, and known exactly beside it', () => {
  assert.deepEqual(amountTexts('10024.18765432', { decimals: 2 }), {
    shown: '10,024.18',
    exact: '10,024.18765432',
  });
  assert.deepEqual(amountTexts('0.1234567', { decimals: 5, signed: true }), {
    shown: '+0.12345',
    exact: '+0.1234567',
  });
});
test('R5.10 an amount that is not cut has one text, with at least two decimals', () => {
  assert.deepEqual(amountTexts('5', { decimals: 8 }), { shown: '5.00', exact: '5.00' });
  assert.deepEqual(amountTexts('1200000', { decimals: 0 }), { shown: '1,200,000', exact: '1,200,000' });
  assert.deepEqual(amountTexts('0', { decimals: 2 }), { shown: '0.00', exact: '0.00' });
  assert.deepEqual(amountTexts(undefined, { decimals: 2 }), { shown: '–', exact: '–' });
});
test('R5.10 an amount below its decimals shows all of them, so that it never looks like none', () => {
  assert.equal(amountTexts('0.0000012', { decimals: 5 }).shown, '0.0000012');
  assert.equal(amountTexts('-0.0048', { decimals: 2, signed: true }).shown, '−0.0048');
});
test('R5.10 the decimals of a text are counted for a column', () => {
  assert.deepEqual(['1,200', '−0.50', '0.000012', '–'].map(placesOf), [0, 2, 6, 0]);
});
