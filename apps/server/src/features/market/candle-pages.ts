/**
 * Candles as JSON: recent ones from memory, older ones, which never change, from the table in
 * aligned pages.
 */
import { TIMER_MS, type Timer } from '@glasshouse/protocol/market';
import type { Refusal } from '@glasshouse/protocol';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import { Serialised } from '../../http/handler.ts';
import { toCandle } from './huobi-shapes.ts';
import { KlineTexts } from './kline-texts.ts';
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

/** The candles of a page as JSON. The first one opens at `firstS`. */
interface OldPage {
  readonly firstS: number;
  readonly texts: readonly string[];
}

/** A range of candles' opening times; `toS` is excluded. */
interface Range {
  readonly fromS: number;
  readonly toS: number;
}

export class CandlePages {
  readonly #state: MarketState;
  readonly #database: Session;
  readonly #kept: KeptReplies;
  readonly #texts: KlineTexts;
  readonly #old: OldReads<OldPage>;

  constructor(parts: { state: MarketState; database: Session; kept: KeptReplies; places: ReadPlaces }) {
    this.#state = parts.state;
    this.#database = parts.database;
    this.#kept = parts.kept;
    this.#texts = new KlineTexts(parts.state.klines);
    this.#old = new OldReads(parts.places);
  }

  /** The newest candles of the requested range, at most `size`, oldest first. */
  read(pair: NamedMarket, request: CandleRequest): Serialised | Refusal | Promise<Serialised | Refusal> {
    const { timer, size, startTime, endTime } = request;
    const nowMs = this.#state.nowMs();
    if (startTime === undefined && endTime === undefined) {
      const make = () => serialised(this.#texts.read(pair, timer, { size, nowMs }));
      return this.#kept.of(`kline/${pair.symbol}/${timer}/${size}`, make, Math.floor(nowMs / KLINE_KEPT_MS));
    }
    const { first } = this.#state.klines.series(pair.market.definition.market, timer);
    if (first === null) return serialised([]);
    const { fromS, toS } = rangeOf(request, nowMs);
    const stepS = TIMER_MS[timer] / 1000;
    const inMemory = Math.max(0, toS - Math.max(fromS, first.openS)) / stepS;
    const newer = inMemory === 0 ? [] : this.#texts.read(pair, timer, { size: inMemory, nowMs, untilS: toS });
    if (fromS >= first.openS) return serialised(newer);
    return this.#withOld(newer, this.#readOld(pair, timer, { fromS, toS: Math.min(toS, first.openS) }));
  }

  async #withOld(
    newer: readonly string[],
    reading: Promise<readonly string[] | null>,
  ): Promise<Serialised | Refusal> {
    const older = await reading;
    return older === null ? BUSY : serialised([...older, ...newer]);
  }

  /** Null if too many reads are running. */
  async #readOld(pair: NamedMarket, timer: Timer, { fromS, toS }: Range): Promise<readonly string[] | null> {
    const stepS = TIMER_MS[timer] / 1000;
    const pageS = PAGE_CANDLES * stepS;
    const older: string[] = [];
    for (let number = Math.max(0, Math.floor(fromS / pageS)); number * pageS < toS; number++) {
      const page = this.#page(pair, timer, { fromS: number * pageS, toS: (number + 1) * pageS });
      if (page === null) return null;
      const { firstS, texts } = await page;
      older.push(...texts.slice(Math.max(0, (fromS - firstS) / stepS), Math.max(0, (toS - firstS) / stepS)));
    }
    return older;
  }

  #page(pair: NamedMarket, timer: Timer, { fromS, toS }: Range): Promise<OldPage> | null {
    const { market } = pair.market.definition;
    const stepS = TIMER_MS[timer] / 1000;
    const load = async (): Promise<OldPage> => {
      const candles = await readCandles(this.#database, { market, stepS, fromS, toS });
      const texts = candles.map((candle) => JSON.stringify(toCandle(pair, candle)));
      return { firstS: candles[0]?.openS ?? fromS, texts };
    };
    // Only the last candle with a deal still changes.
    const lastS = this.#state.klines.series(market, timer).last?.openS ?? 0;
    return this.#old.read(`${market}/${timer}/${fromS}`, load, () => toS <= lastS);
  }
}

/** At most `size` candles that open from `startTime` on and before `endTime`, none after now. */
function rangeOf({ timer, size, startTime = 0, endTime }: CandleRequest, nowMs: number): Range {
  const stepMs = TIMER_MS[timer];
  const stepS = stepMs / 1000;
  const afterNowS = (Math.floor(nowMs / stepMs) + 1) * stepS;
  const toS = endTime === undefined ? afterNowS : Math.min(afterNowS, Math.ceil(endTime / stepMs) * stepS);
  return { fromS: Math.max(Math.ceil(startTime / stepMs) * stepS, toS - size * stepS), toS };
}

function serialised(texts: readonly string[]): Serialised {
  return new Serialised(`[${texts.join(',')}]`);
}
