/** The table of fund. */

export interface FundEntriesTable {
  entry_id: number;
  owner: number;
  asset: number;
  /** Units of the asset. */
  amount: number;
  opened_ms: number;
  /** The command that changed it last. */
  changed_seq: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    fund_entries: FundEntriesTable;
  }
}
