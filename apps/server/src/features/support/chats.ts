/** Chats and their messages in the database. */
import { MESSAGES_MAX, type ChatEvent, type ChatMessage } from '@glasshouse/protocol/support';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Language } from '../../http/handler.ts';
import { summaryOf } from '../../values/summary.ts';
import { CHAT_STATE, type Sender, type SupportChatsTable, type SupportMessagesTable } from './tables.ts';

export type ChatRow = Selectable<SupportChatsTable>;

export interface NewChat {
  readonly userId: number | null;
  readonly topic: string;
  readonly language: Language;
  readonly page: string;
  readonly email: string | null;
  readonly state: number;
  readonly isUrgent: boolean;
  /** The visitor's own key for the first message: a repeated request finds the chat by it. */
  readonly beginKey?: string | undefined;
  /** The keyed hash of a visitor's area; null for a user. */
  readonly areaKey: string | null;
}

export interface NewMessage {
  readonly sender: Sender;
  readonly operator?: string;
  readonly text: string;
  readonly picture?: number;
  /** The same one again adds nothing. */
  readonly key?: string | undefined;
  readonly isUrgent?: boolean;
}

interface UnusedSince {
  readonly anyMs: number;
  readonly mailMs: number;
  readonly leftMs: number;
  readonly limit: number;
}

/** Chats that one pass removes. */
const AT_ONCE = 200;
const { waiting, taken, mail, closed } = CHAT_STATE;

/** A question by mail stays one, whoever has it. */
const stayingMail = (state: number) =>
  sql<number>`case when state = ${mail}::smallint then state else ${state}::smallint end`;

export class Chats {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  async begin(chat: NewChat): Promise<number> {
    const nowMs = this.#now();
    const { chat_id } = await this.#database.kysely
      .insertInto('support_chats')
      .values({
        user_id: chat.userId,
        topic: chat.topic,
        language: chat.language,
        page: chat.page,
        email: chat.email,
        state: chat.state,
        begun_ms: nowMs,
        changed_ms: nowMs,
        waits_ms: nowMs,
        is_urgent: chat.isUrgent,
        begin_key: chat.beginKey ?? null,
        area_key: chat.areaKey,
      })
      .returning('chat_id')
      .executeTakeFirstOrThrow();
    return chat_id;
  }

  find(chatId: number): Promise<ChatRow | undefined> {
    return this.#database.reads
      .selectFrom('support_chats')
      .selectAll()
      .where('chat_id', '=', chatId)
      .executeTakeFirst();
  }

  /** The chat that a visitor has begun, or in which a user has asked, with this key before. */
  async begunWith(userId: number, key: string): Promise<number | null> {
    const { reads } = this.#database;
    const found = await (
      userId === 0
        ? reads.selectFrom('support_chats').select('chat_id').where('begin_key', '=', key)
        : reads
            .selectFrom('support_chats as c')
            .innerJoin('support_messages as m', 'm.chat_id', 'c.chat_id')
            .select('c.chat_id')
            .where('c.user_id', '=', userId)
            .where('m.sender', '=', 'visitor')
            .where('m.message_key', '=', key)
    ).executeTakeFirst();
    return found?.chat_id ?? null;
  }

