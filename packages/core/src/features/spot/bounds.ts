/** Bounds of a definition of a market. */
import { MAX_UNITS, PPM } from '@glasshouse/money';
import { FEE_PPM_MAX, isWithin, type Range } from '../../contract/bounds.ts';
import { PRICE_MAX, SLOTS } from '../../matching/order-record.ts';
import type { MarketDefinition } from '../../registry.ts';

const DECIMALS_MAX = 12;
const INDEX_DECIMALS_MORE_MAX = 6;

export const MARKET_BOUNDS = {
  priceDecimals: [0, DECIMALS_MAX],
  lotDecimals: [0, DECIMALS_MAX],
  indexDecimals: [0, DECIMALS_MAX + INDEX_DECIMALS_MORE_MAX],
  makerFeePpm: [0, FEE_PPM_MAX],
  takerFeePpm: [0, FEE_PPM_MAX],
  minNotional: [1, MAX_UNITS],
  maxNotional: [1, MAX_UNITS],
  limitBandPpm: [1, PPM],
  marketBandPpm: [1, PPM],
  maxOpenOrders: [1, SLOTS - 1],
} as const satisfies Partial<Record<keyof MarketDefinition, Range>>;

export function isMarketSound(
  command: MarketDefinition,
  decimals: { readonly base: number; readonly quote: number },
): boolean {
  const { priceDecimals, lotDecimals, indexDecimals, minNotional, maxNotional } = command;
  const finer = indexDecimals - priceDecimals;
  // The price in quote units per lot must be exact up to the highest price.
  const unitsPerTickAndLot = 10 ** (decimals.quote - priceDecimals - lotDecimals);
  return (
    isWithin(command, MARKET_BOUNDS) &&
    minNotional <= maxNotional &&
    lotDecimals <= decimals.base &&
    finer >= 0 &&
    finer <= INDEX_DECIMALS_MORE_MAX &&
    unitsPerTickAndLot * PRICE_MAX <= MAX_UNITS &&
    unitsPerTickAndLot * MAX_UNITS >= 1
  );
}
