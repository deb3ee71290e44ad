/** Paged lists: page 1 replaces, later pages append, no more when the loaded count reaches the sum (R4.9). */
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { nextPage, type Page } from './paging.ts';
import type { Payload } from './payload.ts';

export const PAGE_SIZE = 10;
export interface PagedRequest {
  readonly key: readonly unknown[];
  readonly path: string;
  readonly payload: Payload;
  readonly pageSize?: number;
  readonly enabled?: boolean;
}

export function usePaged<T>({ key, path, payload, pageSize = PAGE_SIZE, enabled = true }: PagedRequest) {
  const query = useInfiniteQuery({
    queryKey: [...key, payload, pageSize],
    enabled,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call<Page<T>>(path, { ...payload, pageNo: pageParam, pageSize }, { signal, quiet: true }),
    getNextPageParam: (_last, pages) => nextPage(pages),
  });
  return {
    rows: query.data?.pages.flatMap((page) => page.list) ?? [],
    sum: query.data?.pages.at(-1)?.sum ?? 0,
    isPending: query.isPending,
    isError: query.isError,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    refetch: () => query.refetch(),
  };
}
export type PagedList<T> = Omit<ReturnType<typeof usePaged<T>>, 'rows'> & { readonly rows: readonly T[] };
