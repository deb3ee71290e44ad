/** The last 24 hours of every pair: lists by quote coin, cached locally, then the stream. */
import type { DayTick } from '@glasshouse/protocol/market';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createStore, useStore, useStoreValue } from '#shared/external-store.ts';
import { call, type CallData } from './api.ts';
import { readCache, writeCache } from './cache.ts';
import { listen } from './stream.ts';
import { useClock } from './tick-clock.ts';

export type { DayTick };
export type CoinList = CallData<'market/get-details-by-quote-coin'>;
export const QUOTE_COINS = ['USDT', 'BTC', 'ETH'] as const;
export type QuoteCoin = (typeof QUOTE_COINS)[number];

type Tickers = Readonly<Record<string, DayTick>>;
/** All figures of a pair are zero before its first trade: it has no price, and is left out. */
const traded = (all: Tickers): Tickers =>
  Object.fromEntries(Object.entries(all).filter(([, { close }]) => close > 0));

const tickers = createStore<Tickers>(traded(readCache('tickers') ?? {}));
/** The cache serves the first second of the next visit, so rare writes are enough. */
const CACHE_EVERY_MS = 10_000;
let cachedAtMs = 0;

function merge(next: Tickers): void {
  tickers.set({ ...tickers.get(), ...traded(next) });
  if (Date.now() - cachedAtMs < CACHE_EVERY_MS) return;
  cachedAtMs = Date.now();
  writeCache('tickers', tickers.get());
}

export function useTickers(): Tickers {
  useTickerStream();
  return useStore(tickers);
}
export function useTicker(symbol: string): DayTick | undefined {
  useTickerStream();
  return useStoreValue(tickers, (all) => all[symbol]);
}
let streamedAtMs = 0;
function useTickerStream(): void {
  useEffect(
    () =>
      listen('tickers', (frame) => {
        if (frame.type !== 'tickers') return;
        streamedAtMs = Date.now();
        merge(frame.tickers);
      }),
    [],
  );
}

/** The list of one quote coin; refreshed by the clock while the stream is silent. */
export function useCoinList(quoteCoin: QuoteCoin) {
  const query = useQuery({
    queryKey: ['coin-list', quoteCoin],
    placeholderData: () => readCache<CoinList>(`coins/${quoteCoin}`),
    queryFn: async ({ signal }) => {
      const list = await call('market/get-details-by-quote-coin', { quoteCoin }, { signal, quiet: true });
      writeCache(`coins/${quoteCoin}`, list);
      merge(Object.fromEntries(list.map((row) => [`${row.baseCoin}${quoteCoin}`.toLowerCase(), row.tick])));
      return list;
    },
  });
  useClock(() => {
    if (Date.now() - streamedAtMs > CLOCK_SILENCE_MS) void query.refetch({ cancelRefetch: false });
  });
  return query;
}
const CLOCK_SILENCE_MS = 5000;
