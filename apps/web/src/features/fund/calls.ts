/** Funds, purchases, sales and holdings. */
import type { FundOffer, HistoryRange, HoldingRow } from '@glasshouse/protocol/fund';
import { useQuery } from '@tanstack/react-query';
import { useAccountRows } from '#data/account-feed.ts';
import { call, type CallInput } from '#data/api.ts';
import { refreshAssets } from '#data/assets.ts';
import { usePaged } from '#data/paged.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import type { ProductFilter } from '#shared/product-records.ts';

export type { FundOffer, HistoryRange, HoldingRow };

const OFFERS = ['fund-offers'] as const;
const HOLDINGS = [PERSONAL, 'fund-holdings'] as const;
const HISTORY_FRESH_MS = 60_000;
const OFFERS_FRESH_MS = 30_000;
const OPEN_MAX = 100;
export const HOLDING = 1;

export function useOffers() {
  return useQuery({
    queryKey: OFFERS,
    refetchInterval: OFFERS_FRESH_MS,
    queryFn: async ({ signal }) => (await call('fund/get-offers', {}, { signal, quiet: true })).list,
  });
}

export function useHistory(fund: number, range: HistoryRange) {
  return useQuery({
    queryKey: ['fund-history', fund, range],
    staleTime: HISTORY_FRESH_MS,
    refetchInterval: HISTORY_FRESH_MS,
    queryFn: ({ signal }) => call('fund/get-history', { fund, range }, { signal, quiet: true }),
  });
}

/** Open holdings, of which there are at most 200: the newest hundred. */
export function useOpenHoldings() {
  const signedIn = useSession() !== null;
  useAccountRows('fund', refresh);
  return useQuery({
    queryKey: [...HOLDINGS, 'open'],
    enabled: signedIn,
    queryFn: async ({ signal }) =>
      (await call('fund/get-holdings', { status: HOLDING, pageSize: OPEN_MAX }, { signal, quiet: true }))
        .list,
  });
}

export type HoldingFilter = Pick<CallInput<'fund/get-holdings'>, 'status'> & ProductFilter;

export function useHoldings(filter: HoldingFilter) {
  useAccountRows('fund', refresh);
  return usePaged({ key: HOLDINGS, name: 'fund/get-holdings', input: filter });
}

/** How many holdings have each status, from 1 on. */
export function useCounts() {
  return useQuery({
    queryKey: [...HOLDINGS, 'counts'],
    queryFn: async ({ signal }) =>
      (await call('fund/get-holdings', { pageSize: 1 }, { signal, quiet: true })).counts,
  });
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: HOLDINGS });
  void queryClient.invalidateQueries({ queryKey: OFFERS });
}

async function sending(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } finally {
    refresh();
    refreshAssets();
  }
}

export const buy = (input: CallInput<'fund/buy'>): Promise<void> =>
  sending(call('fund/buy', input, { quiet: true }));
export const sell = (input: CallInput<'fund/sell'>): Promise<void> =>
  sending(call('fund/sell', input, { quiet: true }));
export const cancelSell = (id: string): Promise<void> =>
  sending(call('fund/cancel-sell', { id }, { quiet: true }));
export const exit = (input: CallInput<'fund/exit'>): Promise<void> =>
  sending(call('fund/exit', input, { quiet: true }));
