/** Candles: from the cache, then the call, then the stream. */
import type { Candle, Timer } from '@glasshouse/protocol/market';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { readCache, writeCache } from './cache.ts';

export type { Candle, Timer };
export const KLINE_SIZE = 2000;
/** Candles kept locally: one screen, because localStorage is small. */
const CACHED_CANDLES = 300;

export interface KlineRequest {
  readonly symbol: string;
  readonly timer: Timer;
  readonly size?: number;
  /** Only candles that open before it, in milliseconds. */
  readonly endTime?: number;
}

export async function fetchKlines(request: KlineRequest): Promise<Candle[]> {
  const { symbol, timer, size = KLINE_SIZE, endTime } = request;
  const range = endTime === undefined ? {} : { endTime };
  const candles = await call('market/get-kline', { symbol, timer, size, ...range }, { quiet: true });
  if (size >= CACHED_CANDLES && endTime === undefined)
    writeCache(`klines/${symbol}/${timer}`, candles.slice(-CACHED_CANDLES));
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
