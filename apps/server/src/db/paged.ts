/**
 * Pages of lists, in the shape of the protocol's `paged`: the rows of one page and the total number
 * of rows.
 */
import type { SelectQueryBuilder } from 'kysely';

export interface PageRequest {
  /** Starts at 1. */
  readonly pageNo: number;
  readonly pageSize: number;
}

export interface Page<T> {
  list: T[];
  totalRow: number;
  sum: number;
}

/** One page of a query that has its columns and its order, and whose number of rows is kept. */
export async function pagedOfTotal<DB, TB extends keyof DB, Row, T>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { pageNo, pageSize }: PageRequest,
  { total, rowOf }: { readonly total: Promise<number>; readonly rowOf: (row: Row) => T },
): Promise<Page<T>> {
  const page = query.limit(pageSize).offset((pageNo - 1) * pageSize);
  const [rows, totalRow] = await Promise.all([page.execute(), total]);
  return { list: rows.map((row) => rowOf(row as Row)), totalRow, sum: totalRow };
}

/** One page of a list in memory. */
export function pageOf<Row, T>(
  all: readonly Row[],
  { pageNo, pageSize }: PageRequest,
  rowOf: (row: Row) => T,
): Page<T> {
  const first = (pageNo - 1) * pageSize;
  const list = all.slice(first, first + pageSize).map(rowOf);
  return { list, totalRow: all.length, sum: all.length };
}
