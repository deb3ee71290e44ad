/** A balance as the stream tells it. */

export interface BalanceRow {
  /** ACCOUNTS. */
  readonly account: number;
  readonly currency: string;
  /** Decimals. */
  readonly available: string;
  readonly frozen: string;
}
