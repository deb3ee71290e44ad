/**
 * The last 2000 candles of one pair and candle interval (the API calls it `timer`) in memory:
 * integers in ticks, lots and quote units, in one typed array used as a ring buffer.
 */
import { KLINE_LIMIT } from '@glasshouse/protocol/market';

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
}

export interface TradeTicks {
  readonly timeMs: number;
  readonly price: number;
  readonly lots: number;
  readonly quoteUnits: number;
}

const FIELDS = 8;

/** The newest candle after a trade. A trade older than the last candle is added to the last one. */
export function candleAfter(last: CandleTicks | null, trade: TradeTicks, stepS: number): CandleTicks {
  const { price, lots, quoteUnits } = trade;
  const openS = Math.floor(trade.timeMs / 1000 / stepS) * stepS;
  if (last === null || openS > last.openS)
    return { openS, open: price, high: price, low: price, close: price, lots, quoteUnits, trades: 1 };
  // A flat candle that fills a gap opens with its first trade.
  const isFlat = last.trades === 0;
  return {
    openS: last.openS,
    open: isFlat ? price : last.open,
    high: isFlat ? price : Math.max(last.high, price),
    low: isFlat ? price : Math.min(last.low, price),
    close: price,
    lots: last.lots + lots,
    quoteUnits: last.quoteUnits + quoteUnits,
    trades: last.trades + 1,
  };
}

/**
 * Candles without trades at the last close, from the one that opens at `fromS` to the one that
 * opens at `toS`.
 */
export function flatCandles(
  close: number,
  { fromS, toS, stepS }: { readonly fromS: number; readonly toS: number; readonly stepS: number },
): CandleTicks[] {
  const flat = { open: close, high: close, low: close, close, lots: 0, quoteUnits: 0, trades: 0 };
  const flats: CandleTicks[] = [];
  for (let openS = fromS; openS <= toS; openS += stepS) flats.push({ openS, ...flat });
  return flats;
}

export class CandleSeries {
  readonly stepS: number;
  readonly #data = new Float64Array(KLINE_LIMIT * FIELDS);
  #first = 0;
  #length = 0;

  constructor(stepS: number) {
    this.stepS = stepS;
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
    for (const flat of this.flatTo(candle.openS - this.stepS)) this.#append(flat);
    this.#append(candle);
  }

  /**
   * Flat candles at the last close, after the last candle up to the one that opens at `openS`. They
   * are not appended: a deal of the batch in flight may still belong to the last candle.
   */
  flatTo(openS: number): CandleTicks[] {
    const { last, stepS } = this;
    if (last === null) return [];
    const fromS = Math.max(last.openS + stepS, openS - (KLINE_LIMIT - 1) * stepS);
    return flatCandles(last.close, { fromS, toS: openS, stepS });
  }

  /** Adds a trade to its candle and returns the new candle. */
  take(trade: TradeTicks): CandleTicks {
    const last = this.last;
    const candle = candleAfter(last, trade, this.stepS);
    if (candle.openS === last?.openS) this.#write((this.#first + this.#length - 1) % KLINE_LIMIT, candle);
    else this.push(candle);
    return candle;
  }

  /**
   * Sums up the candles since `fromS` into one, which opens with the first of them; null if there
   * is none.
   */
  summary(fromS: number): Omit<CandleTicks, 'openS'> | null {
    const d = this.#data;
    let index = this.#length;
    let sum: {
      open: number;
      high: number;
      low: number;
      close: number;
      lots: number;
      quoteUnits: number;
      trades: number;
    } | null = null;
    while (index > 0) {
      const at = ((this.#first + index - 1) % KLINE_LIMIT) * FIELDS;
      if (d[at]! < fromS) break;
      if (sum === null)
        sum = {
          open: d[at + 1]!,
          high: d[at + 2]!,
          low: d[at + 3]!,
          close: d[at + 4]!,
          lots: 0,
          quoteUnits: 0,
          trades: 0,
        };
      sum.open = d[at + 1]!;
      if (d[at + 2]! > sum.high) sum.high = d[at + 2]!;
      if (d[at + 3]! < sum.low) sum.low = d[at + 3]!;
      sum.lots += d[at + 5]!;
      sum.quoteUnits += d[at + 6]!;
      sum.trades += d[at + 7]!;
      index--;
    }
    return sum;
  }

  #append(candle: CandleTicks): void {
    if (this.#length === KLINE_LIMIT) this.#first = (this.#first + 1) % KLINE_LIMIT;
    else this.#length++;
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
      ],
      place * FIELDS,
    );
  }
}
