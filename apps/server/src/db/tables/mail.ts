/** The table of outgoing mail. */
import type { Generated } from 'kysely';

export type MailState = 'waiting' | 'sent' | 'failed' | 'captured' | 'suppressed';

export interface OutboxTable {
  mail_id: Generated<number>;
  recipient: string;
  subject: string;
  body: string;
  html: Generated<string>;
  code: string | null;
  state: MailState;
  attempts: Generated<number>;
  next_attempt_ms: number;
  created_ms: number;
  last_error: string | null;
}

export interface MailTables {
  outbox: OutboxTable;
}
