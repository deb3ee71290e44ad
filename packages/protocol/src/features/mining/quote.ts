/**
 * What a miner brings, and what it has brought so far. The core and the site share these formulas.
 * Amounts are in units.
 */
import { DAY_MS, fullDays, simpleInterest } from '@glasshouse/money';

/** States of a miner. */
export const MINER_STATUS = { proceeding: 0, toBeRedeemed: 1, redeemed: 2, redeemedEarly: 3 } as const;

/** The terms of a miner, which stay as they were when it was bought. */
export interface MinerTerms {
  readonly amount: number;
  /** Parts per 10^9 per day. */
  readonly dailyRatePpb: number;
  /** Days of its cycle. */
  readonly days: number;
  readonly boughtMs: number;
}

/**
 * floor(amount * dailyRatePpb * days / 10^9): the reward of the whole cycle. The remainder stays
 * with the house. -1 beyond what a ledger account can hold.
 */
export const rewardOf = simpleInterest;

export const cycleEndMsOf = ({ boughtMs, days }: Pick<MinerTerms, 'boughtMs' | 'days'>): number =>
  boughtMs + days * DAY_MS;

/** Full days of the cycle that are still to come, the running one included. */
export function remainingDays({ boughtMs, days }: MinerTerms, nowMs: number): number {
  return days - fullDays({ fromMs: boughtMs, days }, nowMs);
}

/** Reward of the full days so far. It stops at the end of the cycle. */
export function rewardSoFar({ amount, dailyRatePpb, days, boughtMs }: MinerTerms, nowMs: number): number {
  return rewardOf(amount, dailyRatePpb, fullDays({ fromMs: boughtMs, days }, nowMs));
}

/**
 * Units that come back: now, while the cycle lasts, the deposit alone; after it deposit and reward;
 * once redeemed, what was paid.
 */
export function redeemableOf(miner: MinerTerms & { readonly status: number }): number {
  const { amount, dailyRatePpb, days, status } = miner;
  const hasReward = status === MINER_STATUS.toBeRedeemed || status === MINER_STATUS.redeemed;
  return hasReward ? amount + rewardOf(amount, dailyRatePpb, days) : amount;
}

/** The letter of a pool: the first of its English name, or M. */
export const poolLetter = (name: string): string => /[A-Z]/i.exec(name)?.[0].toUpperCase() ?? 'M';

/** 'G-204': the letter of the pool, and the number of the miner in it, with at least 3 digits. */
export function minerName(letter: string, number: number): string {
  return `${letter}-${String(number).padStart(3, '0')}`;
}
