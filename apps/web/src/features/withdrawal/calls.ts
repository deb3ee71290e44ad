/** The calls of withdrawals: terms, address book, holds, requests and their progress. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { refreshAssets } from '#data/assets.ts';
import { call, type CallData, type CallInput } from '#data/api.ts';
import { useAccountRows } from '#data/account-feed.ts';
import { usePaged } from '#data/paged.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';

export type Terms = CallData<'funding/get-withdrawal-terms'>;
export type CoinTerms = Terms['list'][number];
export type Withdrawal = CallData<'funding/get-withdrawals'>['list'][number];
export type WithdrawalDetail = CallData<'funding/get-withdrawal'>;
export type WithdrawalInput = CallInput<'funding/request-withdrawal'>;
export type BookAddress = CallData<'wallet/get-addresses'>['list'][number];

const PAYMENT_EVERY_MS = 10_000;
const KEY = [PERSONAL, 'withdrawals'] as const;

function refresh(): void {
  refreshAssets();
  void queryClient.invalidateQueries({ queryKey: KEY });
}

/** Reloads the page's data when the account channel reports a change. */
export function useFollowWithdrawals(): void {
  useAccountRows('funding', refresh);
  useAccountRows('wallet', () => void queryClient.invalidateQueries({ queryKey: [...KEY, 'terms'] }));
}

export function useTerms() {
  return useQuery({
    queryKey: [...KEY, 'terms'],
    queryFn: ({ signal }) => call('funding/get-withdrawal-terms', {}, { signal, quiet: true }),
  });
}

export function useBook() {
  return useQuery({
    queryKey: [PERSONAL, 'addresses'],
    queryFn: ({ signal }) => call('wallet/get-addresses', {}, { signal, quiet: true }),
  });
}

export type Hold = CallData<'funding/get-holds'>['list'][number];

/** The user's holds, which keep money from leaving. */
export function useHolds() {
  return useQuery({
    queryKey: [...KEY, 'holds'],
    queryFn: ({ signal }) => call('funding/get-holds', {}, { signal, quiet: true }),
  });
}

type WithdrawalFilter = Pick<
  CallInput<'funding/get-withdrawals'>,
  'currency' | 'id' | 'startTime' | 'endTime'
>;

export function useWithdrawals(filter: WithdrawalFilter = {}) {
  return usePaged({ key: [...KEY, 'list'], name: 'funding/get-withdrawals', input: filter });
}

export function useWithdrawal(id: string) {
  return useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => call('funding/get-withdrawal', { id }, { signal, quiet: true }),
    // Polls while the payment runs, because no stream reports its progress.
    refetchInterval: ({ state }) => (state.data?.status === 'paying' ? PAYMENT_EVERY_MS : false),
  });
}

export async function requestWithdrawal(input: WithdrawalInput): Promise<void> {
  // Refreshes after a refusal too, because it can mean that the terms have changed.
  await call('funding/request-withdrawal', input, { quiet: true }).finally(refresh);
}

export function useCancel() {
  return useMutation({
    mutationFn: (id: string) => call('funding/cancel-withdrawal', { id }, { quiet: true }),
    onSettled: refresh,
  });
}
