/** The lists of records. A product counts those that are its own. */
import type { RecordKind } from './record-kinds.ts';

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
/** The list that shows the records of a kind; null if none shows them alone. */
const LIST_OF_KIND = {
  order: 'orders',
  fill: 'fills',
  contract: 'contracts',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  exchange: 'exchanges',
  transfer: 'transfers',
  commission: null,
  gift: null,
  product: 'products',
} as const satisfies Record<RecordKind, RecordList | null>;
export type ListOfKind<Kind extends RecordKind> = NonNullable<(typeof LIST_OF_KIND)[Kind]>;

export type RecordCounts = Readonly<Partial<Record<RecordList, number>>>;
