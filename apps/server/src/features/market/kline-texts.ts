/**
 * The JSON of candles. A closed candle never changes, so its text is made once; only the last one
 * with a deal, and the flat ones after it, are serialised again.
 */
import { KLINE_LIMIT, type Timer } from '@glasshouse/protocol/market';
import type { NamedMarket } from '../../catalogue.ts';
import { toCandle } from './huobi-shapes.ts';
import type { Klines } from './klines.ts';

interface Texts {
  /** The opening time of the last candle whose text is kept. */
  lastIdS: number;
  texts: string[];
}

export class KlineTexts {
  readonly #klines: Klines;
  readonly #closed = new Map<string, Texts>();

  constructor(klines: Klines) {
    this.#klines = klines;
  }

  /** A JSON array of the newest `size` candles, oldest first. */
  read(pair: NamedMarket, timer: Timer, { size, nowMs }: { size: number; nowMs: number }): string {
    const { market } = pair.market.definition;
    const key = `${market}/${timer}`;
    const kept = this.#closed.get(key) ?? { lastIdS: -1, texts: [] };
    this.#closed.set(key, kept);
    const series = this.#klines.series(market, timer);
    const stepMs = series.stepS * 1000;
    const last = series.last;
    if (last === null) return '[]';
    const missing = Math.min(series.length, Math.ceil((last.idS - kept.lastIdS) / series.stepS));
    for (let index = series.length - missing; index < series.length - 1; index++) {
      const candle = series.at(index);
      if (candle.idS <= kept.lastIdS) continue;
      kept.texts.push(JSON.stringify(toCandle(pair, candle)));
      kept.lastIdS = candle.idS;
    }
    if (kept.texts.length >= KLINE_LIMIT) kept.texts = kept.texts.slice(-(KLINE_LIMIT - 1));
    const open = [last, ...series.flatTo(Math.floor(nowMs / stepMs) * series.stepS)].slice(-size);
    const closed = size === open.length ? [] : kept.texts.slice(open.length - size);
    return `[${[...closed, ...open.map((candle) => JSON.stringify(toCandle(pair, candle)))].join(',')}]`;
  }
}
