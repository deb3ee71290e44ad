/** Cancels an order by its client's name, and replaces an order by another one. */
import type { RefusalName } from '@glasshouse/protocol';
import type { Outcome } from '../../contract/feature.ts';
import { made } from '../../contract/outcomes.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { CancelNamed, CancelOrder, ReplaceOrder } from './commands.ts';
import type { SpotEvent } from './events.ts';
import type { ExtendedOrders } from './extended-orders.ts';

interface Cancels {
  cancelOrder(command: CancelOrder): RefusalName | null;
  orderNamed(name: Omit<CancelNamed, 'type'>): number;
}

/** The outcome's id is that of the order. */
export function cancelNamed(spot: Cancels, command: CancelNamed): Outcome {
  const { owner } = command;
  const order = spot.orderNamed(command);
  return made(spot.cancelOrder({ type: 'cancel-order', owner, order }), order);
}

interface Parts {
  readonly log: EventLog;
  readonly extended: ExtendedOrders;
  readonly spot: Cancels;
}

/**
 * Cancels and places, with nothing in between. The outcome's id is that of the new order, 0 if it
 * was refused; its count what was cancelled.
 */
export function replaceOrder({ log, extended, spot }: Parts, command: ReplaceOrder, timeMs: number): Outcome {
  const { owner, market, cancelled, mustCancel } = command;
  const order =
    cancelled === null ? command.order : spot.orderNamed({ owner, market, clientOrderId: cancelled });
  const notCancelled = spot.cancelOrder({ type: 'cancel-order', owner, order });
  if (notCancelled !== null && mustCancel === 1) return made(notCancelled, 0);
  const count = notCancelled === null ? 1 : 0;
  const refusal = extended.place({ ...command, type: 'place-extended' }, timeMs);
  if (refusal === null) return { error: null, id: extended.lastOrder, count };
  if (count === 0) return made(refusal, 0);
  log.emit({ type: 'replacement-refused', owner, order, refusal } satisfies SpotEvent);
  return { error: null, id: 0, count };
}
