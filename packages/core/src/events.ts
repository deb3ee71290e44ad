/**
 * The events of the exchange itself: what a command did, for projections and streams. Those of the
 * features are in their folders. Events of one command are in the order they happened.
 */

/** One change of one ledger account. `reference` is the order, trade or position it belongs to, 0 where there is none. */
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

/** A public price tick as the core took it: prices[market] at the market's index decimals, 0 where there was none. */
export interface Ticked {
  readonly type: 'ticked';
  readonly tick: number;
  readonly tickMs: number;
  readonly prices: readonly number[];
}

export type Visit<Event> = (event: Event, seq: number, timeMs: number) => void;