  /** The user's newest chat that is not closed. */
  openOf(userId: number): Promise<ChatRow | undefined> {
    return this.#database.reads
      .selectFrom('support_chats')
      .selectAll()
      .where('user_id', '=', userId)
      .where('state', '<', closed)
      .orderBy('chat_id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /**
   * Adds a message and returns its number. A message with a key that the sender has used before in
   * this chat adds nothing.
   */
  async add(chatId: number, message: NewMessage): Promise<number | 'closed' | 'full'> {
    try {
      const added = (await this.#append(chatId, message)) ?? (await this.known(chatId, message));
      if (added !== null) return added;
      const chat = await this.find(chatId);
      return chat === undefined || chat.state === closed ? 'closed' : 'full';
    } catch (error) {
      const known = isUniqueViolation(error) ? await this.known(chatId, message) : null;
      if (known === null) throw error;
      return known;
    }
  }

  /** The message that this one repeats. */
  async known(chatId: number, { sender, key }: Pick<NewMessage, 'sender' | 'key'>): Promise<number | null> {
    if (key === undefined) return null;
    const known = await this.#database.kysely
      .selectFrom('support_messages')
      .select('message')
      .where('chat_id', '=', chatId)
      .where('sender', '=', sender)
      .where('message_key', '=', key)
      .executeTakeFirst();
    return known?.message ?? null;
  }

  #append(chatId: number, message: NewMessage): Promise<number | null> {
    const { sender, operator = '', text, picture = null, key = null } = message;
    const nowMs = this.#now();
    const isOfVisitor = sender === 'visitor';
    return this.#database.kysely.transaction().execute(async (kysely) => {
      const changed = await kysely
        .updateTable('support_chats')
        .set({
          last_message: sql`last_message + 1`,
          message_count: sql`message_count + 1`,
          changed_ms: nowMs,
          // Notes and events answer nobody.
          ...(isOfVisitor || sender === 'operator' ? { last_from: sender, last_text: summaryOf(text) } : {}),
          ...(isOfVisitor
            ? { unread: sql`unread + 1`, waits_ms: sql`coalesce(waits_ms, ${nowMs}::bigint)` }
            : {}),
          ...(sender === 'operator' ? { waits_ms: null } : {}),
          ...(message.isUrgent === true ? { is_urgent: true } : {}),
        })
        .where('chat_id', '=', chatId)
        .where('state', '<', sender === 'event' ? closed + 1 : closed)
        .$if(sender !== 'event', (query) => query.where('message_count', '<', MESSAGES_MAX))
        .returning('last_message')
        .executeTakeFirst();
      if (changed === undefined) return null;
      await kysely
        .insertInto('support_messages')
        .values({
          chat_id: chatId,
          message: changed.last_message,
          time_ms: nowMs,
          sender,
          operator,
          body: text,
          picture,
          message_key: key,
        })
        .execute();
      return changed.last_message;
    });
  }

  addEvent(chatId: number, event: ChatEvent, operator = ''): Promise<number | 'closed' | 'full'> {
    return this.add(chatId, { sender: 'event', operator, text: event });
  }

  /** Messages after one, oldest first, and one more than `limit` if there is one. */
  async messages(
    chatId: number,
    { after, limit, isForOperators }: { after: number; limit: number; isForOperators: boolean },
  ): Promise<readonly ChatMessage[]> {
    const rows = await this.#database.reads
      .selectFrom('support_messages')
      .selectAll()
      .where('chat_id', '=', chatId)
      .where('message', '>', after)
      .$if(!isForOperators, (query) => query.where('sender', '<>', 'note'))
      .orderBy('message')
      .limit(limit + 1)
      .execute();
    return rows.map(messageOf);
  }

  /** Returns whether it was not read before. */
  async readByVisitor(chat: ChatRow, message: number): Promise<boolean> {
    if (message <= chat.read_by_visitor) return false;
    await this.#database.kysely
      .updateTable('support_chats')
      .set({ read_by_visitor: sql`greatest(read_by_visitor, ${message}::bigint)` })
      .where('chat_id', '=', chat.chat_id)
      .execute();
    return true;
  }

  async readByOperator(chat: ChatRow, message: number): Promise<boolean> {
    if (message <= chat.read_by_operator && chat.unread === 0) return false;
    await this.#database.kysely
      .updateTable('support_chats')
      .set({
        read_by_operator: sql`greatest(read_by_operator, ${message}::bigint)`,
        // Messages after it remain unread.
        unread: sql`(select count(*) from support_messages m where m.chat_id = support_chats.chat_id
          and m.message > greatest(read_by_operator, ${message}::bigint) and m.sender = 'visitor')`,
      })
      .where('chat_id', '=', chat.chat_id)
      .execute();
    return true;
  }

