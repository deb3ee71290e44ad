/** The user's orders and deals from the database, newest first. */
import type { FillRow, OrderRow } from '@glasshouse/protocol/spot';
import type { Catalogue, CoinFilter } from '../../catalogue.ts';
import type { Database } from '../../db/database.ts';
import { paged, type Page, type PageRequest } from '../../db/paged.ts';
import { fillRowOf, orderFieldsOf, orderRowOf, type OrderFields } from './rows.ts';

export interface SpotReads {
  readonly database: Database;
  readonly catalogue: Catalogue;
}

interface PageQuery extends CoinFilter, PageRequest {
  readonly owner: number;
}

export interface OrderQuery extends PageQuery {
  /** 0 unfinished, 1 finished, 2 cancelled; absent: all. */
  readonly status?: number | undefined;
}

export async function readOrders(
  { database, catalogue }: SpotReads,
  query: OrderQuery,
): Promise<Page<OrderRow>> {
  let rows = database.reads.selectFrom('spot_orders').where('owner', '=', query.owner);
  if (query.status !== undefined) rows = rows.where('status', '=', query.status);
  const markets = catalogue.marketNumbers(query);
  if (markets !== null) rows = rows.where('market', 'in', markets.length === 0 ? [-1] : markets);
  const ordered = rows.selectAll().orderBy('placed_ms', 'desc').orderBy('order_id', 'desc');
  return paged(ordered, query, (row) => orderRowOf(catalogue, orderFieldsOf(row)));
}

export async function readOrder(database: Database, order: number): Promise<OrderFields | null> {
  const row = await database.reads
    .selectFrom('spot_orders')
    .selectAll()
    .where('order_id', '=', order)
    .executeTakeFirst();
  return row === undefined ? null : orderFieldsOf(row);
}

/**
 * The order of an owner with this id of his own: the open one, of a pair the limit leg, else the
 * newest.
 */
export async function readOrderOfClient(
  database: Database,
  owner: number,
  clientOrderId: string,
): Promise<OrderFields | null> {
  const row = await database.reads
    .selectFrom('spot_orders')
    .selectAll()
    .where('owner', '=', owner)
    .where('client_order_id', '=', clientOrderId)
    .orderBy((order) => order('status', '=', 0), 'desc')
    .orderBy('placed_ms', 'desc')
    .orderBy('trigger_price')
    .orderBy('order_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : orderFieldsOf(row);
}

export async function readFills(
  { database, catalogue }: SpotReads,
  query: PageQuery,
): Promise<Page<FillRow>> {
  const { owner } = query;
  let rows = database.reads
    .selectFrom('spot_fills')
    .where((where) => where.or([where('taker', '=', owner), where('maker', '=', owner)]));
  const markets = catalogue.marketNumbers(query);
  if (markets !== null) rows = rows.where('market', 'in', markets.length === 0 ? [-1] : markets);
  const ordered = rows.selectAll().orderBy('trade_id', 'desc');
  return paged(ordered, query, (row) => fillRowOf(catalogue, row, row.taker === owner));
}
