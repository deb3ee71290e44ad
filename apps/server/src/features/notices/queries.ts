/**
 * Notices of one user and the platform's notices for everybody. Each cause has one notice, shown in
 * the reader's language.
 */
import type { NoticeRow } from '@glasshouse/protocol/notices';
import { MESSAGE_TYPES, type MessageType, type NoticeKind } from '@glasshouse/protocol/notices/kinds';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Database } from '../../db/database.ts';
import { readList, type ListPage, type ListRequest, type ListTable } from '../../db/lists.ts';
import type { Language } from '../../http/handler.ts';
import type { MessageData, NewMessage, Within } from '../../contract/messages.ts';
import { summaryOf } from '../../values/summary.ts';
import type { NoticesTable } from './tables.ts';

/** Notices of this type are about the platform, all others about the user's account. */
const PLATFORM = 'system';

/** False if the cause has a notice already. */
export async function addNotice(database: Within, userId: number, notice: NewMessage): Promise<boolean> {
  const [isNew] = await addNotices(database, [{ userId, notice }]);
  return isNew === true;
}

/** One statement. Each: false if the cause has a notice already. */
export async function addNotices(
  database: Within,
  added: readonly { readonly userId: number; readonly notice: NewMessage }[],
): Promise<readonly boolean[]> {
  const given = added.map(({ userId, notice }) => ({ user_id: userId, ...rowOf(notice) }));
  const columns = sql.join(Object.keys(given[0] ?? {}).map((column) => sql.ref(column)));
  const values = sql.join(given.map((row) => sql`(${sql.join(Object.values(row))})`));
  const { rows } = await sql<{ user_id: number; cause: string }>`
    with added as (
      insert into notices (${columns}) values ${values}
      on conflict (user_id, cause) do nothing returning user_id, cause, type
    ), counted as (
      insert into notice_totals (user_id, type, messages, unread)
      select user_id, type, count(*), count(*) from added where type <> ${PLATFORM}
      group by user_id, type order by user_id, type
      on conflict (user_id, type) do update set
        messages = notice_totals.messages + excluded.messages,
        unread = notice_totals.unread + excluded.unread
    )
    select user_id, cause from added`.execute(database.kysely);
  const isNew = new Set(rows.map(({ user_id, cause }) => `${user_id} ${cause}`));
  // Of the same cause twice the first is new.
  return given.map(({ user_id, cause }) => isNew.delete(`${user_id} ${cause}`));
}

function rowOf({ type, cause, title, content, data }: NewMessage) {
  return {
    type,
    cause,
    title_en: title.en,
    title_zh: title.zh,
    content_en: content.en,
    content_zh: content.zh,
    created_ms: Date.now(),
    read_ms: null,
    data: data === undefined ? null : JSON.stringify(data),
  };
}

const LATEST = 4;

