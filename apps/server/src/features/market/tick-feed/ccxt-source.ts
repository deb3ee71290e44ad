/**
 * Reads the best prices of one exchange by ccxt. ccxt connects again after a cut, but never notices
 * a server that says nothing on an open socket, so this has a rule of its own.
 */
import type { KeptTimer } from '@glasshouse/protocol/market/timers';
import { TIMER_MS } from '@glasshouse/protocol/market/timers';
import type { CcxtBook, CcxtCandle, CcxtExchange } from './ccxt-exchange.ts';
import type { Quote, SourceQuotes } from './index-rule.ts';
import type { CandleRange, QuoteSource, SourceCandle } from './quote-source.ts';

/** In USDT, as the index is. */
const QUOTE = 'USDT';
/** After this long without a message all earlier quotes are forgotten, as after a cut. */
const FORGET_AFTER_MS = 3_000;
/** An open socket that has said nothing for so long is closed. */
const CLOSE_AFTER_MS = 10_000;
const WATCH_EVERY_MS = 1_000;
const RETRY_MS = { first: 250, most: 30_000 } as const;
/** Unknown coins make it ask for the list of markets again, at most so often. */
const MARKETS_EVERY_MS = 60_000;
/** Many exchanges give fewer at once, which is found out. */
const CANDLES_PER_CALL = 500;
const TIMEFRAMES: Readonly<Record<KeptTimer, string>> = {
  '1min': '1m',
  '5min': '5m',
  '15min': '15m',
  '30min': '30m',
  '1day': '1d',
};

interface Received {
  readonly bid: number;
  readonly ask: number;
  /** Of `performance.now()`. */
  readonly atMs: number;
  readonly lagMs: number | null;
}

export interface CcxtSourceParts {
  readonly name: string;
  readonly exchange: CcxtExchange;
  /** Called for each failure; the source goes on by itself. */
  readonly onError: (error: unknown) => void;
}

export class CcxtSource implements QuoteSource {
  readonly name: string;
  readonly #exchange: CcxtExchange;
  readonly #onError: (error: unknown) => void;
  readonly #received = new Map<string, Received>();
  /** The last book seen of each symbol, to tell whether another one has come. */
  readonly #seen = new Map<string, string>();
  #coins: readonly string[] = [];
  #symbols: readonly string[] = [];
  #spokenAtMs: number | null = null;
  #connectedAtMs = performance.now();
  #marketsAtMs = -Infinity;
  #isStopped = false;
  #candlesPerCall = CANDLES_PER_CALL;
  /** Loops of an earlier list of symbols end when it changes. */
  #round = 0;
  readonly #watchdog: NodeJS.Timeout;

  constructor({ name, exchange, onError }: CcxtSourceParts) {
    this.name = name;
    this.#exchange = exchange;
    this.#onError = onError;
    this.#watchdog = setInterval(() => this.#closeIfSilent(), WATCH_EVERY_MS);
  }

