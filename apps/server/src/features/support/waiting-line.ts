/** The chats in the order in which operators take them, and who waits for an answer. */
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ChatRow } from './chats.ts';
import { CHAT_STATE } from './tables.ts';

export interface InboxRequest {
  readonly list: 'open' | 'mail' | 'closed';
  /** The number of a chat or of a user, whatever state the chat has; '' for all of `list`. */
  readonly find: string;
  /** The operator who asks. */
  readonly own: string;
  readonly count: number;
}

const { waiting, taken, mail, closed } = CHAT_STATE;

export class WaitingLine {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /**
   * The chat's place in the line: the number of chats before it, plus one. Chats of users come
   * before chats of visitors.
   */
  async placeOf(chat: ChatRow): Promise<number> {
    if (chat.state !== waiting) return 0;
    const { count } = await this.#database.reads
      .selectFrom('support_chats')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', waiting)
      .where(
        sql<boolean>`(user_id is null, waits_ms) < (${chat.user_id === null}::boolean, ${chat.waits_ms ?? this.#now()}::bigint)`,
      )
      .executeTakeFirstOrThrow();
    return count + 1;
  }

  async counts(): Promise<{ open: number; mail: number; waiting: number }> {
    const rows = await this.#database.reads
      .selectFrom('support_chats')
      .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
      .where('state', '<', closed)
      .groupBy('state')
      .execute();
    const of = (state: number) => rows.find((row) => row.state === state)?.count ?? 0;
    return { open: of(waiting) + of(taken), mail: of(mail), waiting: of(waiting) };
  }

  /** How many visitors wait, also for a mail. */
  async visitors(): Promise<number> {
    const { count } = await this.#visitors()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Of these chats, those of visitors whose question waits for an answer, also for one by mail. */
  async visitorsOf(chats: readonly number[]): Promise<readonly number[]> {
    if (chats.length === 0) return [];
    const rows = await this.#visitors().select('chat_id').where('chat_id', 'in', chats).execute();
    return rows.map(({ chat_id }) => chat_id);
  }

  #visitors() {
    return this.#database.reads
      .selectFrom('support_chats')
      .where('state', 'in', [waiting, mail])
      .where('user_id', 'is', null)
      .where('waits_ms', 'is not', null);
  }

  /**
   * One's own first, then those that wait longest, users before visitors, of whom there can be any
   * number; closed ones newest first. And one more than `count` if there is one.
   */
  list({ list, find, own, count }: InboxRequest): Promise<readonly ChatRow[]> {
    const query = this.#database.reads
      .selectFrom('support_chats')
      .selectAll()
      .limit(count + 1);
    if (find !== '')
      return query
        .where((where) =>
          where.or([where('chat_id', '=', Number(find)), where('user_id', '=', Number(find))]),
        )
        .orderBy('chat_id', 'desc')
        .execute();
    if (list === 'closed') return query.where('state', '=', closed).orderBy('changed_ms', 'desc').execute();
    return query
      .where('state', 'in', list === 'mail' ? [mail] : [waiting, taken])
      .orderBy(sql`operator <> ${own}`)
      .orderBy(sql`user_id is null`)
      .orderBy(sql`waits_ms nulls last`)
      .orderBy('changed_ms', 'desc')
      .execute();
  }
}
