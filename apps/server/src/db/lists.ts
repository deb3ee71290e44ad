/**
 * Pages of lists that grow without bound: an owner's orders, fills, postings. Rows are ordered by
 * time and identity, newest first or, in a queue, oldest first, and every filter has an index in
 * that order: a page reads the index entries that it passes over, and the rows of that page alone.
 * Totals are kept beside the rows (`pipeline/totals.ts`).
 */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Database } from './database.ts';
import type { Page, PageRequest } from './paged.ts';
import type { Schema } from './schema.ts';

export interface ListRequest extends PageRequest {
  /** `nextCursor` of an earlier page: the list goes on after it. Pages count from there. */
  readonly cursor?: string | undefined;
  /** From this time on, in milliseconds. */
  readonly startTime?: number | undefined;
  /** Before this time. */
  readonly endTime?: number | undefined;
  /** The row of this number alone. */
  readonly id?: string | undefined;
}

export interface ListPage<T> extends Page<T> {
  readonly nextCursor: string | null;
}

type Column<Table extends keyof Schema> = keyof Schema[Table] & string;

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

export interface ListTable<Table extends keyof Schema> {
  readonly table: Table;
  /** The order of the list: the time in milliseconds, then what makes it unique. */
  readonly order: readonly [time: Column<Table>, ...Column<Table>[]];
  /** The columns of the primary key. */
  readonly key: readonly Column<Table>[];
  /** The number of a row, which an index finds; without it the list ignores `id`. */
  readonly id?: Column<Table>;
  /** What is read of a row, where others are large: `rowOf` must use no other. Absent: all. */
  readonly columns?: readonly Column<Table>[];
}

export interface List<Table extends keyof Schema, T> {
  readonly source: ListTable<Table>;
  readonly request: ListRequest;
  /**
   * Conditions, each of which selects from one index in the order of the list. No row may meet two
   * of them.
   */
  readonly branches: readonly RawBuilder<unknown>[];
  /** Of a queue: what waits longest comes first. Absent: newest first. */
  readonly isOldestFirst?: boolean;
  /** The number of rows that meet a condition, at any time. */
  readonly total: () => Promise<number>;
  readonly rowOf: (row: Row<Table>) => T;
}

export async function readList<Table extends keyof Schema, T>(
  database: Database,
  list: List<Table, T>,
): Promise<ListPage<T>> {
  const { source, request, branches, rowOf } = list;
  const [found, totalRow] = await Promise.all([
    branches.length === 0 ? [] : readRows(database, list),
    request.id === undefined ? list.total() : countNamed(database, list),
  ]);
  const rows = found.slice(0, request.pageSize);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return {
    list: rows.map(rowOf),
    totalRow,
    sum: totalRow,
    nextCursor: last === undefined ? null : cursorAt(source.order, last),
  };
}

/** The page of a list that is read whole. */
export const WHOLE: PageRequest = { pageNo: 1, pageSize: 1 };
/** Rows of a list that is read whole, at a time. */
const PAGE_OF_WHOLE = 500;

/** All rows of a list from its cursor on, page by page: one is read when the last one is used. */
export async function* listPages<Table extends keyof Schema, T>(
  database: Database,
  list: Omit<List<Table, T>, 'request' | 'total'> & {
    readonly request: Pick<ListRequest, 'startTime' | 'endTime' | 'cursor' | 'id'>;
  },
  pageSize = PAGE_OF_WHOLE,
): AsyncGenerator<T[]> {
  const { source, branches, rowOf } = list;
  if (branches.length === 0) return;
  for (let { cursor } = list.request; ;) {
    const request = { ...list.request, cursor, pageNo: 1, pageSize };
    const found = await readRows(database, { source, branches, request });
    const rows = found.slice(0, pageSize);
    if (rows.length > 0) yield rows.map(rowOf);
    const last = found.length > rows.length ? rows.at(-1) : undefined;
    if (last === undefined) return;
    cursor = cursorAt(source.order, last);
  }
}

/** The values of the columns that order the list. */
function cursorAt(order: readonly string[], row: object): string {
  const values = new Map<string, unknown>(Object.entries(row));
  return order.map((column) => String(values.get(column))).join('-');
}

