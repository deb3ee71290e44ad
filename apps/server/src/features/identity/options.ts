/** The dependencies of identity's calls, made in `feature.ts`. */
import type { Operation, Refusal } from '@glasshouse/protocol';
import type { Mail } from '../../mail/mail.ts';
import type { Database } from '../../db/database.ts';
import type { RateLimits } from '../../http/limits.ts';
import type { UserKeys } from '../../contract/api-keys.ts';
import type { KycPerson, Operators } from '../../contract/ports.ts';
import type { Exposure } from '../../contract/product.ts';
import type { EmailCodes } from './codes.ts';
import type { FreezeLinks } from './freeze-links.ts';
import type { FundPasswords } from './fund-passwords.ts';
import type { GoogleCodes } from './google-codes.ts';
import type { Passwords } from './passwords.ts';
import type { SecondFactorResets } from './second-factor-resets.ts';
import type { ReportSecurityEvent } from './security-events.ts';
import type { UsageMinutes } from './self-limits.ts';
import type { SecurityHolds } from './security-holds.ts';
import type { SessionStore } from './sessions.ts';
import type { RestrictionCache } from './restrictions.ts';

export interface IdentityOptions {
  readonly database: Database;
  readonly mail: Mail;
  readonly limits: RateLimits;
  readonly codes: EmailCodes;
  readonly passwords: Passwords;
  readonly fundPasswords: FundPasswords;
  readonly google: GoogleCodes;
  readonly freezeLinks: FreezeLinks;
  readonly sessions: SessionStore;
  readonly restrictionCache: RestrictionCache;
  readonly holds: SecurityHolds;
  readonly resets: SecondFactorResets;
  /** How long a reset waits that begins now. */
  readonly resetHours: () => number;
  readonly usage: UsageMinutes;
  /**
   * The time of commands. Holds on withdrawals begin and end by it wherever they are decided: by
   * the guard, by the terms that a page shows, and in the core.
   */
  readonly commandMs: () => number;
  readonly reportEvent: ReportSecurityEvent;
  /** The site's address, for passkeys; null: taken from each request. */
  readonly publicUrl: string | null;
  /** R5.2 says 24; an operator may raise it. */
  readonly passwordLengthMax: number;
  /** The part of the person's identity documents that user/info shows. */
  readonly personOf: (userId: number) => Promise<KycPerson>;
  /** Of several users, in their order. */
  readonly kycStatesOf: (userIds: readonly number[]) => Promise<readonly number[]>;
  readonly exposureOf: (userId: number, sinceMs: number) => Promise<Exposure>;
  readonly permissionOf: (userId: number, operation: Operation) => Promise<Refusal | null>;
  /** Ends the user's API keys; `settleKeys` follows when the transaction has ended. */
  readonly endKeys: UserKeys['end'];
  readonly settleKeys: UserKeys['settle'];
  /**
   * Opens the user's ledger accounts if they are missing. Called at registration and at every
   * login.
   */
  readonly ensureAccounts: (userId: number) => Promise<void>;
  /** Adds to the log of operators. */
  readonly record: Operators['record'];
  /** An act of operators that was to be done later, done. */
  readonly carriedOut: Operators['carriedOut'];
  /** What operators did about a user. */
  readonly actsOn: Operators['actsOn'];
  readonly onRegistered: (userId: number) => Promise<unknown>;
}

export const WRONG_CODE: Refusal = { error: 'identity/wrong-code', field: 'code' };
export const SESSION_INVALID: Refusal = { error: 'session/invalid' };
