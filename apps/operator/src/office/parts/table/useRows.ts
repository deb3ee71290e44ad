/** Rows of a list that the server gives in pages, loaded as far as the reader has scrolled. */
import { keepPreviousData, useInfiniteQuery, type QueryKey } from '@tanstack/react-query';

export interface Rows<Row> {
  readonly list: readonly Row[];
  /** How many there are in all; undefined while only the server knows. */
  readonly total: number | undefined;
  /** Nothing has been loaded yet. */
  readonly isPending: boolean;
  /** The rows are those of the filters before. */
  readonly isOld: boolean;
  /** The last load failed. */
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly more: () => void;
  readonly retry: () => Promise<unknown>;
}

interface ListPage<Row> {
  readonly list: readonly Row[];
  readonly totalRow: number;
  readonly nextCursor: string | null;
}

export interface RowsQuery<Row> {
  /** Contains the filters and the order. */
  readonly queryKey: QueryKey;
  /** `cursor` is '' for the first page. */
  readonly load: (cursor: string) => Promise<ListPage<Row>>;
  /** Whether times limit the list, which the server's total does not follow. */
  readonly hasTimes?: boolean;
  /** Asks again so often, unless the reader has scrolled far; without it, never. */
  readonly everyMs?: number;
}

/** More pages than these are not loaded again by themselves. */
const LIVE_PAGES_MAX = 3;

export function useRows<Row>({ queryKey, load, hasTimes = false, everyMs }: RowsQuery<Row>): Rows<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    // It would load every page again.
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      everyMs !== undefined && (state.data?.pages.length ?? 0) <= LIVE_PAGES_MAX ? everyMs : false,
  });
  const pages = query.data?.pages;
  const list = pages?.flatMap((page) => page.list) ?? [];
  const totalOfMany = hasTimes ? undefined : pages?.at(-1)?.totalRow;
  return {
    list,
    total: query.hasNextPage ? totalOfMany : list.length,
    isPending: query.isPending,
    isOld: query.isPlaceholderData,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => {
      if (query.hasNextPage && !query.isFetching && !query.isError) void query.fetchNextPage();
    },
    retry: () => (pages === undefined ? query.refetch() : query.fetchNextPage()),
  };
}
