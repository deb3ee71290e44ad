/** Goal: interest is exact for every amount. Method: fast-check against fractions of BigInt. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { DAY_MS, fullDays, MAX_UNITS, simpleInterest } from './index.ts';

/** The whole units of principal * rate * days / 10^9, by a fraction that is added up day by day. */
function byDays(principal: number, ratePpb: number, days: number): bigint {
  let [whole, part] = [0n, 0n];
  for (let day = 0; day < days; day++) {
    part += BigInt(principal) * BigInt(ratePpb);
    whole += part / 10n ** 9n;
    part %= 10n ** 9n;
  }
  return whole;
}

test('R11.1 interest of 1, 30 and 365 days is exact for odd amounts', () => {
  const amounts = [1, 3, 999, 12_345_677, 10_000_000_001, 33_333_333_333_333, MAX_UNITS];
  for (const principal of amounts)
    for (const rate of [1, 80_000, 179_999, 260_003, 9_999_999])
      for (const days of [1, 30, 365]) {
        const exact = byDays(principal, rate, days);
        const due = exact > BigInt(MAX_UNITS) ? -1 : Number(exact);
        assert.equal(simpleInterest(principal, rate, days), due, `${principal} ${rate} ${days}`);
      }
});

test('R11.1 interest rounds down, and never falls with a day more', () => {
  const terms = [
    fc.integer({ min: 1, max: 10 ** 14 }),
    fc.integer({ min: 1, max: 10_000_000 }),
    fc.integer({ min: 1, max: 800 }),
  ] as const;
  fc.assert(
    fc.property(...terms, (principal, rate, days) => {
      const interest = simpleInterest(principal, rate, days);
      assert.equal(BigInt(interest), byDays(principal, rate, days));
      assert.ok(interest >= simpleInterest(principal, rate, days - 1));
    }),
    { numRuns: 500 },
  );
});

test('R11.1 a day counts when it is full, and none before the term or after it', () => {
  const term = { fromMs: 1_000, days: 30 };
  const cases: [number, number][] = [
    [0, 0],
    [1_000, 0],
    [1_000 + DAY_MS - 1, 0],
    [1_000 + DAY_MS, 1],
    [1_000 + 30 * DAY_MS - 1, 29],
    [1_000 + 30 * DAY_MS, 30],
    [1_000 + 99 * DAY_MS, 30],
  ];
  for (const [nowMs, days] of cases) assert.equal(fullDays(term, nowMs), days);
});
