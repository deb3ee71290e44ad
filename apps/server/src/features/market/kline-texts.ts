/**
 * The JSON of candles. A closed candle never changes, so its text is made once; only the last one
 * with a deal, and the flat ones after it, are serialised again.
 */
import { KLINE_LIMIT, type Timer } from '@glasshouse/protocol/market';
import type { NamedMarket } from '../../contract/catalogue.ts';
import { numberOf, type CandleSeries, type CandleTicks } from './candle-series.ts';
import type { Klines } from './klines.ts';

interface Texts {
  readonly series: CandleSeries;
  /** The opening time of the last candle whose text is kept. */
  lastOpenS: number;
  texts: string[];
}

/** The JSON of a candle. */
export type WriteCandle = (pair: NamedMarket, candle: CandleTicks, timer: Timer) => string;

/** Series whose texts are kept, some 200 kB each. Beyond it the longest unused are dropped. */
const SERIES_MAX = 200;

export class KlineTexts {
  readonly #klines: Klines;
  readonly #write: WriteCandle;
  readonly #closed = new Map<string, Texts>();

  constructor(klines: Klines, write: WriteCandle) {
    this.#klines = klines;
    this.#write = write;
  }

  /**
   * The whole candles in memory as JSON, oldest first: at most `size`, the newest before the number
   * `to`. Flat ones without a deal go up to now.
   */
  read(pair: NamedMarket, timer: Timer, range: { size: number; nowMs: number; to?: number }): string[] {
    const { market } = pair.market.definition;
    const series = this.#klines.series(market, timer);
    const { last, wholeFromS } = series;
    if (last === null || wholeFromS === null) return [];
    const closed = this.#closedTexts(pair, timer);
    const open = [last, ...series.flatTo(range.nowMs / 1000)];
    const next = numberOf(timer, (open.at(-1) ?? last).openS) + 1;
    const known = closed.length + open.length;
    const end = Math.max(0, known - Math.max(0, next - (range.to ?? next)));
    const start = Math.max(0, end - range.size);
    const shown = open.slice(Math.max(0, start - closed.length), Math.max(0, end - closed.length));
    return [
      ...closed.slice(start, Math.min(end, closed.length)),
      ...shown.map((candle) => this.#write(pair, candle, timer)),
    ];
  }

  /** All candles in memory but the last one. */
  #closedTexts(pair: NamedMarket, timer: Timer): readonly string[] {
    const { market } = pair.market.definition;
    const key = `${market}/${timer}`;
    const series = this.#klines.series(market, timer);
    const known = this.#closed.get(key);
    const kept = known?.series === series ? known : { series, lastOpenS: -1, texts: [] };
    this.#closed.delete(key);
    this.#closed.set(key, kept);
    if (this.#closed.size > SERIES_MAX) this.#forgetOne();
    const lacking = numberOf(timer, series.last?.openS ?? 0) - numberOf(timer, kept.lastOpenS);
    const from = Math.max(series.firstWhole, series.length - lacking);
    for (let index = from; index < series.length - 1; index++) {
      const candle = series.at(index);
      if (candle.openS <= kept.lastOpenS) continue;
      kept.texts.push(this.#write(pair, candle, timer));
      kept.lastOpenS = candle.openS;
    }
    if (kept.texts.length >= KLINE_LIMIT) kept.texts = kept.texts.slice(-(KLINE_LIMIT - 1));
    return kept.texts;
  }

  #forgetOne(): void {
    const [oldest] = this.#closed.keys();
    if (oldest !== undefined) this.#closed.delete(oldest);
  }
}
