/** Random definitions and purchases of fixed terms, for finance and mining. */
import fc from 'fast-check';
import { owner, wild } from './values.ts';

/** The usual terms of the three offers that are drawn. A day's gap between ticks ends most. */
const OFFERS = [
  { offer: 1, asset: 0, dailyRatePpb: 180_000, days: 1 },
  { offer: 2, asset: 0, dailyRatePpb: 9_999_999, days: 2 },
  { offer: 3, asset: 1, dailyRatePpb: 80_000, days: 1 },
] as const;

const usual = fc.constantFrom(...OFFERS);
const rarely = <T, U>(common: T, ...rare: readonly U[]): fc.Arbitrary<T | U> =>
  fc.oneof(
    { weight: 24, arbitrary: fc.constant(common) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  );

/** Mostly sound. Amounts and limits meet each other often. */
export const offer = fc
  .record({
    terms: usual,
    rate: rarely(0, -180_000, 10_000_000, 1.5),
    days: rarely(0, -2, 3_650),
    asset: rarely(0, 1, 9),
    minAmount: fc.constantFrom(1, 1, 1_000, 1_000),
    maxPerOwner: fc.constantFrom(0, 0, 0, 2_500_000, 999),
    quota: fc.constantFrom(0, 0, 3_000_000, 9_000_000, 999),
    opensMs: rarely(0, 1, 2 ** 50, -1),
    closesMs: rarely(0, 1, 2, 2 ** 50),
    isOpen: rarely(1, 0, 2),
  })
  .map(({ terms, rate, days, asset, ...rest }) => ({
    ...rest,
    offer: terms.offer,
    asset: terms.asset + asset,
    dailyRatePpb: terms.dailyRatePpb + rate,
    days: terms.days + days,
  }));

const amount = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1_000, max: 1_500_000 }) },
  { weight: 2, arbitrary: fc.constantFrom(1, 999, 1_000, 3_000_000, 500_000_000) },
  { weight: 1, arbitrary: wild },
);

export const purchase = fc
  .record({ terms: usual, owner, amount, rate: rarely(0, 1), more: rarely(0, 1) })
  .map(({ terms: { offer: number, dailyRatePpb, days }, owner: buyer, amount: units, rate, more }) => ({
    owner: buyer,
    offer: number,
    amount: units,
    dailyRatePpb: dailyRatePpb + rate,
    days: days + more,
  }));

/** Capital of a reserve, mostly less than all purchases of a sequence would need. */
export const capitalOf = (reserve: number) =>
  fc.record({
    type: fc.constant('issue' as const),
    owner: fc.constant(reserve),
    wallet: fc.constant(0),
    asset: fc.constantFrom(0, 0, 1),
    amount: fc.integer({ min: 1, max: 60_000 }),
    reason: fc.constant('house-capital' as const),
  });
