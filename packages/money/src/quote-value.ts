/**
 * What lots of a pair are worth at a price. The core, the rows and the site share these formulas.
 */
import * as LIMITS from './limits.ts';
import * as ROUNDING from './rounding.ts';

// Bound to constants of this module, which V8 folds into its code.
const { MAX_UNITS } = LIMITS;
const { mulDivCeil, mulDivFloor } = ROUNDING;

/** Quote units = price in ticks * lots * multiplier / divisor; one of the two is 1. */
export interface PairScale {
  readonly multiplier: number;
  readonly divisor: number;
  /** Units of the base asset in one lot. */
  readonly unitsPerLot: number;
}

export interface PairDecimals {
  /** Of a tick of price and of a lot. */
  readonly price: number;
  readonly lot: number;
  /** Of the assets' units. */
  readonly base: number;
  readonly quote: number;
}

export function pairScale({ price, lot, base, quote }: PairDecimals): PairScale {
  const exponent = quote - price - lot;
  return {
    multiplier: exponent > 0 ? 10 ** exponent : 1,
    divisor: exponent < 0 ? 10 ** -exponent : 1,
    unitsPerLot: 10 ** (base - lot),
  };
}

/**
 * The cost of `lots` at `price` in quote units, rounded down; the remainder stays with the buyer.
 * Returns -1 beyond MAX_UNITS.
 */
// oxlint-disable-next-line max-params -- The core calls it for each fill: no object is made.
export function quoteFloor(price: number, lots: number, multiplier: number, divisor: number): number {
  const product = price * lots * multiplier;
  if (product <= MAX_UNITS) return divisor === 1 ? product : Math.floor(product / divisor);
  return mulDivFloor(price * multiplier, lots, divisor);
}

/**
 * The units to freeze for `lots` at `price`, rounded up so that they cover the floor of every fill.
 * Returns -1 beyond MAX_UNITS.
 */
// oxlint-disable-next-line max-params -- As above.
export function quoteCeil(price: number, lots: number, multiplier: number, divisor: number): number {
  const product = price * lots * multiplier;
  if (product <= MAX_UNITS && divisor === 1) return product;
  return mulDivCeil(price * multiplier, lots, divisor);
}

/**
 * Lots that `units` of the quote asset buy at `price`, rounded down. Returns -1 beyond MAX_UNITS.
 */
// oxlint-disable-next-line max-params -- As above.
export function lotsFor(units: number, price: number, multiplier: number, divisor: number): number {
  return mulDivFloor(units, divisor, price * multiplier);
}
