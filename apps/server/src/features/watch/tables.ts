/** The tables of the watch. Amounts are units of USDT, times milliseconds. */
import type { Generated } from 'kysely';

export interface WatchCasesTable {
  case_id: Generated<number>;
  rule: string;
  subject: string;
  /** 0 open, 1 closed. */
  state: number;
  opened_ms: number;
  changed_ms: number;
  value: number;
  evidence: number;
  /** JSON of `Figure`s. */
  figures: string;
  conclusion: string | null;
  closed_ms: number | null;
}

export interface WatchAccountsTable {
  case_id: number;
  user_id: number;
}

export interface WatchEvidenceTable {
  case_id: number;
  ref: string;
  kind: string;
  time_ms: number;
  from_user: number;
  to_user: number | null;
  what: string;
  value: number | null;
}

export interface WatchNotesTable {
  note_id: Generated<number>;
  case_id: number;
  /** 'note', 'reopen', or 'close ' and a conclusion. */
  kind: string;
  operator: string;
  words: string;
  time_ms: number;
}

export interface WatchProgressTable {
  source: string;
  mark: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    watch_cases: WatchCasesTable;
    watch_accounts: WatchAccountsTable;
    watch_evidence: WatchEvidenceTable;
    watch_notes: WatchNotesTable;
    watch_progress: WatchProgressTable;
  }
}
