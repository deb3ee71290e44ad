/**
 * Goal: a list is divided as its formulas say: everybody gets the same share to a unit, nobody pays
 * more than he has paid in, and all is sold that somebody can pay for. Method: random lists beside
 * fractions of BigInt and a sorted list.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { allocate, coinsFor, costOf, priceOf, raiseOf, shareOf, type SaleTerms } from './quote.ts';

const price = fc.record({
  numerator: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 10 ** 9 })),
  denominator: fc.constantFrom(1, 10, 100, 10_000, 10 ** 9),
});
const amounts: fc.Arbitrary<number[]> = fc.oneof(
  fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 40 }),
  fc.array(fc.integer({ min: 1, max: 10 ** 13 }), { minLength: 1, maxLength: 40 }),
  fc.array(fc.constantFrom(5, 5, 7, 10), { minLength: 1, maxLength: 40 }),
);
const forSale = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 10 ** 14 }));

interface Drawn {
  readonly lines: readonly { readonly amount: number }[];
  readonly terms: SaleTerms;
}

const list: fc.Arbitrary<Drawn> = fc
  .record({ price, amounts, forSale })
  .filter((drawn) => raiseOf(drawn.forSale, drawn.price) > 0)
  .map((drawn) => {
    const total = drawn.amounts.reduce((sum, amount) => sum + amount, 0);
    const lines = drawn.amounts.map((amount) => ({ amount }));
    return { lines, terms: { price: drawn.price, forSale: drawn.forSale, total } };
  });

/** From the text of the rules alone. */
function naive({ lines, terms }: Drawn): bigint[] {
  const [n, d] = [BigInt(terms.price.numerator), BigInt(terms.price.denominator)];
  const [sale, total] = [BigInt(terms.forSale), BigInt(terms.total)];
  const paid = lines.map(({ amount }) => BigInt(amount));
  if (total <= (sale * n) / d) return paid.map((amount) => (amount * d) / n);
  const coins = paid.map((amount) => (sale * amount) / total);
  const canPay = (i: number): boolean => ((coins[i]! + 1n) * n) / d <= paid[i]!;
  const ranked = paid
    .map((amount, i) => ({ i, remainder: (sale * amount) % total }))
    .filter(({ i, remainder }) => remainder > 0n && canPay(i))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.i - b.i);
  const left = sale - coins.reduce((sum, units) => sum + units, 0n);
  for (const { i } of ranked.slice(0, Number(left))) coins[i]! += 1n;
  return coins;
}

test('R9.3 subscription I3 a list is divided by exact shares and the largest remainders', () => {
  fc.assert(
    fc.property(list, (drawn) => {
      assert.deepEqual(allocate(drawn.lines, drawn.terms).map(BigInt), naive(drawn));
    }),
    { numRuns: 2_000 },
  );
});

test('subscription I3 no cost is above its amount, nor all above the raise, and no more is sold than is for sale', () => {
  fc.assert(
    fc.property(list, ({ lines, terms }) => {
      const coins = allocate(lines, terms);
      const sold = coins.reduce((sum, units) => sum + BigInt(units), 0n);
      assert.ok(sold <= BigInt(terms.forSale));
      const costs = coins.map((units) => costOf(units, terms.price));
      lines.forEach(({ amount }, i) => assert.ok(costs[i]! <= amount));
      assert.ok(costs.reduce((sum, cost) => sum + cost, 0) <= raiseOf(terms.forSale, terms.price));
    }),
    { numRuns: 2_000 },
  );
});

test('subscription I4 who pays in more never gets less, and equal amounts differ by a unit at most', () => {
  fc.assert(
    fc.property(list, ({ lines, terms }) => {
      const coins = allocate(lines, terms);
      const sorted = lines.map(({ amount }, i) => ({ amount, coins: coins[i]! }));
      sorted.sort((a, b) => a.amount - b.amount || a.coins - b.coins);
      sorted.slice(1).forEach((line, i) => {
        const before = sorted[i]!;
        assert.ok(line.coins >= before.coins - 1, 'more paid in, and more than a unit less');
        if (line.amount === before.amount) assert.ok(line.coins - before.coins <= 1);
      });
    }),
  );
});

test('subscription I12 a price is a fraction, or refused where it would not be exact', () => {
  const scale = { price: 2_500, priceDecimals: 4, coinDecimals: 6, quoteDecimals: 6 };
  assert.deepEqual(priceOf(scale), { numerator: 2_500, denominator: 10_000 });
  assert.deepEqual(priceOf({ ...scale, coinDecimals: 0, priceDecimals: 2 }), {
    numerator: 25_000_000,
    denominator: 1,
  });
  assert.equal(priceOf({ ...scale, priceDecimals: 12, coinDecimals: 12 }), null);
  assert.equal(priceOf({ ...scale, price: 2 ** 50, coinDecimals: 0, priceDecimals: 0 }), null);
});

test('subscription I3 a share follows from the total, whether it covers the raise or not', () => {
  const quarter = { numerator: 2_500, denominator: 10_000 };
  const forSale = 8_000_000;
  const amount = 2_000;
  assert.equal(raiseOf(forSale, quarter), 2_000_000);
  assert.equal(coinsFor(amount, quarter), 8_000);
  assert.deepEqual(shareOf(amount, { price: quarter, forSale, total: 2_000_000 }), {
    coins: 8_000,
    remainder: 0,
  });
  assert.equal(shareOf(amount, { price: quarter, forSale, total: 6_412_350 }).coins, 2_495);
});
