/** The tables of the pipeline: the journal, its snapshots, and the answers for idempotency keys. */

export interface JournalTable {
  /**
   * Consecutive from 1. The primary key is the fence: a second writer cannot insert the same
   * number.
   */
  batch: number;
  first_seq: number;
  last_seq: number;
  time_ms: number;
  version: number;
  /** The commands, in the order of their sequence numbers, as the core's journal writes them. */
  commands: Uint8Array;
  /**
   * SHA-256 over the outcomes and a digest of the postings. A replay with another answer or other
   * money fails at that batch.
   */
  outcomes_hash: string;
  /** SHA-256 over the previous batch's checksum and everything above. */
  checksum: string;
}

/** At most one row: the last record that a demo has dropped. */
export interface JournalBeginTable {
  singleton: true;
  batch: number;
  seq: number;
  time_ms: number;
  checksum: string;
}

/** Exactly one row: the last record whose rows the projector has written. */
export interface ProjectedTable {
  singleton: true;
  batch: number;
  /** The record's last command. */
  seq: number;
  /** The last writer that took the rows over. Only its projector may write them. */
  writer: number;
}

export interface SnapshotsTable {
  /** The last sequence number the snapshot contains. */
  seq: number;
  batch: number;
  time_ms: number;
  version: number;
  state_hash: string;
  /** Checksum of the last batch contained, with which the chain continues. */
  journal_checksum: string;
  /** SHA-256 over all parts. */
  checksum: string;
  /** Empty: the zstd-compressed bytes of the exchange are in `snapshot_parts`. */
  body: Uint8Array;
  /** The number of rows of `snapshot_parts`. */
  parts: number;
}

export interface SnapshotPartsTable {
  seq: number;
  part: number;
  body: Uint8Array;
}

export interface IdempotencyTable {
  owner: number;
  key: string;
  request_hash: string;
  seq: number;
  time_ms: number;
  error: string | null;
  id: number;
  count: number;
  /** The text of the reply, for calls that have one. */
  reply: string | null;
}

export interface MigrationsTable {
  name: string;
  checksum: string;
  applied_ms: number;
}

export interface PipelineTables {
  journal: JournalTable;
  journal_begin: JournalBeginTable;
  projected: ProjectedTable;
  snapshots: SnapshotsTable;
  snapshot_parts: SnapshotPartsTable;
  idempotency: IdempotencyTable;
  migrations: MigrationsTable;
}
