/**
 * How wild a market is beside its usual self: the root of the mean squared return of the last
 * minute over that of the last hours, each an exponentially weighted mean (RiskMetrics, 1996).
 */
import type { CoinPrices } from '../index-prices.ts';

/** The weight of the newest second. */
const WEIGHT = { quick: 1 / 60, slow: 1 / 7200 } as const;
/** As in the simulated market. */
const LEAST = 0.4;
const MOST = 2.5;

export class Wildness {
  #last: CoinPrices = {};
  #quick = 0;
  #slow = 0;

  /** Takes the prices of a second; returns a factor around 1, at first 1. */
  of(prices: CoinPrices): number {
    const squares = Object.entries(prices).flatMap(([coin, price]) => {
      const before = this.#last[coin];
      return before === undefined ? [] : [Math.log(price / before) ** 2];
    });
    this.#last = prices;
    if (squares.length > 0) this.#take(squares.reduce((sum, square) => sum + square, 0) / squares.length);
    return this.#slow === 0 ? 1 : Math.min(MOST, Math.max(LEAST, Math.sqrt(this.#quick / this.#slow)));
  }

  #take(square: number): void {
    const isFirst = this.#slow === 0;
    this.#quick += (square - this.#quick) * (isFirst ? 1 : WEIGHT.quick);
    this.#slow += (square - this.#slow) * (isFirst ? 1 : WEIGHT.slow);
  }
}
