/** Sessions: made at login, found by token on every call, ended by logout, by a new password or by age. */
import { hash, randomBytes } from 'node:crypto';
import type { SessionRow } from '@glasshouse/protocol/identity';
import type { Database } from '../../db/database.ts';
import type { SessionIdentity, SessionReader } from '../../http/mount.ts';

export const SESSION_LIFE_MS = 30 * 86_400_000;
/** A session that nobody used for a week has ended. */
export const SESSION_IDLE_MS = 7 * 86_400_000;
/** Of one user; a new one beyond it ends the one that was used longest ago. */
const SESSIONS_MAX = 100;
/** Sessions kept in memory; beyond it the oldest are read from the database again. */
const CACHE_LIMIT = 200_000;
const ID_LENGTH = 16;
/** How stale `last_seen_ms` may be. */
const SEEN_STEP_MS = 60_000;

const END_BEYOND_MAX = `
  delete from sessions where session_key in (
    select session_key from sessions where user_id = $1 order by last_seen_ms desc, created_ms desc offset $2
  ) returning session_key`;
/** One statement for all of them, however many users were here. */
const WRITE_SEEN = `
  update sessions set last_seen_ms = seen.ms
  from json_to_recordset($1::json) as seen(key text, ms bigint)
  where session_key = seen.key`;

interface CachedSession extends SessionIdentity {
  readonly expiresMs: number;
  seenMs: number;
}

export interface NewSession {
  readonly userId: number;
  readonly ip: string;
  readonly userAgent: string;
}

export type SessionEndListener = (sessionKey: string) => void;

export class SessionStore implements SessionReader {
  private readonly database: Database;
  private readonly now: () => number;
  private readonly cacheLimit: number;
  private readonly cache = new Map<string, CachedSession>();
  private readonly seen = new Map<string, number>();
  private readonly endListeners: SessionEndListener[] = [];
  /** Rises with every end of a session, so that a look-up under way does not put an ended one back. */
  private endCount = 0;
  /** True when memory holds every session there is. */
  private isComplete = false;

  constructor(database: Database, now: () => number = Date.now, cacheLimit = CACHE_LIMIT) {
    this.database = database;
    this.cacheLimit = cacheLimit;
    this.now = now;
  }

  /** At the start: all sessions, so that a token nobody has is refused without a query. Holds for one process that makes all sessions. */
  async loadAll(): Promise<void> {
    const rows = await this.database.reads
      .selectFrom('sessions')
      .select(['session_key', 'user_id', 'expires_ms', 'last_seen_ms'])
      .where('expires_ms', '>', this.now())
      .orderBy('last_seen_ms', 'desc')
      .limit(this.cacheLimit)
      .execute();
    this.isComplete = rows.length < this.cacheLimit;
    for (const row of rows.toReversed()) {
      const { session_key: sessionKey, user_id: userId, expires_ms: expiresMs, last_seen_ms: seenMs } = row;
      this.cache.set(sessionKey, { userId, sessionKey, expiresMs, seenMs });
    }
  }

  onEnd(listener: SessionEndListener): void {
    this.endListeners.push(listener);
  }

