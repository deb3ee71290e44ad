/**
 * Makes the ticks of the simulated source: one for each whole second, in order, including the
 * seconds of a downtime. The price of a second depends only on the key and the previous price, so
 * stalling or stopping the server changes no price and skips none.
 */
import type { CoinPrices } from '../index-prices.ts';
import { START_PRICES, type SimulatedSource } from '../simulated-source.ts';
import type { SourceTick, TickLog } from './tick-log.ts';
import type { CommittedTick, TickMaker } from './tick-maker.ts';

/** After a gap the price moves as if at most this time had passed. */
const LONGEST_STEP_S = 3600;

export class SimulatedTicks implements TickMaker {
  readonly #source: SimulatedSource;
  readonly #log: TickLog;
  readonly #catchUpTicksMax: number;
  #last: CommittedTick;
  #coins: ReadonlySet<string>;

  /**
   * `catchUpTicksMax`: after a longer pause this many ticks are made, then the current one. They
   * must reach the end of every contract that was open. `coins`: see `setCoins`.
   */
  constructor(parts: {
    source: SimulatedSource;
    log: TickLog;
    committed: CommittedTick;
    catchUpTicksMax: number;
    coins: readonly string[];
  }) {
    this.#source = parts.source;
    this.#log = parts.log;
    this.#catchUpTicksMax = parts.catchUpTicksMax;
    const logged = parts.log.last();
    this.#coins = new Set(parts.coins);
    this.#last = logged !== null && logged.tick >= parts.committed.tick ? logged : parts.committed;
  }

  /** The time of the last tick; 0 before the first. */
  get lastMs(): number {
    return this.#last.tickMs;
  }

  get lastTick(): number {
    return this.#last.tick;
  }

  /** Between its ticks there is no price. */
  movedCoins(): readonly string[] {
    return [];
  }

  /**
   * The prices of other coins, whose pairs have not opened, stay where they start: subscribers
   * could follow one that moves with the market.
   */
  setCoins(coins: readonly string[]): void {
    this.#coins = new Set(coins);
  }

  /** Makes all due ticks, writes them to disk, and then returns them. */
  makeDue(nowMs: number): readonly SourceTick[] {
    const nowS = Math.floor(nowMs / 1000);
    const made: SourceTick[] = [];
    while (this.#last.tickMs / 1000 < nowS) made.push(this.#make(this.#nextS(nowS, made.length)));
    if (made.length > 0) this.#log.append(made);
    return made;
  }

  #nextS(nowS: number, madeCount: number): number {
    const isFirst = this.#last.tickMs === 0;
    return isFirst || madeCount >= this.#catchUpTicksMax ? nowS : this.#last.tickMs / 1000 + 1;
  }

  #make(timeS: number): SourceTick {
    const { tick, tickMs, prices } = this.#last;
    const passedS = tickMs === 0 ? 1 : Math.min(LONGEST_STEP_S, timeS - tickMs / 1000);
    const made = {
      tick: tick + 1,
      tickMs: timeS * 1000,
      prices: this.#held(this.#source.next(prices, timeS, passedS)),
      wildness: this.#source.volatilityAt(timeS),
      quoted: null,
      stale: [],
    };
    this.#last = made;
    return made;
  }

  #held(prices: CoinPrices): CoinPrices {
    const entries = Object.entries(prices);
    return Object.fromEntries(
      entries.map(([code, price]) => [code, this.#coins.has(code) ? price : START_PRICES[code]!]),
    );
  }
}
