/** What an order brings. The core and the site share these formulas. */
import { mulPpmFloor, quoteFloor, type PairScale } from '@glasshouse/money';

/**
 * floor(received * feePpm / 10^6): the fee of a trade, taken from what its side receives, in units
 * of that asset. The remainder stays with the trader.
 */
export const feeOf = mulPpmFloor;

/**
 * floor(feePpm * sharePpm / 10^6): what a tier pays of a pair's fee, in ppm. The remainder stays
 * with the trader.
 */
export const tierFeeOf = mulPpmFloor;

export interface Received {
  /** Units that arrive, the fee taken off. */
  readonly units: number;
  readonly fee: number;
}

/**
 * What a fill of `lots` at `price` brings: base units for a buy, quote units for a sell. Null where
 * it is more than an amount may be.
 */
export function receivedBy(
  fill: { readonly isBuy: boolean; readonly price: number; readonly lots: number; readonly feePpm: number },
  { unitsPerLot, multiplier, divisor }: PairScale,
): Received | null {
  const { isBuy, price, lots, feePpm } = fill;
  const gross = isBuy ? lots * unitsPerLot : quoteFloor(price, lots, multiplier, divisor);
  if (!Number.isSafeInteger(gross) || gross < 0) return null;
  const fee = feeOf(gross, feePpm);
  return { units: gross - fee, fee };
}
