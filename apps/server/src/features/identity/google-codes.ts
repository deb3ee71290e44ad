/**
 * The second factor: codes of an authenticator (RFC 6238), each valid once, and recovery codes for
 * when it is lost.
 */
import { randomInt } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Secrets } from '../../process/secrets.ts';
import type { Within } from '../../contract/messages.ts';
import { makeTotpSecret, totpStep, totpUri } from '../../values/totp.ts';

export const PENDING_MS = 600_000;
/**
 * Wrong codes per account, separate counts for known and new networks. From the tenth on, each
 * doubles the wait before the next try.
 */
export const FREE_TRIES = 10;
const FIRST_REST_MS = 900_000;
const REST_MS_MAX = 86_400_000;
/** Wrong codes are forgotten after this time without another one, or after a right one. */
const TRIES_KEPT_MS = 7 * 86_400_000;
export const RECOVERY_CODES = 10;
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 24 characters of 31: 118 bits, enough for a keyed hash. */
const RECOVERY_LENGTH = 24;
const RECOVERY_GROUP = 6;

/** During the wait it writes nothing and returns no row. */
const TAKE_TRY = `
  insert into google_code_tries as t (user_id, place, tries, tried_ms, rest_until_ms) values ($1, $2, 1, $3, 0)
  on conflict (user_id, place) do update set
    tries = case when t.tried_ms > $4::bigint then t.tries + 1 else 1 end,
    tried_ms = $3::bigint,
    rest_until_ms = case when t.tried_ms > $4::bigint and t.tries + 1 >= $5::integer
      then $3::bigint + least($7::bigint, $6::bigint * (1 << least(t.tries + 1 - $5::integer, 10)))
      else 0 end
  where t.rest_until_ms <= $3::bigint
  returning tries`;

export type GoogleVerdict = 'right' | 'recovery' | 'wrong';

interface GoogleCodesParts {
  readonly database: Database;
  readonly secrets: Secrets;
  /** The time of commands, by which a change holds withdrawals. */
  readonly commandMs: () => number;
  /** The name of the platform, for new enrolments. */
  readonly issuer: () => string;
  readonly now?: () => number;
}

export class GoogleCodes {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #commandMs: () => number;
  readonly #issuer: () => string;
  readonly #now: () => number;

  constructor({ database, secrets, commandMs, issuer, now = Date.now }: GoogleCodesParts) {
    this.#database = database;
    this.#secrets = secrets;
    this.#commandMs = commandMs;
    this.#issuer = issuer;
    this.#now = now;
  }