  /** The token is given out once and only its hash is kept. */
  async open({ userId, ip, userAgent }: NewSession): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const nowMs = this.now();
    const row = {
      session_key: keyOf(token),
      user_id: userId,
      created_ms: nowMs,
      last_seen_ms: nowMs,
      expires_ms: nowMs + SESSION_LIFE_MS,
      ip,
      user_agent: userAgent.slice(0, 200),
    };
    await this.database.kysely.insertInto('sessions').values(row).execute();
    await this.endBeyondMax(userId);
    this.remember({ userId, sessionKey: row.session_key, expiresMs: row.expires_ms, seenMs: nowMs });
    return token;
  }

  find(token: string): SessionIdentity | null | Promise<SessionIdentity | null> {
    if (token.length > 128) return null;
    const sessionKey = keyOf(token);
    const cached = this.cache.get(sessionKey);
    if (cached !== undefined) return this.touch(cached);
    return this.isComplete ? null : this.load(sessionKey);
  }

  async end(sessionKey: string): Promise<void> {
    await this.database.kysely.deleteFrom('sessions').where('session_key', '=', sessionKey).execute();
    this.forget([sessionKey]);
  }

  /** Last seen first. An id is the beginning of a key: enough to name a session, useless to use it. */
  async list(userId: number, currentKey: string): Promise<SessionRow[]> {
    const rows = await this.database.reads
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_ms', '>', this.now())
      .orderBy('last_seen_ms', 'desc')
      .limit(SESSIONS_MAX)
      .execute();
    return rows.map((row) => ({
      id: row.session_key.slice(0, ID_LENGTH),
      time: row.created_ms,
      lastSeenTime: Math.max(row.last_seen_ms, this.cache.get(row.session_key)?.seenMs ?? 0),
      ip: row.ip,
      device: row.user_agent,
      current: row.session_key === currentKey,
    }));
  }

  /** False when the user has no such session. */
  async endById(userId: number, id: string): Promise<boolean> {
    const ended = await this.database.kysely
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where((where) => where(where.fn<string>('left', ['session_key', where.val(ID_LENGTH)]), '=', id))
      .returning('session_key')
      .execute();
    this.forget(ended.map((row) => row.session_key));
    return ended.length > 0;
  }

  /** Ends every session of a user, but for the one given. */
  async endAll(userId: number, exceptKey = ''): Promise<number> {
    const ended = await this.database.kysely
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('session_key', '!=', exceptKey)
      .returning('session_key')
      .execute();
    this.forget(ended.map((row) => row.session_key));
    return ended.length;
  }

  /** Ends every session there is. */
  async endEverybody(): Promise<number> {
    const ended = await this.database.kysely.deleteFrom('sessions').returning('session_key').execute();
    this.forget(ended.map((row) => row.session_key));
    return ended.length;
  }

  /** Writes when sessions were last used, and removes those that have run out. Run on a schedule. */
  async keepUp(): Promise<void> {
    const seen = [...this.seen].map(([key, ms]) => ({ key, ms }));
    this.seen.clear();
    if (seen.length > 0) await this.database.query(WRITE_SEEN, [JSON.stringify(seen)]);
    const ended = await this.database.kysely
      .deleteFrom('sessions')
      .where((where) =>
        where.or([
          where('expires_ms', '<', this.now()),
          where('last_seen_ms', '<', this.now() - SESSION_IDLE_MS),
        ]),
      )
      .returning('session_key')
      .execute();
    this.forget(ended.map((row) => row.session_key));
  }

  private async endBeyondMax(userId: number): Promise<void> {
    const { rows } = await this.database.query<{ session_key: string }>(END_BEYOND_MAX, [
      userId,
      SESSIONS_MAX,
    ]);
    if (rows.length > 0) this.forget(rows.map((row) => row.session_key));
  }

  private async load(sessionKey: string): Promise<SessionIdentity | null> {
    const countBefore = this.endCount;
    const row = await this.database.reads
      .selectFrom('sessions')
      .select(['user_id', 'expires_ms', 'last_seen_ms'])
      .where('session_key', '=', sessionKey)
      .executeTakeFirst();
    if (row === undefined || countBefore !== this.endCount) {
      return row === undefined ? null : this.load(sessionKey);
    }
    const session = { userId: row.user_id, sessionKey, expiresMs: row.expires_ms, seenMs: row.last_seen_ms };
    this.remember(session);
    return this.touch(session);
  }

  private touch(session: CachedSession): SessionIdentity | null {
    const nowMs = this.now();
    if (session.expiresMs <= nowMs || nowMs - session.seenMs > SESSION_IDLE_MS) return null;
    if (nowMs - session.seenMs > SEEN_STEP_MS) {
      session.seenMs = nowMs;
      this.seen.set(session.sessionKey, nowMs);
    }
    return session;
  }

  private remember(session: CachedSession): void {
    if (this.cache.size >= this.cacheLimit) {
      const [oldest] = this.cache.keys();
      if (oldest !== undefined) this.cache.delete(oldest);
      this.isComplete = false;
    }
    this.cache.set(session.sessionKey, session);
  }

  private forget(sessionKeys: readonly string[]): void {
    this.endCount++;
    for (const sessionKey of sessionKeys) {
      this.cache.delete(sessionKey);
      for (const listener of this.endListeners) listener(sessionKey);
    }
  }
}

function keyOf(token: string): string {
  return hash('sha256', token, 'base64url');
}
