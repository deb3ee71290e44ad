/** The user's orders and deals from the database, newest first. */
import type { FillRow, OrderRow } from '@glasshouse/protocol/spot';
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue, CoinFilter } from '../../catalogue.ts';
import type { Database } from '../../db/database.ts';
import {
  anyOf,
  readList,
  type List,
  type ListPage,
  type ListRequest,
  type ListTable,
} from '../../db/lists.ts';
import { fillRowOf, orderFieldsOf, orderRowOf, type OrderFields } from './rows.ts';

export interface SpotReads {
  readonly database: Database;
  readonly catalogue: Catalogue;
}

interface ListQuery extends CoinFilter, ListRequest {
  readonly owner: number;
}

export interface OrderQuery extends ListQuery {
  /** 0 unfinished, 1 finished, 2 cancelled; absent: all. */
  readonly status?: number | undefined;
}

const UNFINISHED = 0;
const STATUSES = [UNFINISHED, 1, 2];
const ORDERS = {
  table: 'spot_orders',
  order: ['placed_ms', 'order_id'],
  key: ['order_id'],
} as const satisfies ListTable<'spot_orders'>;
const FILLS = {
  table: 'spot_fills',
  order: ['time_ms', 'trade_id'],
  key: ['trade_id'],
} as const satisfies ListTable<'spot_fills'>;

export function readOrders(reads: SpotReads, query: OrderQuery): Promise<ListPage<OrderRow>> {
  return readList(reads.database, orderList(reads, query));
}

export function orderList(
  { database, catalogue }: SpotReads,
  query: OrderQuery,
): List<'spot_orders', OrderRow> {
  const markets = catalogue.marketNumbers(query);
  return {
    source: ORDERS,
    request: query,
    branches: orderBranches(query, markets),
    total: () => countOrders(database, query, markets),
    rowOf: (row) => orderRowOf(catalogue, orderFieldsOf(row)),
  };
}

/** A branch per pair and status: the index of pairs is in the order of time only within both. */
function orderBranches(
  { owner, status }: OrderQuery,
  markets: readonly number[] | null,
): readonly RawBuilder<unknown>[] {
  if (markets === null)
    return [status === undefined ? sql`owner = ${owner}` : sql`owner = ${owner} and status = ${status}`];
  const statuses = status === undefined ? STATUSES : [status];
  return markets.flatMap((market) =>
    statuses.map((one) => sql`owner = ${owner} and market = ${market} and status = ${one}`),
  );
}

/** Open orders are few; those that have ended have totals. */
async function countOrders(
  database: Database,
  { owner, status }: OrderQuery,
  markets: readonly number[] | null,
): Promise<number> {
  const within = markets === null ? sql`true` : anyOf('market', markets);
  const ofStatus = status === undefined ? sql`true` : sql`status = ${status}`;
  const { rows } = await sql<{ count: number }>`select (
      (select count(*) from spot_orders where owner = ${owner} and status = ${UNFINISHED} and ${within} and ${ofStatus})
      + (select coalesce(sum(orders), 0) from spot_order_totals where owner = ${owner} and ${within} and ${ofStatus})
    )::bigint as count`.execute(database.kysely);
  return rows[0]?.count ?? 0;
}

export async function readOrder(database: Database, order: number): Promise<OrderFields | null> {
  const row = await database.reads
    .selectFrom('spot_orders')
    .selectAll()
    .where('order_id', '=', order)
    .executeTakeFirst();
  return row === undefined ? null : orderFieldsOf(row);
}

/** The newest order of an owner with this own id; of a pair, which has one id, the limit. */
export async function readOrderOfClient(
  database: Database,
  owner: number,
  clientOrderId: string,
): Promise<OrderFields | null> {
  const [newest, other] = await database.reads
    .selectFrom('spot_orders')
    .selectAll()
    .where('owner', '=', owner)
    .where('client_order_id', '=', clientOrderId)
    .orderBy('placed_ms', 'desc')
    .orderBy('order_id', 'desc')
    .limit(2)
    .execute();
  if (newest === undefined) return null;
  const isLeg = other?.order_id === newest.partner_order && newest.trigger_price > 0;
  return orderFieldsOf(isLeg ? other : newest);
}

export function readFills(reads: SpotReads, query: ListQuery): Promise<ListPage<FillRow>> {
  return readList(reads.database, fillList(reads, query));
}

export function fillList({ database, catalogue }: SpotReads, query: ListQuery): List<'spot_fills', FillRow> {
  const { owner } = query;
  const markets = catalogue.marketNumbers(query);
  const within = markets === null ? [sql`true`] : markets.map((market) => sql`market = ${market}`);
  return {
    source: FILLS,
    request: query,
    branches: within.flatMap((one) => [
      sql`taker = ${owner} and ${one}`,
      // The condition of the index, word for word.
      sql`maker = ${owner} and maker <> taker and ${one}`,
    ]),
    total: () => countFills(database, owner, markets),
    rowOf: (row) => fillRowOf(catalogue, row, row.taker === owner),
  };
}

async function countFills(
  database: Database,
  owner: number,
  markets: readonly number[] | null,
): Promise<number> {
  const within = markets === null ? sql`true` : anyOf('market', markets);
  const { rows } = await sql<{ count: number }>`select coalesce(sum(fills), 0)::bigint as count
    from spot_fill_totals where owner = ${owner} and ${within}`.execute(database.kysely);
  return rows[0]?.count ?? 0;
}
