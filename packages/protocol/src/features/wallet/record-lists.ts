/** The lists of records. A product counts those that are its own. */
export const RECORD_LISTS = [
  'all',
  'orders',
  'fills',
  'contracts',
  'deposits',
  'withdrawals',
  'transfers',
  'exchanges',
  'products',
  'fees',
  'commissions',
] as const;
export type RecordList = (typeof RECORD_LISTS)[number];
export type RecordCounts = Readonly<Partial<Record<RecordList, number>>>;
