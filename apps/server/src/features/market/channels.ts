/**
 * The public channels of the stream: tickers, ticks, depth, deals, kline. Only channels with
 * listeners cost work.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  DEPTH_STEPS,
  depthChannel,
  candleAt,
  TIMERS,
  type DayTick,
  type Deal,
  type DepthStep,
  type Timer,
} from '@glasshouse/protocol/market';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { ServerFrame } from '@glasshouse/protocol/stream';
import type { Contain } from '../../process/containment.ts';
import type { StreamHub } from '../../ws/hub.ts';
import { opensS, type CandleSeries, type CandleTicks } from './candle-series.ts';
import { toDeal } from './deals.ts';
import { DepthFeed } from './depth-feed.ts';
import { toCandle } from './huobi-shapes.ts';
import type { MarketState, PublishedBatch } from './state.ts';

/** The least time between two messages of depth or candles. */
export const BOOK_EVERY_MS = 100;
const CANDLE_EVERY_MS = 250;
const SNAPSHOT_DEALS = 50;

/** The state of a candle channel that its listeners have received. */
interface SentCandles {
  readonly seq: number;
  /** The last candle with a deal, and the current one. */
  readonly lastS: number;
  readonly currentS: number;
  /** The texts of the candles from `lastS` on, by their opening time. */
  readonly texts: ReadonlyMap<number, string>;
}

/** The candles that open from `fromS` on, up to the one of `toS`, flat ones included. */
export function candlesFrom(series: CandleSeries, fromS: number, toS: number): CandleTicks[] {
  const candles = series.flatTo(toS);
  for (let index = series.length - 1; index >= 0 && series.at(index).openS >= fromS; index--)
    candles.unshift(series.at(index));
  return candles.filter(({ openS }) => openS >= fromS);
}

function textsOf(candles: readonly CandleTicks[]): ReadonlyMap<number, string> {
  return new Map(candles.map((candle) => [candle.openS, JSON.stringify(candle)]));
}

export class MarketChannels {
  readonly #state: MarketState;
  readonly #hub: StreamHub;
  /** By symbol and step; a feed is made by its first subscriber. */
  readonly #feeds = new Map<string, DepthFeed>();
  readonly #traded = new Set<number>();
  readonly #candles = new Map<string, SentCandles>();
  #tickers: Record<string, DayTick> = {};
  #tickersSeq = 0;
  #timers: NodeJS.Timeout[] = [];

  constructor(state: MarketState, hub: StreamHub) {
    this.#state = state;
    this.#hub = hub;
    hub.registerChannel('tickers', {
      accepts: (arg) => arg === '',
      version: () => state.version,
      snapshot: () => ({
        type: 'tickers',
        channel: 'tickers',
        seq: this.#tickNumber(),
        previous: null,
        tickers: this.#allTickers(),
      }),
    });
    hub.registerChannel('ticks', {
      accepts: (arg) => arg === '',
      version: () => state.version,
      snapshot: () => this.#lastTick(),
    });
    hub.registerChannel('depth', {
      accepts: (arg) => this.#depthOf(arg) !== null,
      version: (arg) => this.#depthVersion(this.#feed(arg)),
      snapshot: (arg) => this.#feed(arg).snapshot(state.nowMs()),
    });
    hub.registerChannel('deals', {
      accepts: (arg) => this.#pair(arg) !== undefined,
      version: () => state.version,
      snapshot: (arg) => ({
        type: 'deals',
        channel: `deals:${arg}`,
        seq: state.deals.lastId(this.#number(arg)),
        previous: null,
        deals: this.#newestDeals(arg),
      }),
    });
    hub.registerChannel('kline', {
      accepts: (arg) => this.#candleChannel(arg) !== null,
      snapshot: (arg) => this.#candleSnapshot(arg),
    });
  }

  start(contain: Contain): void {
    this.#timers = [
      setInterval(
        contain('frames of depth', () => this.publishDepth()),
        BOOK_EVERY_MS,
      ),
      setInterval(
        contain('frames of candles', () => this.publishCandles()),
        CANDLE_EVERY_MS,
      ),
    ];
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Called after each commit: new deals and ticks are sent at once. */
  publish({ ticks, deals }: PublishedBatch): void {
    for (const tick of ticks) {
      const numbers = { seq: tick.tick, previous: tick.tick - 1 };
      this.#hub.publish('ticks', { type: 'tick', channel: 'ticks', ...numbers, tick });
    }
    if (ticks.length > 0) this.#publishTickers();
    for (const [market, added] of deals) {
      this.#traded.add(market);
      const channel = `deals:${this.#state.catalogue.marketAt(market).symbol}`;
      this.#hub.publish(channel, { type: 'deals', channel, seq: this.#state.deals.lastId(market), ...added });
    }
  }

  #publishTickers(): void {
    if (!this.#hub.hasSubscribers('tickers')) return;
    const before = this.#tickers;
    const tickers = this.#allTickers();
    this.#tickers = tickers;
    const changed = Object.entries(tickers).filter(
      ([symbol, tick]) => !isDeepStrictEqual(before[symbol], tick),
    );
    if (changed.length === 0) return;
    const numbers = { seq: this.#tickNumber(), previous: this.#tickersSeq };
    this.#tickersSeq = numbers.seq;
    this.#hub.publish('tickers', {
      type: 'tickers',
      channel: 'tickers',
      ...numbers,
      tickers: Object.fromEntries(changed),
    });
  }

