/**
 * Calls of spot orders: placing, cancelling, and the lists that the account channel keeps current.
 */
import type { FillRow, OrderRow } from '@glasshouse/protocol/spot';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call, type CallData, type CallInput } from '#data/api.ts';
import { useAccountRows } from '#data/account-feed.ts';
import { refreshAssets } from '#data/assets.ts';
import { usePaged } from '#data/paged.ts';
import { applyChange, PERSONAL, queryClient } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import { mergeOpenOrders } from './open-orders.ts';
import type { OrderCall } from './order-types.ts';

export type { FillRow, OrderRow };
const OPEN_KEY = [PERSONAL, 'orders', 'open'] as const;
const HISTORY_KEY = [PERSONAL, 'orders', 'history'] as const;
const FILLS_KEY = [PERSONAL, 'orders', 'fills'] as const;
const UNFINISHED = 0;
const PAGE_ROWS = 100;
const PREVIEW_EVERY_MS = 1_000;
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
      const orders: OrderRow[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const input = { status: UNFINISHED, pageSize: PAGE_ROWS, ...(cursor !== '' && { cursor }) };
        const page: CallData<'spot/get-orders'> = await call('spot/get-orders', input, {
          signal,
          quiet: true,
        });
        orders.push(...page.list);
        cursor = page.nextCursor;
      }
      return orders;
    },
  });
}

/**
 * The result that an order would have now, as the ledger would book it. Undefined if the order is
 * incomplete or would be refused. Fetched again while the book moves.
 */
export function usePreview(input: CallInput<'spot/preview-order'> | null) {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: [PERSONAL, 'preview', input],
    enabled: signedIn && input !== null,
    queryFn: ({ signal }) => call('spot/preview-order', input!, { signal, quiet: true }),
    retry: false,
    refetchInterval: PREVIEW_EVERY_MS,
    gcTime: PREVIEW_EVERY_MS,
    placeholderData: keepPreviousData,
  }).data;
}
/** The filter of a list of orders; an empty one selects everything. */
type OrderFilter = Omit<CallInput<'spot/get-orders'>, 'pageNo' | 'pageSize'>;

export function useOrderHistory(input: OrderFilter) {
  const signedIn = useSession() !== null;
  return usePaged({
    key: HISTORY_KEY,
    name: 'spot/get-orders',
    input,
    enabled: signedIn,
  });
}
export function useFills(input: Omit<OrderFilter, 'status'>) {
  const signedIn = useSession() !== null;
  return usePaged({
    key: FILLS_KEY,
    name: 'spot/get-fills',
    input,
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
      const input = { baseCoin, quoteCoin, pageNo: 1, pageSize: RECENT_FILLS };
      return (await call('spot/get-fills', input, { signal, quiet: true })).list;
    },
  });
}

/** An order as its placing left it. */
export type PlacedOrder = CallData<'spot/place-order'>;
export type Placed = CallData<OrderCall['name']>;

export function usePlaceOrder() {
  return useMutation({
    mutationFn: ({ name, input }: OrderCall) => call<OrderCall['name']>(name, input),
    onSettled: refreshSoon,
  });
}
export function useAmendOrder() {
  return useMutation({
    mutationFn: (input: CallInput<'spot/amend-order'>) => call('spot/amend-order', input),
    onSettled: refreshSoon,
  });
}

export type Fees = CallData<'spot/get-fees'>;
/** The signed-in user's fees on a pair; tiers are recomputed once a day. */
export function useFees({ baseCoin, quoteCoin }: PairOf): Fees | undefined {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: [PERSONAL, 'fees', baseCoin, quoteCoin],
    enabled: signedIn,
    staleTime: 10 * 60_000,
    queryFn: ({ signal }) => call('spot/get-fees', { baseCoin, quoteCoin }, { signal, quiet: true }),
  }).data;
}
export function useCancelOrder() {
  return useMutation({
    mutationFn: (id: string) => call('spot/cancel-order', { id }),
    onSettled: refreshSoon,
  });
}
export function useCancelAll() {
  return useMutation({
    mutationFn: ({ baseCoin, quoteCoin }: Partial<PairOf>) =>
      call('spot/cancel-all', { baseCoin, quoteCoin }),
    onSettled: refreshSoon,
  });
}

/** Streamed orders enter the open list at once; the histories are fetched again a moment later. */
export function useLiveOrders(): void {
  useAccountRows('spot', (orders) => {
    applyChange<readonly OrderRow[]>(OPEN_KEY, (open) => mergeOpenOrders(open, orders));
    refreshHistories();
  });
}

let timer: ReturnType<typeof setTimeout> | undefined;
/**
 * Fetches the histories again after a fixed delay. Further changes do not prolong it, because they
 * may never pause.
 */
function refreshHistories(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    void queryClient.invalidateQueries({ queryKey: HISTORY_KEY });
    void queryClient.invalidateQueries({ queryKey: FILLS_KEY });
  }, REFRESH_AFTER_MS);
}
/** The fallback without a stream, and harmless with one. */
function refreshSoon(): void {
  void queryClient.invalidateQueries({ queryKey: OPEN_KEY });
  refreshHistories();
  refreshAssets();
}
