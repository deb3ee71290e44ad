/**
 * The tables of postings and of withdrawal addresses. Postings are the lines of an owner's
 * statement: every change of every ledger account, in units.
 */

import type { Generated } from 'kysely';

export interface PostingsTable {
  /**
   * Identifies the posting together with `ordinal`: the command that caused it, and the index among
   * that command's events.
   */
  seq: number;
  ordinal: number;
  time_ms: number;
  owner: number;
  wallet: number;
  asset: number;
  available: number;
  frozen: number;
  /**
   * One of the core's posting reasons, or 'brought-forward' for the sum of a platform-run account's
   * older postings.
   */
  reason: string;
  reference: number;
}

/** How many postings of one kind a user has. */
export interface PostingTotalsTable {
  owner: number;
  wallet: number;
  asset: number;
  reason: string;
  postings: number;
}

/** What a user has received for fees of those they invited, in units. */
export interface CommissionTotalsTable {
  owner: number;
  asset: number;
  units: number;
}

export interface WithdrawalAddressesTable {
  address_id: Generated<number>;
  user_id: number;
  currency: string;
  chain: string;
  address: string;
  memo: string;
  note: string;
  created_ms: number;
  usable_ms: number;
}

/** The books at the end of a day, see `office/closes.ts`. */
export interface LedgerClosesTable {
  /** Days since 1970, UTC. */
  day: number;
  closed_ms: number;
  seq: number;
  journal: string;
  accounts: number;
  unbalanced: string;
  lines: string;
}

declare module '../../db/schema.ts' {
  interface Schema {
    postings: PostingsTable;
    posting_totals: PostingTotalsTable;
    commission_totals: CommissionTotalsTable;
    withdrawal_addresses: WithdrawalAddressesTable;
    ledger_closes: LedgerClosesTable;
  }
}
