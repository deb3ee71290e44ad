/** The two sides of a book, and the modes of self-trade prevention. */
export type Side = 0 | 1;
export const BUY = 0;
export const SELL = 1;

/**
 * What happens when an order meets one of its owner. decrement: both lose the open quantity of the
 * smaller one, which ends.
 */
export const SELF_TRADE = {
  allow: 0,
  cancelNewest: 1,
  cancelOldest: 2,
  cancelBoth: 3,
  decrement: 4,
} as const;
