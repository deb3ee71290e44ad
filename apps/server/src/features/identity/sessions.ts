/**
 * Sessions: created at login, found by token on every call, ended by logout, by a change of
 * credentials or by age.
 */
import { hash, randomBytes } from 'node:crypto';
import type { SessionEnd } from '@glasshouse/protocol';
import type { SessionRow } from '@glasshouse/protocol/identity';
import type { Database } from '../../db/database.ts';
import { SESSION_ID_LENGTH } from '../../contract/messages.ts';
import type { SessionIdentity, SessionReader } from '../../http/session-reader.ts';
import { EndedSessions } from './ended-sessions.ts';

export const SESSION_LIFE_MS = 30 * 86_400_000;
/** A session that is unused for a week has ended. */
export const SESSION_IDLE_MS = 7 * 86_400_000;
/** Per user; one more ends the one that was unused longest. */
const SESSIONS_MAX = 100;
/** Sessions in memory; beyond it the oldest must be read from the database again. */
const CACHE_LIMIT = 200_000;
const USER_AGENT_MAX = 200;
/** Longer than any that we make. */
const TOKEN_LENGTH_MAX = 128;
/** The precision of `last_seen_ms`. */
const SEEN_STEP_MS = 60_000;

const END_BEYOND_MAX = `
  delete from sessions where session_key in (
    select session_key from sessions where user_id = $1 order by last_seen_ms desc, created_ms desc offset $2
  ) returning session_key`;
/** Waits for a running change of credentials. Opens no session if the version has changed. */
const OPEN = `
  insert into sessions (session_key, user_id, created_ms, last_seen_ms, expires_ms, ip, user_agent, credential_version)
  select $1, user_id, $3, $3, $4, $5, $6, credential_version
  from users where user_id = $2 and credential_version = $7 for share
  returning session_key`;
/** Stores the last activity of any number of sessions in one statement. */
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
  /** The version of the credentials used to sign in. */
  readonly credentialVersion: number;
  readonly ip: string;
  readonly userAgent: string;
}

export interface Replacement {
  readonly userId: number;
  /** The version that the proof was checked against; null: any. */
  readonly version: number | null;
  /** The session that stays, which must still exist; '' for none. */
  readonly keepSession: string;
  /** What the ended sessions are told. */
  readonly why: SessionEnd;
}
/**
 * 'changed-meanwhile': the version is no longer current. 'session-ended': the session to keep is
 * gone.
 */
export type Replaced<T> =
  | { readonly ended: number; readonly result: T }
  | 'changed-meanwhile'
  | 'session-ended';

