/** The user's orders and deals from the database, newest first. */
import type { FillRow, OrderRow } from '@glasshouse/protocol/spot';
import type { RecordCountsOf } from '@glasshouse/protocol';
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue, CoinFilter } from '../../contract/catalogue.ts';
import type { Database } from '../../db/database.ts';
import {
  anyOf,
  readList,
  WHOLE,
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

export interface FillQuery extends CoinFilter, ListRequest {
  readonly owner: number;
  readonly side?: 'buy' | 'sell' | undefined;
}

export interface OrderQuery extends FillQuery {
  /** 0 unfinished, 1 finished, 2 cancelled, 3 finished or cancelled; absent: all. */
  readonly status?: number | undefined;
}

const UNFINISHED = 0;
const ENDED = [1, 2];
const statusesOf = (status: OrderQuery['status']): readonly number[] =>
  status === undefined ? [UNFINISHED, ...ENDED] : status === 3 ? ENDED : [status];
const SIDES = { buy: 0, sell: 1 } as const;
const ORDERS = {
  table: 'spot_orders',
  order: ['placed_ms', 'order_id'],
  key: ['order_id'],
  id: 'order_id',
} as const satisfies ListTable<'spot_orders'>;
const FILLS = {
  table: 'spot_fills',
  order: ['time_ms', 'trade_id'],
  key: ['trade_id'],
  id: 'trade_id',
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

/**
 * One branch per pair, status and side. An index is sorted by time only where all three are fixed.
 */
function orderBranches(
  { owner, status, side }: OrderQuery,
  markets: readonly number[] | null,
): readonly RawBuilder<unknown>[] {
  if (markets === null && status === undefined && side === undefined) return [sql`owner = ${owner}`];
  return (markets?.map((market) => sql` and market = ${market}`) ?? [sql``]).flatMap((market) =>
    statusesOf(status).flatMap((one) =>
      sidesOf(side).map((way) => sql`owner = ${owner}${market} and status = ${one} and side = ${way}`),
    ),
  );
}

const sidesOf = (side: FillQuery['side']): readonly number[] =>
  side === undefined ? Object.values(SIDES) : [SIDES[side]];

/** Open orders are counted, as they are few. Ended orders are read from the table of totals. */
async function countOrders(
  database: Database,
  { owner, status, side }: OrderQuery,
  markets: readonly number[] | null,
): Promise<number> {
  const within = markets === null ? sql`true` : anyOf('market', markets);
  const selected = sql`owner = ${owner} and ${within} and ${anyOf('side', sidesOf(side))}`;
  const open = sql`(select count(*) from spot_orders where ${selected} and status = ${UNFINISHED})`;
  const statuses = statusesOf(status);
  const ended = sql`(select coalesce(sum(orders), 0) from spot_order_totals where ${selected}
    and ${anyOf('status', statuses)})`;
  const counted = !statuses.includes(UNFINISHED)
    ? ended
    : statuses.length === 1
      ? open
      : sql`${open} + ${ended}`;
  const { rows } = await sql<{ count: number }>`select (${counted})::bigint as count`.execute(
    database.kysely,
  );
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

/**
 * The owner's newest order with this client order id. The legs of an OCO share one id: then the
 * limit order.
 */
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

export async function readFills(reads: SpotReads, query: FillQuery): Promise<ListPage<FillRow>> {
  return readList(reads.database, await fillList(reads, query));
}

export async function fillList(
  { database, catalogue }: SpotReads,
  query: FillQuery,
): Promise<List<'spot_fills', FillRow>> {
  const { owner, side } = query;
  const pairs = catalogue.marketNumbers(query);
  const kinds = await readFillKinds(database, { owner, side, markets: pairs });
  return {
    source: FILLS,
    request: query,
    branches:
      pairs === null && side === undefined
        ? bothRoles(owner)
        : kinds.flatMap((kind) => bothRoles(owner, kind)),
    total: async () => kinds.reduce((sum, { fills }) => sum + fills, 0),
    rowOf: (row) => fillRowOf(catalogue, row, row.taker === owner),
  };
}

export async function countRecords(reads: SpotReads, owner: number): Promise<RecordCountsOf<'spot'>> {
  const query = { owner, ...WHOLE };
  const [orders, fills] = await Promise.all([
    orderList(reads, query).total(),
    fillList(reads, query).then(({ total }) => total()),
  ]);
  return { orders, fills };
}

interface FillKind {
  readonly market: number;
  readonly side: number;
  readonly fills: number;
}

/**
 * The conditions for an owner's fills as the taker, and as the maker, who trades on the other side.
 */
function bothRoles(owner: number, kind?: FillKind): readonly RawBuilder<unknown>[] {
  const within = (takerSide: (side: number) => number) =>
    kind === undefined ? sql`true` : sql`market = ${kind.market} and taker_side = ${takerSide(kind.side)}`;
  return [
    sql`taker = ${owner} and ${within((side) => side)}`,
    // PostgreSQL uses the partial index only if this repeats its condition.
    sql`maker = ${owner} and maker <> taker and ${within((side) => 1 - side)}`,
  ];
}

/** The pairs and sides on which an owner has fills, and how many on each. */
async function readFillKinds(
  { reads }: Database,
  query: Pick<FillQuery, 'owner' | 'side'> & { readonly markets: readonly number[] | null },
): Promise<readonly FillKind[]> {
  const { owner, side, markets } = query;
  const kinds = reads
    .selectFrom('spot_fill_totals')
    .select(['market', 'side', 'fills'])
    .where('owner', '=', owner)
    .where('side', 'in', sidesOf(side));
  if (markets === null) return kinds.execute();
  return markets.length === 0 ? [] : kinds.where('market', 'in', markets).execute();
}
