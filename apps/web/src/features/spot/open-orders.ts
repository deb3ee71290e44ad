/** Merges updates of orders into the list of open ones. Pure. */
import type { OrderRow } from '@glasshouse/protocol/spot';

const UNFINISHED = 0;

/**
 * Newest first. Finished and cancelled orders leave; an older update never replaces a newer one.
 */
export function mergeOpenOrders(open: readonly OrderRow[], news: readonly OrderRow[]): readonly OrderRow[] {
  const byId = new Map(open.map((order) => [order.id, order]));
  for (const order of news) {
    const known = byId.get(order.id);
    if (known !== undefined && known.updateTime > order.updateTime) continue;
    if (order.status === UNFINISHED) byId.set(order.id, order);
    else byId.delete(order.id);
  }
  return [...byId.values()].sort((a, b) => b.time - a.time || Number(b.id) - Number(a.id));
}