class NotReplaced extends Error {
  readonly reason: 'changed-meanwhile' | 'session-ended';
  constructor(reason: NotReplaced['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export type SessionEndListener = (sessionKey: string) => void;

export class SessionStore implements SessionReader {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #cacheLimit: number;
  readonly #cache = new Map<string, CachedSession>();
  readonly #seen = new Map<string, number>();
  readonly #endListeners: SessionEndListener[] = [];
  readonly #ended = new EndedSessions();
  /** Rises when a session ends, so that a concurrent look-up does not cache it again. */
  #endCount = 0;
  /** Sessions being opened: one that ends before it is cached leaves this set. */
  readonly #opening = new Set<string>();
  /**
   * Sessions that may or may not exist, because the answer to a change was lost. Only the database
   * knows.
   */
  readonly #doubted = new Set<string>();
  /** True while memory holds every session. */
  #isComplete = false;

  constructor(database: Database, now: () => number = Date.now, cacheLimit = CACHE_LIMIT) {
    this.#database = database;
    this.#cacheLimit = cacheLimit;
    this.#now = now;
  }

  /**
   * Called at the start: loads all sessions, so that an unknown token is refused without a query.
   * Valid as long as one process creates all sessions.
   */
  async loadAll(): Promise<void> {
    const rows = await this.#database.reads
      .selectFrom('sessions')
      .innerJoin('users', (join) =>
        join
          .onRef('users.user_id', '=', 'sessions.user_id')
          .onRef('users.credential_version', '=', 'sessions.credential_version'),
      )
      .select(['session_key', 'sessions.user_id', 'expires_ms', 'last_seen_ms'])
      .where('expires_ms', '>', this.#now())
      .orderBy('last_seen_ms', 'desc')
      .limit(this.#cacheLimit)
      .execute();
    this.#isComplete = rows.length < this.#cacheLimit;
    for (const row of rows.toReversed()) {
      const { session_key: sessionKey, user_id: userId, expires_ms: expiresMs, last_seen_ms: seenMs } = row;
      this.#cache.set(sessionKey, { userId, sessionKey, expiresMs, seenMs });
    }
  }

  onEnd(listener: SessionEndListener): void {
    this.#endListeners.push(listener);
  }

  /**
   * Returns the token, of which only the hash is kept. Null if the credentials have changed since
   * they were checked.
   */
  async open({ userId, credentialVersion, ip, userAgent }: NewSession): Promise<string | null> {
    const token = randomBytes(32).toString('base64url');
    const sessionKey = keyOf(token);
    const nowMs = this.#now();
    const expiresMs = nowMs + SESSION_LIFE_MS;
    const device = userAgent.slice(0, USER_AGENT_MAX);
    this.#opening.add(sessionKey);
    try {
      const { rows } = await this.#database.query(OPEN, [
        sessionKey,
        userId,
        nowMs,
        expiresMs,
        ip,
        device,
        credentialVersion,
      ]);
      if (rows.length === 0) return null;
      await this.endBeyondMax(userId);
      if (!this.#opening.has(sessionKey)) return null;
      this.#remember({ userId, sessionKey, expiresMs, seenMs: nowMs });
      return token;
    } finally {
      this.#opening.delete(sessionKey);
    }
  }

  /**
   * Runs `write`, raises the version of the user's credentials and ends the user's sessions but
   * one, all or nothing. A concurrent sign-in with the old credentials then opens no session.
   * `write` must use only the given transaction.
   */
  async replaceCredentials<T>(
    replacement: Replacement,
    write: (within: Pick<Database, 'kysely'>) => Promise<T>,
  ): Promise<Replaced<T>> {
    let isCommitting = false;
    try {
      const { result, endedKeys } = await this.#database.kysely.transaction().execute(async (transaction) => {
        await raiseVersion(transaction, replacement);
        const written = await write({ kysely: transaction });
        const done = { result: written, endedKeys: await endOthers(transaction, replacement) };
        isCommitting = true;
        return done;
      });
      this.#forget(endedKeys, replacement.why);
      return { ended: endedKeys.length, result };
    } catch (error) {
      if (error instanceof NotReplaced) return error.reason;
      // The answer of a commit can be lost; from now on only the database decides.
      if (isCommitting) this.#doubt(replacement.userId);
      throw error;
    }
  }

  known(token: string): SessionIdentity | null {
    const cached = token.length > TOKEN_LENGTH_MAX ? undefined : this.#cache.get(keyOf(token));
    return cached === undefined ? null : this.#touch(cached);
  }

  again(sessionKey: string): SessionIdentity | null {
    const cached = this.#cache.get(sessionKey);
    return cached === undefined ? null : this.#touch(cached);
  }

  find(token: string): SessionIdentity | null | Promise<SessionIdentity | null> {
    if (token.length > TOKEN_LENGTH_MAX) return null;
    const sessionKey = keyOf(token);
    const cached = this.#cache.get(sessionKey);
    if (cached !== undefined) return this.#touch(cached);
    return this.#isComplete && !this.#doubted.has(sessionKey) ? null : this.#load(sessionKey);
  }

  whyEnded(token: string): SessionEnd | null {
    return token.length > TOKEN_LENGTH_MAX ? null : this.#ended.whyOf(keyOf(token), this.#now());
  }

  /** By its own device, which needs no reason. */
  async end(sessionKey: string): Promise<void> {
    await this.#database.kysely.deleteFrom('sessions').where('session_key', '=', sessionKey).execute();
    this.#forget([sessionKey], null);
  }

  /**
   * Last used first. An id is the beginning of a key: enough to name a session, useless to open it.
   */
  async list(userId: number, currentKey: string): Promise<SessionRow[]> {
    const rows = await this.#database.reads
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_ms', '>', this.#now())
      .orderBy('last_seen_ms', 'desc')
      .limit(SESSIONS_MAX)
      .execute();
    return rows.map((row) => ({
      id: row.session_key.slice(0, SESSION_ID_LENGTH),
      time: row.created_ms,
      lastSeenTime: Math.max(row.last_seen_ms, this.#cache.get(row.session_key)?.seenMs ?? 0),
      ip: row.ip,
      device: row.user_agent,
      current: row.session_key === currentKey,
    }));
  }

  /** Whether the user has this session. */
  async has(userId: number, id: string): Promise<boolean> {
    const row = await this.#database.reads
      .selectFrom('sessions')
      .select('session_key')
      .where('user_id', '=', userId)
      .where((where) =>
        where(where.fn<string>('left', ['session_key', where.val(SESSION_ID_LENGTH)]), '=', id),
      )
      .where('expires_ms', '>', this.#now())
      .executeTakeFirst();
    return row !== undefined;
  }

  /** False if the user has no such session. */
  async endById(userId: number, id: string): Promise<boolean> {
    const ended = await this.#database.kysely
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where((where) =>
        where(where.fn<string>('left', ['session_key', where.val(SESSION_ID_LENGTH)]), '=', id),
      )
      .returning('session_key')
      .execute();
    this.#forget(
      ended.map((row) => row.session_key),
      'device',
    );
    return ended.length > 0;
  }

  /**
   * Ends every session of a user except the given one, and those being opened. Null if the given
   * one has ended.
   */
  async endAll(userId: number, why: SessionEnd, exceptKey = ''): Promise<number | null> {
    const replacement = { userId, version: null, keepSession: exceptKey, why };
    const replaced = await this.replaceCredentials(replacement, async () => undefined);
    if (replaced === 'session-ended') return null;
    // As no version is compared here, this means that the user does not exist.
    return replaced === 'changed-meanwhile' ? 0 : replaced.ended;
  }

  /** Ends all sessions of all users. */
  async endEverybody(): Promise<number> {
    const ended = await this.#database.kysely.deleteFrom('sessions').returning('session_key').execute();
    this.#forget(
      ended.map((row) => row.session_key),
      'operator',
    );
    return ended.length;
  }

  /** Writes when sessions were last used, and removes expired ones. Runs on a schedule. */
  async keepUp(): Promise<void> {
    const seen = [...this.#seen].map(([key, ms]) => ({ key, ms }));
    this.#seen.clear();
    if (seen.length > 0) await this.#database.query(WRITE_SEEN, [JSON.stringify(seen)]);
    const ended = await this.#database.kysely
      .deleteFrom('sessions')
      .where((where) =>
        where.or([
          where('expires_ms', '<', this.#now()),
          where('last_seen_ms', '<', this.#now() - SESSION_IDLE_MS),
        ]),
      )
      .returning('session_key')
      .execute();
    this.#forget(
      ended.map((row) => row.session_key),
      'expired',
    );
  }

  /** Not private, so that tests can pause a sign-in here. */
  async endBeyondMax(userId: number): Promise<void> {
    const { rows } = await this.#database.query<{ session_key: string }>(END_BEYOND_MAX, [
      userId,
      SESSIONS_MAX,
    ]);
    if (rows.length === 0) return;
    this.#forget(
      rows.map((row) => row.session_key),
      'crowded',
    );
  }

  async #load(sessionKey: string): Promise<SessionIdentity | null> {
    const countBefore = this.#endCount;
    const row = await this.#database.reads
      .selectFrom('sessions')
      .innerJoin('users', (join) =>
        join
          .onRef('users.user_id', '=', 'sessions.user_id')
          .onRef('users.credential_version', '=', 'sessions.credential_version'),
      )
      .select(['sessions.user_id', 'expires_ms', 'last_seen_ms'])
      .where('session_key', '=', sessionKey)
      .executeTakeFirst();
    if (row === undefined || countBefore !== this.#endCount) {
      return row === undefined ? null : this.#load(sessionKey);
    }
    const session = { userId: row.user_id, sessionKey, expiresMs: row.expires_ms, seenMs: row.last_seen_ms };
    this.#doubted.delete(sessionKey);
    this.#remember(session);
    return this.#touch(session);
  }

