/**
 * Codes by mail: one live code per address, purpose and requester, for ten minutes, single use,
 * five tries. A code belongs to its requester: strangers can neither use up the owner's tries nor
 * replace the owner's code. A code has six digits, and twelve where an address has been mailed too
 * many that nobody used (D0019).
 */
import { randomInt } from 'node:crypto';
import type { CodePurpose } from '@glasshouse/protocol/identity';
import { CODE_RESEND_SECONDS } from '@glasshouse/protocol/identity/input-rules';
import type { Insertable } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { RateLimits } from '../../http/limits.ts';
import type { EmailCodesTable } from './tables.ts';
import { isSameSecret, type Secrets } from '../../process/secrets.ts';

export const CODE_LIFE_MS = 600_000;
export const CODE_TRIES_MAX = 5;
const SHORT_DIGITS = 6;
const LONG_DIGITS = 12;
const CODE_RESEND_MS = CODE_RESEND_SECONDS * 1000;

export class EmailCodes {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #limits: RateLimits;
  readonly #now: () => number;

  constructor({ database, secrets, limits, now = Date.now }: CodesOptions) {
    this.#database = database;
    this.#secrets = secrets;
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Makes a code. Returns null and changes nothing if the last code of any of its purposes is
   * younger than the resend time. An unmailed code matches nothing; otherwise every network would
   * get tries at a code of its own.
   */
  async make({ email, purposes, scope, isMailed }: NewCode): Promise<string | null> {
    // Taken whether or not the code is mailed, so that both cost the same.
    const isShort = await this.#limits.take('short-codes', email);
    const code = newCode(isShort ? SHORT_DIGITS : LONG_DIGITS);
    const nowMs = this.#now();
    const rows = purposes.map((purpose) => ({
      email,
      purpose,
      scope,
      code_hash: isMailed ? this.#hashOf({ email, purpose, scope, code }) : NO_CODE_HASH,
      created_ms: nowMs,
      expires_ms: nowMs + CODE_LIFE_MS,
      tries: 0,
      used_ms: null,
    }));
    const isMade = await this.#database.kysely
      .transaction()
      .execute(async (transaction) => {
        const written = await this.#write(transaction, rows);
        if (written < rows.length) throw new TooEarly();
        return true;
      })
      .catch((error: unknown) => {
        if (error instanceof TooEarly) return false;
        throw error;
      });
    if (!isMade && isShort) await this.#limits.giveBack('short-codes', email);
    return isMade ? code : null;
  }

  /** Seconds until the next code can be made. */
  async waitS({ email, purposes, scope }: Omit<NewCode, 'isMailed'>): Promise<number> {
    const { newestMs } = await this.#database.reads
      .selectFrom('email_codes')
      .select((select) => select.fn.max('created_ms').as('newestMs'))
      .where('email', '=', email)
      .where('purpose', 'in', [...purposes])
      .where('scope', '=', scope)
      .where('used_ms', 'is', null)
      .executeTakeFirstOrThrow();
    return Math.max(1, Math.ceil(((newestMs ?? 0) + CODE_RESEND_MS - this.#now()) / 1000));
  }

  /** Returns the number of rows written. The check and the write are one statement. */
  async #write(
    transaction: Database['kysely'],
    rows: readonly Insertable<EmailCodesTable>[],
  ): Promise<number> {
    const nowMs = this.#now();
    const written = await transaction
      .insertInto('email_codes')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['email', 'purpose', 'scope'])
          .doUpdateSet((set) => ({
            code_hash: set.ref('excluded.code_hash'),
            created_ms: set.ref('excluded.created_ms'),
            expires_ms: set.ref('excluded.expires_ms'),
            tries: 0,
            used_ms: null,
          }))
          .where((where) =>
            where.or([
              where('email_codes.created_ms', '<=', nowMs - CODE_RESEND_MS),
              where('email_codes.used_ms', 'is not', null),
            ]),
          ),
      )
      .returning('email')
      .execute();
    return written.length;
  }

  /**
   * Whether the code is right, without using it up. A wrong one costs a try; after five the code is
   * void.
   */
  async check({ email, purpose, scope, code }: CodeClaim): Promise<boolean> {
    const row = await this.#database.kysely
      .updateTable('email_codes')
      .set((set) => ({ tries: set('tries', '+', 1) }))
      .where('email', '=', email)
      .where('purpose', '=', purpose)
      .where('scope', '=', scope)
      .where('used_ms', 'is', null)
      .where('expires_ms', '>', this.#now())
      .where('tries', '<', CODE_TRIES_MAX)
      .returning('code_hash')
      .executeTakeFirst();
    const given = this.#hashOf({ email, purpose, scope, code });
    const kept = row?.code_hash ?? this.#hashOf({ email, purpose, scope, code: 'none' });
    const isRight = isSameSecret(given, kept) && row !== undefined;
    if (isRight) await this.#giveBackTry({ email, purpose, scope });
    return isRight;
  }

  /** Uses up a checked code; false if another request was faster. */
  async use({ email, purpose, scope, code }: CodeClaim): Promise<boolean> {
    const used = await this.#database.kysely
      .updateTable('email_codes')
      .set({ used_ms: this.#now() })
      .where('email', '=', email)
      .where('purpose', '=', purpose)
      .where('scope', '=', scope)
      .where('code_hash', '=', this.#hashOf({ email, purpose, scope, code }))
      .where('used_ms', 'is', null)
      .returning('email')
      .execute();
    if (used.length !== 1) return false;
    if (code.length === SHORT_DIGITS) await this.#limits.giveBack('short-codes', email);
    return true;
  }

  /** Counts a failure beside the code (a wrong password with a right code) as a try of the code. */
  async spendTry({ email, purpose, scope }: CodeSlot): Promise<void> {
    await this.#database.kysely
      .updateTable('email_codes')
      .set((set) => ({ tries: set('tries', '+', 1) }))
      .where('email', '=', email)
      .where('purpose', '=', purpose)
      .where('scope', '=', scope)
      .execute();
  }

  async removeExpired(): Promise<void> {
    await this.#database.kysely
      .deleteFrom('email_codes')
      .where('expires_ms', '<', this.#now() - CODE_LIFE_MS)
      .execute();
  }

  async #giveBackTry({ email, purpose, scope }: CodeSlot): Promise<void> {
    await this.#database.kysely
      .updateTable('email_codes')
      .set((set) => ({ tries: set('tries', '-', 1) }))
      .where('email', '=', email)
      .where('purpose', '=', purpose)
      .where('scope', '=', scope)
      .where('tries', '>', 0)
      .execute();
  }

  #hashOf({ email, purpose, scope, code }: CodeClaim): string {
    return this.#secrets.mac('email-code', `${purpose}|${scope}|${email}|${code}`);
  }
}

export interface CodesOptions {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly limits: RateLimits;
  readonly now?: () => number;
}

/** A code with several purposes is one code in several slots. */
export interface NewCode {
  readonly email: string;
  readonly purposes: readonly CodePurpose[];
  readonly scope: string;
  /** False: the row is still written, so that it takes the same time. */
  readonly isMailed: boolean;
}

const newCode = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0');

/** A hash that no code matches. */
const NO_CODE_HASH = '';

class TooEarly extends Error {}

/** The key of one live code. */
export interface CodeSlot {
  readonly email: string;
  readonly purpose: CodePurpose;
  /** See requesterOf in requesters.ts. */
  readonly scope: string;
}

export interface CodeClaim extends CodeSlot {
  readonly code: string;
}
