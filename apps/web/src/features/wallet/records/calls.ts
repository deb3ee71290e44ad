/** Postings of all accounts, transfers, and the postings of one record. */
import type {
  LedgerRow,
  PostingGroup,
  RecordKind,
  RecordPosting,
  Summed,
  TotalRow,
  TransferRow,
} from '@glasshouse/protocol/wallet';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAccountRows } from '#data/account-feed.ts';
import { call, CallError, type CallData, type CallInput } from '#data/api.ts';
import { usePaged } from '#data/paged.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import type { ListState } from '#shared/lists/PagedBody.tsx';

export type { LedgerRow, PostingGroup, RecordKind, RecordPosting, Summed, TotalRow, TransferRow };

const KEY = [PERSONAL, 'records'] as const;
const POSTINGS_AT_ONCE = 50;

export interface LedgerFilter {
  readonly currency?: string | undefined;
  readonly id?: string;
  readonly startTime?: number;
  readonly endTime?: number;
}

/** Each of these lists is one of postings, so it is asked for again when a balance changes. */
function useFollow(): void {
  useAccountRows('wallet', () => void queryClient.invalidateQueries({ queryKey: KEY }));
}

export function useLedger(filter: LedgerFilter, group?: PostingGroup) {
  useFollow();
  return usePaged({ key: [...KEY, 'ledger'], name: 'wallet/get-ledger', input: { ...filter, group } });
}

export function useTransfers(filter: LedgerFilter) {
  useFollow();
  return usePaged({ key: [...KEY, 'transfers'], name: 'wallet/get-transfers', input: filter });
}

export function useRecordCounts() {
  useFollow();
  return useQuery({
    queryKey: [...KEY, 'counts'],
    queryFn: ({ signal }) => call('wallet/get-record-counts', {}, { signal, quiet: true }),
  }).data?.counts;
}

/** Sums of a whole selection. While another one is read, the last one stays in its place. */
export function useTotals(input: CallInput<'wallet/get-totals'>) {
  useFollow();
  return useQuery({
    queryKey: [...KEY, 'totals', input],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('wallet/get-totals', input, { signal, quiet: true }),
  });
}

type Postings = CallData<'wallet/get-record-postings'>;

/** An order that ended before it froze or traded anything has no postings. */
async function fetchPostings(
  input: CallInput<'wallet/get-record-postings'>,
  signal: AbortSignal,
): Promise<Postings> {
  try {
    return await call('wallet/get-record-postings', input, { signal, quiet: true });
  } catch (error) {
    if (error instanceof CallError && error.error === 'request/not-found')
      return { list: [], nextCursor: null };
    throw error;
  }
}

export function useRecordPostings(
  kind: RecordKind,
  id: string,
): ListState & { readonly rows: readonly RecordPosting[] } {
  const query = useInfiniteQuery({
    queryKey: [...KEY, 'postings', kind, id],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) =>
      fetchPostings({ kind, id, cursor, pageSize: POSTINGS_AT_ONCE }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const more = {
    isThere: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    load: () => void query.fetchNextPage(),
  };
  return {
    rows: query.data?.pages.flatMap(({ list }) => list) ?? [],
    isPending: query.isPending,
    isError: query.isError,
    error: query.error,
    refetch: () => query.refetch(),
    // Most records have few postings: no footer says that these are all.
    ...(more.isThere ? { more } : {}),
  };
}
