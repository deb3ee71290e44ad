/** Candles: from the cache, then the call, then the stream. */
import type { Candle, Timer } from '@glasshouse/protocol/market';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { readCache, writeCache } from './cache.ts';

export type { Candle, Timer };
export const KLINE_SIZE = 2000;
/** Candles kept locally: one screen, because localStorage is small. */
const CACHED_CANDLES = 300;

/** The timeframes of the site and their timers (R2.3, R7.3). */
export const TIMEFRAMES = {
  '1M': '1min',
  '5M': '5min',
  '15M': '15min',
  '30M': '30min',
  '1D': '1day',
} as const satisfies Record<string, Timer>;
export type Timeframe = keyof typeof TIMEFRAMES;
/** The length of one candle of a timeframe. */
export const CANDLE_MS: Readonly<Record<Timeframe, number>> = {
  '1M': 60_000,
  '5M': 300_000,
  '15M': 900_000,
  '30M': 1_800_000,
  '1D': 86_400_000,
};
export const TIMEFRAME_NAMES = Object.keys(TIMEFRAMES) as [Timeframe, ...Timeframe[]];

export interface KlineRequest {
  readonly symbol: string;
  readonly timer: Timer;
  readonly size?: number;
}

export async function fetchKlines({ symbol, timer, size = KLINE_SIZE }: KlineRequest): Promise<Candle[]> {
  const candles = await call('market/get-kline', { symbol, timer, size }, { quiet: true });
  if (size >= CACHED_CANDLES) writeCache(`klines/${symbol}/${timer}`, candles.slice(-CACHED_CANDLES));
  return candles;
}
export function cachedKlines({ symbol, timer }: KlineRequest): Candle[] | undefined {
  return readCache<Candle[]>(`klines/${symbol}/${timer}`);
}

const SPARK_TIMER: Timer = '30min';
const SPARK_CANDLES = 48;
/** Closing prices of the last 24 hours, for a sparkline. */
export function useSpark(symbol: string): readonly number[] {
  const { data } = useQuery({
    queryKey: ['spark', symbol],
    staleTime: 5 * 60_000,
    placeholderData: () => readCache<number[]>(`spark/${symbol}`),
    queryFn: async () => {
      const candles = await fetchKlines({ symbol, timer: SPARK_TIMER, size: SPARK_CANDLES });
      const closes = candles.map((candle) => candle.close);
      writeCache(`spark/${symbol}`, closes);
      return closes;
    },
  });
  return data ?? NOTHING;
}
const NOTHING: readonly number[] = [];
