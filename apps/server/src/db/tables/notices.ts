/** The table of notices. */
import type { Generated } from 'kysely';

export interface NoticesTable {
  notice_id: Generated<number>;
  user_id: number;
  type: string;
  title_en: string;
  title_zh: string;
  content_en: string;
  content_zh: string;
  created_ms: number;
  read_ms: number | null;
  cause: string;
}

export interface NoticesTables {
  notices: NoticesTable;
}
