/** The endpoints that read orders and fills: open orders from memory, others from the tables. */
import { type RefusalName, isRefusal, type Refusal } from '@glasshouse/protocol';
import type { EndpointHandler } from '../../../http/endpoint-handler.ts';
import { orderFieldsOf } from '../rows.ts';
import type { SpotFillsTable, SpotOrdersTable } from '../tables.ts';
import { UNKNOWN_SYMBOL, type OrderName, type ProgramParts } from './order-name.ts';
import { myTradeOf, numbered, numberInName, programOrderOf, type NumberedOrder } from './order-shapes.ts';
import { invalidField } from '../../../http/invalid-input.ts';

type Rows<T> = readonly T[];
const MS_OF_DAY = 86_400_000;

export const numberedOf = (row: SpotOrdersTable): NumberedOrder => ({
  order: orderFieldsOf(row),
  number: row.number,
  list: row.list_number,
});

export function queryOrder(parts: ProgramParts): EndpointHandler<'spot/query-order'> {
  const { catalogue } = parts;
  return async (name, { userId }) => {
    const named = catalogue.marketOfSymbol(name.symbol);
    if (named === undefined) return UNKNOWN_SYMBOL;
    if (name.orderId === undefined && name.origClientOrderId === undefined)
      return invalidField('orderId', 'is required');
    const market = named.market.definition.market;
    const found = await storedOrder(parts, { owner: userId, market }, name);
    return isRefusal(found) ? found : programOrderOf(catalogue, found);
  };
}

interface Within {
  readonly owner: number;
  readonly market: number;
}

/** Of several ended orders with one name the newest; an open one before all. */
const BY_NAME = `
  select * from spot_orders where owner = $1 and market = $2 and client_order_id = $3
  order by (status = 0) desc, placed_ms desc, order_id desc limit 1`;
const BY_NUMBER = 'select * from spot_orders where owner = $1 and market = $2 and number = $3';

async function storedOrder(
  { database }: ProgramParts,
  { owner, market }: Within,
  { orderId, origClientOrderId }: OrderName,
): Promise<NumberedOrder | Refusal> {
  const read = async (text: string, value: number | string): Promise<SpotOrdersTable | undefined> =>
    (await database.query<SpotOrdersTable>(text, [owner, market, value])).rows[0];
  const byNumber = orderId === undefined ? undefined : await read(BY_NUMBER, orderId);
  if (origClientOrderId === undefined)
    return byNumber === undefined ? unknown('orderId') : numberedOf(byNumber);
  const own = numberInName(origClientOrderId);
  const byName =
    (await read(BY_NAME, origClientOrderId)) ?? (own === null ? undefined : await read(BY_NUMBER, own));
  if (byName === undefined || (orderId !== undefined && byNumber?.order_id !== byName.order_id))
    return unknown('origClientOrderId');
  return numberedOf(byName);
}

const unknown = (field: string): Refusal => ({ error: 'spot/unknown-order' satisfies RefusalName, field });

export function queryOpenOrders(parts: ProgramParts): EndpointHandler<'spot/query-open-orders'> {
  const { catalogue, sequencer, numbers } = parts;
  return async ({ symbol }, { userId }) => {
    const named = symbol === undefined ? null : catalogue.marketOfSymbol(symbol);
    if (named === undefined) return UNKNOWN_SYMBOL;
    const known = await numbers.of(userId);
    const market = named?.market.definition.market;
    const open = await sequencer.read(() =>
      catalogue.exchange.features.spot
        .openOrders(userId)
        .filter((order) => market === undefined || order.market === market)
        .map((order) => numbered(known, { ...order, changedMs: order.placedMs })),
    );
    return open.sort((a, b) => a.number - b.number).map((order) => programOrderOf(catalogue, order));
  };
}

