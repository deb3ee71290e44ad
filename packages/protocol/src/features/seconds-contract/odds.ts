/** The odds of a seconds contract as the ticket shows them. Rates are in parts per million. */

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