  #tickNumber(): number {
    return this.#state.ticks.last?.tick ?? 0;
  }

  #allTickers(): Record<string, DayTick> {
    const { catalogue } = this.#state;
    return Object.fromEntries(
      catalogue.openedMarkets.map((pair) => [pair.symbol, this.#state.dayTick(pair)]),
    );
  }

  #lastTick() {
    const tick = this.#state.ticks.last;
    if (tick === null) return null;
    return { type: 'tick', channel: 'ticks', seq: tick.tick, previous: null, tick } as const;
  }

  /**
   * Sends the changes since the last round to the existing listeners, because a new one gets the
   * state after them.
   */
  #depthVersion(feed: DepthFeed): number {
    const delta = feed.advance(this.#state.nowMs());
    if (delta !== null) this.#hub.publish(delta.channel, delta);
    return feed.version;
  }

  publishDepth(): void {
    const timeMs = this.#state.nowMs();
    for (const [arg, feed] of this.#feeds) {
      if (!this.#hub.hasSubscribers(`depth:${arg}`)) continue;
      const delta = feed.advance(timeMs);
      if (delta !== null) this.#hub.publish(delta.channel, delta);
    }
  }

  /** Sends the candles that changed or began since the last round. */
  publishCandles(): void {
    for (const pair of this.#state.catalogue.openedMarkets)
      for (const timer of TIMERS) this.#publishCandlesOf(pair, timer);
    this.#traded.clear();
  }

  #publishCandlesOf(pair: NamedMarket, timer: Timer): void {
    const { market } = pair.market.definition;
    const channel = `kline:${pair.symbol}:${timer}`;
    if (!this.#hub.hasSubscribers(channel)) {
      this.#candles.delete(channel);
      return;
    }
    const sent = this.#candles.get(channel);
    const series = this.#state.klines.series(market, timer);
    const currentS = this.#currentS(series);
    if (sent === undefined || (!this.#traded.has(market) && sent.currentS === currentS)) return;
    // Deals change only the last candle, so the changes begin with the candle that was the last
    // one.
    const candles = candlesFrom(series, sent.lastS, currentS);
    const texts = textsOf(candles);
    const seq = this.#state.deals.lastId(market);
    this.#candles.set(channel, { seq, lastS: series.last?.openS ?? 0, currentS, texts });
    const changed = candles.filter(({ openS }) => texts.get(openS) !== sent.texts.get(openS));
    if (changed.length === 0) return;
    const shown = changed.map((candle) => toCandle(pair, candle));
    this.#hub.publish(channel, { type: 'kline', channel, seq, previous: sent.seq, candles: shown });
  }

  #newestDeals(symbol: string): Deal[] {
    const pair = this.#pair(symbol)!;
    const newest = this.#state.deals.recent(this.#number(symbol)).slice(-SNAPSHOT_DEALS);
    return newest.map((trade) => toDeal(pair, trade));
  }

  /** First brings the existing listeners up to date, so that all of them have the same state. */
  #candleSnapshot(arg: string): ServerFrame | null {
    const found = this.#candleChannel(arg);
    if (found === null) return null;
    const { pair, timer } = found;
    const { market } = pair.market.definition;
    this.#publishCandlesOf(pair, timer);
    const channel = `kline:${arg}`;
    const series = this.#state.klines.series(market, timer);
    const currentS = this.#currentS(series);
    const seq = this.#state.deals.lastId(market);
    if (!this.#candles.has(channel)) {
      const lastS = series.last?.openS ?? 0;
      this.#candles.set(channel, {
        seq,
        lastS,
        currentS,
        texts: textsOf(candlesFrom(series, lastS, currentS)),
      });
    }
    const candles = candlesFrom(series, currentS, currentS).map((candle) => toCandle(pair, candle));
    return { type: 'kline', channel, seq, previous: null, candles };
  }

  /** The opening time of the current candle, which may have no deal yet. */
  #currentS(series: CandleSeries): number {
    const { timer, last } = series;
    return Math.max(opensS(timer, candleAt(timer, this.#state.nowMs())), last?.openS ?? 0);
  }

  #candleChannel(arg: string): { pair: NamedMarket; timer: Timer } | null {
    const [symbol = '', name = ''] = arg.split(':');
    const pair = this.#pair(symbol);
    const timer = TIMERS.find((known) => known === name);
    return pair === undefined || timer === undefined || arg !== `${symbol}:${timer}` ? null : { pair, timer };
  }

  /** The feed of an accepted channel argument: a symbol, followed by the step unless that is 1. */
  #feed(arg: string): DepthFeed {
    const known = this.#feeds.get(arg);
    if (known !== undefined) return known;
    const { pair, step } = this.#depthOf(arg)!;
    const feed = new DepthFeed(pair, step);
    this.#feeds.set(arg, feed);
    return feed;
  }

  #depthOf(arg: string): { pair: NamedMarket; step: DepthStep } | null {
    const [symbol = '', width = '1'] = arg.split(':');
    const pair = this.#pair(symbol);
    const step = DEPTH_STEPS.find((known) => String(known) === width);
    if (pair === undefined || step === undefined) return null;
    return depthChannel(symbol, step) === `depth:${arg}` ? { pair, step } : null;
  }

  #pair(symbol: string): NamedMarket | undefined {
    return this.#state.pair(symbol);
  }

  #number(symbol: string): number {
    return this.#pair(symbol)!.market.definition.market;
  }
}
