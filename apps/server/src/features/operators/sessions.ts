/** Sessions of operators: apart from those of users, short, and ended by doing nothing. */
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

interface Held extends OperatorIdentity {
  seenMs: number;
  writtenMs: number;
}

export class OperatorSessions implements OperatorReader {
  readonly #database: Database;
  readonly #now: () => number;
  /** Few people work here, so memory holds every session. */
  readonly #held = new Map<string, Held>();

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

  /** Returns the token, of which only the hash is kept. */
  async open(
    { name, role }: { readonly name: string; readonly role: OperatorRole },
    { ip, userAgent }: { readonly ip: string; readonly userAgent: string },
  ): Promise<{ readonly token: string; readonly identity: OperatorIdentity }> {
    const token = randomBytes(32).toString('base64url');
    const sessionKey = keyOf(token);
    const nowMs = this.#now();
    const endsMs = nowMs + SESSION_LIFE_MS;
    await this.#database.kysely
      .insertInto('operator_sessions')
      .values({
        session_key: sessionKey,
        name,
        created_ms: nowMs,
        seen_ms: nowMs,
        expires_ms: endsMs,
        ip,
        user_agent: userAgent.slice(0, USER_AGENT_MAX),
      })
      .execute();
    const held = { sessionKey, name, role, endsMs, seenMs: nowMs, writtenMs: nowMs };
    this.#held.set(sessionKey, held);
    return { token, identity: held };
  }

  find(token: string): OperatorIdentity | null {
    const held = this.#held.get(keyOf(token));
    if (held === undefined) return null;
    const nowMs = this.#now();
    if (held.endsMs <= nowMs || held.seenMs + SESSION_IDLE_MS <= nowMs) return null;
    held.seenMs = nowMs;
    return held;
  }

  async end(sessionKey: string): Promise<void> {
    this.#held.delete(sessionKey);
    await this.#database.kysely
      .deleteFrom('operator_sessions')
      .where('session_key', '=', sessionKey)
      .execute();
  }

  async endAllOf(name: string): Promise<void> {
    for (const [key, held] of this.#held) if (held.name === name) this.#held.delete(key);
    await this.#database.kysely.deleteFrom('operator_sessions').where('name', '=', name).execute();
  }

  /** Writes when sessions were used, and removes those that have ended. Runs once a minute. */
  async keepUp(): Promise<void> {
    const nowMs = this.#now();
    for (const [key, held] of this.#held) {
      if (held.endsMs <= nowMs || held.seenMs + SESSION_IDLE_MS <= nowMs) this.#held.delete(key);
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

const keyOf = (token: string): string => hash('sha256', token, 'base64url');