interface Range {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** The refusal of a range that is reversed or too long. */
export function refuseRange({ startTime, endTime }: Range): Refusal | null {
  if (startTime === undefined || endTime === undefined) return null;
  if (endTime < startTime) return invalidField('endTime', 'not before startTime');
  return endTime - startTime > MS_OF_DAY ? invalidField('endTime', 'at most 24 hours after startTime') : null;
}

const FROM_NUMBER = `
  select * from spot_orders where owner = $1 and market = $2 and number >= $3 order by number limit $4`;
const LATEST = `
  select * from spot_orders where owner = $1 and market = $2 order by number desc limit $3`;
/** One branch per status and side: an index is sorted by time where these are fixed. */
const IN_RANGE = (way: 'asc' | 'desc'): string => `
  select * from (${[0, 1, 2]
    .flatMap((status) =>
      [0, 1].map(
        (side) => `(select * from spot_orders where owner = $1 and market = $2 and status = ${status}
          and side = ${side} and placed_ms between $3 and $4 order by placed_ms ${way}, order_id ${way} limit $5)`,
      ),
    )
    .join(' union all ')}) as found order by number ${way} limit $5`;
const IN_RANGE_FIRST = IN_RANGE('asc');
const IN_RANGE_LAST = IN_RANGE('desc');

export function queryAllOrders(parts: ProgramParts): EndpointHandler<'spot/query-all-orders'> {
  const { catalogue, database } = parts;
  return async ({ symbol, orderId, limit, ...range }, { userId }) => {
    const named = catalogue.marketOfSymbol(symbol);
    if (named === undefined) return UNKNOWN_SYMBOL;
    const refused = refuseRange(range);
    if (refused !== null) return refused;
    const within = [userId, named.market.definition.market] as const;
    const read = async (text: string, ...values: readonly number[]): Promise<Rows<SpotOrdersTable>> =>
      (await database.query<SpotOrdersTable>(text, [...within, ...values])).rows;
    const { startTime, endTime } = range;
    const [fromMs, toMs] = [startTime ?? 0, endTime ?? Number.MAX_SAFE_INTEGER];
    const rows =
      orderId !== undefined
        ? await read(FROM_NUMBER, orderId, limit)
        : startTime !== undefined
          ? await read(IN_RANGE_FIRST, fromMs, toMs, limit)
          : endTime !== undefined
            ? (await read(IN_RANGE_LAST, fromMs, toMs, limit)).toReversed()
            : (await read(LATEST, limit)).toReversed();
    return rows.map((row) => programOrderOf(catalogue, numberedOf(row)));
  };
}

interface FillRow extends SpotFillsTable {
  readonly order_number: number;
  readonly order_list: number | null;
}

/**
 * Fills of an owner as taker and as maker, by side, each branch by the order of its index. A trade
 * between two orders of one owner counts as the taker's.
 */
const FILLS = (way: 'asc' | 'desc'): string => `
  select found.*, orders.number as order_number, orders.list_number as order_list from (
    select * from (${[0, 1]
      .flatMap((side) => [
        `taker = $1 and taker_side = ${side}`,
        `maker = $1 and maker <> taker and taker_side = ${side}`,
      ])
      .map(
        (branch) => `(select * from spot_fills where ${branch} and market = $2 and time_ms between $3 and $4
          and trade_id >= $5 order by time_ms ${way}, trade_id ${way} limit $6)`,
      )
      .join(' union all ')}) as branches order by trade_id ${way} limit $6
  ) as found join spot_orders as orders
    on orders.order_id = case when found.taker = $1 then found.taker_order else found.maker_order end
  order by found.trade_id ${way}`;
const FILLS_FIRST = FILLS('asc');
const FILLS_LAST = FILLS('desc');
const FILLS_OF_ORDER = `
  select found.*, $3::bigint as order_number, $7::bigint as order_list from (
    select * from spot_fills where taker_order = $4 and taker = $1
    union all
    select * from spot_fills where maker_order = $4 and maker = $1 and maker <> taker
  ) as found where market = $2 and trade_id >= $5 order by trade_id limit $6`;
const TIME_OF_TRADE = 'select time_ms from spot_fills where trade_id >= $1 order by trade_id limit 1';

export function queryMyTrades(parts: ProgramParts): EndpointHandler<'spot/query-my-trades'> {
  const { catalogue, database } = parts;
  return async ({ symbol, orderId, fromId, limit, ...range }, { userId }) => {
    const named = catalogue.marketOfSymbol(symbol);
    if (named === undefined) return UNKNOWN_SYMBOL;
    const refused = refuseRange(range);
    if (refused !== null) return refused;
    const { market } = named.market.definition;
    const read = async (text: string, values: readonly (number | null)[]): Promise<Rows<FillRow>> =>
      (await database.query<FillRow>(text, [userId, market, ...values])).rows;
    let rows: Rows<FillRow>;
    if (orderId !== undefined) {
      const order = await storedOrder(parts, { owner: userId, market }, { symbol, orderId });
      if (isRefusal(order)) return [];
      rows = await read(FILLS_OF_ORDER, [orderId, order.order.order, fromId ?? 0, limit, order.list]);
    } else {
      const { startTime, endTime } = range;
      const toMs = endTime ?? Number.MAX_SAFE_INTEGER;
      const isFirst = fromId !== undefined || startTime !== undefined;
      // Trade ids rise with time, and the index is by time.
      const fromMs = Math.max(startTime ?? 0, fromId === undefined ? 0 : await timeOfTrade(parts, fromId));
      const values = [fromMs, toMs, fromId ?? 0, limit];
      rows = isFirst ? await read(FILLS_FIRST, values) : (await read(FILLS_LAST, values)).toReversed();
    }
    return rows.map(({ order_number: number, order_list: list, ...fill }) =>
      myTradeOf(named, fill, { isTaker: fill.taker === userId, number, list }),
    );
  };

  async function timeOfTrade(
    { database: from }: Pick<ProgramParts, 'database'>,
    id: number,
  ): Promise<number> {
    const { rows } = await from.query<{ time_ms: number }>(TIME_OF_TRADE, [id]);
    return rows[0]?.time_ms ?? Number.MAX_SAFE_INTEGER;
  }
}