  #touch(session: CachedSession): SessionIdentity | null {
    const nowMs = this.#now();
    if (session.expiresMs <= nowMs || nowMs - session.seenMs > SESSION_IDLE_MS) {
      this.#ended.add(session.sessionKey, 'expired', nowMs);
      return null;
    }
    if (nowMs - session.seenMs > SEEN_STEP_MS) {
      session.seenMs = nowMs;
      this.#seen.set(session.sessionKey, nowMs);
    }
    return session;
  }

  #remember(session: CachedSession): void {
    if (this.#cache.size >= this.#cacheLimit) {
      const [oldest] = this.#cache.keys();
      if (oldest !== undefined) this.#cache.delete(oldest);
      this.#isComplete = false;
    }
    this.#cache.set(session.sessionKey, session);
  }

  #doubt(userId: number): void {
    const sessionKeys = [...this.#cache.values()]
      .filter((session) => session.userId === userId)
      .map(({ sessionKey }) => sessionKey);
    for (const sessionKey of sessionKeys) this.#doubted.add(sessionKey);
    this.#forget(sessionKeys, null);
  }

  /** `why` null: there is nothing to tell. */
  #forget(sessionKeys: readonly string[], why: SessionEnd | null): void {
    this.#endCount++;
    for (const sessionKey of sessionKeys) {
      if (why !== null) this.#ended.add(sessionKey, why, this.#now());
      this.#opening.delete(sessionKey);
      this.#cache.delete(sessionKey);
      for (const listener of this.#endListeners) listener(sessionKey);
    }
  }
}

