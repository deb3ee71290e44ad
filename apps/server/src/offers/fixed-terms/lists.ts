/** An owner's orders of fixed terms, from the tables (D0024). */
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { List, ListRequest } from '../../db/lists.ts';
import { fieldsOf, type FixedTermFields } from './rows.ts';
import type { FixedTermSource, OrdersTable } from './source.ts';

export interface OrdersQuery extends ListRequest {
  readonly owner: number;
  /** The states that it selects; null for all. */
  readonly statuses: readonly number[] | null;
}

const KEYS = { order: ['bought_ms', 'order_id'], key: ['order_id'], id: 'order_id' } as const;

export function ordersList<Row>(
  database: Database,
  from: FixedTermSource,
  { query, rowOf }: { readonly query: OrdersQuery; readonly rowOf: (order: FixedTermFields) => Row },
): List<OrdersTable, Row> {
  const { owner, statuses } = query;
  return {
    source: { table: from.orders, ...KEYS },
    request: query,
    branches:
      statuses === null
        ? [sql`owner = ${owner}`]
        : statuses.map((status) => sql`owner = ${owner} and status = ${status}`),
    total: async () => {
      const counts = await countOrders(database, from, owner);
      const within = [...counts].filter(([status]) => statuses === null || statuses.includes(status));
      return within.reduce((sum, [, orders]) => sum + orders, 0);
    },
    rowOf: (row) => rowOf(fieldsOf(row)),
  };
}

/** How many orders have each state, by the totals that are kept. */
export async function countOrders(
  { reads }: Database,
  { totals }: FixedTermSource,
  owner: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await reads
    .selectFrom(totals)
    .select(['status', 'orders'])
    .where('owner', '=', owner)
    .execute();
  return new Map(rows.map(({ status, orders }) => [status, orders]));
}

export const sumOf = (counts: ReadonlyMap<number, number>): number =>
  [...counts.values()].reduce((sum, orders) => sum + orders, 0);
