/**
 * Paged lists: page 1 replaces, later pages append, and the list ends when the loaded count reaches
 * the sum (R4.9).
 */
import { useInfiniteQuery } from '@tanstack/react-query';
import { call, type CallData, type CallInput, type PlainCallName } from './api.ts';
import { nextPage, type Page } from './paging.ts';

export const PAGE_SIZE = 10;
const WAITING_MS = 15_000;
const never = () => false;
/** The calls that return a page of a list, with the type of its rows. */
export type PagedCallName = {
  [N in PlainCallName]: CallData<N> extends Page<unknown> ? N : never;
}[PlainCallName];
type RowOf<N extends PagedCallName> = CallData<N> extends Page<infer Row> ? Row : never;

export interface PagedRequest<N extends PagedCallName> {
  readonly key: readonly unknown[];
  readonly name: N;
  readonly input: Omit<CallInput<N>, 'pageNo' | 'pageSize'>;
  readonly pageSize?: number;
  readonly enabled?: boolean;
  /** While one of the loaded rows waits for somebody, the list is read again and again. */
  readonly isWaiting?: (row: RowOf<N>) => boolean;
}

export function usePaged<N extends PagedCallName>(request: PagedRequest<N>) {
  const { key, name, input, pageSize = PAGE_SIZE, enabled = true, isWaiting = never } = request;
  const query = useInfiniteQuery({
    queryKey: [...key, input, pageSize],
    enabled,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      fetchPage(name, { ...input, pageNo: pageParam, pageSize } as CallInput<N>, signal),
    getNextPageParam: (_last, pages) => nextPage(pages),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some(isWaiting)) === true ? WAITING_MS : false,
  });
  return {
    rows: query.data?.pages.flatMap((page) => page.list) ?? [],
    sum: query.data?.pages.at(-1)?.sum ?? 0,
    isPending: query.isPending,
    isError: query.isError,
    error: query.error,
    refetch: () => query.refetch(),
    more: {
      isThere: query.hasNextPage,
      isLoading: query.isFetchingNextPage,
      load: () => void query.fetchNextPage(),
    },
  };
}

function fetchPage<N extends PagedCallName>(name: N, input: CallInput<N>, signal: AbortSignal) {
  return call(name, input, { signal, quiet: true }) as Promise<Page<RowOf<N>>>;
}
