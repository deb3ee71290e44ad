/** The tables of funds. Amounts are in units of the quote asset, units of a fund are hundredths. */

export interface FundHoldingsTable {
  holding_id: number;
  owner: number;
  fund: number;
  quote: number;
  revision: number;
  units: number;
  leverage: number;
  accepted_ms: number;
  max_nav: number;
  buy_nav: number;
  bought_ms: number;
  notional: number;
  margin: number;
  buy_fee: number;
  buy_fee_ppm: number;
  sell_fee_ppm: number;
  exit_fee_ppm: number;
  lending_daily_ppb: number;
  maintenance_ppm: number;
  cover_ppm: number;
  maintenance: number;
  cover: number;
  days: number;
  interest: number;
  liquidation_nav: number;
  limit_nav: number;
  ordered_end: number;
  ordered_ms: number;
  min_nav: number;
  reason: number;
  /** 0 waiting for its NAV, 1 holding, 2 sold, 3 liquidated, 4 exited, 5 not filled. */
  status: number;
  close_nav: number;
  closed_ms: number;
  close_fee: number;
  payout: number;
  paid_in_coins: number;
  /** The command that changed it last. */
  changed_seq: number;
}

/** Holdings of a user by status. */
export interface FundHoldingTotalsTable {
  owner: number;
  status: number;
  holdings: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    fund_holdings: FundHoldingsTable;
    fund_holding_totals: FundHoldingTotalsTable;
  }
}
