/** The orders that commits changed last, so that the reply to a placed order needs no query. */
import type { CommittedBatch } from '../../pipeline/batch.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';
import type { OrderFields } from './rows.ts';

/** Some 300 bytes each. A batch changes far fewer. */
const RECENT_ORDERS_MAX = 4_096;

export class RecentOrders {
  private readonly orders = new Map<number, OrderFields>();

  /** To be called at each commit. */
  record(batch: CommittedBatch): void {
    for (const { event, timeMs } of batch.events) {
      if (event.type !== 'order-changed' || event.owner < USER_OWNER_MIN) continue;
      this.orders.delete(event.order);
      this.orders.set(event.order, { ...event, changedMs: timeMs });
    }
    for (const order of this.orders.keys()) {
      if (this.orders.size <= RECENT_ORDERS_MAX) return;
      this.orders.delete(order);
    }
  }

  find(order: number): OrderFields | undefined {
    return this.orders.get(order);
  }
}
