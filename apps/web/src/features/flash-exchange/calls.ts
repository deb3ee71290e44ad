/**
 * The calls of flash exchange: offers, quotes that renew themselves, the exchange, and the history.
 */
import type { ExchangeOffer } from '@glasshouse/protocol/flash-exchange';
import { useMutation, useQuery, type Query } from '@tanstack/react-query';
import { refreshAssets } from '#data/assets.ts';
import { call, CallError, type CallData, type CallInput } from '#data/api.ts';
import { useAccountRows } from '#data/account-feed.ts';
import { usePaged } from '#data/paged.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import { serverNow } from '#data/server-time.ts';

export type { ExchangeOffer };
export type QuoteInput = CallInput<'flash-exchange/get-quote'>;
export type QuoteData = CallData<'flash-exchange/get-quote'>;

const HISTORY = [PERSONAL, 'exchanges'] as const;
/** The pause before another quote is requested after a failure. */
const ASK_AGAIN_MS = 5000;
/**
 * Attempts to take a quote. Repeating after a lost reply is safe, because a quote is taken only
 * once.
 */
const ATTEMPTS_MAX = 3;

export function useOffers() {
  return useQuery({
    queryKey: ['exchange-offers'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await call('flash-exchange/get-offers', {}, { signal, quiet: true })).list,
  });
}

/** Milliseconds until the next quote is requested: when the current one expires. */
function untilNext({ state }: { readonly state: Query<{ readonly validUntil: number }>['state'] }): number {
  if (state.data === undefined || state.status === 'error') return ASK_AGAIN_MS;
  return Math.max(0, state.data.validUntil - serverNow()) || ASK_AGAIN_MS;
}

/** The current quote; `input` is undefined while there is nothing to quote. */
export function useQuote(input: QuoteInput | undefined) {
  return useQuery({
    queryKey: [PERSONAL, 'exchange-quote', input],
    enabled: input !== undefined,
    gcTime: 0,
    retry: false,
    refetchInterval: untilNext as (query: Query<QuoteData>) => number,
    queryFn: ({ signal }) => call('flash-exchange/get-quote', input!, { signal, quiet: true }),
  });
}

export function useDustQuote(receiveCurrency: string) {
  return useQuery({
    queryKey: [PERSONAL, 'exchange-dust', receiveCurrency],
    gcTime: 0,
    retry: false,
    refetchInterval: untilNext as (query: Query<CallData<'flash-exchange/get-dust-quote'>>) => number,
    queryFn: ({ signal }) =>
      call('flash-exchange/get-dust-quote', { receiveCurrency }, { signal, quiet: true }),
  });
}

export function useExchange() {
  return useMutation({
    mutationFn: (quote: string) => call('flash-exchange/exchange', { quote }, { quiet: true }),
    retry: (count, error) =>
      count + 1 < ATTEMPTS_MAX &&
      error instanceof CallError &&
      error.kind !== 'refused' &&
      error.kind !== 'stale',
    onSettled: () => {
      refreshAssets();
      void queryClient.invalidateQueries({ queryKey: HISTORY });
    },
  });
}

type ExchangeFilter = Pick<CallInput<'flash-exchange/get-exchanges'>, 'id' | 'startTime' | 'endTime'>;

export function useExchanges(filter: ExchangeFilter = {}) {
  useAccountRows('flash-exchange', () => void queryClient.invalidateQueries({ queryKey: HISTORY }));
  return usePaged({ key: HISTORY, name: 'flash-exchange/get-exchanges', input: filter });
}
