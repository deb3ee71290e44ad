/**
 * What a seconds contract costs and brings, and its odds. The core and the site share these
 * formulas. Rates are in parts per million.
 */
import { mulPpmFloor } from '@glasshouse/money';

/** floor(stake * feeRatePpm / 10^6): the fee, taken beside the stake. */
export const feeOf = mulPpmFloor;
/** floor(stake * profitRatePpm / 10^6): what a win brings beside the stake. */
export const profitOf = mulPpmFloor;

export interface ContractQuote {
  /** Taken beside the stake; a draw returns it. */
  readonly fee: number;
  /** The gain if the direction is right, fee included. */
  readonly netWhenRight: number;
  /** The gain if it is wrong, fee included: negative. */
  readonly netWhenWrong: number;
}
/** What a contract changes on its owner's account. A draw and a return change nothing. */
export function quoteOf(stake: number, profitRatePpm: number, feeRatePpm: number): ContractQuote {
  const fee = feeOf(stake, feeRatePpm);
  return { fee, netWhenRight: profitOf(stake, profitRatePpm) - fee, netWhenWrong: -stake - fee };
}

const PPM = 1_000_000;

/**
 * The win rate (ppm, rounded up) at which a long series of equal contracts breaks even, without
 * draws. From w * (profit - fee) = (1 - w) * (1 + fee): w = (1 + fee) / (1 + profit).
 */
export function breakEvenRate(profitRatePpm: number, feeRatePpm: number): number {
  return Math.ceil(((PPM + feeRatePpm) * PPM) / (PPM + profitRatePpm));
}

/**
 * The average gain of a fair coin flip, in ppm of the stake (negative is a loss): (profit - 1) / 2
 * - fee.
 */
export function coinFlipExpectation(profitRatePpm: number, feeRatePpm: number): number {
  return Math.floor((profitRatePpm - PPM) / 2) - feeRatePpm;
}
