/** The endpoints that read lists of two orders: open ones from memory, others from the table. */
import { ORDER_STATUS } from '@glasshouse/core';
import type { Refusal } from '@glasshouse/protocol';
import type { EndpointHandler } from '../../../http/endpoint-handler.ts';
import { invalidField } from '../../../http/invalid-input.ts';
import type { SpotOrdersTable } from '../tables.ts';
import { refuseRange } from './lists.ts';
import { programListOf, type ListFields } from './order-list-shapes.ts';
import type { ProgramParts } from './order-name.ts';
import { numberInName } from './order-shapes.ts';

const BY_NUMBER = 'select * from spot_orders where owner = $1 and list_number = $2 order by number';
/** Of several lists with one name the newest: only that can be open. */
const BY_NAME = `
  select * from spot_orders where owner = $1 and list_number = (
    select max(list_number) from spot_orders where owner = $1 and list_client_order_id = $2
  ) order by number`;

export function queryOrderList(parts: ProgramParts): EndpointHandler<'spot/query-order-list'> {
  const { catalogue, database } = parts;
  return async ({ orderListId, origClientOrderId }, { userId: owner }) => {
    if (orderListId === undefined && origClientOrderId === undefined)
      return invalidField('orderListId', 'is required');
    const read = async (text: string, value: number | string): Promise<readonly ListFields[]> =>
      listsIn((await database.query<SpotOrdersTable>(text, [owner, value])).rows);
    const own = origClientOrderId === undefined ? null : numberInName(origClientOrderId);
    const [byName] =
      origClientOrderId === undefined
        ? await read(BY_NUMBER, orderListId!)
        : own === null
          ? await read(BY_NAME, origClientOrderId)
          : (await read(BY_NUMBER, own)).filter((list) => list.listClientOrderId === null);
    if (byName === undefined || (orderListId ?? byName.list) !== byName.list)
      return unknownList(orderListId === undefined ? 'origClientOrderId' : 'orderListId');
    return programListOf(catalogue, byName);
  };
}

const unknownList = (field: string): Refusal => ({ error: 'spot/unknown-list', field });

export function queryOpenOrderLists(parts: ProgramParts): EndpointHandler<'spot/query-open-order-lists'> {
  const { catalogue, sequencer, numbers } = parts;
  return async (_input, { userId: owner }) => {
    const known = await numbers.of(owner);
    const open = await sequencer.read(() => catalogue.exchange.features.spot.openOrders(owner));
    const lists = new Map<number, ListFields>();
    for (const { order, market, listClientOrderId, placedMs } of open) {
      const list = known.find(order)?.list ?? null;
      if (list === null) continue;
      const legs = known.listOf(order);
      lists.set(list, { market, list, listClientOrderId, legs, isOpen: true, timeMs: placedMs });
    }
    return [...lists.values()]
      .sort((a, b) => a.list - b.list)
      .map((fields) => programListOf(catalogue, fields));
  };
}

const pageOf = (page: string): string => `
  select * from spot_orders where owner = $1 and list_number in (${page}) order by list_number, number`;
const FROM_NUMBER = pageOf(`
  select distinct list_number from spot_orders where owner = $1 and list_number >= $2
  order by list_number limit $3`);
const LATEST = pageOf(`
  select distinct list_number from spot_orders where owner = $1 and list_number is not null
  order by list_number desc limit $2`);
const IN_RANGE = (way: 'asc' | 'desc'): string =>
  pageOf(`
    select list_number from (
      select distinct placed_ms, list_number from spot_orders
      where owner = $1 and list_number is not null and placed_ms between $2 and $3
      order by placed_ms ${way}, list_number ${way} limit $4
    ) as placed`);
const IN_RANGE_FIRST = IN_RANGE('asc');
const IN_RANGE_LAST = IN_RANGE('desc');

export function queryAllOrderLists(parts: ProgramParts): EndpointHandler<'spot/query-all-order-lists'> {
  const { catalogue, database } = parts;
  return async ({ fromId, limit, ...range }, { userId: owner }) => {
    const { startTime, endTime } = range;
    if (fromId !== undefined && (startTime ?? endTime) !== undefined)
      return invalidField(startTime === undefined ? 'endTime' : 'startTime', 'not together with fromId');
    const refused = refuseRange(range);
    if (refused !== null) return refused;
    const read = async (text: string, ...values: readonly number[]): Promise<readonly SpotOrdersTable[]> =>
      (await database.query<SpotOrdersTable>(text, [owner, ...values])).rows;
    const [fromMs, toMs] = [startTime ?? 0, endTime ?? Number.MAX_SAFE_INTEGER];
    const rows =
      fromId !== undefined
        ? await read(FROM_NUMBER, fromId, limit)
        : startTime !== undefined
          ? await read(IN_RANGE_FIRST, fromMs, toMs, limit)
          : endTime !== undefined
            ? await read(IN_RANGE_LAST, fromMs, toMs, limit)
            : await read(LATEST, limit);
    return listsIn(rows).map((fields) => programListOf(catalogue, fields));
  };
}

const isOpen = ({ status }: SpotOrdersTable): boolean => status === ORDER_STATUS.unfinished;

/** The lists of rows that are sorted by list and number. */
function listsIn(rows: readonly SpotOrdersTable[]): ListFields[] {
  const lists = new Map<number, SpotOrdersTable[]>();
  for (const row of rows) {
    const { list_number: list } = row;
    if (list === null) continue;
    const legs = lists.get(list);
    if (legs === undefined) lists.set(list, [row]);
    else legs.push(row);
  }
  return [...lists].map(([list, legs]) => ({
    market: legs[0]!.market,
    list,
    listClientOrderId: legs[0]!.list_client_order_id,
    legs: legs.map(({ number, client_order_id: clientOrderId }) => ({ number, clientOrderId })),
    isOpen: legs.some(isOpen),
    timeMs: legs.some(isOpen) ? legs[0]!.placed_ms : Math.max(...legs.map((leg) => leg.changed_ms)),
  }));
}
