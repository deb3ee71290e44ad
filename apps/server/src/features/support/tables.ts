/** The tables of the support chat. */
import type { Generated } from 'kysely';

export const CHAT_STATE = { waiting: 0, taken: 1, mail: 2, closed: 3 } as const;

export type Sender = 'visitor' | 'operator' | 'note' | 'event';

export interface SupportChatsTable {
  chat_id: Generated<number>;
  user_id: number | null;
  topic: string;
  language: string;
  page: string;
  email: string | null;
  state: number;
  operator: Generated<string>;
  begun_ms: number;
  changed_ms: number;
  waits_ms: number | null;
  last_message: Generated<number>;
  last_from: Generated<Sender>;
  last_text: Generated<string>;
  message_count: Generated<number>;
  picture_count: Generated<number>;
  unread: Generated<number>;
  read_by_visitor: Generated<number>;
  read_by_operator: Generated<number>;
  mailed_message: Generated<number>;
  is_urgent: Generated<boolean>;
  begin_key: Generated<string | null>;
  area_key: Generated<string | null>;
}

export interface SupportMessagesTable {
  chat_id: number;
  message: number;
  time_ms: number;
  sender: Sender;
  operator: Generated<string>;
  body: string;
  picture: number | null;
  message_key: string | null;
}

export interface SupportPicturesTable {
  chat_id: number;
  picture: number;
  width: number;
  height: number;
  wrapped_key: Uint8Array;
  sealed: Uint8Array;
}

export interface SupportCannedTable {
  canned_id: Generated<number>;
  title: string;
  text_en: string;
  text_zh: string;
}

declare module '../../db/schema.ts' {
  interface Schema {
    support_chats: SupportChatsTable;
    support_messages: SupportMessagesTable;
    support_pictures: SupportPicturesTable;
    support_canned: SupportCannedTable;
  }
}
