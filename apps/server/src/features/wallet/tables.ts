/** The tables of postings and of withdrawal addresses. Postings: every change of every ledger account, in units. What an owner's statement shows, line by line. */

import type { Generated } from 'kysely';

export interface PostingsTable {
  /** With `ordinal`, the identity: the command that caused it, and its place among that command's events. */
  seq: number;
  ordinal: number;
  time_ms: number;
  owner: number;
  wallet: number;
  asset: number;
  available: number;
  frozen: number;
  /** One of the core's posting reasons, or 'brought-forward' where older postings of a platform-run owner were summed up. */
  reason: string;
  reference: number;
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

declare module '../../db/schema.ts' {
  interface Schema {
    postings: PostingsTable;
    withdrawal_addresses: WithdrawalAddressesTable;
  }
}
