/** Candles of a timeframe made from those of a shorter timer. Pure. */
import type { Candle } from '#data/klines.ts';
import { candleStartMs, type Timeframe } from '#data/timeframes.ts';

/**
 * Merges candles, oldest first. A first one of which earlier parts are missing is left out, because
 * it would be wrong.
 */
export function mergedCandles(candles: readonly Candle[], timeframe: Timeframe): Candle[] {
  const merged: Candle[] = [];
  for (const candle of candles) {
    const id = startOf(candle, timeframe);
    const last = merged.at(-1);
    if (last?.id === id) merged[merged.length - 1] = joined(last, candle);
    else if (id === candle.id || last !== undefined) merged.push({ ...candle, id });
  }
  return merged;
}

/**
 * What a chart lacks after a gap, oldest first: its last candle, which may have gone on, and those
 * behind it. Undefined if the fetched candles do not reach back that far.
 */
export function candlesFrom(fetched: readonly Candle[], lastId: number): readonly Candle[] | undefined {
  const [oldest] = fetched;
  if (oldest === undefined || oldest.id > lastId) return undefined;
  return fetched.filter(({ id }) => id >= lastId);
}

/** A candle has at most this many parts: 4 hours of 8, a week of 7. */
const PARTS_MAX = 8;

/** Follows the current candle of a timeframe as its parts change. */
export class CurrentCandle {
  readonly #timeframe: Timeframe;
  #parts = new Map<number, Candle>();

  constructor(timeframe: Timeframe, parts: readonly Candle[] = []) {
    this.#timeframe = timeframe;
    for (const part of parts.slice(-PARTS_MAX)) this.take(part);
  }

  /** The candle that contains the part, which is new or changed. */
  take(part: Candle): Candle {
    const start = startOf(part, this.#timeframe);
    const [known] = this.#parts.values();
    if (known !== undefined && startOf(known, this.#timeframe) !== start) this.#parts.clear();
    this.#parts.set(part.id, part);
    const parts = [...this.#parts.values()].toSorted((a, b) => a.id - b.id);
    return { ...parts.reduce(joined), id: start };
  }
}

const startOf = ({ id }: Candle, timeframe: Timeframe): number => candleStartMs(timeframe, id * 1000) / 1000;

function joined(first: Candle, next: Candle): Candle {
  return {
    ...first,
    close: next.close,
    high: Math.max(first.high, next.high),
    low: Math.min(first.low, next.low),
    vol: first.vol + next.vol,
  };
}
