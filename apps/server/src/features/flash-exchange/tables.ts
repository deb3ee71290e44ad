/** The tables of flash exchange. Amounts are in units. */

export interface FlashExchangesTable {
  exchange_id: number;
  owner: number;
  pay_asset: number;
  pay: number;
  receive_asset: number;
  receive: number;
  exchanged_ms: number;
  /** The command that made it. */
  seq: number;
}

/** Exchanges of a user by the coin that he paid. */
export interface FlashExchangeTotalsTable {
  owner: number;
  pay_asset: number;
  exchanges: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    flash_exchanges: FlashExchangesTable;
    flash_exchange_totals: FlashExchangeTotalsTable;
  }
}
