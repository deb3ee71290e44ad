/** The two sides of a book, and what happens when an order meets another one of its owner. */
export type Side = 0 | 1;
export const BUY = 0;
export const SELL = 1;

export const SELF_TRADE = { allow: 0, cancelNewest: 1, cancelOldest: 2, cancelBoth: 3 } as const;