  /** False if the chat is closed, or has this operator already. */
  async take(chatId: number, operator: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('support_chats')
      .set({ state: stayingMail(taken), operator })
      .where('chat_id', '=', chatId)
      .where('state', '<', closed)
      .where('operator', '<>', operator)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async release(chatId: number): Promise<void> {
    await this.#database.kysely
      .updateTable('support_chats')
      .set({
        state: stayingMail(waiting),
        operator: '',
        waits_ms: sql`coalesce(waits_ms, ${this.#now()}::bigint)`,
      })
      .where('chat_id', '=', chatId)
      .where('state', '<', closed)
      .execute();
  }

  /** False if it was closed before. */
  async close(chatId: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('support_chats')
      .set(this.#ended())
      .where('chat_id', '=', chatId)
      .where('state', '<', closed)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Closes a chat that no operator has taken up meanwhile; undefined if one has. */
  closeUnanswered(chatId: number): Promise<ChatRow | undefined> {
    return this.#database.kysely
      .updateTable('support_chats')
      .set(this.#ended())
      .where('chat_id', '=', chatId)
      .where('state', 'in', [waiting, mail])
      .where('operator', '=', '')
      .where('waits_ms', 'is not', null)
      .returningAll()
      .executeTakeFirst();
  }

  #ended() {
    return { state: closed, waits_ms: null, area_key: null, changed_ms: this.#now() };
  }

  /** A question by mail waits in the line again. */
  async wait(chatId: number): Promise<void> {
    await this.#database.kysely
      .updateTable('support_chats')
      .set({ state: sql`case when operator = '' then ${waiting}::smallint else ${taken}::smallint end` })
      .where('chat_id', '=', chatId)
      .where('state', '=', mail)
      .execute();
  }

  /**
   * Whether an answer is to be mailed: one mail, until the visitor has read the chat. Answers to a
   * question by mail are always mailed, even if a later answer was mailed first.
   */
  async claimMail(chat: ChatRow, message: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('support_chats')
      .set({ mailed_message: sql`greatest(mailed_message, ${message}::int)` })
      .where('chat_id', '=', chat.chat_id)
      .where((where) =>
        where.or([
          where('state', '=', mail),
          where.and([
            where('mailed_message', '<', message),
            where('read_by_visitor', '>=', where.ref('mailed_message')),
          ]),
        ]),
      )
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /**
   * Chats that nobody has used: at all since `anyMs`, by mail since `mailMs`, and of visitors
   * without an address, who wait, since `leftMs`. The longest unused first.
   */
  unused({ anyMs, mailMs, leftMs, limit }: UnusedSince) {
    return this.#database.reads
      .selectFrom('support_chats')
      .selectAll()
      .where((where) =>
        where.or([
          where.and([where('state', 'in', [waiting, taken]), where('changed_ms', '<', anyMs)]),
          where.and([where('state', '=', mail), where('changed_ms', '<', mailMs)]),
          where.and([
            where('state', '=', waiting),
            where('user_id', 'is', null),
            where('email', 'is', null),
            where('changed_ms', '<', leftMs),
          ]),
        ]),
      )
      .orderBy('changed_ms')
      .limit(limit)
      .execute();
  }

  /** Removes chats that were closed before then, with all that was said. */
  async removeClosed(beforeMs: number): Promise<void> {
    await this.#database.kysely.transaction().execute(async (kysely) => {
      const old = await kysely
        .selectFrom('support_chats')
        .select('chat_id')
        .where('state', '=', closed)
        .where('changed_ms', '<', beforeMs)
        .limit(AT_ONCE)
        .execute();
      const ids = old.map(({ chat_id }) => chat_id);
      if (ids.length === 0) return;
      await kysely.deleteFrom('support_pictures').where('chat_id', 'in', ids).execute();
      await kysely.deleteFrom('support_messages').where('chat_id', 'in', ids).execute();
      await kysely.deleteFrom('support_chats').where('chat_id', 'in', ids).execute();
    });
  }
}

const messageOf = (row: Selectable<SupportMessagesTable>): ChatMessage => ({
  id: row.message,
  time: row.time_ms,
  from: row.sender,
  operator: row.operator,
  text: row.body,
  picture: row.picture,
});
