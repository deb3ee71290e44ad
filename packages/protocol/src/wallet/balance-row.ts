/** A balance in the stream. */

export interface BalanceRow {
  /** ACCOUNTS. */
  readonly account: number;
  readonly currency: string;
  /** Decimals. */
  readonly available: string;
  readonly frozen: string;
}
