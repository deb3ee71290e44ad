/** The calls of funds: offers, purchases, sales and holdings. */
import type { FundOffer, HistoryRange, HoldingRow } from '@glasshouse/protocol/fund';
import { useQuery } from '@tanstack/react-query';
import { useAccountRows } from '#data/account-feed.ts';
import { call, type CallInput } from '#data/api.ts';
import { refreshAssets } from '#data/assets.ts';
import { usePaged } from '#data/paged.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import type { ProductFilter } from '#shared/product-records.ts';
import { Results } from './results.ts';

export type { FundOffer, HistoryRange, HoldingRow };

const OFFERS = ['fund-offers'] as const;
const HOLDINGS = [PERSONAL, 'fund-holdings'] as const;
const HISTORY_FRESH_MS = 60_000;
const OFFERS_FRESH_MS = 30_000;
/** The maximum of rows in a page. */
const PAGE_MAX = 100;
export const WAITING = 0;
export const HOLDING = 1;
export const NOT_FILLED = 5;
/** Decimals of a NAV in tables. */
export const NAV_SHOWN = 4;

/** Whether coins of the fund have paid a part of its payout. */
export const isPaidInCoins = ({ paidInCoins }: HoldingRow): boolean => Number(paidInCoins) > 0;

/** The orders of this browser tab whose results are pending. */
export const results = new Results();

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

/** All open holdings; the server allows at most 200. */
export function useOpenHoldings() {
  const signedIn = useSession() !== null;
  useAccountRows('fund', refresh);
  return useQuery({
    queryKey: [...HOLDINGS, 'open'],
    enabled: signedIn,
    queryFn: ({ signal }) => fetchOpen(signal),
  });
}

async function fetchOpen(signal: AbortSignal): Promise<HoldingRow[]> {
  const rows: HoldingRow[] = [];
  let cursor: string | null | undefined;
  do {
    const from = cursor === undefined ? {} : { cursor };
    const page = await call(
      'fund/get-holdings',
      { status: HOLDING, pageSize: PAGE_MAX, ...from },
      { signal, quiet: true },
    );
    rows.push(...page.list);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}

export type HoldingFilter = Pick<CallInput<'fund/get-holdings'>, 'status'> & ProductFilter;

export function useHoldings(filter: HoldingFilter) {
  useAccountRows('fund', refresh);
  return usePaged({ key: HOLDINGS, name: 'fund/get-holdings', input: filter });
}

/** The numbers of holdings by status, indexed by it. */
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

async function sending<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    refresh();
    refreshAssets();
  }
}

/** Buys, like the orders below, at the next NAV; the account channel reports the result. */
export async function buy(input: CallInput<'fund/buy'>): Promise<void> {
  const { id } = await sending(call('fund/buy', input, { quiet: true }));
  results.expect(id, 'buy');
}

export async function sell(input: CallInput<'fund/sell'>): Promise<void> {
  results.forget(String(input.id));
  await sending(call('fund/sell', input, { quiet: true }));
  if (input.type === 'market') results.expect(String(input.id), 'end');
}

export async function exit(input: CallInput<'fund/exit'>): Promise<void> {
  results.forget(String(input.id));
  await sending(call('fund/exit', input, { quiet: true }));
  results.expect(String(input.id), 'end');
}

export async function cancelSell(id: string): Promise<void> {
  await sending(call('fund/cancel-sell', { id }, { quiet: true }));
}
