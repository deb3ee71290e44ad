/** Pages of lists, in the shape of the protocol's `paged`: the rows of one page, and how many there are in all. */
import type { SelectQueryBuilder } from 'kysely';

export interface PageRequest {
  /** From 1 on. */
  readonly pageNo: number;
  readonly pageSize: number;
}

export interface Page<T> {
  list: T[];
  totalRow: number;
  sum: number;
}

/** The page of a query that says what it selects and in which order. */
export async function paged<DB, TB extends keyof DB, Row, T>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { pageNo, pageSize }: PageRequest,
  rowOf: (row: Row) => T,
): Promise<Page<T>> {
  const [rows, { count }] = await Promise.all([
    query
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute(),
    query
      .clearSelect()
      .clearOrderBy()
      .select((select) => select.fn.countAll<number>().as('count'))
      .$castTo<{ readonly count: number }>()
      .executeTakeFirstOrThrow(),
  ]);
  return { list: rows.map((row) => rowOf(row as Row)), totalRow: count, sum: count };
}

/** The page of a list that is in memory. */
export function pageOf<Row, T>(
  all: readonly Row[],
  { pageNo, pageSize }: PageRequest,
  rowOf: (row: Row) => T,
): Page<T> {
  const first = (pageNo - 1) * pageSize;
  const list = all.slice(first, first + pageSize).map(rowOf);
  return { list, totalRow: all.length, sum: all.length };
}
