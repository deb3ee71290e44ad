/** What makes ticks from a source, in the thread or process that does nothing else. */
import type { CoinPrices } from '../index-prices.ts';
import type { SourceTick } from './tick-log.ts';

/** The last tick that the exchange has committed. */
export interface CommittedTick {
  /** 0: none yet. */
  readonly tick: number;
  readonly tickMs: number;
  /** In USDT; a maker whose log is behind the exchange continues from them. */
  readonly prices: CoinPrices;
}

export interface TickMaker {
  /** The time of the last tick; 0 before the first. */
  readonly lastMs: number;
  /** The coins that need a price. */
  setCoins(coins: readonly string[]): void;
  /** Makes all due ticks, writes them to disk, and then returns them. */
  makeDue(nowMs: number): readonly SourceTick[];
}
