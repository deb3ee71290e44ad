/** The table of mining. */

export interface MiningEntriesTable {
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
    mining_entries: MiningEntriesTable;
  }
}
