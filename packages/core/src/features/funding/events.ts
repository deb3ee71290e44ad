/** The events of money in and out. */

/** A deposit after a change. status: 0 credited, 1 final. Each is reported as credited once. */
export interface DepositChanged {
  readonly type: 'deposit-changed';
  readonly deposit: number;
  readonly owner: number;
  readonly chain: number;
  readonly asset: number;
  readonly amount: number;
  readonly rest: number;
  readonly txid: string;
  readonly output: number;
  readonly status: number;
  readonly creditedMs: number;
}

/**
 * A withdrawal after a change. status: 0 requested, 1 approved, 2 settled, 3 rejected, 4 cancelled.
 * Transaction and cost are empty until it is settled.
 */
export interface WithdrawalChanged {
  readonly type: 'withdrawal-changed';
  readonly withdrawal: number;
  readonly owner: number;
  readonly chain: number;
  readonly asset: number;
  readonly amount: number;
  readonly fee: number;
  readonly address: string;
  readonly memo: string;
  readonly status: number;
  readonly requestedMs: number;
  readonly changedMs: number;
  readonly txid: string;
  readonly output: number;
  readonly cost: number;
  readonly costRest: number;
}

/**
 * A hold after a change. Reasons are those of `held-money.ts`. It has ended when both `units` and
 * `untilMs` are 0.
 */
export interface HoldChanged {
  readonly type: 'hold-changed';
  readonly hold: number;
  readonly owner: number;
  readonly asset: number;
  readonly reason: number;
  readonly units: number;
  readonly untilMs: number;
}

/** An asset on a chain after a change of its terms, its status or its rest. */
export interface ChainCoinChanged {
  readonly type: 'chain-coin-changed';
  readonly chain: number;
  readonly asset: number;
  readonly restDecimals: number;
  /** The chain's smallest units that the house holds beyond whole units. */
  readonly rest: number;
  readonly costAsset: number;
  readonly fee: number;
  readonly minAmount: number;
  readonly maxAmount: number;
  readonly status: number;
}

export type FundingEvent = DepositChanged | WithdrawalChanged | HoldChanged | ChainCoinChanged;
