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
  /** Its number. */
  readonly lastTick: number;
  /** The coins that need a price. */
  setCoins(coins: readonly string[]): void;
  /** Makes all due ticks, writes them to disk, and then returns them. */
  makeDue(nowMs: number): readonly SourceTick[];
  /** The coins whose price is another now than in the last tick, by more than MOVED_SHARE. */
  movedCoins(nowMs: number): readonly string[];
}

/**
 * Quotes around the last tick's price give more than this away to whoever knows the next one: a
 * tenth of a percent, which fees and spread still cover.
 */
export const MOVED_SHARE = 0.001;
/** How often one looks, in milliseconds. */
export const LOOK_EVERY_MS = 200;

/** Coins whose price has left that of the tick. */
export interface Moved {
  readonly tick: number;
  readonly coins: readonly string[];
}

/** Looks for moves between ticks, and tells each coin once after a tick. */
export class MoveWatch {
  #tick = 0;
  #told: readonly string[] = [];

  look(maker: TickMaker, nowMs: number): Moved {
    const tick = maker.lastTick;
    if (tick !== this.#tick) this.#told = [];
    this.#tick = tick;
    const coins = maker.movedCoins(nowMs).filter((coin) => !this.#told.includes(coin));
    this.#told = [...this.#told, ...coins];
    return { tick, coins };
  }
}
