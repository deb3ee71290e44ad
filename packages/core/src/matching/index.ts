/** Matching: books of resting orders that know no users and no money. */
export { Book } from './book.ts';
export { OrderPool } from './order-pool.ts';
export { FIELDS, OPEN, OWNER, PLACE, PRICE, PRICE_MAX, QUANTITIES, SLOTS } from './order-record.ts';
