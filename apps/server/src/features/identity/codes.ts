/** Six-digit codes by mail: one live code for an address and a purpose, ten minutes, single use, five tries. */
import { randomInt, timingSafeEqual } from 'node:crypto';
import type { CodePurpose } from '@glasshouse/protocol/identity';
import type { Database } from '../../db/database.ts';
import type { Secrets } from '../../secrets.ts';

export const CODE_LIFE_MS = 600_000;
export const CODE_TRIES_MAX = 5;
export const CODE_RESEND_MS = 60_000;

export class EmailCodes {
  private readonly database: Database;
  private readonly secrets: Secrets;
  private readonly now: () => number;

  constructor(database: Database, secrets: Secrets, now: () => number = Date.now) {
    this.database = database;
    this.secrets = secrets;
    this.now = now;
  }

  /** Makes a code; null when the last one is younger than the resend time. The check and the write are one statement. */
  async make(email: string, purpose: CodePurpose): Promise<string | null> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const nowMs = this.now();
    const fresh = {
      code_hash: this.hashOf({ email, purpose, code }),
      created_ms: nowMs,
      expires_ms: nowMs + CODE_LIFE_MS,
      tries: 0,
      used_ms: null,
    };
    const made = await this.database.kysely
      .insertInto('email_codes')
      .values({ email, purpose, ...fresh })
      .onConflict((conflict) =>
        conflict
          .columns(['email', 'purpose'])
          .doUpdateSet(fresh)
          .where((where) =>
            where.or([
              where('email_codes.created_ms', '<=', nowMs - CODE_RESEND_MS),
              where('email_codes.used_ms', 'is not', null),
            ]),
          ),
      )
      .returning('email')
      .execute();
    return made.length === 0 ? null : code;
  }

  /** Whether the code is right. A wrong one costs a try; after five the code is dead. Does not use it up. */
  async check({ email, purpose, code }: CodeClaim): Promise<boolean> {
    const row = await this.database.kysely
      .updateTable('email_codes')
      .set((set) => ({ tries: set('tries', '+', 1) }))
      .where('email', '=', email)
      .where('purpose', '=', purpose)
      .where('used_ms', 'is', null)
      .where('expires_ms', '>', this.now())
      .where('tries', '<', CODE_TRIES_MAX)
      .returning('code_hash')
      .executeTakeFirst();
    const given = Buffer.from(this.hashOf({ email, purpose, code }));
    const kept = Buffer.from(row?.code_hash ?? this.hashOf({ email, purpose, code: 'none' }));
    const isRight = row !== undefined && given.length === kept.length && timingSafeEqual(given, kept);
    if (isRight) await this.giveBackTry(email, purpose);
    return isRight;
  }

  /** Uses a checked code up; false when another request did so first. */
  async use({ email, purpose, code }: CodeClaim): Promise<boolean> {
    const used = await this.database.kysely
      .updateTable('email_codes')
      .set({ used_ms: this.now() })
      .where('email', '=', email)
      .where('purpose', '=', purpose)
      .where('code_hash', '=', this.hashOf({ email, purpose, code }))
      .where('used_ms', 'is', null)
      .returning('email')
      .execute();
    return used.length === 1;
  }

  /** Counts a failure beside the code (a wrong password with a right code) against the code. */
  async spendTry(email: string, purpose: CodePurpose): Promise<void> {
    await this.database.kysely
      .updateTable('email_codes')
      .set((set) => ({ tries: set('tries', '+', 1) }))
      .where('email', '=', email)
      .where('purpose', '=', purpose)
      .execute();
  }

  async removeExpired(): Promise<void> {
    await this.database.kysely
      .deleteFrom('email_codes')
      .where('expires_ms', '<', this.now() - CODE_LIFE_MS)
      .execute();
  }

  private async giveBackTry(email: string, purpose: CodePurpose): Promise<void> {
    await this.database.kysely
      .updateTable('email_codes')
      .set((set) => ({ tries: set('tries', '-', 1) }))
      .where('email', '=', email)
      .where('purpose', '=', purpose)
      .where('tries', '>', 0)
      .execute();
  }

  private hashOf({ email, purpose, code }: CodeClaim): string {
    return this.secrets.mac('email-code', `${purpose}|${email}|${code}`);
  }
}

export interface CodeClaim {
  readonly email: string;
  readonly purpose: CodePurpose;
  readonly code: string;
}
