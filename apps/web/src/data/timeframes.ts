/** The timeframes of the charts. */
import type { Timer } from '@glasshouse/protocol/market';

/**
 * The candles of a timeframe: of one interval of the API (`timer`), or several of them merged into
 * one.
 */
interface TimeframeCandles {
  readonly timer: Timer;
  readonly ms: number;
}
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
export const TIMEFRAMES = {
  '1M': { timer: '1min', ms: MINUTE_MS },
  '5M': { timer: '5min', ms: 5 * MINUTE_MS },
  '15M': { timer: '15min', ms: 15 * MINUTE_MS },
  '30M': { timer: '30min', ms: 30 * MINUTE_MS },
  '1H': { timer: '30min', ms: 60 * MINUTE_MS },
  '4H': { timer: '30min', ms: 240 * MINUTE_MS },
  '1D': { timer: '1day', ms: DAY_MS },
  '1W': { timer: '1day', ms: 7 * DAY_MS },
} as const satisfies Record<string, TimeframeCandles>;
export type Timeframe = keyof typeof TIMEFRAMES;
export const TIMEFRAME_NAMES = Object.keys(TIMEFRAMES) as Timeframe[];
/** The timeframes of the quotes page (R2.3, R7.3). */
export const QUOTES_TIMEFRAMES = ['1M', '5M', '15M', '30M', '1D'] as const satisfies Timeframe[];

/** Weeks begin on a Monday; 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
/** The opening time of the candle of a timeframe that contains a time. */
export function candleStartMs(timeframe: Timeframe, timeMs: number): number {
  const { ms } = TIMEFRAMES[timeframe];
  const from = timeframe === '1W' ? FIRST_MONDAY_MS : 0;
  return Math.floor((timeMs - from) / ms) * ms + from;
}
