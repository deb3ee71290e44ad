/** Random definitions and purchases of fixed terms, and what they begin with. */
import fc from 'fast-check';
import { WALLET, type Command } from '../src/index.ts';
import type { WeightedStep } from './feature.ts';
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
const offer = fc
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

const purchase = fc
  .record({ terms: usual, owner, amount, rate: rarely(0, 1), more: rarely(0, 1) })
  .map(({ terms: { offer: number, dailyRatePpb, days }, owner: buyer, amount: units, rate, more }) => ({
    owner: buyer,
    offer: number,
    amount: units,
    dailyRatePpb: dailyRatePpb + rate,
    days: days + more,
  }));

/** Capital of a reserve, mostly less than all purchases of a sequence would need. */
const capitalOf = (reserve: number) =>
  fc.record({
    type: fc.constant('issue' as const),
    owner: fc.constant(reserve),
    wallet: fc.constant(0),
    asset: fc.constantFrom(0, 0, 1),
    amount: fc.integer({ min: 1, max: 60_000 }),
    reason: fc.constant('house-capital' as const),
  });

export interface SimulatedTerms {
  readonly reserve: number;
  readonly define: Extract<Command, { readonly dailyRatePpb: number; readonly minAmount: number }>['type'];
  readonly buy: Extract<Command, { readonly dailyRatePpb: number; readonly amount: number }>['type'];
}

/** Capital, offers and purchases of a product. */
export const fixedTermSteps = ({
  reserve,
  define,
  buy,
}: SimulatedTerms): readonly WeightedStep<Command>[] => [
  { weight: 2, arbitrary: capitalOf(reserve) },
  { weight: 4, arbitrary: offer.map((terms) => ({ type: define, ...terms })) },
  { weight: 6, arbitrary: purchase.map((bought) => ({ type: buy, ...bought })) },
];

/**
 * Two offers, and a little capital. Interest of an ordinary purchase is 20 to 15,000 units: a
 * reserve is short at times.
 */
export function fixedTermSetUp({
  reserve: owner,
  define: type,
}: Omit<SimulatedTerms, 'buy'>): readonly Command[] {
  const sale = { minAmount: 1_000, maxPerOwner: 0, quota: 9_000_000, opensMs: 0, closesMs: 0, isOpen: 1 };
  return [
    ...[OFFERS[0], OFFERS[2]].map((terms): Command => ({ type, ...terms, ...sale })),
    ...[0, 1].map((asset): Command => {
      const account = { owner, wallet: WALLET.house, asset };
      return { type: 'issue', ...account, amount: 30_000, reason: 'house-capital' };
    }),
  ];
}
