/** The tables of money in and out. Amounts are in units, times in milliseconds. */

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

declare module '../../db/schema.ts' {
  interface Schema {
    funding_deposits: FundingDepositsTable;
    funding_withdrawals: FundingWithdrawalsTable;
    funding_holds: FundingHoldsTable;
    funding_chain_coins: FundingChainCoinsTable;
    funding_deposit_totals: FundingDepositTotalsTable;
    funding_withdrawal_totals: FundingWithdrawalTotalsTable;
  }
}
