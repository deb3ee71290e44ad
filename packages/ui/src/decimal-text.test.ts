/**
 * Goal: a money field holds the amount that a text means, and refuses a text that means none or
 * several. Method: a table of typed and pasted texts with what each is read as.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnfinished, readDecimal, steppedDecimal } from './decimal-text.ts';

/** The fault and the amounts to choose from as one text, such as 'unclear 1000 1.000'. */
function readAs(text: string, decimals: number, unit?: string): string {
  const reading = readDecimal(text, { decimals, unit });
  return typeof reading === 'string' ? reading : [reading.fault, ...reading.readings].join(' ');
}

test('R5.9 R5.10 an amount is read if it has one meaning, and refused otherwise', () => {
  const table: readonly (readonly [string, string])[] = [
    // Plain.
    ['', ''],
    ['.', ''],
    ['0', '0'],
    ['007', '7'],
    ['12', '12'],
    ['12.', '12'],
    ['.5', '0.5'],
    ['12.50', '12.50'],
    ['1.000', '1.000'],
    ['+5', '5'],
    ['  12.5\t', '12.5'],
    // One comma: decimal, or a group, or either.
    ['1,', '1'],
    ['1,5', '1.5'],
    [',5', '0.5'],
    ['0,125', '0.125'],
    ['0,000001', '0.000001'],
    ['1000,125', '1000.125'],
    ['1,0000', '1.0000'],
    ['1,000', 'unclear 1000 1.000'],
    ['12,345', 'unclear 12345 12.345'],
    ['1,000 USDT', 'unclear 1000 1.000'],
    // Groups of thousands, with a point or a comma before the decimals.
    ['12,345,678', '12345678'],
    ['12,345,678 USDT', '12345678'],
    ['1,234.5', '1234.5'],
    ['1,234,567.89', '1234567.89'],
    ['1,000.000', '1000.000'],
    ['1.234,5', '1234.5'],
    ['92.800,50', '92800.50'],
    ['1.000,000', '1000.000'],
    ['1.234.567', '1234567'],
    ['1.234.567,8', '1234567.8'],
    // Lakhs and crores.
    ['1,00,000', '100000'],
    ['12,34,567.5', '1234567.5'],
    ['1,23,45,678', '12345678'],
    // Spaces, apostrophes, underscores.
    ['1 234 567,8', '1234567.8'],
    ['1\u00a0234,50', '1234.50'],
    ['1\u202f234\u202f567.25', '1234567.25'],
    ['1\u2009000', '1000'],
    ["1'234.5", '1234.5'],
    ['1’234’567', '1234567'],
    ['1_000_000', '1000000'],
    // The field's coin on either side, and the dollar for coins of a dollar.
    ['100 USDT', '100'],
    ['100usdt', '100'],
    ['USDT 1.5', '1.5'],
    ['$1,234.50', '1234.50'],
    ['US$ 99', '99'],
    ['＄５', '5'],
    ['100 USD', '100'],
    // Another unit, or words.
    ['0.5 ETH', 'unit'],
    ['92.800,50 €', 'unit'],
    ['€5', 'unit'],
    ['¥1000', 'unit'],
    ['5%', 'unit'],
    ['1M', 'unit'],
    ['≈ 5', 'unreadable'],
    ['100 USDT more', 'unreadable'],
    ['USDT', 'unreadable'],
    // Full-width and Arabic-Indic signs.
    ['１２．５', '12.5'],
    ['１２。５', '12.5'],
    ['１，２３４．５', '1234.5'],
    ['１，０００', 'unclear 1000 1.000'],
    ['１\u3000０００', '1000'],
    ['١٢٫٥', '12.5'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['۱۲۳', '123'],
    ['\u200f١٢\u200f', '12'],
    ['\ufeff12.5\u200b', '12.5'],
    // Signs that only look like digits.
    ['5²', 'unreadable'],
    ['①', 'unreadable'],
    ['½', 'unreadable'],
    ['三', 'unreadable'],
    // Exponents and short forms.
    ['1e5', '100000'],
    ['2.5E-3', '0.0025'],
    ['1.5e+3', '1500'],
    ['1,5e3', '1500'],
    ['1e-9', 'decimals'],
    ['5e', 'unit'],
    ['1k', '1000'],
    ['2.5K', '2500'],
    ['1k USDT', '1000'],
    ['1,000k', 'unclear 1000000 1000'],
    ['1.5万', '15000'],
    ['3 亿', '300000000'],
    // Below zero.
    ['-3', 'minus'],
    ['−3.555', 'minus'],
    ['–3', 'minus'],
    ['3-', 'minus'],
    ['(1,234.5)', 'minus'],
    ['-$5', 'minus'],
    ['$-5', 'minus'],
    ['-', 'minus'],
    // Too exact, too long.
    ['0.1234567', 'decimals 0.123456'],
    ['0.1234560', '0.123456'],
    ['0.0000001', 'decimals'],
    ['12345678901234567890', 'long'],
    ['1e30', 'long'],
    // No number, or two.
    ['1.2.3', 'unreadable'],
    ['1,2,3', 'unreadable'],
    ['1,23.456,7', 'unreadable'],
    ['1.234,', 'unreadable'],
    ['1,234.', 'unreadable'],
    ['0,123,456', 'unreadable'],
    ['1,234 567', 'unreadable'],
    ['1,0000,0000', 'unreadable'],
    ['10-20', 'unreadable'],
    ['1/2', 'unreadable'],
    ['100\t200', 'unreadable'],
    ['100; 200', 'unreadable'],
    ['0x10', 'unreadable'],
    ['NaN', 'unreadable'],
  ];
  for (const [text, reading] of table) assert.equal(readAs(text, 6, 'USDT'), reading, JSON.stringify(text));
});

test('R5.10 what is read depends on the unit and the decimals of the field', () => {
  const table: readonly (readonly [string, number, string | undefined, string])[] = [
    ['0.5 ETH', 8, 'ETH', '0.5'],
    ['$5', 8, 'BTC', 'unit'],
    ['12,345,678 SHIB', 0, 'SHIB', '12345678'],
    ['12,345', 0, 'SHIB', 'unclear 12345'],
    ['92,812', 2, 'USDT', 'unclear 92812'],
    ['92,800', 2, 'USDT', 'unclear 92800 92.80'],
    ['5.0', 0, 'SHIB', '5'],
    ['5.5', 0, 'SHIB', 'decimals 5'],
    ['1.5%', 2, '%', '1.5'],
    ['5 units', 6, undefined, 'unreadable'],
  ];
  for (const [text, decimals, unit, reading] of table)
    assert.equal(readAs(text, decimals, unit), reading, text);
});

test('R5.10 a pasted point with three digits is asked for where the field has fewer decimals', () => {
  const pasted = (text: string, decimals: number): unknown => {
    const reading = readDecimal(text, { decimals, isPasted: true });
    return typeof reading === 'string' ? reading : [reading.fault, ...reading.readings];
  };
  assert.deepEqual(pasted('92.800', 2), ['unclear', '92800', '92.80']);
  assert.deepEqual(pasted('95.000', 0), ['unclear', '95000', '95']);
  assert.equal(pasted('92.800', 3), '92.800');
  assert.equal(pasted('92.80', 2), '92.80');
  assert.equal(pasted('0.125', 8), '0.125');
  assert.equal(readDecimal('92.800', { decimals: 2 }), '92.80', 'typed');
});

test('R5.9 while a number is typed, its beginnings are not refused', () => {
  const rules = { decimals: 6, unit: 'USDT' };
  for (const whole of ['1.5', '1,5', '1,00,000', '12,345,678', '1 000', "1'000.5", '1.234,5', '2e-3', '1.5k'])
    for (let length = 1; length <= whole.length; length++) {
      const typed = whole.slice(0, length);
      const isFine = typeof readDecimal(typed, rules) === 'string' || isUnfinished(typed, rules);
      assert.ok(isFine || readAs(typed, 6).startsWith('unclear'), typed);
    }
  for (const typed of ['-', '1x', '1,2,', '5²']) assert.equal(isUnfinished(typed, rules), false, typed);
});

test('R5.9 arrow keys step a decimal by its last digit, exactly and never below zero', () => {
  assert.equal(steppedDecimal('90140.99', 2, 1), '90141.00');
  assert.equal(steppedDecimal('', 2, 1), '0.01');
  assert.equal(steppedDecimal('0.5', 5, -10), '0.49990');
  assert.equal(steppedDecimal('3', 2, -1000), '0.00');
  assert.equal(steppedDecimal('7', 0, 1), '8');
});
