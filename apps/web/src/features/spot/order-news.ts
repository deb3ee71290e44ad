/**
 * What happened to the user's waiting orders, found by comparing each row with the last known one.
 * Pure.
 */
import type { OrderRow } from '@glasshouse/protocol/spot';

/**
 * `fired`: a stop that now rests on the book. `stopFilled`: one that traded as it fired, or later.
 */
export const ORDER_NEWS = ['filled', 'partly', 'fired', 'stopFilled', 'refused'] as const;
export type OrderNewsKind = (typeof ORDER_NEWS)[number];
const STATUS = { unfinished: 0, finished: 1 } as const;
export const isOpen = ({ status }: OrderRow): boolean => status === STATUS.unfinished;

/** Null if the user did it themselves or has been notified already. */
export function orderNewsOf(before: OrderRow, order: OrderRow): OrderNewsKind | null {
  const hasFired = order.firedTick !== null;
  if (order.status === STATUS.finished) return hasFired ? 'stopFilled' : 'filled';
  if (!isOpen(order)) {
    if (order.endReason === 'refused') return 'refused';
    return before.waiting && Number(order.filledAmount) > 0 ? 'stopFilled' : null;
  }
  if (before.waiting && hasFired) return 'fired';
  return Number(order.filledAmount) > Number(before.filledAmount) ? 'partly' : null;
}
