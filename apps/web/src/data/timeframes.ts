/** The timeframes of the charts. `M` is a minute here, as on the quotes page (R2.3). */
import { candleAt, candleOpensMs, type Timer } from '@glasshouse/protocol/market/timers';

/** The interval of the API whose candles a timeframe shows. */
export const TIMEFRAMES = {
  '1M': '1min',
  '3M': '3min',
  '5M': '5min',
  '15M': '15min',
  '30M': '30min',
  '1H': '60min',
  '2H': '2hour',
  '4H': '4hour',
  '6H': '6hour',
  '12H': '12hour',
  '1D': '1day',
  '3D': '3day',
  '1W': '1week',
  '1Mo': '1mon',
} as const satisfies Record<string, Timer>;
export type Timeframe = keyof typeof TIMEFRAMES;
export const TIMEFRAME_NAMES = Object.keys(TIMEFRAMES) as Timeframe[];
/** The timeframes of the quotes page (R2.3, R7.3). */
export const QUOTES_TIMEFRAMES = ['1M', '5M', '15M', '30M', '1D'] as const satisfies Timeframe[];
/** Those that a bar has room for; the others are in its menu. */
export const USUAL_TIMEFRAMES = [
  '1M',
  '5M',
  '15M',
  '30M',
  '1H',
  '4H',
  '1D',
  '1W',
] as const satisfies Timeframe[];

/** The opening time of the candle of a timeframe that contains a time. */
export function candleStartMs(timeframe: Timeframe, timeMs: number): number {
  const timer = TIMEFRAMES[timeframe];
  return candleOpensMs(timer, candleAt(timer, timeMs));
}
