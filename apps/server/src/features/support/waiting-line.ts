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
/** Up to so many questions from one area may be those of people who do not know each other. */
const FEW_OF_AREA = 5;

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

  /** The same of one area. */
  async visitorsOf(areaKey: string): Promise<number> {
    const { count } = await this.#visitors()
      .where('area_key', '=', areaKey)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /**
   * The question that gives its place to a visitor from an area with `count` others: the oldest one
   * of the area with most, if that has more than the newcomer's would have. Never one that an
   * operator has taken or answered, nor one with an address to answer to from an area with few.
   * Null if there is none.
   */
  async crowdedOut(count: number): Promise<number | null> {
    const { rows } = await sql<{ chat_id: number }>`
      with waiting as (
        select chat_id, email, operator, waits_ms, count(*) over (partition by area_key) as of_area
        from support_chats
        where state in (${waiting}::smallint, ${mail}::smallint)
          and user_id is null and waits_ms is not null and area_key is not null
      )
      select chat_id from waiting
      where of_area > ${count}::bigint + 1 and operator = ''
        and (email is null or of_area > ${FEW_OF_AREA}::bigint)
        and not exists (
          select from support_messages m where m.chat_id = waiting.chat_id and m.sender = 'operator')
      order by of_area desc, waits_ms, chat_id
      limit 1`.execute(this.#database.kysely);
    return rows[0]?.chat_id ?? null;
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
