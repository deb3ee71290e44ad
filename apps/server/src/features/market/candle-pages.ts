/**
 * Candles as JSON: recent ones from memory, older ones, which never change, from the table in
 * aligned pages.
 */
import { candleAt, candleFrom, KEPT_TIMERS, type Timer } from '@glasshouse/protocol/market';
import type { Refusal } from '@glasshouse/protocol';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import { Serialised } from '../../http/handler.ts';
import { numberOf, type CandleRange } from './candle-series.ts';
import { KlineTexts, type WriteCandle } from './kline-texts.ts';
import type { KeptReplies } from './kept-replies.ts';
import { readCandles } from './klines.ts';
import { BUSY, OldReads, type ReadPlaces } from './old-reads.ts';
import type { MarketState } from './state.ts';

/** The least time between two versions of the newest candles of a pair and interval. */
const KLINE_KEPT_MS = 500;
/** The number of candles in a page of old ones. */
const PAGE_CANDLES = 500;

export interface CandleRequest {
  readonly timer: Timer;
  readonly size: number;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** The candles of a page as JSON, from the one with the number `first` on. */
interface OldPage {
  readonly first: number;
  readonly texts: readonly string[];
}

export interface CandlePagesParts {
  readonly state: MarketState;
  readonly database: Session;
  /** Replies of these pages alone. */
  readonly kept: KeptReplies;
  readonly places: ReadPlaces;
  readonly write: WriteCandle;
}

export class CandlePages {
  readonly #state: MarketState;
  readonly #database: Session;
  readonly #kept: KeptReplies;
  readonly #write: WriteCandle;
  readonly #texts: KlineTexts;
  readonly #old: OldReads<OldPage>;

  constructor(parts: CandlePagesParts) {
    this.#state = parts.state;
    this.#database = parts.database;
    this.#kept = parts.kept;
    this.#write = parts.write;
    this.#texts = new KlineTexts(parts.state.klines, parts.write);
    this.#old = new OldReads(parts.places);
  }

  /** The newest candles of the requested range, at most `size`, oldest first. */
  read(pair: NamedMarket, request: CandleRequest): Serialised | Refusal | Promise<Serialised | Refusal> {
    const { timer, size, startTime, endTime } = request;
    const nowMs = this.#state.nowMs();
    const series = this.#state.klines.series(pair.market.definition.market, timer);
    const isNewest = startTime === undefined && endTime === undefined;
    // Memory has the newest ones, of a folded interval less than 2000.
    if (isNewest && (KEPT_TIMERS.some((kept) => kept === timer) || series.length > size)) {
      const make = () => serialised(this.#texts.read(pair, timer, { size, nowMs }));
      return this.#kept.of(`kline/${pair.symbol}/${timer}/${size}`, make, Math.floor(nowMs / KLINE_KEPT_MS));
    }
    return this.readRange(pair, rangeOf(request, nowMs));
  }

  /** The candles of a range, oldest first: none before the first trade, none after now. */
  readRange(pair: NamedMarket, range: CandleRange): Serialised | Refusal | Promise<Serialised | Refusal> {
    const { timer, from, to } = range;
    const nowMs = this.#state.nowMs();
    const series = this.#state.klines.series(pair.market.definition.market, timer);
    if (series.last === null || from >= to) return serialised([]);
    const { wholeFromS } = series;
    const first = wholeFromS === null ? to : numberOf(timer, wholeFromS);
    const inMemory = Math.max(0, to - Math.max(from, first));
    const newer = inMemory === 0 ? [] : this.#texts.read(pair, timer, { size: inMemory, nowMs, to });
    if (from >= first) return serialised(newer);
    return this.#withOld(newer, this.#readOld(pair, { timer, from, to: Math.min(to, first) }));
  }

  async #withOld(
    newer: readonly string[],
    reading: Promise<readonly string[] | null>,
  ): Promise<Serialised | Refusal> {
    const older = await reading;
    return older === null ? BUSY : serialised([...older, ...newer]);
  }

  /** Null if too many reads are running. */
  async #readOld(pair: NamedMarket, { timer, from, to }: CandleRange): Promise<readonly string[] | null> {
    const older: string[] = [];
    for (let number = Math.max(0, Math.floor(from / PAGE_CANDLES)); number * PAGE_CANDLES < to; number++) {
      const range = { timer, from: number * PAGE_CANDLES, to: (number + 1) * PAGE_CANDLES };
      const page = this.#page(pair, range);
      if (page === null) return null;
      const { first, texts } = await page;
      older.push(...texts.slice(Math.max(0, from - first), Math.max(0, to - first)));
    }
    return older;
  }

  #page(pair: NamedMarket, range: CandleRange): Promise<OldPage> | null {
    const { market } = pair.market.definition;
    const { timer, from, to } = range;
    const load = async (): Promise<OldPage> => {
      const candles = await readCandles(this.#database, { market, ...range });
      const texts = candles.map((candle) => this.#write(pair, candle, timer));
      return { first: candles[0] === undefined ? from : numberOf(timer, candles[0].openS), texts };
    };
    // Only the last candle with a deal still changes.
    const last = numberOf(timer, this.#state.klines.series(market, timer).last?.openS ?? 0);
    return this.#old.read(`${market}/${timer}/${from}`, load, () => to <= last);
  }
}

/** At most `size` candles that open from `startTime` on and before `endTime`, none after now. */
function rangeOf({ timer, size, startTime = 0, endTime }: CandleRequest, nowMs: number): CandleRange {
  const afterNow = candleAt(timer, nowMs) + 1;
  const to = endTime === undefined ? afterNow : Math.min(afterNow, candleFrom(timer, endTime));
  return { timer, from: Math.max(candleFrom(timer, startTime), to - size), to };
}

function serialised(texts: readonly string[]): Serialised {
  return new Serialised(`[${texts.join(',')}]`);
}
