/** What a chart missed. Pure. */
import type { Candle } from '#data/klines.ts';

/**
 * What a chart lacks after a gap, oldest first: its last candle, which may have gone on, and those
 * behind it. Undefined if the fetched candles do not reach back that far.
 */
export function candlesFrom(fetched: readonly Candle[], lastId: number): readonly Candle[] | undefined {
  const [oldest] = fetched;
  if (oldest === undefined || oldest.id > lastId) return undefined;
  return fetched.filter(({ id }) => id >= lastId);
}
