/** What comes back of a miner, and its name, for server and site. Amounts are in units. */
import { simpleInterest } from '@glasshouse/money';
import { STATUS } from './terms.ts';

/** The terms of a miner, which stay as they were when it was bought. */
interface MinerTerms {
  readonly amount: number;
  /** Parts per 10^9 per day. */
  readonly dailyRatePpb: number;
  /** Days of its cycle. */
  readonly days: number;
  readonly status: number;
}

/**
 * Units that come back: now, while the cycle lasts, the deposit alone; after it deposit and reward;
 * once redeemed, what was paid.
 */
export function redeemableOf({ amount, dailyRatePpb, days, status }: MinerTerms): number {
  const hasReward = status === STATUS.toBeRedeemed || status === STATUS.redeemed;
  return hasReward ? amount + simpleInterest(amount, dailyRatePpb, days) : amount;
}

/** The letter of a pool: the first of its English name, or M. */
export const poolLetter = (name: string): string => /[A-Z]/i.exec(name)?.[0].toUpperCase() ?? 'M';

/** 'G-204': the letter of the pool, and the number of the miner in it, with at least 3 digits. */
export function minerName(letter: string, number: number): string {
  return `${letter}-${String(number).padStart(3, '0')}`;
}
