/** The tables of vouchers and of the acts on them. */
import type { Generated, Selectable } from 'kysely';
import type { ListTable } from '../../db/lists.ts';

export const VOUCHER_STATUS = { pending: 0, crediting: 1, finished: 2, rejected: 3, withdrawn: 4 } as const;

export interface VouchersTable {
  voucher_id: Generated<number>;
  user_id: number;
  chain: string;
  asset: number;
  /** Units of the asset, as its owner typed them. */
  amount: number;
  remark: string;
  status: number;
  handed_ms: number;
  changed_ms: number;
  picture_mac: string;
  picture_id: string;
  wrapped_key: Uint8Array;
  sealed: Uint8Array;
  is_opened: Generated<boolean>;
  seen_amount: Generated<number | null>;
  txid: Generated<string>;
  output: Generated<number>;
  deposit_id: Generated<number | null>;
  reason: Generated<string | null>;
  note: Generated<string>;
  told_status: Generated<number>;
}

export type VoucherActName = 'view' | 'approve' | 'credit' | 'reject' | 'refuse';

export interface VoucherActsTable {
  act_id: Generated<number>;
  voucher_id: number;
  act: VoucherActName;
  operator: string;
  approver: string;
  /** Of an approval what was found: the transaction and its output; then why. */
  detail: string;
  time_ms: number;
}

/** What is read of a voucher, without its picture, which is large. */
export const VOUCHER_FACTS = [
  'voucher_id',
  'user_id',
  'chain',
  'asset',
  'amount',
  'remark',
  'status',
  'handed_ms',
  'changed_ms',
  'picture_mac',
  'picture_id',
  'is_opened',
  'seen_amount',
  'txid',
  'output',
  'deposit_id',
  'reason',
  'note',
] as const satisfies readonly (keyof VouchersTable)[];
export type Voucher = Pick<Selectable<VouchersTable>, (typeof VOUCHER_FACTS)[number]>;

/** The list of vouchers, by when they were handed in. */
export const VOUCHERS = {
  table: 'vouchers',
  order: ['handed_ms', 'voucher_id'],
  key: ['voucher_id'],
  columns: VOUCHER_FACTS,
} as const satisfies ListTable<'vouchers'>;

declare module '../../db/schema.ts' {
  interface Schema {
    vouchers: VouchersTable;
    voucher_acts: VoucherActsTable;
  }
}
