/**
 * The memory of idempotency keys: the same owner, key and request get the same answer for a day, also while the first is still on its way.
 * Kept in memory and in the batch's own statement; a key that memory had to let go of early is looked up in the table.
 */
import type { Session } from '../db/database.ts';
import type { IdempotencyTable } from '../db/tables/pipeline.ts';
import type { Answer } from './answer.ts';

export const KEY_KEPT_MS = 24 * 60 * 60 * 1000;
/** Some 150 bytes each, 300 with a reply. Beyond it the oldest leave memory, and keys that are not in memory cost a query. */
export const KEYS_IN_MEMORY_MAX = 500_000;
export const KEY_LENGTH_MAX = 200;
/** A key that runs out this soon is not promised an answer: the command must still find it. */
const KEY_MARGIN_MS = 60_000;

export interface IdempotencyRequest {
  readonly owner: number;
  readonly key: string;
  readonly requestHash: string;
}

interface Entry {
  readonly requestHash: string;
  readonly timeMs: number;
  /** The answer, or the promise of it. */
  answer: Answer | Promise<Answer>;
}

export class IdempotencyKeys {
  readonly #session: Session;
  readonly #keysMax: number;
  readonly #entries = new Map<string, Entry>();
  /** Keys used before this may have left memory although they are still good. */
  #completeSinceMs = 0;

  constructor(session: Session, keysMax = KEYS_IN_MEMORY_MAX) {
    this.#session = session;
    this.#keysMax = keysMax;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** At recovery: the keys of the last day, oldest first. */
  async load(nowMs: number): Promise<void> {
    const { rows } = await this.#session.query<IdempotencyTable>(
      'select * from (select * from idempotency where time_ms > $1 order by time_ms desc limit $2) newest order by time_ms, seq',
      [nowMs - KEY_KEPT_MS, this.#keysMax],
    );
    for (const row of rows)
      this.#entries.set(nameOf(row), {
        requestHash: row.request_hash,
        timeMs: row.time_ms,
        answer: answerOf(row),
      });
    if (rows.length === this.#keysMax) this.#completeSinceMs = rows[0]?.time_ms ?? 0;
  }

  /** Answers what is known for the key, or runs `first`, whose promise is the answer for whoever comes meanwhile. */
  answer(request: IdempotencyRequest, nowMs: number, first: () => Promise<Answer>): Promise<Answer> {
    this.#forget(nowMs);
    const name = nameOf(request);
    const known = this.#entries.get(name);
    if (known !== undefined) {
      if (known.requestHash === request.requestHash) return Promise.resolve(known.answer);
      if (!(known.answer instanceof Promise)) return Promise.resolve(KEY_REUSED);
      // What is under way may itself be refused the key, which then is another's: the table has not answered yet.
      const again = (): Promise<Answer> => this.answer(request, nowMs, first);
      return known.answer.then(again, again);
    }
    const answer = this.#isMemoryComplete(nowMs) ? first() : this.#lookUp(request, nowMs, first);
    const entry: Entry = { requestHash: request.requestHash, timeMs: nowMs, answer };
    this.#entries.set(name, entry);
    // A command that never ran, or a key that belongs to another request, leaves the key as it was.
    const release = (): void => void (this.#entries.get(name) === entry && this.#entries.delete(name));
    answer.then((final) => {
      entry.answer = final;
      if (final === KEY_REUSED || final.error === 'request/not-ready') release();
    }, release);
    return answer;
  }

  /** Whether a command with this key will get a known answer instead of running. Waits for the one that is under way. */
  async isAnswered(key: Omit<IdempotencyRequest, 'requestHash'>, nowMs: number): Promise<boolean> {
    const name = nameOf(key);
    const goodSinceMs = nowMs - KEY_KEPT_MS + KEY_MARGIN_MS;
    const known = this.#entries.get(name);
    if (known !== undefined) {
      await Promise.resolve(known.answer).catch(() => undefined);
      return this.#entries.get(name) === known && known.timeMs > goodSinceMs;
    }
    if (this.#isMemoryComplete(nowMs)) return false;
    return (await this.#read(key, goodSinceMs)) !== undefined;
  }

  #isMemoryComplete(nowMs: number): boolean {
    return this.#completeSinceMs <= nowMs - KEY_KEPT_MS;
  }

  async #read(
    { owner, key }: Omit<IdempotencyRequest, 'requestHash'>,
    sinceMs: number,
  ): Promise<IdempotencyTable | undefined> {
    const { rows } = await this.#session.query<IdempotencyTable>(
      'select * from idempotency where owner = $1 and key = $2 and time_ms > $3',
      [owner, key, sinceMs],
    );
    return rows[0];
  }

  async #lookUp(request: IdempotencyRequest, nowMs: number, first: () => Promise<Answer>): Promise<Answer> {
    const row = await this.#read(request, nowMs - KEY_KEPT_MS);
    if (row === undefined) return first();
    return row.request_hash === request.requestHash ? answerOf(row) : KEY_REUSED;
  }

  /** A map keeps the order of insertion, which is the order of time: the oldest come first. */
  #forget(nowMs: number): void {
    for (const [name, entry] of this.#entries) {
      const isExpired = entry.timeMs <= nowMs - KEY_KEPT_MS;
      if (!isExpired && this.#entries.size < this.#keysMax) return;
      if (entry.answer instanceof Promise) return;
      if (!isExpired) this.#completeSinceMs = entry.timeMs;
      this.#entries.delete(name);
    }
  }
}

const KEY_REUSED: Answer = { error: 'request/key-reused', id: 0, count: 0, reply: null };

function nameOf(request: { readonly owner: number; readonly key: string }): string {
  return `${request.owner}:${request.key}`;
}

function answerOf(row: IdempotencyTable): Answer {
  return { error: row.error as Answer['error'], id: row.id, count: row.count, reply: row.reply };
}
