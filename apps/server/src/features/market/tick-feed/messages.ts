/** Messages between the tick thread and the exchange's thread. */
import type { SourceTick } from './tick-log.ts';
import type { CommittedTick } from './tick-maker.ts';

/** The data for the thread's start. */
export interface TickFeedStart {
  /** The folder of its log. */
  readonly folder: string;
  /** Makes the market reproducible; null: the log's own secret key. */
  readonly seed: number | null;
  readonly committed: CommittedTick;
  readonly catchUpTicksMax: number;
  /** `TickMaker.setUnopened`. */
  readonly unopened: readonly number[];
  /** The exchange's time: the thread's clock starts there if the wall clock is behind it. */
  readonly nowMs: number;
}

/**
 * From the thread: ticks in order, all of them on its disk. The first message contains missed
 * ticks.
 */
export type TicksMade = readonly SourceTick[];

/** To the thread. */
export type ToTickFeed =
  /** The exchange has committed everything up to this tick. */
  | { readonly committedTick: number }
  /** Its clock jumps ahead by these milliseconds. */
  | { readonly forwardMs: number }
  /** Other pairs have opened. */
  | { readonly unopened: readonly number[] };
