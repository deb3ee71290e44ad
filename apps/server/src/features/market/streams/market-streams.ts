/**
 * Runs the market's streams for programs: each from its first listener to its last. Events follow
 * commits and rounds; a stream without listeners costs nothing.
 */
import {
  parseStream,
  STREAMS,
  type StreamAsked,
  type StreamEvent,
  type StreamKind,
} from '@glasshouse/protocol/programs';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import type { MarketStreams } from '../../../contract/market-streams.ts';
import type { CommittedBatch } from '../../../pipeline/batch.ts';
import type { Contain } from '../../../process/containment.ts';
import type { MarketState } from '../state.ts';
import { bookChangesStream, bookTickersStream, bookTickerStream, topLevelsStream } from './book-streams.ts';
import { candleStream } from './candle-stream.ts';
import type { PairStreamParts, RunningStream, StreamParts, StreamTrade } from './running-stream.ts';
import {
  averageStream,
  miniTickersStream,
  miniTickerStream,
  tickersStream,
  tickerStream,
  windowTickersStream,
  windowTickerStream,
} from './ticker-streams.ts';
import { aggregateStream, tradeStream } from './trade-streams.ts';

type OfPair = {
  readonly [K in StreamKind as (typeof STREAMS)[K]['pattern'] extends `<symbol>${string}` ? K : never]: (
    parts: PairStreamParts<StreamEvent<K>>,
  ) => RunningStream;
};
type OfAll = {
  readonly [K in Exclude<StreamKind, keyof OfPair>]: (parts: StreamParts<StreamEvent<K>>) => RunningStream;
};

const OF_PAIR: OfPair = {
  trades: tradeStream,
  aggregates: aggregateStream,
  candles: candleStream,
  miniTicker: miniTickerStream,
  ticker: tickerStream,
  windowTicker: windowTickerStream,
  bookTicker: bookTickerStream,
  averagePrice: averageStream,
  topLevels: topLevelsStream,
  topLevelsFast: topLevelsStream,
  bookChanges: bookChangesStream,
  bookChangesFast: bookChangesStream,
};
const OF_ALL: OfAll = {
  miniTickers: miniTickersStream,
  tickers: tickersStream,
  windowTickers: windowTickersStream,
  bookTickers: bookTickersStream,
};

/** The least time between two rounds of any stream. */
const ROUND_MS = 100;
/** Rounds of streams that follow commits: for those who have begun to listen since the last. */
const SLOW_MS = 1_000;
interface Running {
  readonly stream: RunningStream;
  readonly pair: NamedMarket | null;
  readonly everyMs: number;
}

export class MarketStreamRounds implements MarketStreams {
  readonly #state: MarketState;
  readonly #running = new Map<string, Running>();
  readonly #nextMs = new Map<number, number>();
  /** What the names of streams that there are ask for: to read a name takes some microseconds. */
  readonly #asked = new Map<string, StreamAsked>();
  #send: (name: string, json: string) => void = () => undefined;
  #publish: (batch: CommittedBatch) => void = () => undefined;
  #timer: NodeJS.Timeout | null = null;

  constructor(state: MarketState) {
    this.#state = state;
  }

  start(contain: Contain): void {
    this.#publish = contain('events of a commit', this.#publishNow);
    this.#timer = setInterval(
      contain('rounds of streams', () => this.round(performance.now())),
      ROUND_MS,
    );
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  sendTo(send: (name: string, json: string) => void): void {
    this.#send = send;
  }

  has(name: string): boolean {
    const asked = this.#asked.get(name) ?? parseStream(name);
    if (asked === null) return false;
    if (asked.symbol !== undefined && this.#state.pair(asked.symbol) === undefined) return false;
    this.#asked.set(name, asked);
    return true;
  }

  join(name: string): void {
    const known = this.#running.get(name);
    if (known === undefined) this.#open(name);
    else known.stream.joined?.();
  }

  leave(name: string): void {
    this.#running.get(name)?.stream.closed?.();
    this.#running.delete(name);
  }

  /** Called after each commit. */
  publish(batch: CommittedBatch): void {
    if (this.#running.size > 0) this.#publish(batch);
  }

  readonly #publishNow = (batch: CommittedBatch): void => {
    const trades = new Map<number, StreamTrade[]>();
    for (const { event, timeMs } of batch.events) {
      if (event.type !== 'traded') continue;
      const same = trades.get(event.market);
      if (same === undefined) trades.set(event.market, [{ ...event, timeMs }]);
      else same.push({ ...event, timeMs });
    }
    for (const { stream, pair } of this.#running.values()) {
      stream.committed?.();
      const own = pair === null ? undefined : trades.get(pair.market.definition.market);
      if (own !== undefined) stream.traded?.(own);
    }
  };

  /** Runs the streams whose time has come. `nowMs`: milliseconds from any beginning. */
  round(nowMs: number): void {
    if (this.#running.size === 0) return;
    const due = new Set<number>();
    for (const { everyMs } of this.#running.values())
      if (nowMs >= (this.#nextMs.get(everyMs) ?? 0)) due.add(everyMs);
    // The timer is a little early or late.
    for (const everyMs of due) this.#nextMs.set(everyMs, nowMs + everyMs - ROUND_MS / 2);
    for (const [name, running] of this.#running) {
      if (!due.has(running.everyMs)) continue;
      if (isOutdated(this.#state, running)) this.#open(name);
      else running.stream.round?.();
    }
  }

  #open(name: string): void {
    const asked = this.#asked.get(name) ?? parseStream(name);
    if (asked === null) throw new Error(`no stream is called ${name}`);
    const { kind, symbol } = asked;
    const pair = symbol === undefined ? null : (this.#state.pair(symbol) ?? null);
    const parts = {
      state: this.#state,
      asked,
      pair,
      emit: (event: unknown) => this.#send(name, JSON.stringify(event)),
    };
    const create = (kind in OF_ALL ? OF_ALL[kind as keyof OfAll] : OF_PAIR[kind as keyof OfPair]) as (
      given: typeof parts,
    ) => RunningStream;
    const everyMs = STREAMS[kind].everyMs || SLOW_MS;
    this.#running.get(name)?.stream.closed?.();
    this.#running.set(name, { stream: create(parts), pair, everyMs });
  }
}

/** Whether another pair has the symbol now: a pair that was delisted may be listed again. */
function isOutdated(state: MarketState, { pair }: Running): boolean {
  if (pair === null) return false;
  const now = state.pair(pair.symbol);
  return now !== undefined && now !== pair;
}