type Transaction = Pick<Database, 'kysely'>['kysely'];

/**
 * The user's row stays locked until the end of the transaction, so changes and sign-ins run one
 * after the other.
 */
async function raiseVersion(transaction: Transaction, { userId, version }: Replacement): Promise<void> {
  let update = transaction
    .updateTable('users')
    .set((set) => ({ credential_version: set('credential_version', '+', 1) }))
    .where('user_id', '=', userId);
  if (version !== null) update = update.where('credential_version', '=', version);
  const raised = await update.returning('user_id').execute();
  if (raised.length === 0) throw new NotReplaced('changed-meanwhile');
  // A passkey being added was allowed under the old credentials.
  await transaction.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute();
}

async function endOthers(
  transaction: Transaction,
  { userId, keepSession }: Replacement,
): Promise<readonly string[]> {
  const ended = await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('session_key', '!=', keepSession)
    .returning('session_key')
    .execute();
  if (keepSession !== '') {
    const kept = await transaction
      .updateTable('sessions')
      .from('users')
      .set((set) => ({ credential_version: set.ref('users.credential_version') }))
      .where('session_key', '=', keepSession)
      .where('sessions.user_id', '=', userId)
      .whereRef('users.user_id', '=', 'sessions.user_id')
      .returning('session_key')
      .execute();
    if (kept.length === 0) throw new NotReplaced('session-ended');
  }
  return ended.map((row) => row.session_key);
}

/** The key under which a token's session is kept. */
export function keyOf(token: string): string {
  return hash('sha256', token, 'base64url');
}
