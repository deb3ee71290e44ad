/**
 * The last 2000 candles of one pair and candle interval (the API calls it `timer`) in memory:
 * integers in ticks, lots and quote units, in one typed array used as a ring buffer.
 */
import { BUY, type Traded } from '@glasshouse/core';
import { candleAt, candleOpensMs, KLINE_LIMIT, type Timer } from '@glasshouse/protocol/market/timers';

export interface CandleTicks {
  /** When the candle opens, in seconds since 1970. */
  readonly openS: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: number;
  readonly quoteUnits: number;
  readonly trades: number;
  /** What takers bought. */
  readonly buyLots: number;
  readonly buyQuoteUnits: number;
  /** The number of the first trade; 0 without one of ours. */
  readonly firstTrade: number;
}

export interface TradeTicks extends Pick<Traded, 'trade' | 'price' | 'lots' | 'quoteUnits' | 'takerSide'> {
  readonly timeMs: number;
}

const FIELDS = 11;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The newest candle after a trade. A trade older than the last candle is added to the last one. */
export function candleAfter(last: CandleTicks | null, trade: TradeTicks, timer: Timer): CandleTicks {
  const { price, lots, quoteUnits } = trade;
  const isBuy = trade.takerSide === BUY;
  const buyLots = isBuy ? lots : 0;
  const buyQuoteUnits = isBuy ? quoteUnits : 0;
  const openS = opensS(timer, candleAt(timer, trade.timeMs));
  if (last === null || openS > last.openS)
    return {
      openS,
      open: price,
      high: price,
      low: price,
      close: price,
      lots,
      quoteUnits,
      trades: 1,
      buyLots,
      buyQuoteUnits,
      firstTrade: trade.trade,
    };
  const flat = isFlat(last);
  return {
    openS: last.openS,
    open: flat ? price : last.open,
    high: flat ? price : Math.max(last.high, price),
    low: flat ? price : Math.min(last.low, price),
    close: price,
    lots: last.lots + lots,
    quoteUnits: last.quoteUnits + quoteUnits,
    trades: last.trades + 1,
    buyLots: last.buyLots + buyLots,
    buyQuoteUnits: last.buyQuoteUnits + buyQuoteUnits,
    firstTrade: last.firstTrade || trade.trade,
  };
}

/**
 * Whether a candle only fills a gap: it opens with its first trade. A candle of an outside source
 * has no trades of ours, but its prices moved.
 */
export const isFlat = ({ trades, high, low }: Pick<CandleTicks, 'trades' | 'high' | 'low'>): boolean =>
  trades === 0 && high === low;

/** The opening time of a candle in seconds. */
export const opensS = (timer: Timer, candle: number): number => candleOpensMs(timer, candle) / 1000;
/** The number of the candle that opens at a time in seconds, or contains it. */
export const numberOf = (timer: Timer, timeS: number): number => candleAt(timer, timeS * 1000);

/** Candles by their numbers; `to` is excluded. */
export interface CandleRange {
  readonly timer: Timer;
  readonly from: number;
  readonly to: number;
}
const NOTHING = { lots: 0, quoteUnits: 0, trades: 0, buyLots: 0, buyQuoteUnits: 0, firstTrade: 0 };
/** Candles without trades at the last close. */
export function flatCandles(close: number, { timer, from, to }: CandleRange): CandleTicks[] {
  const flat = { open: close, high: close, low: close, close, ...NOTHING };
  const flats: CandleTicks[] = [];
  for (let number = from; number < to; number++) flats.push({ openS: opensS(timer, number), ...flat });
  return flats;
}

/**
 * Candles of a timer from those that they contain, oldest first. Of the first one, earlier parts
 * may be missing.
 */
export function foldedCandles(parts: Iterable<CandleTicks>, timer: Timer): CandleTicks[] {
  const folded: CandleTicks[] = [];
  for (const part of parts) {
    const openS = opensS(timer, numberOf(timer, part.openS));
    const last = folded.at(-1);
    if (last?.openS === openS) folded[folded.length - 1] = joined(last, part);
    else folded.push({ ...part, openS });
  }
  return folded;
}

/** A flat part before the first trade changes nothing but the length. */
function joined(first: CandleTicks, next: CandleTicks): CandleTicks {
  if (isFlat(next)) return first;
  if (isFlat(first)) return { ...next, openS: first.openS };
  return added(first, next);
}

/** Candles that follow each other as one, which opens with the first, flat or not. */
export function added(first: CandleTicks, next: CandleTicks): CandleTicks {
  return {
    openS: first.openS,
    open: first.open,
    high: Math.max(first.high, next.high),
    low: Math.min(first.low, next.low),
    close: next.close,
    lots: first.lots + next.lots,
    quoteUnits: first.quoteUnits + next.quoteUnits,
    trades: first.trades + next.trades,
    buyLots: first.buyLots + next.buyLots,
    buyQuoteUnits: first.buyQuoteUnits + next.buyQuoteUnits,
    firstTrade: first.firstTrade || next.firstTrade,
  };
}

export class CandleSeries {
  readonly timer: Timer;
  readonly #data = new Float64Array(KLINE_LIMIT * FIELDS);
  #first = 0;
  #length = 0;

