/** What a command did to orders, as its events say: for the reply of the trading API. */
import type { OrderChanged, ReplacementRefused, Traded } from '@glasshouse/core';
import type { PlacedEvent } from '../../../pipeline/batch.ts';
import { listNumber, orderNumber } from '../order-number.ts';
import type { OrderFields } from '../rows.ts';
import type { NumberedOrder } from './order-shapes.ts';

/** A new order as the command left it, with its fills as the taker; null if there is none. */
export function newOrderIn(
  events: readonly PlacedEvent[],
  order: number,
): { readonly placed: NumberedOrder; readonly fills: readonly Traded[] } | null {
  let first: PlacedEvent | null = null;
  let last: { readonly event: OrderChanged; readonly timeMs: number } | null = null;
  const fills: Traded[] = [];
  for (const place of events) {
    const { event, timeMs } = place;
    if (event.type === 'order-changed' && event.order === order) {
      first ??= place;
      last = { event, timeMs };
    } else if (event.type === 'traded' && event.takerOrder === order) fills.push(event);
  }
  if (first === null || last === null) return null;
  const numbers = { number: orderNumber(first), list: listNumber(last.event, first) };
  return { placed: { order: fieldsOf(last.event, last.timeMs), ...numbers }, fills };
}

/** The orders of an owner that the command has cancelled. */
export function cancelledIn(events: readonly PlacedEvent[], owner: number, cancelled: number): OrderFields[] {
  return events.flatMap(({ event, timeMs }) =>
    event.type === 'order-changed' && event.owner === owner && event.status === cancelled
      ? [fieldsOf(event, timeMs)]
      : [],
  );
}

export const refusalIn = (events: readonly PlacedEvent[]): ReplacementRefused | null => {
  const found = events.find(({ event }) => event.type === 'replacement-refused')?.event;
  return found?.type === 'replacement-refused' ? found : null;
};

const fieldsOf = (event: OrderChanged, changedMs: number): OrderFields => ({ ...event, changedMs });
