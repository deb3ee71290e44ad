/**
 * The events of the exchange itself, for projections and streams. The features define their own.
 * Events of one command are in the order in which they happened.
 */

/**
 * A change of one ledger account. `reference` is the id of the order, trade or position that caused
 * it, or 0.
 */
export interface PostingOf<Reason extends string> {
  readonly type: 'posting';
  readonly owner: number;
  readonly wallet: number;
  readonly asset: number;
  readonly available: number;
  readonly frozen: number;
  readonly reason: Reason;
  readonly reference: number;
}

/**
 * A public price tick as applied: prices[market] at the market's index decimals, 0 where there is
 * no price.
 */
export interface Ticked {
  readonly type: 'ticked';
  readonly tick: number;
  readonly tickMs: number;
  readonly prices: readonly number[];
  /** The quotes that the prices follow from; null if no source was asked. */
  readonly quoted: QuotedBy | null;
}

/** The version of the index's rules, and the SHA-256 of the text of the quotes. */
export interface QuotedBy {
  readonly rules: number;
  readonly quotesHash: string;
}

export type Visit<Event> = (event: Event, seq: number, timeMs: number) => void;
