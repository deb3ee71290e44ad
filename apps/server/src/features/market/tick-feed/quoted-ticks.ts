/**
 * Makes the ticks of real exchanges: one for each whole second that this thread or process sees,
 * with the quotes it had then. A second that it missed stays without a tick, since nobody can know
 * its quotes.
 */
import {
  INDEX_RULES,
  indexPrice,
  RULES_VERSION,
  type IndexRules,
  type LastPrice,
  type SourceQuotes,
  type TickQuotes,
} from './index-rule.ts';
import type { QuoteSource } from './quote-source.ts';
import type { SourceTick, TickLog } from './tick-log.ts';
import { MOVED_SHARE, type CommittedTick, type TickMaker } from './tick-maker.ts';
import { Wildness } from './wildness.ts';

const RULES = INDEX_RULES[RULES_VERSION]!;
/**
 * Nobody should quote around a price without sources that spoke within this time: with the second
 * until the next tick, quotes are gone within two.
 */
const QUOTABLE: IndexRules = { ...RULES, silentMsMax: 600 };

export class QuotedTicks implements TickMaker {
  readonly #sources: readonly QuoteSource[];
  readonly #log: Pick<TickLog, 'append'>;
  readonly #wildness = new Wildness();
  readonly #lastPrices = new Map<string, { price: number; ms: number }>();
  #last: Pick<CommittedTick, 'tick' | 'tickMs'>;
  #coins: readonly string[] = [];

  constructor(parts: {
    sources: readonly QuoteSource[];
    log: Pick<TickLog, 'append' | 'last'>;
    committed: CommittedTick;
    coins: readonly string[];
  }) {
    this.#sources = parts.sources;
    this.#log = parts.log;
    const logged = parts.log.last();
    const last = logged !== null && logged.tick >= parts.committed.tick ? logged : parts.committed;
    this.#last = last;
    for (const [coin, price] of Object.entries(last.prices))
      this.#lastPrices.set(coin, { price, ms: last.tickMs });
    this.setCoins(parts.coins);
  }

  get lastMs(): number {
    return this.#last.tickMs;
  }

  get lastTick(): number {
    return this.#last.tick;
  }

  setCoins(coins: readonly string[]): void {
    this.#coins = coins;
    for (const source of this.#sources) source.setCoins(coins);
  }

  makeDue(nowMs: number): readonly SourceTick[] {
    const tickMs = Math.floor(nowMs / 1000) * 1000;
    if (tickMs <= this.#last.tickMs) return [];
    const made = this.#make(tickMs, nowMs);
    this.#log.append([made]);
    this.#last = made;
    return [made];
  }

  movedCoins(nowMs: number): readonly string[] {
    const quotes = this.#quotesAt(nowMs);
    return this.#coins.filter((coin) => {
      const last = this.#lastPrices.get(coin);
      // Without a price in the last tick nobody quotes.
      if (last === undefined || last.ms !== this.#last.tickMs) return false;
      const price = indexPrice(coin, quotes, { rules: RULES, last: this.#lastOf(coin, nowMs) });
      return price !== null && Math.abs(price / last.price - 1) > MOVED_SHARE;
    });
  }

  #quotesAt(nowMs: number): TickQuotes {
    return Object.fromEntries(
      this.#sources.map((source) => [source.name, publishable(source.quotesAt(nowMs))]),
    );
  }

  #make(tickMs: number, nowMs: number): SourceTick {
    const quotes = this.#quotesAt(nowMs);
    const prices: Record<string, number> = {};
    const stale: string[] = [];
    for (const coin of this.#coins) {
      const last = this.#lastOf(coin, tickMs);
      const price = indexPrice(coin, quotes, { rules: RULES, last });
      if (price === null) continue;
      prices[coin] = price;
      if (indexPrice(coin, quotes, { rules: QUOTABLE, last }) === null) stale.push(coin);
      this.#lastPrices.set(coin, { price, ms: tickMs });
    }
    const quoted = { rules: RULES_VERSION, quotes: JSON.stringify(quotes) };
    return { tick: this.#last.tick + 1, tickMs, prices, wildness: this.#wildness.of(prices), quoted, stale };
  }

  #lastOf(coin: string, tickMs: number): LastPrice | null {
    const last = this.#lastPrices.get(coin);
    return last === undefined ? null : { price: last.price, sinceMs: tickMs - last.ms };
  }
}

/** In whole milliseconds, and without what JSON cannot say. */
function publishable({ silentMs, coins }: SourceQuotes): SourceQuotes {
  const said = Object.entries(coins).filter(([, [bid, ask]]) => Number.isFinite(bid) && Number.isFinite(ask));
  return {
    silentMs: silentMs === null ? null : Math.round(silentMs),
    coins: Object.fromEntries(
      said.map(([coin, [bid, ask, ageMs, lagMs]]) => [
        coin,
        [bid, ask, Math.round(ageMs), lagMs === null ? null : Math.round(lagMs)],
      ]),
    ),
  };
}