/** Publishes to everybody, and begins its mailing. Returns the notice's number. */
export async function publishNotice(
  database: Database,
  texts: Pick<NewMessage, 'title' | 'content'>,
): Promise<number> {
  const row = rowOf({ ...texts, type: PLATFORM, cause: `platform:${crypto.randomUUID()}` });
  return database.kysely.transaction().execute(async (transaction) => {
    const { notice_id } = await transaction
      .insertInto('notices')
      .values({ user_id: null, ...row })
      .returning('notice_id')
      .executeTakeFirstOrThrow();
    await transaction.insertInto('notice_mailings').values({ notice_id, mailed_user: 0 }).execute();
    return notice_id;
  });
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

/** How many notices to everybody there are: few, so that they are counted. */
export async function countPublished(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::bigint as count from notices where user_id is null`.execute(database.kysely);
  return rows[0]?.count ?? 0;
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
    .orderBy('created_ms', 'desc')
    .orderBy('notice_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: String(row.notice_id), time: row.created_ms, ...textsOf(row, language) }));
}

/**
 * Conditions of the notices that a user can see: messages about the account, the platform's notices
 * to this user alone (the welcome), and those to everybody. Notices older than the account count as
 * read. The types are literals, so that the partial indexes apply.
 */
function partsFor(userId: number) {
  const own = sql`user_id = ${userId}`;
  const toAll = sql`user_id is null`;
  return {
    own,
    personal: sql`${own} and type <> ${sql.lit(PLATFORM)}`,
    ofType: (type: MessageType) => sql`${own} and type = ${sql.lit(type)}`,
    system: sql`${own} and type = ${sql.lit(PLATFORM)}`,
    toAll,
    unreadToAll: sql`${toAll}
      and created_ms >= (select created_ms from users where user_id = ${userId})
      and not exists (
        select 1 from notice_reads
        where notice_reads.notice_id = notices.notice_id and notice_reads.user_id = ${userId}
      )`,
  };
}

const isUnread = (part: RawBuilder<unknown>) => sql`${part} and read_ms is null`;
const numberOf = (part: RawBuilder<unknown>) => sql`(select count(*) from notices where ${part})`;

type NoticeFilter = Pick<NoticeQuery, 'kind' | 'unread'>;

/** The type that a filter asks for alone; null if it asks for more. */
const typeOf = (kind: NoticeKind | undefined): MessageType | null =>
  MESSAGE_TYPES.find((type) => type === kind) ?? null;

/** The messages are kept as a number. The platform's notices are few, and counted. */
async function countNotices(
  database: Database,
  userId: number,
  { kind, unread }: NoticeFilter,
): Promise<number> {
  const { system, toAll, unreadToAll } = partsFor(userId);
  const kept = unread === 1 ? sql`unread` : sql`messages`;
  const type = typeOf(kind);
  const ofType = type === null ? sql`` : sql`and type = ${type}`;
  const messages = sql`coalesce(
    (select sum(${kept}) from notice_totals where user_id = ${userId} ${ofType}), 0)`;
  const notices =
    unread === 1
      ? sql`${numberOf(isUnread(system))} + ${numberOf(unreadToAll)}`
      : sql`${numberOf(system)} + ${numberOf(toAll)}`;
  const isPersonal = kind === 'personal' || type !== null;
  const count = isPersonal ? messages : kind === 'notice' ? notices : sql`${messages} + ${notices}`;
  const { rows } = await sql<{ count: number }>`select (${count})::bigint as count`.execute(database.kysely);
  return rows[0]?.count ?? 0;
}

export function countUnread(database: Database, userId: number): Promise<number> {
  return countNotices(database, userId, { unread: 1 });
}

export interface NoticeQuery extends ListRequest {
  readonly userId: number;
  readonly kind?: NoticeKind | undefined;
  readonly unread?: number | undefined;
  readonly language: Language;
}

const NOTICES = {
  table: 'notices',
  order: ['created_ms', 'notice_id'],
  key: ['notice_id'],
} as const satisfies ListTable<'notices'>;

function branchesOf({ userId, kind, unread }: NoticeQuery): readonly RawBuilder<unknown>[] {
  const { own, personal, system, ofType, toAll, unreadToAll } = partsFor(userId);
  const type = typeOf(kind);
  const ofOwner =
    type !== null ? ofType(type) : kind === undefined ? own : kind === 'personal' ? personal : system;
  const mine = unread === 1 ? isUnread(ofOwner) : ofOwner;
  return kind === 'personal' || type !== null ? [mine] : [mine, unread === 1 ? unreadToAll : toAll];
}

export async function readNotices(database: Database, query: NoticeQuery): Promise<ListPage<NoticeRow>> {
  const { userId, language } = query;
  const page = await readList(database, {
    source: NOTICES,
    request: query,
    branches: branchesOf(query),
    total: () => countNotices(database, userId, query),
    rowOf: (row) => row,
  });
  const isRead = await readBy(database, userId, page.list);
  const list = page.list.map((row) => {
    const { title, content } = textsOf(row, language);
    const { type, created_ms: time } = row;
    return {
      id: String(row.notice_id),
      title,
      time,
      read: isRead(row),
      type,
      summary: summaryOf(firstLineOf(content)),
    };
  });
  return { ...page, list };
}

type Listed = Pick<Selectable<NoticesTable>, 'notice_id' | 'user_id' | 'created_ms' | 'read_ms'>;

/** Whether the user has read each of these notices. */
async function readBy(
  database: Database,
  userId: number,
  rows: readonly Listed[],
): Promise<(row: Listed) => boolean> {
  const toAll = rows.filter(({ user_id }) => user_id === null).map(({ notice_id }) => notice_id);
  if (toAll.length === 0) return ({ read_ms }) => read_ms !== null;
  const [reads, user] = await Promise.all([
    database.reads
      .selectFrom('notice_reads')
      .select('notice_id')
      .where('user_id', '=', userId)
      .where('notice_id', 'in', toAll)
      .execute(),
    database.reads
      .selectFrom('users')
      .select('created_ms')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ]);
  const read = new Set(reads.map(({ notice_id }) => notice_id));
  return ({ notice_id, user_id, created_ms, read_ms }) =>
    user_id === null ? created_ms < user.created_ms || read.has(notice_id) : read_ms !== null;
}

/** Marks all of the user's notices read, or the one with this number. */
async function markRead(database: Database, userId: number, noticeId?: number): Promise<void> {
  const readMs = Date.now();
  const { own, unreadToAll } = partsFor(userId);
  const chosen = noticeId === undefined ? sql`true` : sql`notice_id = ${noticeId}`;
  await sql`
    with marked as (
      update notices set read_ms = ${readMs} where ${isUnread(own)} and ${chosen} returning type
    ), counted as (
      select type, count(*) as messages from marked where type <> ${PLATFORM} group by type
    )
    update notice_totals
    set unread = unread - counted.messages
    from counted
    where user_id = ${userId} and notice_totals.type = counted.type`.execute(database.kysely);
  await sql`
    insert into notice_reads (user_id, notice_id, read_ms)
    select ${userId}, notice_id, ${readMs} from notices where ${unreadToAll} and ${chosen}
    on conflict do nothing`.execute(database.kysely);
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

const firstLineOf = (content: string): string => content.split('\n', 1)[0] ?? '';

export interface OpenedNotice extends NoticeRow {
  readonly content: string;
  /** Null: it has none, as messages of former versions. */
  readonly data: MessageData | null;
  readonly confirmedMs: number | null;
}

/** Marks a notice that this user can see as read and returns it; null for any other. */
export async function openNotice(
  database: Database,
  {
    userId,
    noticeId,
    language,
  }: { readonly userId: number; readonly noticeId: number; readonly language: Language },
): Promise<OpenedNotice | null> {
  if (!Number.isSafeInteger(noticeId)) return null;
  const row = await database.reads
    .selectFrom('notices')
    .selectAll()
    .where('notice_id', '=', noticeId)
    .where((where) => where.or([where('user_id', '=', userId), where('user_id', 'is', null)]))
    .executeTakeFirst();
  if (row === undefined) return null;
  await markRead(database, userId, noticeId);
  const { title, content } = textsOf(row, language);
  const { type, created_ms: time, confirmed_ms: confirmedMs } = row;
  const summary = summaryOf(firstLineOf(content));
  return {
    id: String(noticeId),
    title,
    content,
    summary,
    time,
    read: true,
    type,
    data: dataOf(row),
    confirmedMs,
  };
}

function dataOf({ data }: Pick<Selectable<NoticesTable>, 'data'>): MessageData | null {
  return data === null ? null : (JSON.parse(data) as MessageData);
}

/**
 * Notes that the user was it, once. Returns when they said so first; null if this user has no such
 * message, or one that does not ask.
 */
export async function confirmNotice(
  database: Database,
  userId: number,
  noticeId: number,
): Promise<number | null> {
  if (!Number.isSafeInteger(noticeId)) return null;
  const mine = await database.reads
    .selectFrom('notices')
    .select(['data', 'confirmed_ms'])
    .where('notice_id', '=', noticeId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (mine === undefined || dataOf(mine)?.asks !== true) return null;
  const { confirmed_ms } = await database.kysely
    .updateTable('notices')
    .set((set) => ({ confirmed_ms: set.fn.coalesce('confirmed_ms', sql<number>`${Date.now()}::bigint`) }))
    .where('notice_id', '=', noticeId)
    .where('user_id', '=', userId)
    .returning('confirmed_ms')
    .executeTakeFirstOrThrow();
  return confirmed_ms;
}
