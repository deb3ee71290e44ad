/**
 * The records of orders and trades in the event log. Each fact is stored once: an order's record
 * includes what was frozen or released for it, a trade's record all its postings, the fees and the
 * maker's updated order.
 */
import { FIRST_PACKED, POSTING_SIZE } from '../../events/event-records.ts';

export const ORDER = FIRST_PACKED;
export const TRADE = FIRST_PACKED + 1;
/** Length of a record, head included. */
export const ORDER_SIZE = 14;
export const TRADE_SIZE = 22;
/**
 * A trade decodes to up to ten postings, the trade and the maker's order. This is the weight beyond
 * its size, at POSTING_SIZE per event.
 */
export const TRADE_MORE_WEIGHT = 12 * POSTING_SIZE - TRADE_SIZE;

/**
 * Offsets in an order's record. frozen: the change of its frozen units. extra: 0, or the number of
 * the stored object.
 */
export const ORDER_AT = {
  order: 1,
  block: 2,
  place: 3,
  price: 4,
  lots: 5,
  filledLots: 6,
  filledQuote: 7,
  fee: 8,
  frozen: 9,
  placedMs: 10,
  extra: 11,
  status: 12,
  end: 13,
} as const;

/**
 * Offsets in a trade's record. marketSide: market * 2 + the taker's side. From `released` on the
 * fields describe the maker: what was released, and its updated order.
 */
export const TRADE_AT = {
  trade: 1,
  marketSide: 2,
  price: 3,
  lots: 4,
  quoteUnits: 5,
  takerOrder: 6,
  makerOrder: 7,
  takerBlock: 8,
  makerBlock: 9,
  takerFee: 10,
  makerFee: 11,
  takerShare: 12,
  makerShare: 13,
  released: 14,
  place: 15,
  wholeLots: 16,
  openLots: 17,
  filledQuote: 18,
  fee: 19,
  placedMs: 20,
  extra: 21,
} as const;
