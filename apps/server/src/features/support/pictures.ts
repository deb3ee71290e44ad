/**
 * Pictures of chats: encrypted, numbered within their chat. Pictures of visitors, who are
 * anonymous, share a budget of bytes: a new one removes those of the oldest closed chats of
 * visitors.
 */
import type { Refusal } from '@glasshouse/protocol';
import { PICTURES_MAX } from '@glasshouse/protocol/support';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { FairPool } from '../../process/fair-pool.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import type { CleanPhoto } from '../../photos/photos.ts';
import { openPhoto, sealPhoto } from '../../photos/sealed-photos.ts';
import type { Secrets } from '../../process/secrets.ts';
import type { ChatRow } from './chats.ts';
import { CHAT_STATE } from './tables.ts';

/** What pictures in chats of visitors take on disk, all together. */
export const VISITORS_PICTURE_BYTES_MAX = 1_000_000_000;
/** Each is read as a whole: a queue of them must not keep others from the database. */
const READ_AT_ONCE = 2;
/** Closed chats whose pictures one new picture may replace. */
const EMPTIED_MAX = 200;
const KEY = 'support-picture';

const bytes = sql<number>`coalesce(sum(octet_length(sealed)), 0)::bigint`;

/** Who asks for a picture, and whose turn that uses. */
export interface PictureReader {
  readonly picture: number;
  readonly by: string;
  readonly isOperator: boolean;
}

export class Pictures {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #visitors = new FairPool(READ_AT_ONCE);
  /** Apart from those whom anybody can be. */
  readonly #operators = new FairPool(READ_AT_ONCE);
  readonly #room = new KeyedMutex();

  constructor(database: Database, secrets: Secrets) {
    this.#database = database;
    this.#secrets = secrets;
  }

  read(chatId: number, { picture, by, isOperator }: PictureReader) {
    const pool = isOperator ? this.#operators : this.#visitors;
    return pool.run(by, () => this.#read(chatId, picture));
  }

  async #read(chatId: number, picture: number) {
    const row = await this.#database.reads
      .selectFrom('support_pictures')
      .selectAll()
      .where('chat_id', '=', chatId)
      .where('picture', '=', picture)
      .executeTakeFirst();
    if (row === undefined) return { error: 'request/not-found', field: 'picture' } as const;
    const jpeg = openPhoto(this.#secrets, nameOf(chatId, picture), row);
    return { jpegBase64: jpeg.toString('base64'), width: row.width, height: row.height };
  }

  /** Keeps a picture and returns its number. The budget is for what visitors send. */
  async add(chat: ChatRow, photo: CleanPhoto, isFromVisitor: boolean): Promise<number | Refusal> {
    if (chat.user_id !== null || !isFromVisitor) return this.#keep(chat, photo);
    return this.#room.run('visitors', async () =>
      (await this.#makeRoom(photo.jpeg.length))
        ? this.#keep(chat, photo)
        : ({ error: 'support/pictures-no-room' } as const),
    );
  }

  async #keep(chat: ChatRow, { jpeg, width, height }: CleanPhoto): Promise<number | Refusal> {
    const picture = await this.#takeNumber(chat.chat_id);
    if (picture === null) return { error: 'support/pictures-full', params: { count: String(PICTURES_MAX) } };
    const sealed = sealPhoto(this.#secrets, nameOf(chat.chat_id, picture), jpeg);
    await this.#database.kysely
      .insertInto('support_pictures')
      .values({ chat_id: chat.chat_id, picture, width, height, ...sealed })
      .execute();
    return picture;
  }

  /**
   * Removes a picture that belongs to no message. Its number is free again, unless a later picture
   * has taken the next one meanwhile.
   */
  async remove(chatId: number, picture: number): Promise<void> {
    await this.#database.kysely.transaction().execute(async (kysely) => {
      await kysely
        .deleteFrom('support_pictures')
        .where('chat_id', '=', chatId)
        .where('picture', '=', picture)
        .execute();
      await kysely
        .updateTable('support_chats')
        .set({ picture_count: picture - 1 })
        .where('chat_id', '=', chatId)
        .where('picture_count', '=', picture)
        .execute();
    });
  }

  /** The number of the next picture; null if the chat holds all that it may. */
  async #takeNumber(chatId: number): Promise<number | null> {
    const row = await this.#database.kysely
      .updateTable('support_chats')
      .set({ picture_count: sql`picture_count + 1` })
      .where('chat_id', '=', chatId)
      .where('picture_count', '<', PICTURES_MAX)
      .returning('picture_count')
      .executeTakeFirst();
    return row?.picture_count ?? null;
  }

  /** Whether there is room in the budget. Removes nothing where that would not make enough. */
  async #makeRoom(more: number): Promise<boolean> {
    let missing = (await this.#bytesOfVisitors()) + more - VISITORS_PICTURE_BYTES_MAX;
    if (missing <= 0) return true;
    const emptied: number[] = [];
    for (const chat of await this.#closedOfVisitors()) {
      if (missing <= 0) break;
      emptied.push(chat.chat_id);
      missing -= chat.bytes;
    }
    if (missing > 0) return false;
    await this.#database.kysely.deleteFrom('support_pictures').where('chat_id', 'in', emptied).execute();
    return true;
  }

  async #bytesOfVisitors(): Promise<number> {
    const row = await this.#database.reads
      .selectFrom('support_pictures as p')
      .innerJoin('support_chats as c', 'c.chat_id', 'p.chat_id')
      .where('c.user_id', 'is', null)
      .select(bytes.as('bytes'))
      .executeTakeFirstOrThrow();
    return row.bytes;
  }

  /** Closed chats of visitors that have pictures, the oldest first. */
  #closedOfVisitors() {
    return this.#database.reads
      .selectFrom('support_pictures as p')
      .innerJoin('support_chats as c', 'c.chat_id', 'p.chat_id')
      .where('c.user_id', 'is', null)
      .where('c.state', '=', CHAT_STATE.closed)
      .groupBy(['c.chat_id', 'c.changed_ms'])
      .select(['c.chat_id', bytes.as('bytes')])
      .orderBy('c.changed_ms')
      .limit(EMPTIED_MAX)
      .execute();
  }
}

const nameOf = (chatId: number, picture: number) => ({ purpose: KEY, id: `${chatId}/${picture}` });
