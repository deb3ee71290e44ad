/** What the thread that makes ticks and the exchange's thread say to each other. */
import type { SourceTick } from './tick-log.ts';
import type { CommittedTick } from './tick-maker.ts';

/** What the thread is given when it starts. */
export interface TickFeedStart {
  /** The folder of its log. */
  readonly folder: string;
  /** Makes the market repeatable; null: the log's own secret key. */
  readonly seed: number | null;
  readonly committed: CommittedTick;
  readonly catchUpTicksMax: number;
  /** The exchange's time: the thread's clock begins there where the wall clock is behind it. */
  readonly nowMs: number;
}

/** From the thread: ticks in order, all of them on its disk. The first message holds what was missed. */
export type TicksMade = readonly SourceTick[];

/** To the thread: the exchange has committed everything up to this tick. */
export interface TickCommitted {
  readonly committedTick: number;
}
