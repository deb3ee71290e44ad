/**
 * The tables of money in and out, of requests to take it out, of decisions on them, and of every
 * act. Amounts are in units, times in milliseconds.
 */
import type { Generated } from 'kysely';

export interface FundingDepositsTable {
  deposit_id: number;
  owner: number;
  chain: number;
  asset: number;
  amount: number;
  /** The chain's smallest units beyond whole units, which the house keeps. */
  rest: number;
  txid: string;
  output: number;
  /** 0 credited, 1 final. */
  status: number;
  credited_ms: number;
  changed_seq: number;
}

export interface FundingWithdrawalsTable {
  withdrawal_id: number;
  owner: number;
  chain: number;
  asset: number;
  amount: number;
  fee: number;
  address: string;
  memo: string;
  /** 0 requested, 1 approved, 2 settled, 3 rejected, 4 cancelled. */
  status: number;
  requested_ms: number;
  changed_ms: number;
  txid: string;
  output: number;
  cost: number;
  cost_rest: number;
  changed_seq: number;
}

export interface FundingHoldsTable {
  hold_id: number;
  owner: number;
  /** -1: all coins. */
  asset: number;
  reason: number;
  /** Of an ended hold this and `until_ms` are 0. */
  units: number;
  until_ms: number;
  changed_seq: number;
}

export interface FundingChainCoinsTable {
  chain: number;
  asset: number;
  rest_decimals: number;
  rest: number;
  cost_asset: number;
  fee: number;
  min_amount: number;
  max_amount: number;
  status: number;
  changed_seq: number;
}

export interface FundingDepositTotalsTable {
  owner: number;
  asset: number;
  deposits: number;
}

export interface FundingWithdrawalTotalsTable {
  owner: number;
  asset: number;
  withdrawals: number;
}

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
  /** The last status that the owner was notified of; -1: none yet. */
  told_status: number;
  /** JSON: the rules as they were asked (`TestedRule`); '[]' where that is not known. */
  tested: string;
}

/** Coins that operators have listed on networks. Amounts are decimals of the coin. */
export interface NetworkCoinsTable {
  listing: Generated<number>;
  network: string;
  coin: string;
  contract: string;
  /** Of its smallest unit on the network. */
  decimals: number;
  symbol: string;
  min_deposit: string;
  withdrawal_fee: string;
  min_withdrawal: string;
  max_withdrawal: string;
  operator: string;
  time_ms: number;
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
  /** The reason of a rejection or a stop that its owner sees: one of WITHDRAWAL_REASONS, or ''. */
  reason: Generated<string>;
  time_ms: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    funding_deposits: FundingDepositsTable;
    funding_withdrawals: FundingWithdrawalsTable;
    funding_holds: FundingHoldsTable;
    funding_chain_coins: FundingChainCoinsTable;
    funding_deposit_totals: FundingDepositTotalsTable;
    funding_withdrawal_totals: FundingWithdrawalTotalsTable;
    withdrawal_requests: WithdrawalRequestsTable;
    withdrawal_reviews: WithdrawalReviewsTable;
    withdrawal_acts: WithdrawalActsTable;
    network_coins: NetworkCoinsTable;
  }
}
