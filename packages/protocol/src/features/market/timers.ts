/** The intervals of candles, which the API calls timers, and when their candles open. */

/** Candles of one answer. */
export const KLINE_LIMIT = 2000;

/** Of huobi's names, as far as it has them. */
export const TIMERS = [
  '1min',
  '3min',
  '5min',
  '15min',
  '30min',
  '60min',
  '2hour',
  '4hour',
  '6hour',
  '8hour',
  '12hour',
  '1day',
  '3day',
  '1week',
  '1mon',
] as const;
export type Timer = (typeof TIMERS)[number];

/** The timers whose candles are stored. Candles of the others are folded from them. */
export const KEPT_TIMERS = ['1min', '5min', '15min', '30min', '1day'] as const satisfies readonly Timer[];
export type KeptTimer = (typeof KEPT_TIMERS)[number];
export const TIMER_MS: Readonly<Record<KeptTimer, number>> = {
  '1min': 60_000,
  '5min': 300_000,
  '15min': 900_000,
  '30min': 1_800_000,
  '1day': 86_400_000,
};
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The stored timer whose candles make up those of a timer. */
export const PARTS_OF: Readonly<Record<Timer, KeptTimer>> = {
  '1min': '1min',
  '3min': '1min',
  '5min': '5min',
  '15min': '15min',
  '30min': '30min',
  '60min': '30min',
  '2hour': '30min',
  '4hour': '30min',
  '6hour': '30min',
  '8hour': '30min',
  '12hour': '30min',
  '1day': '1day',
  '3day': '1day',
  '1week': '1day',
  '1mon': '1day',
};

const LENGTHS_MS: Readonly<Record<Exclude<Timer, '1mon'>, number>> = {
  ...TIMER_MS,
  '3min': 180_000,
  '60min': HOUR_MS,
  '2hour': 2 * HOUR_MS,
  '4hour': 4 * HOUR_MS,
  '6hour': 6 * HOUR_MS,
  '8hour': 8 * HOUR_MS,
  '12hour': 12 * HOUR_MS,
  '3day': 3 * DAY_MS,
  '1week': 7 * DAY_MS,
};
/** Weeks begin on a Monday; 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const beginMs = (timer: Timer): number => (timer === '1week' ? FIRST_MONDAY_MS : 0);

/**
 * The number of the candle that contains a time. The next candle has the next number. All times are
 * UTC; months are those of the calendar.
 */
export function candleAt(timer: Timer, timeMs: number): number {
  if (timer !== '1mon') return Math.floor((timeMs - beginMs(timer)) / LENGTHS_MS[timer]);
  const date = new Date(timeMs);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** When a candle opens. */
export function candleOpensMs(timer: Timer, candle: number): number {
  if (timer !== '1mon') return candle * LENGTHS_MS[timer] + beginMs(timer);
  return Date.UTC(1970, candle);
}

/** The first candle that opens at a time or later. */
export function candleFrom(timer: Timer, timeMs: number): number {
  const candle = candleAt(timer, timeMs);
  return candleOpensMs(timer, candle) === timeMs ? candle : candle + 1;
}
