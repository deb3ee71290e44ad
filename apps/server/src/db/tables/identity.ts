/** The tables of identity: users, sessions, mailed codes. */
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
  created_ms: number;
  password_changed_ms: number;
  /** When the ledger accounts were opened; null until then. */
  accounts_ready_ms: number | null;
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
}

export interface EmailCodesTable {
  email: string;
  purpose: string;
  /** HMAC of address, purpose and code under a key of the server. */
  code_hash: string;
  created_ms: number;
  expires_ms: number;
  tries: number;
  used_ms: number | null;
}

export interface IdentityTables {
  users: UsersTable;
  sessions: SessionsTable;
  email_codes: EmailCodesTable;
}
