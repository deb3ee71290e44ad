/**
 * The table of seconds contracts: the current state of every position. Stakes and fees are in units
 * of the market's quote asset.
 */

export interface PositionsTable {
  position_id: number;
  owner: number;
  market: number;
  direction: number;
  stake: number;
  fee: number;
  fee_rate_ppm: number;
  profit_rate_ppm: number;
  seconds: number;
  accepted_ms: number;
  open_tick: number;
  open_ms: number;
  open_price: number;
  due_ms: number;
  finish_tick: number;
  finish_ms: number;
  finish_price: number;
  /** 0 holding, 1 completed, 2 liquidated. */
  status: number;
  /** 0 none yet, 1 win, 2 lose, 3 draw. */
  result: number;
  reason: number;
  changed_seq: number;
}

/** Ended positions of a user by pair. */
export interface PositionTotalsTable {
  owner: number;
  market: number;
  positions: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    positions: PositionsTable;
    position_totals: PositionTotalsTable;
  }
}
