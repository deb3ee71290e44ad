/** Kinds of reasons of postings: made from the protocol by `npm run generate`. */

/**
 * The reasons of transfers between two accounts of the owner, whose two postings follow each other.
 */
export const OWN_MOVES: ReadonlySet<string> = new Set(['finance-bought', 'finance-returned', 'fund-margin', 'fund-returned', 'mining-bought', 'mining-returned', 'transfer']);

/**
 * The reasons of exchanges of coins: of the bought coin and of the paid one, whose two postings
 * follow each other.
 */
export const SWAPPED: Readonly<Record<'received' | 'paid', ReadonlySet<string>>> = {
  received: new Set(['subscription-coins']),
  paid: new Set(['subscription-paid']),
};
