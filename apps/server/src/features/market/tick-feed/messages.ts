/** Messages between the tick thread and the exchange's thread. */
import type { MarketSource } from '../../../contract/market-source.ts';
import type { CandleRange, SourceCandle } from './quote-source.ts';
import type { SourceTick } from './tick-log.ts';
import type { CommittedTick, Moved } from './tick-maker.ts';

/** The data for the thread's start. */
export interface TickFeedStart {
  /** The folder of its log. */
  readonly folder: string;
  readonly source: MarketSource;
  readonly committed: CommittedTick;
  readonly catchUpTicksMax: number;
  /** `TickMaker.setCoins`. */
  readonly coins: readonly string[];
  /** The exchange's time: the thread's clock starts there if the wall clock is behind it. */
  readonly nowMs: number;
}

/** From the thread. */
export type FromTickFeed =
  /** Ticks in order, all of them on its disk. The first message contains missed ticks. */
  | { readonly ticks: readonly SourceTick[] }
  /** Prices that have left those of the last tick. */
  | { readonly moved: Moved }
  /** Candles that were asked for; null: no source has the pair. */
  | { readonly asked: number; readonly candles: readonly SourceCandle[] | null }
  | { readonly asked: number; readonly error: string }
  /** A source failed; it goes on by itself. */
  | { readonly source: string; readonly failure: string };

/** To the thread. */
export type ToTickFeed =
  /** The exchange has committed everything up to this tick. */
  | { readonly committedTick: number }
  /** Its clock jumps ahead by these milliseconds. */
  | { readonly forwardMs: number }
  /** Other pairs have opened. */
  | { readonly coins: readonly string[] }
  | { readonly asked: number; readonly range: CandleRange };
