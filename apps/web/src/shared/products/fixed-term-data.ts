/** Offers, purchases and orders of a product of fixed terms, by the calls that all of them have. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useAccountRows } from '#data/account-feed.ts';
import { call, type CallData } from '#data/api.ts';
import { refreshAssets } from '#data/assets.ts';
import { usePaged } from '#data/paged.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import type { ListState } from '#shared/lists/PagedBody.tsx';
import type { ProductFilter } from '#shared/product-records.ts';
import type { PurchaseInput } from './Calculator.tsx';
import type { FixedTermFeature, FixedTermOrder } from './fixed-terms.ts';
import { fetchOpen } from './open-orders.ts';

/** An order as `get-orders` has it. */
export type OrderOf<F extends FixedTermFeature> =
  CallData<`${F}/get-orders`> extends { readonly list: readonly (infer Row extends FixedTermOrder)[] }
    ? Row
    : never;
export type OrderFilter = ProductFilter & { readonly status?: number | undefined };

export interface FixedTermData<Row> {
  readonly useOffers: () => UseQueryResult<CallData<`${FixedTermFeature}/get-offers`>>;
  readonly useOpenOrders: () => UseQueryResult<readonly Row[]>;
  readonly useOrders: (filter: OrderFilter) => ListState & { readonly rows: readonly Row[] };
  /** How many orders have each state. */
  readonly useCounts: () => UseQueryResult<readonly number[]>;
  readonly buy: (input: PurchaseInput) => Promise<void>;
  /** Sends what changes orders, and fetches them again, however it ended. */
  readonly sent: (work: Promise<unknown>) => Promise<void>;
}

interface Described {
  /** The states of open orders. */
  readonly open: readonly number[];
  /** Further fields of every purchase. */
  readonly purchase?: { readonly agree: true };
}

export function fixedTermData<const F extends FixedTermFeature>(
  feature: F,
  { open, purchase }: Described,
): FixedTermData<OrderOf<F>> {
  // The calls of all products are the same, but for fields that a product adds.
  const name: FixedTermFeature = feature;
  const offersKey = [`${name}-offers`];
  const ordersKey = [PERSONAL, `${name}-orders`];
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: ordersKey });
    void queryClient.invalidateQueries({ queryKey: offersKey });
  };
  const sent = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } finally {
      refresh();
      refreshAssets();
    }
  };
  const data = {
    useOffers: () =>
      useQuery({
        queryKey: offersKey,
        queryFn: ({ signal }) => call(`${name}/get-offers`, {}, { signal, quiet: true }),
      }),
    useOpenOrders: () => {
      const signedIn = useSession() !== null;
      useAccountRows(name, refresh);
      return useQuery({
        queryKey: [...ordersKey, 'open'],
        enabled: signedIn,
        queryFn: ({ signal }) =>
          fetchOpen<OrderOf<FixedTermFeature>>(open, (input) =>
            call(`${name}/get-orders`, input, { signal, quiet: true }),
          ),
      });
    },
    useOrders: (filter: OrderFilter) => {
      useAccountRows(name, refresh);
      return usePaged({ key: ordersKey, name: `${name}/get-orders`, input: filter });
    },
    useCounts: () =>
      useQuery({
        queryKey: [...ordersKey, 'counts'],
        queryFn: async ({ signal }) =>
          (await call(`${name}/get-orders`, { pageSize: 1 }, { signal, quiet: true })).counts,
      }),
    buy: (input: PurchaseInput) => sent(call(`${name}/buy`, { ...input, ...purchase }, { quiet: true })),
    sent,
  };
  return data as unknown as FixedTermData<OrderOf<F>>;
}
