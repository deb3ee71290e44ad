/** Pools, purchases, miners and their redemption. */
import type { MinerRecord } from '@glasshouse/protocol/mining';
import { useQuery } from '@tanstack/react-query';
import { useAccountRows } from '#data/account-feed.ts';
import { call, type CallInput } from '#data/api.ts';
import { refreshAssets } from '#data/assets.ts';
import { usePaged } from '#data/paged.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import type { PurchaseInput } from '#shared/products/Calculator.tsx';
import { fetchOpen } from '#shared/products/open-orders.ts';
import type { ProductFilter } from '#shared/product-records.ts';

export type { MinerRecord };

const POOLS = ['mining-offers'] as const;
const MINERS = [PERSONAL, 'miners'] as const;
const PROCEEDING_OR_OVER = [0, 1] as const;

export function useOffers() {
  return useQuery({
    queryKey: POOLS,
    queryFn: ({ signal }) => call('mining/get-offers', {}, { signal, quiet: true }),
  });
}

/** The miners that are proceeding or to be redeemed. */
export function useOpenMiners() {
  const signedIn = useSession() !== null;
  useFreshMiners();
  return useQuery({
    queryKey: [...MINERS, 'open'],
    enabled: signedIn,
    queryFn: ({ signal }) =>
      fetchOpen(PROCEEDING_OR_OVER, (input) => call('mining/get-orders', input, { signal, quiet: true })),
  });
}

export type MinerFilter = Pick<CallInput<'mining/get-orders'>, 'status'> & ProductFilter;

export function useMiners(filter: MinerFilter) {
  useFreshMiners();
  return usePaged({ key: MINERS, name: 'mining/get-orders', input: filter });
}

/** How many miners have each state. */
export function useCounts() {
  return useQuery({
    queryKey: [...MINERS, 'counts'],
    queryFn: async ({ signal }) =>
      (await call('mining/get-orders', { pageSize: 1 }, { signal, quiet: true })).counts,
  });
}

function useFreshMiners(): void {
  useAccountRows('mining', refresh);
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: MINERS });
  void queryClient.invalidateQueries({ queryKey: POOLS });
}

async function sent(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } finally {
    refresh();
    refreshAssets();
  }
}

export const buy = (input: PurchaseInput): Promise<void> => sent(call('mining/buy', input, { quiet: true }));
export const redeem = (id: string): Promise<void> => sent(call('mining/redeem', { id }, { quiet: true }));
export const redeemEarly = (input: CallInput<'mining/redeem-early'>): Promise<void> =>
  sent(call('mining/redeem-early', input, { quiet: true }));
