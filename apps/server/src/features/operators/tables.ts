/** The tables of operators, their sessions and their log. */
import type { ActState, OperatorRole } from '@glasshouse/protocol';
import type { Generated } from 'kysely';

export interface OperatorsTable {
  name: string;
  role: OperatorRole;
  password_hash: string;
  totp_sealed: string;
  totp_last_step: Generated<number>;
  /** Null: customers read that customer service answers. */
  shown_name: Generated<string | null>;
  created_ms: number;
  disabled_ms: Generated<number | null>;
}

export interface OperatorSessionsTable {
  session_key: string;
  name: string;
  created_ms: number;
  seen_ms: number;
  expires_ms: number;
  ip: string;
  user_agent: string;
}

export interface OperatorPlacesTable {
  name: string;
  area: string;
  seen_ms: number;
}

export interface OperatorAuditTable {
  entry: number;
  time_ms: number;
  operator: string;
  act: string;
  subject: string;
  detail: string;
  hash: string;
}

export interface OperatorAuditHeadTable {
  id: number;
  entry: number;
  hash: string;
  mac: string;
}

export interface OperatorActsTable {
  act: Generated<number>;
  call: string;
  input: string;
  subject: string;
  /** 0: about nobody. */
  user_id: number;
  operator: string;
  reason: string;
  act_key: string;
  asked_ms: number;
  state: ActState;
  second: Generated<string | null>;
  second_reason: Generated<string | null>;
  decided_ms: Generated<number | null>;
  failure: Generated<string | null>;
  /** JSON by language; '' for the sentence of its section. */
  told: Generated<string>;
}

declare module '../../db/schema.ts' {
  interface Schema {
    operators: OperatorsTable;
    operator_sessions: OperatorSessionsTable;
    operator_places: OperatorPlacesTable;
    operator_audit: OperatorAuditTable;
    operator_audit_head: OperatorAuditHeadTable;
    operator_acts: OperatorActsTable;
  }
}
