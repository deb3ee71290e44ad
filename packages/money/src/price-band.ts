/** The band that a limit price must lie in: one formula for who refuses an order and for who tells so beforehand. Prices in ticks. */
import * as LIMITS from './limits.ts';
import { mulDivFloor } from './rounding.ts';

const { PPM } = LIMITS;

/** Both ends are allowed. */
export interface PriceBand {
  readonly lowest: number;
  readonly highest: number;
}

/** What lies within `bandPpm` of a price; the distance is rounded down, and no price is below one tick. */
export function priceBand(around: number, bandPpm: number): PriceBand {
  const distance = mulDivFloor(around, bandPpm, PPM);
  return { lowest: Math.max(1, around - distance), highest: around + distance };
}

/** An index price in ticks, `indexPerTick` times coarser: the nearest, and at least one. */
export function indexInTicks(index: number, indexPerTick: number): number {
  return Math.max(1, Math.round(index / indexPerTick));
}
