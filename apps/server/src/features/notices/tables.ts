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
  /** JSON of `MessageData`; null for notices and for messages of former versions. */
  data: Generated<string | null>;
  /** When its reader said that it was them. */
  confirmed_ms: Generated<number | null>;
}

export interface NoticeReadsTable {
  user_id: number;
  notice_id: number;
  read_ms: number;
}

/** The messages about an account by type, which lists do not count. */
export interface NoticeTotalsTable {
  user_id: number;
  type: string;
  messages: number;
  unread: number;
}

export interface MailChoicesTable {
  user_id: number;
  kind: string;
  by_mail: boolean;
}

export interface NoticeMailingsTable {
  notice_id: number;
  /** Readers up to this one have been mailed. */
  mailed_user: number;
}

export interface MessageProgressTable {
  feature: string;
  seq: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    notices: NoticesTable;
    /** Which user has read which of the platform's notices. */
    notice_reads: NoticeReadsTable;
    notice_totals: NoticeTotalsTable;
    mail_choices: MailChoicesTable;
    notice_mailings: NoticeMailingsTable;
    message_progress: MessageProgressTable;
  }
}
