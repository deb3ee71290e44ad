/** Notices of one user: written once for each cause, read in the reader's language. */
import type { Database } from '../../db/database.ts';
import type { Language } from '../../http/handler.ts';

export interface NoticeTexts {
  readonly type: string;
  /** One notice for one cause, however often it is told. */
  readonly cause: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly content: Readonly<Record<Language, string>>;
}

export async function addNotice(database: Database, userId: number, notice: NoticeTexts): Promise<void> {
  await database.kysely
    .insertInto('notices')
    .values({
      user_id: userId,
      type: notice.type,
      cause: notice.cause,
      title_en: notice.title.en,
      title_zh: notice.title.zh,
      content_en: notice.content.en,
      content_zh: notice.content.zh,
      created_ms: Date.now(),
      read_ms: null,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'cause']).doNothing())
    .execute();
}

export async function countUnread(database: Database, userId: number): Promise<number> {
  const row = await database.reads
    .selectFrom('notices')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_ms', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Notices of this type are about the platform, all others about the user's account. */
const PLATFORM = 'system';
const SUMMARY_LENGTH = 120;

export interface NoticePage {
  readonly userId: number;
  readonly kind?: 'personal' | 'notice' | undefined;
  readonly unread?: number | undefined;
  readonly language: Language;
  readonly pageNo: number;
  readonly pageSize: number;
}

export async function readNotices(database: Database, query: NoticePage) {
  const { userId, language, kind, unread, pageNo, pageSize } = query;
  let rows = database.reads.selectFrom('notices').where('user_id', '=', userId);
  if (kind !== undefined) rows = rows.where('type', kind === 'notice' ? '=' : '!=', PLATFORM);
  if (unread === 1) rows = rows.where('read_ms', 'is', null);
  const page = await rows
    .selectAll()
    .orderBy('notice_id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute();
  const { count } = await rows
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const list = page.map((row) => ({
    id: String(row.notice_id),
    title: language === 'zh' ? row.title_zh : row.title_en,
    time: row.created_ms,
    read: row.read_ms !== null,
    type: row.type,
    summary: summaryOf(language === 'zh' ? row.content_zh : row.content_en),
  }));
  return { list, totalRow: count, sum: count };
}

export async function readAll(database: Database, userId: number): Promise<void> {
  await database.kysely
    .updateTable('notices')
    .set({ read_ms: Date.now() })
    .where('user_id', '=', userId)
    .where('read_ms', 'is', null)
    .execute();
}

function summaryOf(content: string): string {
  const line = content.split('\n', 1)[0] ?? '';
  return line.length <= SUMMARY_LENGTH ? line : `${line.slice(0, SUMMARY_LENGTH - 1)}…`;
}

/** One notice of this user, marked read; null for another's as for none. */
export async function openNotice(
  database: Database,
  {
    userId,
    noticeId,
    language,
  }: { readonly userId: number; readonly noticeId: number; readonly language: Language },
) {
  if (!Number.isSafeInteger(noticeId)) return null;
  const row = await database.kysely
    .updateTable('notices')
    .set((set) => ({ read_ms: set.fn.coalesce('read_ms', set.val(Date.now())) }))
    .where('notice_id', '=', noticeId)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  const content = language === 'zh' ? row.content_zh : row.content_en;
  return {
    id: String(row.notice_id),
    title: language === 'zh' ? row.title_zh : row.title_en,
    content,
    summary: summaryOf(content),
    time: row.created_ms,
    read: true,
    type: row.type,
  };
}
