/** Offers, purchases and orders of finance. */
import type { FinanceOrderRow } from '@glasshouse/protocol/finance';
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

export type { FinanceOrderRow };

const OFFERS = ['finance-offers'] as const;
const ORDERS = [PERSONAL, 'finance-orders'] as const;
const HOSTING = [0] as const;

export function useOffers() {
  return useQuery({
    queryKey: OFFERS,
    queryFn: ({ signal }) => call('finance/get-offers', {}, { signal, quiet: true }),
  });
}

/** The orders that are hosting. */
export function useOpenOrders() {
  const signedIn = useSession() !== null;
  useFreshOrders();
  return useQuery({
    queryKey: [...ORDERS, 'open'],
    enabled: signedIn,
    queryFn: ({ signal }) =>
      fetchOpen(HOSTING, (input) => call('finance/get-orders', input, { signal, quiet: true })),
  });
}

export type OrderFilter = Pick<CallInput<'finance/get-orders'>, 'status'> & ProductFilter;

export function useOrders(filter: OrderFilter) {
  useFreshOrders();
  return usePaged({ key: ORDERS, name: 'finance/get-orders', input: filter });
}

/** How many orders have each state. */
export function useCounts() {
  return useQuery({
    queryKey: [...ORDERS, 'counts'],
    queryFn: async ({ signal }) =>
      (await call('finance/get-orders', { pageSize: 1 }, { signal, quiet: true })).counts,
  });
}

function useFreshOrders(): void {
  useAccountRows('finance', refresh);
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: ORDERS });
  void queryClient.invalidateQueries({ queryKey: OFFERS });
}

/** Whoever sends it has read the agreement. */
export async function buy(input: PurchaseInput): Promise<void> {
  try {
    await call('finance/buy', { ...input, agree: true }, { quiet: true });
  } finally {
    refresh();
    refreshAssets();
  }
}
