/** The tables of notices. */
import type { Generated } from 'kysely';

export interface NoticesTable {
  notice_id: Generated<number>;
  /** Null: a notice of the platform, for everybody. */
  user_id: number | null;
  type: string;
  title_en: string;
  title_zh: string;
  content_en: string;
  content_zh: string;
  created_ms: number;
  read_ms: number | null;
  cause: string;
}

export interface NoticeReadsTable {
  user_id: number;
  notice_id: number;
  read_ms: number;
}

/** The messages about an account, which lists do not count. */
export interface NoticeTotalsTable {
  user_id: number;
  messages: number;
  unread: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    notices: NoticesTable;
    /** Which user has read which of the platform's notices. */
    notice_reads: NoticeReadsTable;
    notice_totals: NoticeTotalsTable;
  }
}
