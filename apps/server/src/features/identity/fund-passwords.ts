/**
 * Checks the fund password where money may leave. A session has five tries, then it is locked for
 * 24 hours: the thief of one session cannot lock the owner's other devices out. All sessions
 * together have twenty, so more sessions give no more guesses.
 */
import { sql } from 'kysely';
import type { Refusal } from '@glasshouse/protocol';
import type { Database } from '../../db/database.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import type { Passwords } from './passwords.ts';
import type { UserRow } from './queries.ts';

const SESSION_TRIES_MAX = 5;
export const ACCOUNT_TRIES_MAX = 20;
/** How long a lock lasts, and how long a wrong try is remembered. */
export const FUND_LOCK_MS = 86_400_000;
/** The key of the account's own counter. */
const ACCOUNT = '';

const MISSING: Refusal = { error: 'identity/fund-password-missing', field: 'fundPassword' };
const INCORRECT: Refusal = { error: 'identity/fund-password-incorrect', field: 'fundPassword' };
const LOCKED: Refusal = { error: 'identity/fund-password-locked', field: 'fundPassword' };

interface Asker {
  readonly userId: number;
  readonly sessionKey: string;
}

interface FundPasswordsParts {
  readonly database: Database;
  readonly passwords: Passwords;
  /** The time of commands, by which a change holds withdrawals. */
  readonly commandMs: () => number;
  readonly now?: () => number;
}

export class FundPasswords {
  readonly #database: Database;
  readonly #passwords: Passwords;
  readonly #commandMs: () => number;
  readonly #now: () => number;
  readonly #turns = new KeyedMutex();

  constructor({ database, passwords, commandMs, now = Date.now }: FundPasswordsParts) {
    this.#database = database;
    this.#passwords = passwords;
    this.#commandMs = commandMs;
    this.#now = now;
  }

  /**
   * Null if it is right or the user has none. A try is counted before the password is checked. One
   * after the other for a user: right ones that come at once are not each other's tries.
   */
  refuse(asker: Asker, given: string | undefined): Promise<Refusal | null> {
    return this.#turns.run(String(asker.userId), () => this.#refuseNow(asker, given));
  }

  async #refuseNow(asker: Asker, given: string | undefined): Promise<Refusal | null> {
    const { userId, sessionKey } = asker;
    const row = await this.#database.reads
      .selectFrom('users')
      .select('fund_password_hash')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const hash = row?.fund_password_hash ?? null;
    if (hash === null) return null;
    if ((await this.lockedUntil(asker)) !== null) return LOCKED;
    if (given === undefined) return MISSING;
    if (!(await this.#takeTry(userId, { key: sessionKey, triesMax: SESSION_TRIES_MAX }))) return LOCKED;
    if (!(await this.#takeTry(userId, { key: ACCOUNT, triesMax: ACCOUNT_TRIES_MAX }))) return LOCKED;
    if (!(await this.#passwords.verifyFund(hash, given, String(userId)))) return INCORRECT;
    await this.#database.kysely
      .deleteFrom('fund_password_tries')
      .where('user_id', '=', userId)
      .where('session_key', 'in', [sessionKey, ACCOUNT])
      .execute();
    return null;
  }

  /** The end of this session's lock; null if it may try. */
  async lockedUntil({ userId, sessionKey }: Asker): Promise<number | null> {
    const { untilMs } = await this.#database.reads
      .selectFrom('fund_password_tries')
      .select((select) => select.fn.max('locked_ms').as('untilMs'))
      .where('user_id', '=', userId)
      .where('session_key', 'in', [sessionKey, ACCOUNT])
      .where('locked_ms', '>', this.#now())
      .executeTakeFirstOrThrow();
    return untilMs;
  }

  /**
   * A new fund password does not end a lock. False if the credentials have changed since the proof
   * was checked. `alongside` writes in the same transaction, and is told whether it is the first
   * one: that changes no protection, so only a later one holds withdrawals.
   */
  async set(
    proven: Pick<UserRow, 'user_id' | 'credential_version'>,
    password: string,
    alongside: (within: Pick<Database, 'kysely'>, isFirst: boolean) => Promise<void>,
  ): Promise<boolean> {
    const hash = await this.#passwords.hashFund(password, String(proven.user_id));
    return this.#database.kysely.transaction().execute(async (transaction) => {
      const changed = await transaction
        .updateTable('users')
        .set({
          fund_password_hash: hash,
          fund_password_changed_ms: sql<
            number | null
          >`case when fund_password_hash is null then null else ${this.#commandMs()}::bigint end`,
        })
        .where('user_id', '=', proven.user_id)
        .where('credential_version', '=', proven.credential_version)
        .returning('fund_password_changed_ms')
        .execute();
      const [row] = changed;
      if (row === undefined) return false;
      await alongside({ kysely: transaction }, row.fund_password_changed_ms === null);
      return true;
    });
  }

  async removeOld(): Promise<void> {
    await this.#database.kysely
      .deleteFrom('fund_password_tries')
      .where('tried_ms', '<=', this.#now() - FUND_LOCK_MS)
      .execute();
  }

  /**
   * The last try locks. After the lock, or after the same time without tries, the count starts
   * again.
   */
  async #takeTry(
    userId: number,
    { key, triesMax }: { readonly key: string; readonly triesMax: number },
  ): Promise<boolean> {
    const nowMs = this.#now();
    const { rows } = await this.#database.query(
      `insert into fund_password_tries as t (user_id, session_key, tries, tried_ms, locked_ms) values ($1, $2, 1, $3, null)
       on conflict (user_id, session_key) do update set
         tries = case when t.tried_ms > $3::bigint - $5::bigint and t.locked_ms is null then t.tries + 1 else 1 end,
         tried_ms = $3,
         locked_ms = case
           when t.tried_ms > $3::bigint - $5::bigint and t.locked_ms is null and t.tries + 1 >= $4::integer
           then $3::bigint + $5::bigint
           else null end
       where t.locked_ms is null or t.locked_ms <= $3
       returning tries`,
      [userId, key, nowMs, triesMax, FUND_LOCK_MS],
    );
    return rows.length === 1;
  }
}
