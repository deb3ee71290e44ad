/**
 * Multiplication and division of units with a named rounding, exact for every input within
 * MAX_UNITS.
 */

import * as LIMITS from './limits.ts';

// Bound to constants of this module, which V8 folds into its code.
const { MAX_UNITS, PPM } = LIMITS;

/**
 * floor(a * b / divisor) for non-negative integers. The remainder stays with the payer. Returns -1
 * when the result exceeds MAX_UNITS, so that the caller can refuse.
 */
export function mulDivFloor(a: number, b: number, divisor: number): number {
  const product = a * b;
  // Below 2^53 the quotient's rounding error is smaller than 1 / divisor, so it never reaches the
  // next integer: the floor is exact.
  if (product <= MAX_UNITS) return Math.floor(product / divisor);
  const exact = (BigInt(a) * BigInt(b)) / BigInt(divisor);
  return exact <= BigInt(MAX_UNITS) ? Number(exact) : -1;
}

/**
 * ceil(a * b / divisor) for non-negative integers: an amount to freeze that covers every later
 * floor. Returns -1 beyond MAX_UNITS.
 */
export function mulDivCeil(a: number, b: number, divisor: number): number {
  const product = a * b;
  if (product <= MAX_UNITS) {
    const floor = Math.floor(product / divisor);
    return floor * divisor === product ? floor : floor + 1;
  }
  const exact = (BigInt(a) * BigInt(b) + BigInt(divisor) - 1n) / BigInt(divisor);
  return exact <= BigInt(MAX_UNITS) ? Number(exact) : -1;
}

/**
 * floor(amount * ppm / 10^6): a fee or a profit. The remainder stays with the owner of the amount.
 */
export function mulPpmFloor(amount: number, ppm: number): number {
  return mulDivFloor(amount, ppm, PPM);
}

/** ceil(amount * ppm / 10^6): a fee that must never be zero for a positive amount. */
export function mulPpmCeil(amount: number, ppm: number): number {
  return mulDivCeil(amount, ppm, PPM);
}
