/** Kinds of records, and who is at the other side of their postings. */

/** A record of kind `product`, an order of an offer, is named '<feature>-<number>'. */
export const RECORD_KINDS = [
  'order',
  'fill',
  'contract',
  'deposit',
  'withdrawal',
  'exchange',
  'transfer',
  'commission',
  'gift',
  'product',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Who is at the other side of a posting, without saying which person. */
export const OTHER_SIDES = [
  'own',
  'issuer',
  'trader',
  'fee-income',
  'inviter',
  'friend',
  'contract-escrow',
  'contract-reserve',
  'network',
  'treasury',
  'house',
  'product-reserve',
  'product-holdings',
] as const;
export type OtherSideKind = (typeof OTHER_SIDES)[number];
