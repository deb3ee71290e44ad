/** The tables of requests to take money out, of decisions on them, and of every act. */
import type { Generated } from 'kysely';

export interface WithdrawalRequestsTable {
  request_id: Generated<number>;
  user_id: number;
  request_key: string;
  /** Hash of the terms, without proofs. */
  request_hash: string;
  chain: number;
  asset: number;
  amount: number;
  fee: number;
  address: string;
  memo: string;
  /** Units of USDT by the index at the request. */
  value: number;
  /** Since when the address is in the book or has been paid to; null: never. */
  address_since_ms: number | null;
  device_since_ms: number;
  created_ms: number;
  /** Null until the core's answer is known. */
  withdrawal_id: Generated<number | null>;
}

export interface WithdrawalReviewsTable {
  withdrawal_id: number;
  user_id: number;
  value: number;
  approvals_needed: number;
  /** Names of rules, comma separated. */
  reasons: string;
  /** The core's refusal of the last attempt to approve; '' if there is none. */
  waits_for: string;
  decided_ms: number;
  /** The last status that its owner was told; -1: none yet. */
  told_status: number;
}

/** 'stop' asks the payer; a 'reject' is final. */
export type ActName = 'decide' | 'approve' | 'release' | 'stop' | 'reject' | 'settle' | 'refuse';

export interface WithdrawalActsTable {
  act_id: Generated<number>;
  withdrawal_id: number;
  act: ActName;
  /** As the operating command names the person; 'rule' for the rules. */
  operator: string;
  /** The person's name alone, in one spelling: two approvals need two of them. */
  approver: string;
  detail: string;
  /** Of a rejection or a stop: what its owner is told, one of WITHDRAWAL_REASONS, or ''. */
  reason: Generated<string>;
  time_ms: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    withdrawal_requests: WithdrawalRequestsTable;
    withdrawal_reviews: WithdrawalReviewsTable;
    withdrawal_acts: WithdrawalActsTable;
  }
}
