/** Spot orders: placing, cancelling, and the lists that the account channel keeps current. */
import type { DataOf, InputOf } from '@glasshouse/protocol';
import type { amendOrder, cancelAll, FillRow, getFees, OrderRow } from '@glasshouse/protocol/spot';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, moneyCall } from '#data/api.ts';
import { useAccountRows } from '#data/account-feed.ts';
import { refreshAssets } from '#data/assets.ts';
import { usePaged } from '#data/paged.ts';
import type { Page } from '#data/paging.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import { mergeOpenOrders } from './open-orders.ts';
import type { OrderCall } from './order-types.ts';

export type { FillRow, OrderRow };
const OPEN_KEY = [PERSONAL, 'orders', 'open'] as const;
const HISTORY_KEY = [PERSONAL, 'orders', 'history'] as const;
const FILLS_KEY = [PERSONAL, 'orders', 'fills'] as const;
const OPEN_ORDERS_MAX = 100;
const RECENT_FILLS = 100;
const REFRESH_AFTER_MS = 250;

export interface PairOf {
  readonly baseCoin: string;
  readonly quoteCoin: string;
}

export function useOpenOrders() {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: OPEN_KEY,
    enabled: signedIn,
    queryFn: async ({ signal }) => {
      const payload = { status: 0, pageNo: 1, pageSize: OPEN_ORDERS_MAX };
      const page = await call<Page<OrderRow>>('/bb/app/spot/getOrders', payload, { signal, quiet: true });
      return page.list;
    },
  });
}
export function useOrderHistory(status: number | undefined, pair?: PairOf) {
  const signedIn = useSession() !== null;
  return usePaged<OrderRow>({
    key: HISTORY_KEY,
    path: '/bb/app/spot/getOrders',
    payload: { status, ...pair },
    enabled: signedIn,
  });
}
export function useFills(pair?: PairOf) {
  const signedIn = useSession() !== null;
  return usePaged<FillRow>({
    key: FILLS_KEY,
    path: '/bb/app/spot/getFills',
    payload: { ...pair },
    enabled: signedIn,
  });
}

/** The last fills of a pair, for marks on its chart. */
export function useRecentFills({ baseCoin, quoteCoin }: PairOf) {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: [...FILLS_KEY, 'recent', baseCoin, quoteCoin],
    enabled: signedIn,
    queryFn: async ({ signal }) => {
      const payload = { baseCoin, quoteCoin, pageNo: 1, pageSize: RECENT_FILLS };
      const page = await call<Page<FillRow>>('/bb/app/spot/getFills', payload, { signal, quiet: true });
      return page.list;
    },
  });
}

export function usePlaceOrder() {
  return useMutation({
    mutationFn: ({ path, input }: OrderCall) => moneyCall<unknown>(path, { ...input }),
    onSettled: refreshSoon,
  });
}
export function useAmendOrder() {
  return useMutation({
    mutationFn: (input: InputOf<typeof amendOrder>) =>
      moneyCall<DataOf<typeof amendOrder>>('/bb/app/spot/amendOrder', { ...input }),
    onSettled: refreshSoon,
  });
}

export type Fees = DataOf<typeof getFees>;
/** What the signed-in person pays on a pair; tiers are reckoned anew once a day. */
export function useFees({ baseCoin, quoteCoin }: PairOf): Fees | undefined {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: [PERSONAL, 'fees', baseCoin, quoteCoin],
    enabled: signedIn,
    staleTime: 10 * 60_000,
    queryFn: ({ signal }) =>
      call<Fees>('/bb/app/spot/getFees', { baseCoin, quoteCoin }, { signal, quiet: true }),
  }).data;
}
export function useCancelOrder() {
  return useMutation({
    mutationFn: (id: string) => moneyCall<null>('/bb/app/spot/cancelOrder', { id }),
    onSettled: refreshSoon,
  });
}
export function useCancelAll() {
  return useMutation({
    mutationFn: (pair: Partial<PairOf>) =>
      moneyCall<DataOf<typeof cancelAll>>('/bb/app/spot/cancelAll', { ...pair }),
    onSettled: refreshSoon,
  });
}

/** Streamed orders go into the open list at once; the histories are asked again a moment later. */
export function useLiveOrders(): void {
  useAccountRows('spot', (orders) => {
    queryClient.setQueryData<readonly OrderRow[]>(OPEN_KEY, (open) =>
      open === undefined ? open : mergeOpenOrders(open, orders),
    );
    refreshHistories();
  });
}

let timer: ReturnType<typeof setTimeout> | undefined;
function refreshHistories(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    void queryClient.invalidateQueries({ queryKey: HISTORY_KEY });
    void queryClient.invalidateQueries({ queryKey: FILLS_KEY });
  }, REFRESH_AFTER_MS);
}
/** The fallback for days without a stream, and harmless with one. */
function refreshSoon(): void {
  void queryClient.invalidateQueries({ queryKey: OPEN_KEY });
  refreshHistories();
  refreshAssets();
}
