/**
 * The band of limit prices: one formula for the core, which refuses, and for forms, which warn.
 * Prices are in ticks.
 */
import * as LIMITS from './limits.ts';
import { mulDivFloor } from './rounding.ts';

const { PPM } = LIMITS;

/** Both ends are inclusive. */
export interface PriceBand {
  readonly lowest: number;
  readonly highest: number;
}

/**
 * The prices within `bandPpm` of a price. The distance is rounded down, and no price is below one
 * tick.
 */
export function priceBand(around: number, bandPpm: number): PriceBand {
  const distance = mulDivFloor(around, bandPpm, PPM);
  return { lowest: Math.max(1, around - distance), highest: around + distance };
}

/**
 * An index price in ticks, which are `indexPerTick` times as coarse: the nearest tick, at least 1.
 */
export function indexInTicks(index: number, indexPerTick: number): number {
  return Math.max(1, Math.round(index / indexPerTick));
}