  /** Whether earlier parts of the first candle are missing. */
  #isFirstPartial = false;

  constructor(timer: Timer) {
    this.timer = timer;
  }

  /** Folds the candles of a shorter timer. */
  static folded(timer: Timer, parts: CandleSeries): CandleSeries {
    const series = new CandleSeries(timer);
    const { first } = parts;
    for (const candle of foldedCandles(parts.all(), timer)) series.push(candle);
    series.#isFirstPartial = first !== null && series.first?.openS !== first.openS;
    return series;
  }

  *all(): Iterable<CandleTicks> {
    for (let index = 0; index < this.#length; index++) yield this.at(index);
  }

  /** The index of the first candle of which no part is missing. */
  get firstWhole(): number {
    return this.#isFirstPartial ? 1 : 0;
  }

  /** The opening time of the first whole candle; null if there is none. */
  get wholeFromS(): number | null {
    return this.firstWhole < this.#length ? this.at(this.firstWhole).openS : null;
  }

  get length(): number {
    return this.#length;
  }

  /** Index 0 is the oldest. */
  at(index: number): CandleTicks {
    const at = ((this.#first + index) % KLINE_LIMIT) * FIELDS;
    const d = this.#data;
    return {
      openS: d[at]!,
      open: d[at + 1]!,
      high: d[at + 2]!,
      low: d[at + 3]!,
      close: d[at + 4]!,
      lots: d[at + 5]!,
      quoteUnits: d[at + 6]!,
      trades: d[at + 7]!,
      buyLots: d[at + 8]!,
      buyQuoteUnits: d[at + 9]!,
      firstTrade: d[at + 10]!,
    };
  }

  get first(): CandleTicks | null {
    return this.#length === 0 ? null : this.at(0);
  }

  get last(): CandleTicks | null {
    return this.#length === 0 ? null : this.at(this.#length - 1);
  }

  /** Appends a candle newer than all others. Gaps are filled with flat candles. */
  push(candle: CandleTicks): void {
    for (const flat of this.#flatBefore(numberOf(this.timer, candle.openS))) this.#append(flat);
    this.#append(candle);
  }

  /**
   * Flat candles at the last close, after the last candle up to the one that opens at `openS`. They
   * are not appended: a deal of the batch in flight may still belong to the last candle.
   */
  flatTo(openS: number): CandleTicks[] {
    return this.#flatBefore(numberOf(this.timer, openS) + 1);
  }

  #flatBefore(to: number): CandleTicks[] {
    const { last, timer } = this;
    if (last === null) return [];
    const from = Math.max(numberOf(timer, last.openS) + 1, to - KLINE_LIMIT);
    return flatCandles(last.close, { timer, from, to });
  }

  /** Adds a trade to its candle and returns the new candle. */
  take(trade: TradeTicks): CandleTicks {
    const last = this.last;
    const candle = candleAfter(last, trade, this.timer);
    if (candle.openS === last?.openS) this.#write((this.#first + this.#length - 1) % KLINE_LIMIT, candle);
    else this.push(candle);
    return candle;
  }

  /**
   * Sums up the candles since `fromS` into one, which opens with the first of them; null if there
   * is none.
   */
  summary(fromS: number): CandleTicks | null {
    const d = this.#data;
    let index = this.#length;
    let sum: Mutable<CandleTicks> | null = null;
    while (index > 0) {
      const at = ((this.#first + index - 1) % KLINE_LIMIT) * FIELDS;
      if (d[at]! < fromS) break;
      index--;
      if (sum === null) {
        sum = this.at(index);
        continue;
      }
      sum.openS = d[at]!;
      sum.open = d[at + 1]!;
      if (d[at + 2]! > sum.high) sum.high = d[at + 2]!;
      if (d[at + 3]! < sum.low) sum.low = d[at + 3]!;
      sum.lots += d[at + 5]!;
      sum.quoteUnits += d[at + 6]!;
      sum.trades += d[at + 7]!;
      sum.buyLots += d[at + 8]!;
      sum.buyQuoteUnits += d[at + 9]!;
      if (d[at + 10]! !== 0) sum.firstTrade = d[at + 10]!;
    }
    return sum;
  }

  /** The close of the last candle that opens before `timeS`; null if there is none. */
  closeBefore(timeS: number): number | null {
    for (let index = this.#length - 1; index >= 0; index--) {
      const at = ((this.#first + index) % KLINE_LIMIT) * FIELDS;
      if (this.#data[at]! < timeS) return this.#data[at + 4]!;
    }
    return null;
  }

  #append(candle: CandleTicks): void {
    if (this.#length === KLINE_LIMIT) {
      this.#first = (this.#first + 1) % KLINE_LIMIT;
      this.#isFirstPartial = false;
    } else this.#length++;
    this.#write((this.#first + this.#length - 1) % KLINE_LIMIT, candle);
  }

  #write(place: number, candle: CandleTicks): void {
    this.#data.set(
      [
        candle.openS,
        candle.open,
        candle.high,
        candle.low,
        candle.close,
        candle.lots,
        candle.quoteUnits,
        candle.trades,
        candle.buyLots,
        candle.buyQuoteUnits,
        candle.firstTrade,
      ],
      place * FIELDS,
    );
  }
}