  /** Makes a new secret, kept beside the old one until it is bound. */
  async start(userId: number, email: string): Promise<{ secret: string; uri: string }> {
    const secret = makeTotpSecret();
    await this.#database.kysely
      .updateTable('users')
      .set({ google_pending: this.#sealed(userId, secret), google_pending_ms: this.#now() })
      .where('user_id', '=', userId)
      .execute();
    return { secret, uri: totpUri(secret, { issuer: this.#issuer(), label: email }) };
  }

  /** The pending secret and the code's step, without using it. */
  async pending(
    userId: number,
    code: string,
    { kysely }: { readonly kysely: Pick<Within['kysely'], 'selectFrom'> },
  ): Promise<{ readonly pending: string; readonly step: number } | 'expired' | 'wrong'> {
    const row = await kysely
      .selectFrom('users')
      .select(['google_pending', 'google_pending_ms'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const pending = row?.google_pending ?? null;
    if (pending === null || (row?.google_pending_ms ?? 0) < this.#now() - PENDING_MS) return 'expired';
    const step = this.#stepOf(this.#opened(userId, pending), code);
    return step === null ? 'wrong' : { pending, step };
  }

  /**
   * Replaces the bound secret by the pending one. Returns the recovery codes, or the reason for a
   * refusal.
   */
  async bind(
    userId: number,
    code: string,
    { kysely }: Within,
  ): Promise<readonly string[] | 'expired' | 'wrong'> {
    const found = await this.pending(userId, code, { kysely });
    if (typeof found === 'string') return found;
    const { pending, step } = found;
    const bound = await kysely
      .updateTable('users')
      .set({
        google_secret: pending,
        google_bound_ms: this.#now(),
        google_changed_ms: this.#commandMs(),
        google_last_step: step,
        google_pending: null,
        google_pending_ms: null,
      })
      .where('user_id', '=', userId)
      .where('google_pending', '=', pending)
      .where('google_bound_ms', 'is', null)
      .returning('user_id')
      .execute();
    return bound.length === 1 ? this.#renewRecoveryCodes(userId, { kysely }) : 'expired';
  }

  async unbind(userId: number, { kysely }: Within): Promise<void> {
    await kysely
      .updateTable('users')
      .set({ google_secret: null, google_bound_ms: null, google_changed_ms: this.#commandMs() })
      .where('user_id', '=', userId)
      .execute();
    await kysely.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  }

  /**
   * Takes one try before the code is checked. Null if it is allowed, otherwise the end of the wait.
   */
  async takeTry(userId: number, place: 'known' | 'new'): Promise<number | null> {
    const nowMs = this.#now();
    const { rows } = await this.#database.query(TAKE_TRY, [
      userId,
      place,
      nowMs,
      nowMs - TRIES_KEPT_MS,
      FREE_TRIES,
      FIRST_REST_MS,
      REST_MS_MAX,
    ]);
    if (rows.length === 1) return null;
    const row = await this.#database.reads
      .selectFrom('google_code_tries')
      .select('rest_until_ms')
      .where('user_id', '=', userId)
      .where('place', '=', place)
      .executeTakeFirst();
    return row?.rest_until_ms ?? nowMs;
  }

  async forgetTries(userId: number, place: 'known' | 'new'): Promise<void> {
    await this.#database.kysely
      .deleteFrom('google_code_tries')
      .where('user_id', '=', userId)
      .where('place', '=', place)
      .execute();
  }

  /**
   * Uses up a right code: its step, or the recovery code. The check and the write are one
   * statement.
   */
  async verify(userId: number, code: string): Promise<GoogleVerdict> {
    const isDigits = /^\d{6}$/.test(code);
    if (!isDigits) return (await this.#useRecoveryCode(userId, code)) ? 'recovery' : 'wrong';
    const row = await this.#database.reads
      .selectFrom('users')
      .select('google_secret')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (row === undefined || row.google_secret === null) return 'wrong';
    const step = this.#stepOf(this.#opened(userId, row.google_secret), code);
    if (step === null) return 'wrong';
    const used = await this.#database.kysely
      .updateTable('users')
      .set({ google_last_step: step })
      .where('user_id', '=', userId)
      .where('google_last_step', '<', step)
      .returning('user_id')
      .execute();
    return used.length === 1 ? 'right' : 'wrong';
  }

  async #renewRecoveryCodes(userId: number, { kysely }: Within): Promise<readonly string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
    await kysely.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await kysely
      .insertInto('recovery_codes')
      .values(
        codes.map((code) => ({ user_id: userId, code_hash: this.#hashOf(userId, code), used_ms: null })),
      )
      .execute();
    return codes;
  }

  async #useRecoveryCode(userId: number, code: string): Promise<boolean> {
    const used = await this.#database.kysely
      .updateTable('recovery_codes')
      .set({ used_ms: this.#now() })
      .where('user_id', '=', userId)
      .where('code_hash', '=', this.#hashOf(userId, code))
      .where('used_ms', 'is', null)
      .returning('user_id')
      .execute();
    return used.length === 1;
  }

  /** The time step of the code; null if it is wrong. */
  #stepOf(secret: string, code: string): number | null {
    return totpStep(secret, code, this.#now());
  }

  #sealed(userId: number, secret: string): string {
    const bytes = this.#secrets.seal('google-secret', Buffer.from(secret), String(userId));
    return Buffer.from(bytes).toString('base64');
  }

  #opened(userId: number, sealed: string): string {
    return this.#secrets.open('google-secret', Buffer.from(sealed, 'base64'), String(userId)).toString();
  }

  /** Recovery codes are long and random, so a keyed hash is enough. */
  #hashOf(userId: number, code: string): string {
    return this.#secrets.mac('recovery-code', `${userId}|${code.toLowerCase().replaceAll(/[\s-]/g, '')}`);
  }
}

function makeRecoveryCode(): string {
  let code = '';
  while (code.length < RECOVERY_LENGTH) code += RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)];
  return code.match(new RegExp(`.{${RECOVERY_GROUP}}`, 'g'))?.join('-') ?? code;
}
