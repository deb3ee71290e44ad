/** What an order's PLACE says beyond its book and side (`matching/order-pool.ts`): flags in the bits above them. */
import type { Side } from '../../commands.ts';
import { PLACE_FLAG } from '../../matching/order-pool.ts';

/** A market maker's quote: it leaves no rows in the order history. */
export const IS_QUOTE = PLACE_FLAG;
/** There is an `OrderExtra` for it. */
export const HAS_EXTRA = PLACE_FLAG << 1;
/** One leg of an OCO pair: what happens to it ends the other. */
export const IS_LINKED = PLACE_FLAG << 2;
/** It waits for its trigger and is in no book. */
export const IS_WAITING = PLACE_FLAG << 3;
/** Time in force and self-trade prevention, two bits each. */
export const TIF_SHIFT = 15;
export const TIF_BITS = 3;
const SELF_TRADE_SHIFT = 17;

export const sideOf = (place: number): Side => (place & 1) as Side;
export const selfTradeOf = (place: number): number => (place >> SELF_TRADE_SHIFT) & 3;
export const timeInForceOf = (place: number): number => (place >> TIF_SHIFT) & TIF_BITS;

export function flagsOf(timeInForce: number, selfTrade: number): number {
  return (timeInForce << TIF_SHIFT) | (selfTrade << SELF_TRADE_SHIFT);
}
