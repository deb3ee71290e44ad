/**
 * Remembers idempotency keys: the same owner, key and request get the same answer for a day, even
 * while the first request is still running. Keys are in memory and in the batch's commit; a
 * key that memory had to drop early is looked up in the table.
 */
import type { Session } from '../db/database.ts';
import type { IdempotencyTable } from '../db/tables/pipeline.ts';
import type { Answer } from './answer.ts';

export const KEY_KEPT_MS = 24 * 60 * 60 * 1000;
/**
 * About 150 bytes each, 300 with a reply. Beyond this number the oldest keys leave memory, and a
 * key that is not in memory costs a query.
 */
export const KEYS_IN_MEMORY_MAX = 500_000;
export const KEY_LENGTH_MAX = 200;
const KEYS_OF_PAGE = 5_000;
/**
 * A key this close to its expiry counts as unanswered, because it could expire before its command
 * runs.
 */
const KEY_MARGIN_MS = 60_000;

export interface IdempotencyRequest {
  readonly owner: number;
  readonly key: string;
  readonly requestHash: string;
}

interface Entry {
  readonly requestHash: string;
  readonly timeMs: number;
  /** The answer, or its promise. */
  answer: Answer | Promise<Answer>;
}

export class IdempotencyKeys {
  readonly #session: Session;
  readonly #keysMax: number;
  #entries = new Map<string, Entry>();
  /** Keys used before this time may have left memory although they have not expired. */
  #completeSinceMs = 0;
  #isStopped = false;

  constructor(session: Session, keysMax = KEYS_IN_MEMORY_MAX) {
    this.#session = session;
    this.#keysMax = keysMax;
  }

  get size(): number {
    return this.#entries.size;
  }

  /**
   * Loads the keys of the last day, a page at a time beside the work. Until they are here, a key
   * that is not in memory costs a query.
   */
  async load(nowMs: number): Promise<void> {
    this.#completeSinceMs = Infinity;
    const newestFirst: [string, Entry][] = [];
    let last: readonly (number | string)[] = [Number.MAX_SAFE_INTEGER, 0, 0, ''];
    for (let isMore = true; isMore && newestFirst.length < this.#keysMax;) {
      const { rows } = await this.#session.query<IdempotencyTable>(
        `select * from idempotency where time_ms > $1 and (time_ms, seq, owner, key) < ($2, $3, $4, $5)
         order by time_ms desc, seq desc, owner desc, key desc limit $6`,
        [nowMs - KEY_KEPT_MS, ...last, Math.min(KEYS_OF_PAGE, this.#keysMax - newestFirst.length)],
      );
      if (this.#isStopped) return;
      for (const row of rows) newestFirst.push([nameOf(row), entryOf(row)]);
      const oldest = rows.at(-1);
      if (oldest !== undefined) last = [oldest.time_ms, oldest.seq, oldest.owner, oldest.key];
      isMore = rows.length === KEYS_OF_PAGE;
    }
    const isWhole = newestFirst.length < this.#keysMax;
    const all = new Map(newestFirst.reverse());
    // What has been asked meanwhile is newer.
    for (const [name, entry] of this.#entries) {
      all.delete(name);
      all.set(name, entry);
    }
    this.#entries = all;
    this.#completeSinceMs = isWhole ? 0 : (newestFirst[0]?.[1].timeMs ?? 0);
  }

  /** Ends a load that goes on. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Returns the known answer of the key, or runs `first`; concurrent callers share its promise. */
  answer(request: IdempotencyRequest, nowMs: number, first: () => Promise<Answer>): Promise<Answer> {
    this.#forget(nowMs);
    const name = nameOf(request);
    const known = this.#entries.get(name);
    if (known !== undefined) {
      if (known.requestHash === request.requestHash) return Promise.resolve(known.answer);
      if (!(known.answer instanceof Promise)) return Promise.resolve(KEY_REUSED);
      // The running request may still lose the key to a third one, because the table has not been
      // read.
      const again = (): Promise<Answer> => this.answer(request, nowMs, first);
      return known.answer.then(again, again);
    }
    const answer = this.#isMemoryComplete(nowMs) ? first() : this.#lookUp(request, nowMs, first);
    const entry: Entry = { requestHash: request.requestHash, timeMs: nowMs, answer };
    this.#entries.set(name, entry);
    // A command that never ran, or a key used by another request, does not occupy the key.
    const release = (): void => void (this.#entries.get(name) === entry && this.#entries.delete(name));
    answer.then((final) => {
      entry.answer = final;
      if (final === KEY_REUSED || final.error === 'request/not-ready') release();
    }, release);
    return answer;
  }

  /**
   * Whether a command with this key will get a known answer instead of running. Waits for a running
   * request of the same key.
   */
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

  /**
   * Remembers an answer that needed no command: a refusal before one was submitted. Resolves with
   * what is known under the key, which may be the answer of another request that was first.
   */
  remember(
    request: IdempotencyRequest,
    answer: Answer,
    at: { timeMs: number; seq: number },
  ): Promise<Answer> {
    return this.answer(request, at.timeMs, async () => {
      const { owner, key, requestHash } = request;
      const { rows } = await this.#session.query(
        `insert into idempotency (owner, key, request_hash, seq, time_ms, error, id, count, reply)
         values ($1, $2, $3, $4, $5, $6, 0, 0, $7)
         on conflict (owner, key) do update set request_hash = excluded.request_hash, seq = excluded.seq,
           time_ms = excluded.time_ms, error = excluded.error, id = 0, count = 0, reply = excluded.reply
           where idempotency.time_ms <= $8 returning key`,
        [owner, key, requestHash, at.seq, at.timeMs, answer.error, answer.reply, at.timeMs - KEY_KEPT_MS],
      );
      // The journal fences commands alone: a process that was replaced finds what the next one did.
      return rows.length > 0 ? answer : this.#lookUp(request, at.timeMs, () => Promise.resolve(NOT_KEPT));
    });
  }

  /** What this request was answered; undefined if it was not. Waits while it runs. */
  async recall(request: IdempotencyRequest, nowMs: number): Promise<Answer | undefined> {
    const known = this.#entries.get(nameOf(request));
    if (known !== undefined)
      return known.requestHash === request.requestHash ? known.answer : Promise.resolve(undefined);
    if (this.#isMemoryComplete(nowMs)) return undefined;
    const row = await this.#read(request, nowMs - KEY_KEPT_MS);
    return row?.request_hash === request.requestHash ? answerOf(row) : undefined;
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

  /** A map iterates in order of insertion, which is the order of time: oldest first. */
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
/** The other answer of the key ran out while it was looked for. */
const NOT_KEPT: Answer = { error: 'request/not-ready', id: 0, count: 0, reply: null };

function nameOf(request: { readonly owner: number; readonly key: string }): string {
  return `${request.owner}:${request.key}`;
}

const entryOf = (row: IdempotencyTable): Entry => ({
  requestHash: row.request_hash,
  timeMs: row.time_ms,
  answer: answerOf(row),
});

function answerOf(row: IdempotencyTable): Answer {
  return { error: row.error as Answer['error'], id: row.id, count: row.count, reply: row.reply };
}
