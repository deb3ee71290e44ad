/**
 * Exact money: integers in an asset's smallest unit ("units"), decimal strings at the edges, named
 * rounding.
 *
 * @module
 * @example parseDecimal('1.5', 6) // 1_500_000
 * @example formatDecimal(1_500_000, 6) // '1.5'
 */
export {
  formatDecimal,
  formatFixed,
  formatRatio,
  isDecimal,
  parseDecimal,
  type DecimalError,
} from './decimal.ts';
export { DAY_MS, fullDays, PPB, simpleInterest } from './interest.ts';
export { MAX_UNITS, PPM } from './limits.ts';
export { indexInTicks, priceBand, type PriceBand } from './price-band.ts';
export {
  lotsFor,
  pairScale,
  quoteCeil,
  quoteFloor,
  type PairDecimals,
  type PairScale,
} from './quote-value.ts';
export { mulDivCeil, mulDivFloor, mulPpmFloor, mulPpmCeil } from './rounding.ts';
