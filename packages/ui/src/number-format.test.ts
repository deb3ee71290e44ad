/** Goal: numbers are formatted as R5.10 says. Method: a table of inputs and texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNumber, formatPercent, neededPercent, plainDecimal } from './number-format.ts';

test('R5.10 numbers carry thousands separators and four truncated decimals by default', () => {
  assert.equal(formatNumber('1234567.891299'), '1,234,567.8912');
  assert.equal(formatNumber('1'), '1.0000');
});
test('R5.10 decimals are truncated, never rounded up', () => {
  assert.equal(formatNumber('0.99999', { decimals: 2 }), '0.99');
  assert.equal(formatNumber(1.15, { decimals: 2 }), '1.15');
});
test('R5.10 a decimal string keeps all its digits', () => {
  assert.equal(formatNumber('9007199254740993.12345678', { decimals: 8 }), '9,007,199,254,740,993.12345678');
});
test('R5.10 a truncated zero has no sign, a loss has a true minus', () => {
  assert.equal(formatNumber('-0.00001', { decimals: 2 }), '0.00');
  assert.equal(formatNumber('-1.5', { decimals: 2 }), '−1.50');
  assert.equal(formatNumber('1.5', { decimals: 2, signed: true }), '+1.50');
});
test('R5.10 what is no number shows a dash', () => {
  for (const value of ['', null, undefined, 'abc', NaN]) assert.equal(formatNumber(value), '–');
});
test('R5.10 a day change reads as a signed percentage', () => {
  assert.equal(formatPercent(0.0144), '+1.44%');
  assert.equal(formatPercent(-0.02), '−2.00%');
  assert.equal(formatPercent(0.85, { decimals: 0, signed: false }), '85%');
  assert.equal(formatPercent(Infinity), '–');
});
test('R5.10 an input gets a plain decimal', () => {
  assert.equal(plainDecimal('12345.678900', 3), '12345.678');
  assert.equal(plainDecimal(1e-7, 8), '0.0000001');
});

test('R10.6 a rate that one has to reach is never told too small', () => {
  const texts = [0.550_55, 0.55, 0.541_622, 0.5, 0.600_000_1].map(neededPercent);
  assert.deepEqual(texts, ['55.1%', '55.0%', '54.2%', '50.0%', '60.1%']);
});
