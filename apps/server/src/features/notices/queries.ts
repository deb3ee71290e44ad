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

export interface NoticePage {
  readonly userId: number;
  readonly language: Language;
  readonly pageNo: number;
  readonly pageSize: number;
}

export async function readNotices(database: Database, { userId, language, pageNo, pageSize }: NoticePage) {
  const rows = database.reads.selectFrom('notices').where('user_id', '=', userId);
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
  }));
  return { list, totalRow: count, sum: count };
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
  return {
    id: String(row.notice_id),
    title: language === 'zh' ? row.title_zh : row.title_en,
    content: language === 'zh' ? row.content_zh : row.content_en,
    time: row.created_ms,
    read: true,
    type: row.type,
  };
}
