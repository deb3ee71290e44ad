/**
 * The tables of spot trading: the current state of every order, and every trade. Prices in ticks,
 * quantities in lots, fees and quote in units.
 */

export interface SpotOrdersTable {
  order_id: number;
  owner: number;
  market: number;
  side: number;
  price: number;
  lots: number;
  quote_amount: number;
  filled_lots: number;
  filled_quote: number;
  fee: number;
  time_in_force: number;
  /** 0 unfinished, 1 finished, 2 cancelled. */
  status: number;
  placed_ms: number;
  changed_ms: number;
  changed_seq: number;
  client_order_id: string | null;
  /** ORDER_END: why it was cancelled. */
  end_reason: number;
  /** The trigger of orders that wait for a price; 0 for all others. */
  trigger_price: number;
  trail_ppm: number;
  partner_order: number;
  fired_tick: number;
  /** STOP_KIND: in which direction it fires. */
  stop_kind: number;
  /** JSON of the `FurtherTerms` that are not as usual; null for most. */
  further_terms: string | null;
  /** Rises with the time of placing; see order-number.ts. */
  number: number;
  /** Of the list whose order it is; null for most. */
  list_number: number | null;
  /** The name that its owner gave the list. */
  list_client_order_id: string | null;
}

export interface SpotFillsTable {
  trade_id: number;
  seq: number;
  time_ms: number;
  market: number;
  price: number;
  lots: number;
  quote_units: number;
  taker_side: number;
  taker_order: number;
  maker_order: number;
  taker: number;
  maker: number;
  taker_fee: number;
  maker_fee: number;
}

/** Ended orders of a user by pair, status and side. */
export interface SpotOrderTotalsTable {
  owner: number;
  market: number;
  status: number;
  side: number;
  orders: number;
}

/** Fills of a user's orders by pair and side; one that filled two of them counts as the taker's. */
export interface SpotFillTotalsTable {
  owner: number;
  market: number;
  side: number;
  fills: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    spot_orders: SpotOrdersTable;
    spot_fills: SpotFillsTable;
    spot_order_totals: SpotOrderTotalsTable;
    spot_fill_totals: SpotFillTotalsTable;
  }
}