/** Reads one row more than the page, to know whether another page follows. */
async function readRows<Table extends keyof Schema>(
  database: Database,
  {
    source,
    request,
    branches,
    isOldestFirst = false,
  }: Pick<List<Table, unknown>, 'source' | 'request' | 'branches' | 'isOldestFirst'>,
): Promise<readonly Row<Table>[]> {
  const { table, order, key } = source;
  const offset = (request.pageNo - 1) * request.pageSize;
  const limit = request.pageSize + 1;
  const direction = isOldestFirst ? sql`asc` : sql`desc`;
  const inOrder = sql.join(order.map((column) => sql`${sql.ref(column)} ${direction}`));
  const columns = sql.join([...new Set<string>([...key, ...order])].map((column) => sql.ref(column)));
  const range = sql`${rangeOf(order, request, isOldestFirst)}${namedBy(source, request)}`;
  // Each branch is limited by itself, so that it stops at its own index.
  const keys = branches.map(
    (branch) =>
      sql`(select ${columns} from ${sql.table(table)} where ${branch}${range} order by ${inOrder} limit ${offset + limit})`,
  );
  const read = source.columns?.map((column) => sql.ref(`rows.${column}`)) ?? [sql`rows.*`];
  const { rows } = await sql<Row<Table>>`
    select ${sql.join(read)} from (
      select * from (${sql.join(keys, sql` union all `)}) as keys
      order by ${inOrder} limit ${limit} offset ${offset}
    ) as page
    join ${sql.table(table)} as rows using (${columns})
    order by ${inOrder}`.execute(database.kysely);
  return rows;
}

/** A number has one row at most, so nothing is kept to count it. */
async function countNamed<Table extends keyof Schema>(
  database: Database,
  { source, request, branches }: Pick<List<Table, unknown>, 'source' | 'request' | 'branches'>,
): Promise<number> {
  if (branches.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(source.table)}
    where (${sql.join(branches, sql` or `)})${namedBy(source, request)}`.execute(database.kysely);
  return rows[0]?.count ?? 0;
}

const namedBy = ({ id: column }: { readonly id?: string }, { id }: ListRequest): RawBuilder<unknown> =>
  column === undefined || id === undefined ? sql`` : sql` and ${sql.ref(column)} = ${Number(id)}`;

function rangeOf(
  order: readonly string[],
  { cursor, startTime, endTime }: ListRequest,
  isOldestFirst: boolean,
): RawBuilder<unknown> {
  const time = sql.ref(order[0] ?? '');
  const conditions: RawBuilder<unknown>[] = [];
  if (startTime !== undefined) conditions.push(sql`${time} >= ${startTime}`);
  if (endTime !== undefined) conditions.push(sql`${time} < ${endTime}`);
  if (cursor !== undefined) {
    const columns = sql.join(order.map((column) => sql.ref(column)));
    const isAfter = isOldestFirst ? sql`>` : sql`<`;
    conditions.push(sql`(${columns}) ${isAfter} (${sql.join(cursor.split('-').map(Number))})`);
  }
  return sql.join(
    conditions.map((condition) => sql` and ${condition}`),
    sql``,
  );
}

/** Counts of a queue go no further: nobody reads them all. */
export const COUNTED_MAX = 10_000;

/** The rows that meet a condition, by branch; reads no more than it counts. */
export async function countBranches(
  database: Database,
  table: keyof Schema,
  branches: readonly RawBuilder<unknown>[],
): Promise<number> {
  const counts = await Promise.all(
    branches.map((branch) =>
      sql<{ count: number }>`
        select count(*) as count from
          (select 1 from ${sql.table(table)} where ${branch} limit ${COUNTED_MAX}) as found`.execute(
        database.kysely,
      ),
    ),
  );
  const sum = counts.reduce((total, { rows }) => total + (rows[0]?.count ?? 0), 0);
  return Math.min(COUNTED_MAX, sum);
}

/** `in` for a list that may be empty. */
export function anyOf(column: string, values: readonly number[]): RawBuilder<unknown> {
  return values.length === 0 ? sql`false` : sql`${sql.ref(column)} in (${sql.join([...values])})`;
}
