/** All pairs with their states, decimals, limits and fees; and whether the market is simulated. */
import type { PairInfo } from '@glasshouse/protocol/market';
import { useQuery } from '@tanstack/react-query';
import { call, type CallData } from './api.ts';
import { readCache, writeCache } from './cache.ts';
import { queryClient } from './query-client.ts';

export type { PairInfo };
export type Catalogue = CallData<'market/get-pairs'>;
/** Change it when a pair gets new fields, which an older cached list would lack. */
const CACHE_KEY = 'pairs/3';
/** Pairs halt, resume and end, and terms change, while a page is open. */
const FRESH_MS = 15_000;

const pairsQuery = {
  queryKey: ['pairs'],
  staleTime: FRESH_MS,
  refetchInterval: FRESH_MS,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Catalogue> => {
    const catalogue = await call('market/get-pairs', {}, { signal, quiet: true });
    writeCache(CACHE_KEY, catalogue);
    return catalogue;
  },
};

/**
 * The longest that the first rendering waits for the list of pairs, so that nothing moves when it
 * arrives. With a cached list it does not wait.
 */
const FIRST_WAIT_MS = 400;
export async function awaitCatalogue(): Promise<void> {
  const fetching = queryClient.prefetchQuery(pairsQuery);
  if (readCache(CACHE_KEY) !== undefined) return;
  await Promise.race([fetching, new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS))]);
}

/** The catalogue as known so far, outside React. */
export const catalogueNow = (): Catalogue | undefined => queryClient.getQueryData(pairsQuery.queryKey);
export function useCatalogue(): Catalogue | undefined {
  return useCatalogueQuery().data;
}
/** The catalogue with the state of its query, for pages that need it. */
export function useCatalogueQuery() {
  return useQuery({ ...pairsQuery, placeholderData: () => readCache<Catalogue>(CACHE_KEY) });
}
export function useSimulated(): boolean {
  return useCatalogue()?.simulated ?? false;
}
/** Decimals of displayed amounts of a coin. */
export function useCoinDecimals(code: string): number {
  return useCatalogue()?.assets.find((asset) => asset.code === code)?.decimals ?? 8;
}
const CENTS = 2;
/** Decimals of a coin's amounts in panels: of its lot, and at least of cents. */
export function usePanelDecimals(): (code: string) => number {
  const pairs = useCatalogue()?.pairs ?? [];
  return (code) => Math.max(CENTS, pairs.find(({ baseCoin }) => baseCoin === code)?.amountDecimals ?? 0);
}
/** Decimals of a pair's index price, as in ticks and contracts. */
export function useIndexDecimals(pair: Pick<PairInfo, 'baseCoin' | 'quoteCoin'>): number {
  const found = useCatalogue()?.pairs.find(
    ({ baseCoin, quoteCoin }) => baseCoin === pair.baseCoin && quoteCoin === pair.quoteCoin,
  );
  return found?.indexDecimals ?? 2;
}
