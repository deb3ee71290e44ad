/** The calls of deposits: chains, addresses, incoming transfers and credited deposits. */
import type { ArrivalRow, DepositChain, DepositRow } from '@glasshouse/protocol/funding';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useAccountRows } from '#data/account-feed.ts';
import { call } from '#data/api.ts';
import { usePaged } from '#data/paged.ts';
import { applyChange, PERSONAL, queryClient } from '#data/query-client.ts';

export type { ArrivalRow, DepositChain, DepositRow };

const ARRIVALS = [PERSONAL, 'arrivals'] as const;
const DEPOSITS = [PERSONAL, 'deposits'] as const;
/** How often the states of the chains are loaded again. */
const STATES_EVERY_MS = 10_000;

export function useDepositChains() {
  return useQuery({
    queryKey: [PERSONAL, 'deposit-chains'],
    refetchInterval: STATES_EVERY_MS,
    queryFn: async ({ signal }) =>
      (await call('funding/get-deposit-chains', {}, { signal, quiet: true })).list,
  });
}

/** The address never changes. */
export function useDepositAddress(chain: string) {
  return useQuery({
    queryKey: [PERSONAL, 'deposit-address', chain],
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await call('funding/get-deposit-address', { chain }, { signal, quiet: true })).address,
  });
}

export function useArrivals() {
  useAccountRows('funding', (rows) => {
    for (const row of rows) if (row.kind === 'arrival') note(row);
  });
  return useQuery({
    queryKey: ARRIVALS,
    queryFn: async ({ signal }) => (await call('funding/get-arrivals', {}, { signal, quiet: true })).list,
  });
}

function note(row: ArrivalRow): void {
  applyChange<readonly ArrivalRow[]>(ARRIVALS, (list) =>
    list.some(({ id }) => id === row.id)
      ? list.map((one) => (one.id === row.id ? row : one))
      : [row, ...list],
  );
}

export interface DepositFilter {
  readonly currency?: string;
  /** Milliseconds; startTime is included, endTime is not. */
  readonly startTime?: number;
  readonly endTime?: number;
  readonly id?: string;
}

export function useDeposits(filter: DepositFilter = {}) {
  useAccountRows('funding', (rows) => {
    if (rows.some(({ kind }) => kind === 'deposit'))
      void queryClient.invalidateQueries({ queryKey: DEPOSITS });
  });
  return usePaged({ key: DEPOSITS, name: 'funding/get-deposits', input: filter });
}

export function useTestCoins() {
  return useMutation({
    mutationFn: (input: { readonly chain: string; readonly currency: string }) =>
      call('funding/receive-test-coins', input),
  });
}
