/** Rows of a list that is read whole. */
import type { Rows } from './useRows.ts';

interface WholeQuery {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** `list`: what is left of it by the filters; undefined as long as it is not loaded. */
export function wholeRows<Row>(query: WholeQuery, list: readonly Row[] | undefined): Rows<Row> {
  return {
    list: list ?? [],
    total: list?.length,
    isPending: query.isPending,
    isOld: false,
    error: query.error,
    hasMore: false,
    isLoadingMore: false,
    more: () => undefined,
    retry: () => query.refetch(),
  };
}
