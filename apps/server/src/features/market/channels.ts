/**
 * The public channels of the stream: tickers, ticks, depth, deals, kline. Only channels with
 * listeners cost work.
 */
import { TIMERS, type DayTick, type Timer } from '@glasshouse/protocol/market';
import type { NamedMarket } from '../../catalogue.ts';
import type { StreamHub } from '../../ws/hub.ts';
import { DepthFeed } from './depth-feed.ts';
import { toCandle } from './huobi-shapes.ts';
import type { MarketState, PublishedBatch } from './state.ts';

/** The least time between two messages of depth or candles. */
export const BOOK_EVERY_MS = 100;
const CANDLE_EVERY_MS = 250;
const SNAPSHOT_DEALS = 50;

export class MarketChannels {
  readonly #state: MarketState;
  readonly #hub: StreamHub;
  readonly #feeds = new Map<string, DepthFeed>();
  readonly #traded = new Set<number>();
  #tickers: Record<string, DayTick> = {};
  #timers: NodeJS.Timeout[] = [];

  constructor(state: MarketState, hub: StreamHub) {
    this.#state = state;
    this.#hub = hub;
    hub.registerChannel('tickers', {
      accepts: (arg) => arg === '',
      version: () => state.version,
      snapshot: () => ({ type: 'tickers', channel: 'tickers', tickers: this.#allTickers() }),
    });
    hub.registerChannel('ticks', {
      accepts: (arg) => arg === '',
      version: () => state.version,
      snapshot: () => this.#lastTick(),
    });
    hub.registerChannel('depth', {
      accepts: (arg) => this.#pair(arg) !== undefined,
      version: (arg) => this.#depthVersion(arg),
      snapshot: (arg) => this.#feed(arg).snapshot(state.nowMs()),
    });
    hub.registerChannel('deals', {
      accepts: (arg) => this.#pair(arg) !== undefined,
      version: () => state.version,
      snapshot: (arg) => ({
        type: 'deals',
        channel: `deals:${arg}`,
        deals: state.deals.recent(this.#number(arg)).slice(-SNAPSHOT_DEALS),
      }),
    });
    hub.registerChannel('kline', {
      accepts: (arg) => this.#candleChannel(arg) !== null,
      version: () => state.version,
      snapshot: (arg) => this.#candleFrame(arg),
    });
  }

  start(): void {
    this.#timers = [
      setInterval(() => this.#publishDepth(), BOOK_EVERY_MS),
      setInterval(() => this.#publishCandles(), CANDLE_EVERY_MS),
    ];
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Called after each commit: new deals and ticks are sent at once. */
  publish({ ticks, deals }: PublishedBatch): void {
    for (const tick of ticks) this.#hub.publish('ticks', { type: 'tick', channel: 'ticks', tick });
    if (ticks.length > 0) this.#publishTickers();
    for (const [market, list] of deals) {
      this.#traded.add(market);
      const channel = `deals:${this.#state.catalogue.marketAt(market).symbol}`;
      this.#hub.publish(channel, { type: 'deals', channel, deals: list });
    }
  }

  #publishTickers(): void {
    if (!this.#hub.hasSubscribers('tickers')) return;
    const before = this.#tickers;
    const tickers = this.#allTickers();
    this.#tickers = tickers;
    const changed = Object.entries(tickers).filter(
      ([symbol, tick]) => before[symbol]?.count !== tick.count || before[symbol]?.close !== tick.close,
    );
    if (changed.length > 0)
      this.#hub.publish('tickers', {
        type: 'tickers',
        channel: 'tickers',
        tickers: Object.fromEntries(changed),
      });
  }

  #allTickers(): Record<string, DayTick> {
    const { catalogue } = this.#state;
    return Object.fromEntries(catalogue.markets.map((pair) => [pair.symbol, this.#state.dayTick(pair)]));
  }

  #lastTick() {
    const tick = this.#state.ticks.last;
    return tick === null ? null : ({ type: 'tick', channel: 'ticks', tick } as const);
  }

  /**
   * Sends the changes since the last round to the existing listeners, because a new one gets the
   * state after them.
   */
  #depthVersion(symbol: string): number {
    const feed = this.#feed(symbol);
    const delta = feed.advance(this.#state.nowMs());
    if (delta !== null) this.#hub.publish(delta.channel, delta);
    return feed.version;
  }

  #publishDepth(): void {
    const timeMs = this.#state.nowMs();
    for (const { symbol } of this.#state.catalogue.markets) {
      if (!this.#hub.hasSubscribers(`depth:${symbol}`)) continue;
      const delta = this.#feed(symbol).advance(timeMs);
      if (delta !== null) this.#hub.publish(delta.channel, delta);
    }
  }

  #publishCandles(): void {
    for (const market of this.#traded) {
      const { symbol } = this.#state.catalogue.marketAt(market);
      for (const timer of TIMERS) {
        const channel = `kline:${symbol}:${timer}`;
        if (!this.#hub.hasSubscribers(channel)) continue;
        const frame = this.#candleFrame(`${symbol}:${timer}`);
        if (frame !== null) this.#hub.publish(channel, frame);
      }
    }
    this.#traded.clear();
  }

  #candleFrame(arg: string) {
    const found = this.#candleChannel(arg);
    if (found === null) return null;
    const last = this.#state.klines.series(found.pair.market.definition.market, found.timer).last;
    return last === null
      ? null
      : ({ type: 'kline', channel: `kline:${arg}`, candle: toCandle(found.pair, last) } as const);
  }

  #candleChannel(arg: string): { pair: NamedMarket; timer: Timer } | null {
    const [symbol = '', name = ''] = arg.split(':');
    const pair = this.#pair(symbol);
    const timer = TIMERS.find((known) => known === name);
    return pair === undefined || timer === undefined || arg !== `${symbol}:${timer}` ? null : { pair, timer };
  }

  #feed(symbol: string): DepthFeed {
    const known = this.#feeds.get(symbol);
    if (known !== undefined) return known;
    const feed = new DepthFeed(this.#pair(symbol)!);
    this.#feeds.set(symbol, feed);
    return feed;
  }

  #pair(symbol: string): NamedMarket | undefined {
    return this.#state.pair(symbol);
  }

  #number(symbol: string): number {
    return this.#pair(symbol)!.market.definition.market;
  }
}
