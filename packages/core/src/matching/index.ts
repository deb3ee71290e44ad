/** Matching: books of resting orders that know no users and no money. */
export { Book } from './book.ts';
export { FIELDS, OPEN, OrderPool, OWNER, PLACE, PRICE, QUANTITIES, SLOTS } from './order-pool.ts';
export { PRICE_MAX } from './ladder.ts';
