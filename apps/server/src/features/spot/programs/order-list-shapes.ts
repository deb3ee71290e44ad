/** Lists of two orders as the trading API shows them. */
import { ORDER_END, ORDER_STATUS, type OrderChanged } from '@glasshouse/core';
import type { ListStatus } from '@glasshouse/protocol/programs';
import type { ProgramOrderList } from '@glasshouse/protocol/spot/order-list-endpoints';
import type { Catalogue } from '../../../contract/catalogue.ts';
import type { ProgramEvent } from '../../../contract/program-events.ts';
import type { PlacedEvent } from '../../../pipeline/batch.ts';
import { eventPlace } from '../../../values/event-place.ts';
import { orderNumber } from '../order-number.ts';
import type { KnownOrder, OrderNumbers, OwnerNumbers } from '../order-numbers.ts';
import { cancelledOrderOf, nameOf, type NumberedOrder } from './order-shapes.ts';

export interface ListFields {
  readonly market: number;
  readonly list: number;
  readonly listClientOrderId: string | null;
  /** Its orders, by their numbers. */
  readonly legs: readonly Pick<KnownOrder, 'number' | 'clientOrderId'>[];
  readonly isOpen: boolean;
  /** When it was placed; of one that has ended, when it did. */
  readonly timeMs: number;
}

export function programListOf(catalogue: Catalogue, fields: ListFields): ProgramOrderList {
  const { market, list, listClientOrderId, legs, isOpen, timeMs } = fields;
  const symbol = catalogue.marketAt(market).symbol.toUpperCase();
  return {
    orderListId: list,
    contingencyType: 'OCO',
    listStatusType: isOpen ? 'EXEC_STARTED' : 'ALL_DONE',
    listOrderStatus: isOpen ? 'EXECUTING' : 'ALL_DONE',
    listClientOrderId: nameOf(listClientOrderId, list),
    transactionTime: timeMs,
    symbol,
    orders: legs.map(({ number, clientOrderId }) => ({
      symbol,
      orderId: number,
      clientOrderId: nameOf(clientOrderId, number),
    })),
  };
}

/** What was cancelled of one list. */
export function cancelledListOf(
  catalogue: Catalogue,
  known: OwnerNumbers,
  {
    cancelled,
    newName,
  }: { readonly cancelled: readonly NumberedOrder[]; readonly newName: string | undefined },
) {
  const reports = cancelled.toSorted((a, b) => a.number - b.number);
  const [first] = reports;
  if (first?.list == null) throw new Error('a list was cancelled without an event');
  const { market, listClientOrderId, changedMs, order } = first.order;
  const fields = {
    market,
    list: first.list,
    listClientOrderId,
    legs: known.listOf(order),
    timeMs: changedMs,
  };
  return {
    ...programListOf(catalogue, { ...fields, isOpen: false }),
    orderReports: reports.map((leg) => cancelledOrderOf(catalogue, leg, newName)),
  };
}

/**
 * Whether an order's event ends its list. One order ends as the partner of the other, sooner or
 * together with it: the end of the other one is that of the list.
 */
export const endsList = ({ partner, status, end }: OrderChanged): boolean =>
  partner !== 0 && status !== ORDER_STATUS.unfinished && end !== ORDER_END.partner;

/** The lists that a command has placed or ended, of owners who listen. */
export function listEvents(
  catalogue: Catalogue,
  numbers: OrderNumbers,
  {
    events,
    isHeard,
  }: { readonly events: readonly PlacedEvent[]; readonly isHeard: (owner: number) => boolean },
): ProgramEvent[] {
  const place = eventPlace(events.at(-1)!);
  return events.flatMap((at) => {
    const { event, timeMs } = at;
    if (event.type !== 'order-changed' || event.partner === 0 || !isHeard(event.owner)) return [];
    const { owner, order, market, listClientOrderId } = event;
    const legs = numbers.known(owner)?.listOf(order) ?? [];
    const [first, last] = legs;
    if (first?.list == null || last === undefined) return [];
    const isOpen = !endsList(event);
    // The last of the two events that place it.
    if (isOpen && orderNumber(at) !== last.number) return [];
    const { list } = first;
    const fields = { market, list, listClientOrderId, legs, isOpen, timeMs };
    return [{ owner, place, event: statusOf(programListOf(catalogue, fields)) }];
  });
}

const statusOf = (list: ProgramOrderList): ListStatus => ({
  e: 'listStatus',
  E: list.transactionTime,
  s: list.symbol,
  g: list.orderListId,
  c: list.contingencyType,
  l: list.listStatusType,
  L: list.listOrderStatus,
  r: 'NONE',
  C: list.listClientOrderId,
  T: list.transactionTime,
  O: list.orders.map(({ symbol, orderId, clientOrderId }) => ({ s: symbol, i: orderId, c: clientOrderId })),
});
