/**
 * The sessions of operators. They are separate from those of users, short, and end after
 * inactivity.
 */
import { hash, randomBytes } from 'node:crypto';
import type { OperatorRole } from '@glasshouse/protocol';
import type { Database } from '../../db/database.ts';
import type { OperatorIdentity, OperatorReader } from '../../http/operator-reader.ts';

/** However much is done. */
export const SESSION_LIFE_MS = 12 * 3_600_000;
export const SESSION_IDLE_MS = 30 * 60_000;
/** The precision of `seen_ms`. */
const SEEN_STEP_MS = 60_000;
const USER_AGENT_MAX = 200;

/** Opens none for an account that has changed since its password was checked, in its role too. */
const OPEN = `
  insert into operator_sessions (session_key, name, created_ms, seen_ms, expires_ms, ip, user_agent)
  select $1, name, $3, $3, $4, $5, $6 from operators
  where name = $2 and disabled_ms is null and password_hash = $7 and role = $8
  for share
  returning name`;

/** An account whose password was right. */
export interface CheckedOperator {
  readonly name: string;
  readonly role: OperatorRole;
  /** That was checked: with another one, the account has been reset since. */
  readonly passwordHash: string;
}

/** A session that nobody has any more. */
export type EndedSession = Pick<OperatorIdentity, 'sessionKey' | 'name'>;

interface Held extends OperatorIdentity {
  seenMs: number;
  writtenMs: number;
}

export class OperatorSessions implements OperatorReader {
  readonly #database: Database;
  readonly #now: () => number;
  /** Few people work here, so memory holds every session. */
  readonly #held = new Map<string, Held>();
  readonly #works = new Map<string, Promise<undefined>>();
  readonly #endListeners: ((ended: EndedSession) => void)[] = [];

  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  async loadAll(): Promise<void> {
    const rows = await this.#database.reads
      .selectFrom('operator_sessions')
      .innerJoin('operators', 'operators.name', 'operator_sessions.name')
      .select(['session_key', 'operators.name', 'role', 'seen_ms', 'expires_ms'])
      .where('expires_ms', '>', this.#now())
      .where('disabled_ms', 'is', null)
      .execute();
    for (const { session_key: sessionKey, name, role, seen_ms: seenMs, expires_ms: endsMs } of rows)
      this.#held.set(sessionKey, { sessionKey, name, role, endsMs, seenMs, writtenMs: seenMs });
  }

  /** Called when a session has ended. */
  onEnd(listener: (ended: EndedSession) => void): void {
    this.#endListeners.push(listener);
  }

  /**
   * Returns the token, of which only the hash is kept. Null if the account was disabled, reset
   * or given another role since its password was checked.
   */
  async open(
    { name, role, passwordHash }: CheckedOperator,
    { ip, userAgent }: { readonly ip: string; readonly userAgent: string },
  ): Promise<{ readonly token: string; readonly identity: OperatorIdentity } | null> {
    const token = randomBytes(32).toString('base64url');
    const sessionKey = keyOf(token);
    const nowMs = this.#now();
    const endsMs = nowMs + SESSION_LIFE_MS;
    // Waits until no other call is ending the sessions of this name.
    return this.#alone(name, async () => {
      const { rowCount } = await this.#database.query(OPEN, [
        sessionKey,
        name,
        nowMs,
        endsMs,
        ip,
        userAgent.slice(0, USER_AGENT_MAX),
        passwordHash,
        role,
      ]);
      if (rowCount !== 1) return null;
      const held = { sessionKey, name, role, endsMs, seenMs: nowMs, writtenMs: nowMs };
      this.#held.set(sessionKey, held);
      return { token, identity: held };
    });
  }

  /** Work on the sessions of one name, one after the other. */
  #alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#works.get(name) ?? Promise.resolve()).then(work, work);
    const settled = done.then(
      () => undefined,
      () => undefined,
    );
    this.#works.set(name, settled);
    void settled.then(() => {
      if (this.#works.get(name) === settled) this.#works.delete(name);
    });
    return done;
  }

  find(token: string, { isIdle }: { readonly isIdle: boolean }): OperatorIdentity | null {
    const held = this.#held.get(keyOf(token));
    if (held === undefined) return null;
    const nowMs = this.#now();
    if (isOver(held, nowMs)) {
      this.#drop(held);
      return null;
    }
    if (!isIdle) held.seenMs = nowMs;
    return held;
  }

  #drop({ sessionKey, name }: EndedSession): void {
    if (!this.#held.delete(sessionKey)) return;
    for (const listener of this.#endListeners) listener({ sessionKey, name });
  }

  async end(session: EndedSession): Promise<void> {
    const { sessionKey } = session;
    this.#drop(session);
    await this.#database.kysely
      .deleteFrom('operator_sessions')
      .where('session_key', '=', sessionKey)
      .execute();
  }

  /** How many are open, by name. */
  counts(): ReadonlyMap<string, number> {
    const nowMs = this.#now();
    const counts = new Map<string, number>();
    for (const held of this.#held.values())
      if (!isOver(held, nowMs)) counts.set(held.name, (counts.get(held.name) ?? 0) + 1);
    return counts;
  }

  /** Ends all sessions of an account, in one transaction with the change that ends them (D0018). */
  async endAllOf(
    name: string,
    change: (within: Pick<Database, 'kysely'>) => Promise<unknown>,
  ): Promise<void> {
    await this.#alone(name, async () => {
      try {
        await this.#database.kysely.transaction().execute(async (kysely) => {
          await change({ kysely });
          await kysely.deleteFrom('operator_sessions').where('name', '=', name).execute();
        });
      } finally {
        // Dropped even after an error, because the commit may have succeeded and only its answer
        // been lost.
        for (const held of this.#held.values()) if (held.name === name) this.#drop(held);
      }
    });
  }

  /** Writes when sessions were used, and removes those that have ended. Runs once a minute. */
  async keepUp(): Promise<void> {
    const nowMs = this.#now();
    for (const [key, held] of this.#held) {
      if (isOver(held, nowMs)) this.#drop(held);
      else if (held.seenMs >= held.writtenMs + SEEN_STEP_MS) {
        held.writtenMs = held.seenMs;
        await this.#database.kysely
          .updateTable('operator_sessions')
          .set({ seen_ms: held.seenMs })
          .where('session_key', '=', key)
          .execute();
      }
    }
    await this.#database.kysely
      .deleteFrom('operator_sessions')
      .where((where) =>
        where.or([
          where('expires_ms', '<=', nowMs),
          where('seen_ms', '<=', nowMs - SESSION_IDLE_MS - SEEN_STEP_MS * 2),
        ]),
      )
      .execute();
  }
}

const isOver = ({ endsMs, seenMs }: Held, nowMs: number): boolean =>
  endsMs <= nowMs || seenMs + SESSION_IDLE_MS <= nowMs;

const keyOf = (token: string): string => hash('sha256', token, 'base64url');
