/** The tables of identity: users, sessions, mailed codes. */
import type { SecondFactor } from '@glasshouse/protocol/identity/second-factors';
import type { Generated } from 'kysely';

export interface UsersTable {
  user_id: Generated<number>;
  email: string;
  password_hash: string;
  fund_password_hash: string | null;
  account_name: string | null;
  invitation_code: string;
  invited_by: number | null;
  purchase: Generated<number>;
  language: string;
  /** The name of a drawing of the site, '' without one. */
  avatar: Generated<string>;
  created_ms: number;
  password_changed_ms: number;
  /** When the ledger accounts were opened; null until then. */
  accounts_ready_ms: number | null;
  /** Encrypted under the installation's key. */
  google_secret: Generated<string | null>;
  google_bound_ms: Generated<number | null>;
  /** The time step of the last accepted code. */
  google_last_step: Generated<number>;
  google_pending: Generated<string | null>;
  google_pending_ms: Generated<number | null>;
  anti_phishing_code: Generated<string>;
  frozen_ms: Generated<number | null>;
  unfreeze_ms: Generated<number | null>;
  fund_password_changed_ms: Generated<number | null>;
  google_changed_ms: Generated<number | null>;
  email_changed_ms: Generated<number | null>;
  whitelist_only: Generated<boolean>;
  whitelist_changed_ms: Generated<number | null>;
  excluded_until_ms: Generated<number | null>;
  /** The number of users that this one invited. */
  friends: Generated<number>;
  /** The number of rows in login_history. */
  logins: Generated<number>;
  /**
   * Rises with every change of the credentials; sessions store the version they were opened with.
   */
  credential_version: Generated<number>;
  passkeys_changed_ms: Generated<number | null>;
}

/** What an operator has frozen: a `FreezeKind`. */
export interface UserFreezesTable {
  user_id: number;
  kind: string;
  frozen_ms: number;
}

/** A hold on all withdrawals; `placed_ms` is null until the core has placed it. */
export interface SecurityHoldsTable {
  user_id: number;
  until_ms: number;
  noted_ms: number;
  placed_ms: number | null;
}

export interface SessionsTable {
  /** SHA-256 of the token. */
  session_key: string;
  user_id: number;
  created_ms: number;
  last_seen_ms: number;
  expires_ms: number;
  ip: string;
  user_agent: string;
  credential_version: number;
}

export interface EmailCodesTable {
  email: string;
  purpose: string;
  /** The network that requested it. */
  scope: string;
  /** HMAC of address, purpose and code under a key of the server. */
  code_hash: string;
  created_ms: number;
  expires_ms: number;
  tries: number;
  used_ms: number | null;
}

export interface RecoveryCodesTable {
  user_id: number;
  code_hash: string;
  used_ms: number | null;
}

export interface FundPasswordTriesTable {
  user_id: number;
  /** '' is the counter of the whole account. */
  session_key: string;
  tries: number;
  tried_ms: number;
  locked_ms: number | null;
}

export interface PasskeysTable {
  credential_id: string;
  user_id: number;
  public_key: Uint8Array;
  counter: number;
  /** Comma separated. */
  transports: string;
  name: string;
  created_ms: number;
  last_used_ms: number | null;
}

export interface PasskeyChallengesTable {
  challenge_id: string;
  challenge: string;
  user_id: number | null;
  expires_ms: number;
}

export interface LoginHistoryTable {
  login_id: Generated<number>;
  user_id: number;
  time_ms: number;
  ip: string;
  user_agent: string;
  method: string;
  outcome: string;
  /** The browser's hash, see requesters.ts; null for programs. */
  device_hash: string | null;
}

export interface GoogleCodeTriesTable {
  user_id: number;
  place: string;
  tries: number;
  tried_ms: number;
  rest_until_ms: number;
}

export interface SelfLimitsTable {
  user_id: number;
  kind: string;
  value: number | null;
  next_value: number | null;
  next_from_ms: number | null;
}

export interface UsageMinutesTable {
  user_id: number;
  day_ms: number;
  minutes: number;
}

export interface AcceptedDocumentsTable {
  user_id: number;
  document: string;
  version: number;
  language: string;
  /** The digest of the text that the user was shown. */
  sha256: string;
  accepted_ms: number;
}

export interface SecondFactorResetsTable {
  reset_id: Generated<number>;
  user_id: number;
  factor: SecondFactor;
  operator: string;
  second: string;
  reason: string;
  begun_ms: number;
  due_ms: number;
  ended_ms: Generated<number | null>;
  /** Null while it waits. */
  outcome: Generated<'removed' | 'owner' | 'used' | 'changed' | 'operator' | null>;
  is_noted: Generated<boolean>;
}

declare module '../../db/schema.ts' {
  interface Schema {
    users: UsersTable;
    sessions: SessionsTable;
    user_freezes: UserFreezesTable;
    security_holds: SecurityHoldsTable;
    email_codes: EmailCodesTable;
    recovery_codes: RecoveryCodesTable;
    fund_password_tries: FundPasswordTriesTable;
    passkeys: PasskeysTable;
    passkey_challenges: PasskeyChallengesTable;
    login_history: LoginHistoryTable;
    google_code_tries: GoogleCodeTriesTable;
    self_limits: SelfLimitsTable;
    usage_minutes: UsageMinutesTable;
    accepted_documents: AcceptedDocumentsTable;
    second_factor_resets: SecondFactorResetsTable;
  }
}
