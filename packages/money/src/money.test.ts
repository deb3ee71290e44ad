/** Goal: the exactness of decimals and rounding. Method: fast-check against BigInt. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  formatDecimal,
  formatFixed,
  formatRatio,
  indexInTicks,
  MAX_UNITS,
  mulDivCeil,
  mulDivFloor,
  parseDecimal,
  priceBand,
} from './index.ts';

const units = fc.oneof(
  fc.integer({ min: 0, max: MAX_UNITS }),
  fc.integer({ min: 0, max: 2 ** 27 }),
  fc.constantFrom(0, 1, MAX_UNITS - 1, MAX_UNITS),
);
const divisor = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.constantFrom(1, 10, 1000, 1_000_000, 10 ** 12),
);
const clip = (value: bigint): number => (value > BigInt(MAX_UNITS) ? -1 : Number(value));

test('R11.1 multiplication and division round as they say, for every input', () => {
  fc.assert(
    fc.property(units, units, divisor, (a, b, d) => {
      const product = BigInt(a) * BigInt(b);
      assert.equal(mulDivFloor(a, b, d), clip(product / BigInt(d)));
      assert.equal(mulDivCeil(a, b, d), clip((product + BigInt(d) - 1n) / BigInt(d)));
    }),
    { numRuns: 20_000 },
  );
});

test('R11.1 quotients next to a whole number do not round up to it', () => {
  fc.assert(
    fc.property(divisor, fc.integer({ min: 1, max: MAX_UNITS }), (d, n) => {
      const quotient = Math.floor(n / d);
      const product = quotient * d - 1;
      if (product < 0) return;
      assert.equal(mulDivFloor(product, 1, d), Number(BigInt(product) / BigInt(d)));
    }),
    { numRuns: 20_000 },
  );
});

test('R11.1 a decimal string survives parsing and formatting', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 12 }), (amount, decimals) => {
      assert.equal(parseDecimal(formatDecimal(amount, decimals), decimals), amount);
      assert.equal(parseDecimal(formatFixed(amount, decimals), decimals), amount);
    }),
  );
});

test('R5.13 texts that are not amounts are told apart', () => {
  const cases: [string, number, ReturnType<typeof parseDecimal>][] = [
    ['1.5', 6, 1_500_000],
    ['0.00001', 6, 10],
    ['1.0000000', 6, 1_000_000],
    ['1.0000001', 6, 'too-precise'],
    ['', 6, 'malformed'],
    ['-1', 6, 'malformed'],
    ['1e5', 6, 'malformed'],
    ['1,000', 6, 'malformed'],
    ['.5', 6, 'malformed'],
    ['١', 6, 'malformed'],
    ['9007199254.740992', 6, 'too-large'],
    ['9007199254.740991', 6, MAX_UNITS],
  ];
  for (const [text, decimals, expected] of cases) assert.equal(parseDecimal(text, decimals), expected, text);
});

test('R11.1 R11.4 a price band is even around its middle, rounded towards it, and never below one tick', () => {
  assert.deepEqual(priceBand(9_000_001, 500_000), { lowest: 4_500_001, highest: 13_500_001 });
  assert.deepEqual(priceBand(1, 1_000_000), { lowest: 1, highest: 2 });
  assert.deepEqual([indexInTicks(8_999_550, 100), indexInTicks(49, 100)], [89_996, 1]);
});

test('R11.1 a ratio is rounded to the nearest, halves away from zero', () => {
  const numerator = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  const denominator = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(numerator, denominator, fc.integer({ min: 0, max: 8 }), (a, b, decimals) => {
      const text = formatRatio(a, b, decimals);
      const shown = BigInt(text.replace('.', ''));
      const distance = 2n * (a * 10n ** BigInt(decimals) - shown * b);
      assert.ok(distance <= b && distance >= -b, text);
      assert.equal(text.split('.')[1]?.length ?? 0, decimals);
    }),
  );
  const cases: [bigint, bigint, string][] = [
    [1n, 2n, '1'],
    [-1n, 2n, '-1'],
    [-1n, 3n, '0'],
    [7n, 1n, '7'],
  ];
  for (const [a, b, text] of cases) assert.equal(formatRatio(a, b, 0), text);
});