  setCoins(coins: readonly string[]): void {
    if (coins.join() === this.#coins.join()) return;
    this.#coins = coins;
    void this.#watchAll(++this.#round);
  }

  quotesAt(_nowMs: number): SourceQuotes {
    const now = performance.now();
    const coins: Record<string, Quote> = {};
    for (const coin of this.#coins) {
      const received = this.#received.get(coin);
      if (received === undefined) continue;
      const { bid, ask, atMs, lagMs } = received;
      coins[coin] = [bid, ask, now - atMs, lagMs];
    }
    return { silentMs: this.#spokenAtMs === null ? null : now - this.#spokenAtMs, coins };
  }

  async candles({
    base,
    quote,
    timer,
    fromMs,
    untilMs,
  }: CandleRange): Promise<readonly SourceCandle[] | null> {
    await this.#loadMarkets();
    const symbol = `${base}/${quote}`;
    if (!this.#has(symbol)) return null;
    const candles: SourceCandle[] = [];
    const stepMs = TIMER_MS[timer];
    for (let sinceMs = fromMs; sinceMs < untilMs;) {
      const limit = Math.min(this.#candlesPerCall, Math.ceil((untilMs - sinceMs) / stepMs));
      const page = async (most: number): Promise<readonly SourceCandle[]> => {
        const given = await this.#exchange.fetchOHLCV(symbol, TIMEFRAMES[timer], sinceMs, most);
        return given.map(candleOf).filter(({ openMs }) => openMs >= sinceMs && openMs < untilMs);
      };
      const fresh = await page(limit);
      const [first, last] = [fresh[0], fresh.at(-1)];
      const hasHole = first !== undefined && fresh.length < limit && first.openMs > sinceMs;
      // Either it has nothing older, or it gives no more at once, and of a longer range the newest.
      if (hasHole && (await page(fresh.length)).length > 0) {
        this.#candlesPerCall = fresh.length;
        continue;
      }
      candles.push(...fresh.filter(isSane));
      // An exchange may have nothing so old: go on behind what was asked for.
      sinceMs = last === undefined ? sinceMs + limit * stepMs : last.openMs + stepMs;
    }
    return candles;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#round++;
    clearInterval(this.#watchdog);
    await this.#exchange.close();
  }

  async #watchAll(round: number): Promise<void> {
    await this.#retrying(round, async () => {
      await this.#loadMarkets();
      this.#symbols = this.#coins.map((coin) => `${coin}/${QUOTE}`).filter((symbol) => this.#has(symbol));
    });
    if (round !== this.#round) return;
    const symbols = this.#symbols;
    if (symbols.length === 0) return;
    const exchange = this.#exchange;
    if (exchange.has['watchOrderBookForSymbols'] === true)
      await this.#watch(round, async () => exchange.watchOrderBookForSymbols(symbols));
    else
      await Promise.all(
        symbols.map(async (symbol) =>
          this.#watch(round, async () => exchange.watchOrderBook(symbol), symbol),
        ),
      );
  }

  /**
   * Takes one message after the other, until the list of coins changes. `symbol`: they are of it
   * alone, and so is a failure; a cut fails all of them.
   */
  async #watch(round: number, next: () => Promise<unknown>, symbol?: string): Promise<void> {
    const step = async (): Promise<void> => {
      await next();
      this.#take();
    };
    while (round === this.#round) await this.#retrying(round, step, symbol);
  }

  /** Repeats a step until it succeeds, ever more slowly. */
  async #retrying(round: number, step: () => Promise<void>, symbol?: string): Promise<void> {
    for (let waitMs: number = RETRY_MS.first; round === this.#round; waitMs *= 2) {
      try {
        await step();
        return;
      } catch (error) {
        if (this.#isStopped || round !== this.#round) return;
        if (symbol === undefined) this.#forget();
        else this.#received.delete(symbol.slice(0, -`/${QUOTE}`.length));
        this.#onError(error);
        await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, RETRY_MS.most)));
        this.#connectedAtMs = performance.now();
      }
    }
  }

  async #loadMarkets(): Promise<void> {
    const isKnown = this.#coins.every((coin) => this.#has(`${coin}/${QUOTE}`));
    if (performance.now() - this.#marketsAtMs < (isKnown ? Infinity : MARKETS_EVERY_MS)) return;
    await this.#exchange.loadMarkets(this.#marketsAtMs !== -Infinity);
    this.#marketsAtMs = performance.now();
  }

  #has(symbol: string): boolean {
    const markets = this.#exchange.markets as CcxtExchange['markets'] | undefined;
    const market = markets !== undefined && Object.hasOwn(markets, symbol) ? markets[symbol] : undefined;
    return market !== undefined && market.active !== false && market.spot !== false;
  }

  /** One call may stand for several books, so all are looked at. */
  #take(): void {
    const now = performance.now();
    if (this.#spokenAtMs !== null && now - this.#spokenAtMs > FORGET_AFTER_MS) this.#forget();
    this.#spokenAtMs = now;
    for (const coin of this.#coins) {
      const book = this.#exchange.orderbooks[`${coin}/${QUOTE}`];
      const [bid, ask] = [book?.bids[0]?.[0], book?.asks[0]?.[0]];
      if (book === undefined || bid === undefined || ask === undefined) continue;
      const seen = versionOf(book, bid, ask);
      if (this.#seen.get(coin) === seen) continue;
      this.#seen.set(coin, seen);
      this.#received.set(coin, { bid, ask, atMs: now, lagMs: lagOf(book) });
    }
  }

  /**
   * What was heard before a cut says nothing about now. The books of then may still be there when
   * the first message comes, so those that were seen are not news.
   */
  #forget(): void {
    this.#received.clear();
  }

  #closeIfSilent(): void {
    if (this.#symbols.length === 0) return;
    const sinceMs = Math.max(this.#spokenAtMs ?? 0, this.#connectedAtMs);
    if (performance.now() - sinceMs < CLOSE_AFTER_MS) return;
    this.#connectedAtMs = performance.now();
    // The loops see the closed socket as an error and connect again.
    this.#exchange.close().catch(this.#onError);
  }
}

const versionOf = ({ nonce, timestamp }: CcxtBook, bid: number, ask: number): string =>
  `${nonce ?? ''}/${timestamp ?? ''}/${bid}/${ask}`;

const lagOf = ({ timestamp }: CcxtBook): number | null =>
  timestamp === undefined ? null : Date.now() - timestamp;

const candleOf = ([openMs, open, high, low, close]: CcxtCandle): SourceCandle => ({
  openMs,
  open,
  high,
  low,
  close,
});

const isSane = ({ open, high, low, close }: SourceCandle): boolean =>
  low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close) && Number.isFinite(high);
