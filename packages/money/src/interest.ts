/**
 * Simple interest by full days. Rates are whole numbers in parts per 10^9 per day: 0.018% is
 * 180,000.
 */
import { mulDivFloor } from './rounding.ts';

/** Daily rates are in parts per billion (10^9). */
export const PPB = 1_000_000_000;
export const DAY_MS = 86_400_000;

/**
 * floor(principal * dailyRatePpb * days / 10^9), exact; the remainder stays with the payer of the
 * interest. `dailyRatePpb * days` has to be a safe integer. Returns -1 beyond MAX_UNITS.
 */
export function simpleInterest(principal: number, dailyRatePpb: number, days: number): number {
  return mulDivFloor(principal, dailyRatePpb * days, PPB);
}

/** Full days that have passed of a term, from 0 to all of its days. */
export function fullDays(term: { readonly fromMs: number; readonly days: number }, nowMs: number): number {
  return Math.min(term.days, Math.max(0, Math.floor((nowMs - term.fromMs) / DAY_MS)));
}
