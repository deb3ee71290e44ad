/** Asks for the fund password where money may leave: five tries, then 24 hours of rest. */
import type { Refusal } from '@glasshouse/protocol';
import type { Database } from '../../db/database.ts';
import type { Passwords } from './passwords.ts';

export const FUND_TRIES_MAX = 5;
export const FUND_LOCK_MS = 86_400_000;

const MISSING: Refusal = { error: 'identity/fund-password-missing', field: 'fundPassword' };
const INCORRECT: Refusal = { error: 'identity/fund-password-incorrect', field: 'fundPassword' };
const LOCKED: Refusal = { error: 'identity/fund-password-locked', field: 'fundPassword' };

export class FundPasswords {
  private readonly database: Database;
  private readonly passwords: Passwords;
  private readonly now: () => number;

  constructor(database: Database, passwords: Passwords, now: () => number = Date.now) {
    this.database = database;
    this.passwords = passwords;
    this.now = now;
  }

  /** Null when it is right, or when the user has set none. The try is counted before the password is looked at. */
  async refuse(userId: number, given: string | undefined): Promise<Refusal | null> {
    const row = await this.database.reads
      .selectFrom('users')
      .select(['fund_password_hash', 'fund_password_locked_ms'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const hash = row?.fund_password_hash ?? null;
    if (hash === null) return null;
    if ((row?.fund_password_locked_ms ?? 0) > this.now()) return LOCKED;
    if (given === undefined) return MISSING;
    if (!(await this.takeTry(userId))) return LOCKED;
    if (!(await this.passwords.verifyFund(hash, given))) return INCORRECT;
    await this.clear(userId);
    return null;
  }

  /** A new fund password begins with all its tries, but does not end a lock. */
  async set(userId: number, password: string): Promise<void> {
    await this.database.kysely
      .updateTable('users')
      .set({
        fund_password_hash: await this.passwords.hashFund(password),
        fund_password_changed_ms: this.now(),
      })
      .where('user_id', '=', userId)
      .execute();
  }

  /** The fifth try locks; when the lock is over, counting begins anew. */
  private async takeTry(userId: number): Promise<boolean> {
    const nowMs = this.now();
    const { rows } = await this.database.query<{ tries: number }>(
      `update users set
         fund_password_tries = case when fund_password_locked_ms is null then fund_password_tries + 1 else 1 end,
         fund_password_locked_ms = case
           when fund_password_locked_ms is null and fund_password_tries + 1 >= $3 then $2::bigint + $4::bigint
           else null end
       where user_id = $1 and (fund_password_locked_ms is null or fund_password_locked_ms <= $2)
       returning fund_password_tries as tries`,
      [userId, nowMs, FUND_TRIES_MAX, FUND_LOCK_MS],
    );
    return rows.length === 1;
  }

  private async clear(userId: number): Promise<void> {
    await this.database.kysely
      .updateTable('users')
      .set({ fund_password_tries: 0, fund_password_locked_ms: null })
      .where('user_id', '=', userId)
      .execute();
  }
}
