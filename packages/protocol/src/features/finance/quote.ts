/**
 * What a finance order brings, and what it has brought so far. The core and the site share these
 * formulas (R9.2: the return is deposit times daily rate times days). Amounts are in units.
 */
import { DAY_MS, fullDays, simpleInterest } from '@glasshouse/money';

/** The terms of an order, which stay as they were when it was bought. */
export interface FinanceTerms {
  readonly amount: number;
  /** Parts per 10^9 per day. */
  readonly dailyRatePpb: number;
  readonly days: number;
  readonly boughtMs: number;
}

/**
 * floor(amount * dailyRatePpb * days / 10^9): the interest of the whole term. The remainder stays
 * with the house. -1 beyond what a ledger account can hold.
 */
export const interestOf = simpleInterest;

export const dueMsOf = ({ boughtMs, days }: Pick<FinanceTerms, 'boughtMs' | 'days'>): number =>
  boughtMs + days * DAY_MS;

/** Full days of the term that are still to come, the running one included. */
export function remainingDays({ boughtMs, days }: FinanceTerms, nowMs: number): number {
  return days - fullDays({ fromMs: boughtMs, days }, nowMs);
}

/** Interest of the full days so far; all of it once the term is over. */
export function profitSoFar({ amount, dailyRatePpb, days, boughtMs }: FinanceTerms, nowMs: number): number {
  return interestOf(amount, dailyRatePpb, fullDays({ fromMs: boughtMs, days }, nowMs));
}
