/** Goal: a money field only ever holds an amount. Method: a table of typed and remaining texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanDecimal, faultOfDecimal, steppedDecimal } from './decimal-text.ts';

test('R5.10 a money field keeps a plain decimal cut to its decimals', () => {
  const table: [string, number, string][] = [
    ['12.345', 2, '12.34'],
    ['1,234.5', 2, '1234.5'],
    ['1,234', 2, '1234'],
    ['0,5', 2, '0.5'],
    ['0,125', 4, '0.125'],
    ['.5', 4, '0.5'],
    ['007', 2, '7'],
    ['1e5', 2, '100000'],
    ['2.5E-7', 8, '0.00000025'],
    ['1e-9', 8, '0'],
    ['5e', 2, '5'],
    ['1.234,56', 2, '1234.56'],
    ['1.234,', 5, '1.234'],
    ['1.5,', 2, '1.5'],
    ['1,234,567.8', 2, '1234567.8'],
    ['-3', 2, '3'],
    ['1.2.3', 4, '1.23'],
    ['１２。５', 2, '12.5'],
    ['5.', 0, '5'],
    ['', 2, ''],
  ];
  for (const [typed, decimals, kept] of table) assert.equal(cleanDecimal(typed, decimals), kept, typed);
});

test('R5.9 arrow keys step a decimal by its last digit, exactly and never below zero', () => {
  assert.equal(steppedDecimal('90140.99', 2, 1), '90141.00');
  assert.equal(steppedDecimal('', 2, 1), '0.01');
  assert.equal(steppedDecimal('0.5', 5, -10), '0.49990');
  assert.equal(steppedDecimal('3', 2, -1000), '0.00');
  assert.equal(steppedDecimal('7', 0, 1), '8');
});

test('R5.9 a minus and further decimals are named; separators, letters and zeros within are not', () => {
  const table: [string, number, ReturnType<typeof faultOfDecimal>][] = [
    ['-3', 2, 'minus'],
    ['−3.555', 2, 'minus'],
    ['12.345', 2, 'decimals'],
    ['0,123', 2, 'decimals'],
    ['5.0', 0, 'decimals'],
    ['12.34', 2, undefined],
    ['5.', 0, undefined],
    ['1,234.5', 2, undefined],
    ['1,234', 2, undefined],
    ['2.5E-7', 2, undefined],
    ['12 USDT', 2, undefined],
    ['', 2, undefined],
  ];
  for (const [typed, decimals, fault] of table) assert.equal(faultOfDecimal(typed, decimals), fault, typed);
});
