/**
 * Goal: calls take plain decimals and guess nothing. Method: a table of what clients send as an
 * amount, with the text that the server works with.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code6, newPassword, optionalDecimal, optionalGoogleCode } from './fields.ts';

test('R5.10 R5.13 an amount of a call is a plain decimal, as text or as an exact number', () => {
  const taken: readonly (readonly [unknown, string | undefined])[] = [
    ['12', '12'],
    ['0.5', '0.5'],
    ['12.50', '12.50'],
    ['007', '007'],
    ['1.000', '1.000'],
    [' 12.5\n', '12.5'],
    [12, '12'],
    [0.000001, '0.000001'],
    [1e-7, '0.0000001'],
    [1.25e-8, '0.0000000125'],
    [123456789.012345, '123456789.012345'],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ];
  for (const [sent, read] of taken) {
    const result = optionalDecimal.safeParse(sent);
    assert.ok(result.success, JSON.stringify(sent));
    assert.equal(result.data, read, JSON.stringify(sent));
  }
  const texts = [
    '1,000 | 1,5 | 1,234.5 | 1.234,5 | 12,345,678 | 1,00,000 | 1.234.567 | 1 000 | 1\u00a0000',
    "1'000 | 1_000 | 100 USDT | USDT 100 | $5 | 92.800,50 € | 5% | 1k | 1.5万 | 1e5 | 1e-8 | 0x10",
    '-3 | −3 | +5 | (5) | .5 | 12. | . | １２ | １２．５ | ١٢ | 5² | ½ | NaN | Infinity | 1.2.3',
    '10-20 | 1/2 | 100\t200 | \u200b5 | 1111111111222222222233333333334',
  ].flatMap((line) => line.split(' | '));
  // JSON writes the first with an exponent, the second is too long, the third is below zero, and a
  // double does not hold all digits of the fourth.
  const others: readonly unknown[] = [
    1e21,
    1e-31,
    -1e-7,
    0.1234567890123456,
    -1,
    Number.NaN,
    true,
    {},
    [],
    ['5'],
  ];
  for (const sent of [...texts, ...others])
    assert.equal(optionalDecimal.safeParse(sent).success, false, JSON.stringify(sent));
});

test('R5.1 R5.4 a code is read as it was pasted: spaces, dashes, full width', () => {
  for (const pasted of [
    '123456',
    '123 456',
    ' 123456\n',
    '123-456',
    '12 34 56',
    '１２３４５６',
    '１２３　４５６',
    '\u200b123\u2011456\u00a0',
  ])
    assert.equal(code6.parse(pasted), '123456', JSON.stringify(pasted));
  assert.equal(code6.parse(123456), '123456');
  assert.equal(optionalGoogleCode.parse('１２３ ４５６'), '123456');
  assert.equal(optionalGoogleCode.parse('abcdef-ghjkmn-pqrstu-vwxyz2'), 'abcdefghjkmnpqrstuvwxyz2');
  for (const wrong of [
    '12345',
    '1234567',
    '123 45',
    '12345a',
    '12.3456',
    '１２３４５',
    '١٢٣٤٥٦',
    '12345²',
    '',
  ])
    assert.equal(code6.safeParse(wrong).success, false, wrong);
});

test('R5.2 a new password has one form, however it was typed', () => {
  assert.equal(newPassword.parse('Cafe\u0301-au-lait'), 'Caf\u00e9-au-lait');
  assert.equal(newPassword.parse('Ｐassword-one'), 'Password-one');
  assert.equal(newPassword.safeParse('1assword-one').success, false);
});
