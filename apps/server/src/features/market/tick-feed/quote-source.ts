/** An exchange outside whose best prices are read. */
import type { KeptTimer } from '@glasshouse/protocol/market/timers';
import type { SourceQuotes } from './index-rule.ts';

/** A candle of an exchange; `openMs` is a multiple of its timer. */
export interface SourceCandle {
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface CandleRange {
  readonly base: string;
  readonly quote: string;
  readonly timer: KeptTimer;
  /** From the first, inclusive, to the last, exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface QuoteSource {
  readonly name: string;
  /** The coins whose prices in USDT are read from now on. Those it does not have stay absent. */
  setCoins(coins: readonly string[]): void;
  /** The newest quotes it has received. */
  quotesAt(nowMs: number): SourceQuotes;
  /** Its candles, oldest first; null if it does not have the pair. Throws if it does not answer. */
  candles(range: CandleRange): Promise<readonly SourceCandle[] | null>;
  stop(): Promise<void>;
}

/** Of the first source that has the pair and answers. Throws if some have it and none answers. */
export async function candlesOfFirst(
  sources: readonly QuoteSource[],
  range: CandleRange,
): Promise<readonly SourceCandle[] | null> {
  const failures: unknown[] = [];
  for (const source of sources) {
    try {
      const candles = await source.candles(range);
      if (candles !== null) return candles;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `no source has given candles: ${String(failures[0])}`);
  return null;
}
