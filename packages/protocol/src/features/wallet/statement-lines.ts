/** The kinds of changes of a statement. Browsers load this without the schemas. */

/** In the order of the statement. */
export const STATEMENT_LINES = [
  'deposits',
  'withdrawals',
  'bought',
  'sold',
  'exchangedIn',
  'exchangedOut',
  'contracts',
  'products',
  'fees',
  'commissions',
  'other',
] as const;
export type StatementLine = (typeof STATEMENT_LINES)[number];
