/** The tables of fixed terms, which each of its features has for itself. */

/** Every order as it now is. Amounts are in units of the asset. */
export interface FixedTermOrdersTable {
  order_id: number;
  owner: number;
  offer: number;
  place: number;
  asset: number;
  amount: number;
  daily_rate_ppb: number;
  days: number;
  interest: number;
  bought_ms: number;
  due_ms: number;
  status: number;
  /** 0 while it is open. */
  ended_ms: number;
  /** The command that changed it last. */
  changed_seq: number;
}

/** Orders of a user by state. */
export interface FixedTermTotalsTable {
  owner: number;
  status: number;
  orders: number;
}
