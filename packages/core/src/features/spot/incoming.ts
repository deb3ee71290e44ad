/** The order that enters the book. */
import type { Market } from '../../registry.ts';
import type { OrderExtra } from './events.ts';

/**
 * An order that enters the book: new, fired or amended. One object is reused, because an object per
 * order would cost an allocation.
 */
export interface Incoming {
  market: Market;
  slot: number;
  block: number;
  side: 0 | 1;
  /** 0: a market order. */
  price: number;
  /** The worst price at which it trades. */
  limit: number;
  timeInForce: number;
  selfTrade: number;
  flags: number;
  extra: OrderExtra | undefined;
}

export function nothingIncoming(): Incoming {
  return {
    market: undefined as unknown as Market,
    slot: 0,
    block: 0,
    side: 0,
    price: 0,
    limit: 0,
    timeInForce: 0,
    selfTrade: 0,
    flags: 0,
    extra: undefined,
  };
}
