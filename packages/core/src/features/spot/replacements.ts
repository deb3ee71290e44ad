/** Replaces an order by another one, with nothing in between. */
import type { RefusalName } from '@glasshouse/protocol';
import type { Outcome } from '../../contract/feature.ts';
import { made } from '../../contract/outcomes.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { CancelOrder, ReplaceOrder } from './commands.ts';
import type { SpotEvent } from './events.ts';
import type { ExtendedOrders } from './extended-orders.ts';

interface Parts {
  readonly log: EventLog;
  readonly extended: ExtendedOrders;
  readonly cancelOrder: (command: CancelOrder) => RefusalName | null;
}

/** The outcome's id is that of the new order, 0 if it was refused; its count what was cancelled. */
export function replaceOrder(
  { log, extended, cancelOrder }: Parts,
  command: ReplaceOrder,
  timeMs: number,
): Outcome {
  const { owner, order, mustCancel } = command;
  const notCancelled = cancelOrder({ type: 'cancel-order', owner, order });
  if (notCancelled !== null && mustCancel === 1) return made(notCancelled, 0);
  const count = notCancelled === null ? 1 : 0;
  const refusal = extended.place({ ...command, type: 'place-extended' }, timeMs);
  if (refusal === null) return { error: null, id: extended.lastOrder, count };
  if (count === 0) return made(refusal, 0);
  log.emit({ type: 'replacement-refused', owner, order, refusal } satisfies SpotEvent);
  return { error: null, id: 0, count };
}
