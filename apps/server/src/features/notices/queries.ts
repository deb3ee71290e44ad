/**
 * Notices of one user and the platform's notices for everybody. Each cause has one notice, shown in
 * the reader's language.
 */
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { paged, type PageRequest } from '../../db/paged.ts';
import type { Language } from '../../http/handler.ts';

export interface NoticeTexts {
  readonly type: string;
  /** One notice per cause, however often it is published. */
  readonly cause: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly content: Readonly<Record<Language, string>>;
}

export async function addNotice(
  database: Pick<Database, 'kysely'>,
  userId: number,
  notice: NoticeTexts,
): Promise<void> {
  await database.kysely
    .insertInto('notices')
    .values({ user_id: userId, ...rowOf(notice) })
    .onConflict((conflict) => conflict.columns(['user_id', 'cause']).doNothing())
    .execute();
}

function rowOf({ type, cause, title, content }: NoticeTexts) {
  return {
    type,
    cause,
    title_en: title.en,
    title_zh: title.zh,
    content_en: content.en,
    content_zh: content.zh,
    created_ms: Date.now(),
    read_ms: null,
  };
}

/** Notices of this type are about the platform, all others about the user's account. */
const PLATFORM = 'system';
const SUMMARY_LENGTH = 120;
const LATEST = 4;

/** Publishes to everybody. Returns the notice's number. */
export async function publishNotice(
  database: Database,
  texts: Pick<NoticeTexts, 'title' | 'content'>,
): Promise<number> {
  const row = rowOf({ ...texts, type: PLATFORM, cause: `platform:${crypto.randomUUID()}` });
  const { notice_id } = await database.kysely
    .insertInto('notices')
    .values({ user_id: null, ...row })
    .returning('notice_id')
    .executeTakeFirstOrThrow();
  return notice_id;
}

/** Withdraws one of the platform's notices. False if there is none. */
export async function withdrawNotice(database: Database, noticeId: number): Promise<boolean> {
  const removed = await database.kysely
    .deleteFrom('notices')
    .where('notice_id', '=', noticeId)
    .where('user_id', 'is', null)
    .returning('notice_id')
    .execute();
  return removed.length === 1;
}

/** The platform's notices, newest first. */
export async function readPublished(
  database: Database,
  { language, limit = LATEST }: { readonly language: Language; readonly limit?: number },
) {
  const rows = await database.reads
    .selectFrom('notices')
    .selectAll()
    .where('user_id', 'is', null)
    .orderBy('notice_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: String(row.notice_id), time: row.created_ms, ...textsOf(row, language) }));
}

/**
 * The notices that a user can see, with when they read them. Notices older than the account count
 * as read.
 */
function visibleTo(database: Database, userId: number) {
  return database.reads
    .selectFrom('notices')
    .innerJoin('users', (join) => join.on('users.user_id', '=', userId))
    .leftJoin('notice_reads', (join) =>
      join.onRef('notice_reads.notice_id', '=', 'notices.notice_id').on('notice_reads.user_id', '=', userId),
    )
    .where((where) =>
      where.or([where('notices.user_id', '=', userId), where('notices.user_id', 'is', null)]),
    );
}

const readMs = sql<number | null>`coalesce(
  notices.read_ms,
  notice_reads.read_ms,
  case when notices.user_id is null and notices.created_ms < users.created_ms then users.created_ms end
)`;

export async function countUnread(database: Database, userId: number): Promise<number> {
  const row = await visibleTo(database, userId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(readMs, 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

export interface NoticeQuery extends PageRequest {
  readonly userId: number;
  readonly kind?: 'personal' | 'notice' | undefined;
  readonly unread?: number | undefined;
  readonly language: Language;
}

export function readNotices(database: Database, query: NoticeQuery) {
  const { userId, language, kind, unread } = query;
  let rows = visibleTo(database, userId);
  if (kind !== undefined) rows = rows.where('notices.type', kind === 'notice' ? '=' : '!=', PLATFORM);
  if (unread === 1) rows = rows.where(readMs, 'is', null);
  const ordered = rows.selectAll('notices').select(readMs.as('seen_ms')).orderBy('notices.notice_id', 'desc');
  return paged(ordered, query, (row) => {
    const { title, content } = textsOf(row, language);
    const { type, created_ms: time } = row;
    return {
      id: String(row.notice_id),
      title,
      time,
      read: row.seen_ms !== null,
      type,
      summary: summaryOf(content),
    };
  });
}

/** Marks all of the user's notices read, or the one with this number. */
async function markRead(database: Database, userId: number, noticeId?: number): Promise<void> {
  let unread = visibleTo(database, userId).where(readMs, 'is', null);
  if (noticeId !== undefined) unread = unread.where('notices.notice_id', '=', noticeId);
  const rows = await unread.select(['notices.notice_id', 'notices.user_id']).execute();
  const read_ms = Date.now();
  const own = rows.filter(({ user_id }) => user_id !== null).map(({ notice_id }) => notice_id);
  if (own.length > 0)
    await database.kysely
      .updateTable('notices')
      .set({ read_ms })
      .where('notice_id', 'in', own)
      .where('read_ms', 'is', null)
      .execute();
  const reads = rows.filter((row) => row.user_id === null);
  if (reads.length > 0)
    await database.kysely
      .insertInto('notice_reads')
      .values(reads.map(({ notice_id }) => ({ user_id: userId, notice_id, read_ms })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export function readAll(database: Database, userId: number): Promise<void> {
  return markRead(database, userId);
}

function textsOf(
  row: Readonly<Record<'title_en' | 'title_zh' | 'content_en' | 'content_zh', string>>,
  language: Language,
) {
  return language === 'zh'
    ? { title: row.title_zh, content: row.content_zh }
    : { title: row.title_en, content: row.content_en };
}

function summaryOf(content: string): string {
  const line = content.split('\n', 1)[0] ?? '';
  return line.length <= SUMMARY_LENGTH ? line : `${line.slice(0, SUMMARY_LENGTH - 1)}…`;
}

/** Marks a notice that this user can see as read and returns it; null for any other. */
export async function openNotice(
  database: Database,
  {
    userId,
    noticeId,
    language,
  }: { readonly userId: number; readonly noticeId: number; readonly language: Language },
) {
  if (!Number.isSafeInteger(noticeId)) return null;
  const row = await visibleTo(database, userId)
    .selectAll('notices')
    .where('notices.notice_id', '=', noticeId)
    .executeTakeFirst();
  if (row === undefined) return null;
  await markRead(database, userId, noticeId);
  const { title, content } = textsOf(row, language);
  const { type, created_ms: time } = row;
  return { id: String(noticeId), title, content, summary: summaryOf(content), time, read: true, type };
}
