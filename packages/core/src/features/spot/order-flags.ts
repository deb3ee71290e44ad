/** Reads and builds the flags of an order's PLACE (`order-record.ts`). */
import type { Side } from '../../matching/side.ts';
import * as SPOT_RECORD from './order-record.ts';

const { SELF_TRADE_BITS, SELF_TRADE_SHIFT, TIF_BITS, TIF_SHIFT } = SPOT_RECORD;

export const sideOf = (place: number): Side => (place & 1) as Side;
export const selfTradeOf = (place: number): number => (place >> SELF_TRADE_SHIFT) & SELF_TRADE_BITS;
export const timeInForceOf = (place: number): number => (place >> TIF_SHIFT) & TIF_BITS;

export function flagsOf(timeInForce: number, selfTrade: number): number {
  return (timeInForce << TIF_SHIFT) | (selfTrade << SELF_TRADE_SHIFT);
}
