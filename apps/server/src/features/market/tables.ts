/** The tables of quotes: public price ticks and candles. */

export interface TicksTable {
  tick: number;
  time_ms: number;
  /** A JSON object of symbol to decimal string. */
  prices: string;
  previous_hash: string;
  hash: string;
  /** With quotes_hash: null in ticks of format 1. */
  rules: number | null;
  quotes_hash: string | null;
}

export interface TickQuotesTable {
  tick: number;
  /** As hashed: JSON by exchange. */
  quotes: string;
}

export interface KlinesTable {
  market: number;
  timer_s: number;
  id_s: number;
  open: number;
  high: number;
  low: number;
  close: number;
  lots: number;
  quote_units: number;
  trades: number;
  /** What takers bought. */
  buy_lots: number;
  buy_quote_units: number;
  /** The number of the first deal; 0 without one of ours. */
  first_trade: number;
}

/** Of coins that were listed since the platform started. */
export interface CoinNamesTable {
  code: string;
  name: string;
}

declare module '../../db/schema.ts' {
  interface Schema {
    ticks: TicksTable;
    tick_quotes: TickQuotesTable;
    klines: KlinesTable;
    coin_names: CoinNamesTable;
  }
}
