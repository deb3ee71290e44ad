/** The marks of a user's fills on the chart. Pure. */

export interface Fill {
  readonly side: 'buy' | 'sell';
  readonly price: number;
  readonly timeMs: number;
}
export interface FillMark {
  readonly side: 'buy' | 'sell';
  /** Opening time of the candle. */
  readonly timestamp: number;
  /** The lowest buy or the highest sell in it. */
  readonly price: number;
  readonly count: number;
}
/** One mark per candle and side, however many fills it has. */
export function fillMarks(fills: readonly Fill[], startOf: (timeMs: number) => number): readonly FillMark[] {
  const marks = new Map<string, FillMark>();
  for (const { side, price, timeMs } of fills) {
    const timestamp = startOf(timeMs);
    const key = `${side}${timestamp}`;
    const before = marks.get(key);
    const outer = side === 'buy' ? Math.min : Math.max;
    marks.set(key, {
      side,
      timestamp,
      price: outer(price, before?.price ?? price),
      count: (before?.count ?? 0) + 1,
    });
  }
  return [...marks.values()];
}
