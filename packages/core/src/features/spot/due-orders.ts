/**
 * Reached stops, trailing stops whose new trigger must be reported, and orders whose time has come,
 * as items of the exchange's queue. Stops of a halted market are held outside the queue until it
 * trades again.
 */
import type { DueItem, DueQueue } from '../../due/due-queue.ts';

/** `FeatureDefinition.code`. */
export const SPOT_CODE = 0;

/** DueItem.action. */
export const DUE_ORDER = { fire: 0, reportTrail: 1, expire: 2, delist: 3, countdown: 4 } as const;
const { fire: FIRE, reportTrail: REPORT_TRAIL, expire: EXPIRE } = DUE_ORDER;

/** A stop and the tick that reached it. */
export interface ReachedStop {
  readonly market: number;
  readonly order: number;
  readonly tick: number;
}

export class DueOrders {
  readonly #queue: DueQueue;
  readonly #stops = new Map<number, DueItem>();
  readonly #trails = new Map<number, DueItem>();
  readonly #expiries = new Map<number, DueItem>();
  readonly #byAction = [this.#stops, this.#trails, this.#expiries];
  /** Stops of halted markets: by market, the tick that reached each. */
  readonly #held = new Map<number, Map<number, number>>();

  constructor(queue: DueQueue) {
    this.#queue = queue;
  }

  addStop(stop: ReachedStop): void {
    this.#add(this.#stops, itemOf(stop, FIRE));
  }

  addTrail(trail: ReachedStop): void {
    this.#add(this.#trails, itemOf(trail, REPORT_TRAIL));
  }

  /** Queues the expiry of an order. If the order ends before its turn, the item has no effect. */
  addExpiry(expired: ReachedStop): void {
    this.#add(this.#expiries, itemOf(expired, EXPIRE));
  }

  #add(items: Map<number, DueItem>, item: DueItem): void {
    if (items.has(item.id)) return;
    items.set(item.id, item);
    this.#queue.add(item);
  }

  /** Records that an item has left the queue. */
  take({ action, id }: DueItem): void {
    this.#byAction[action]!.delete(id);
  }

  restore(item: DueItem): void {
    this.#byAction[item.action]!.set(item.id, item);
    this.#queue.add(item);
  }

  /** Removes an order that has ended. */
  leave(market: number, order: number): void {
    if (!this.#remove(this.#stops, order)) this.#held.get(market)?.delete(order);
  }

  leaveTrail(order: number): void {
    this.#remove(this.#trails, order);
  }

  #remove(items: Map<number, DueItem>, order: number): boolean {
    const item = items.get(order);
    if (item === undefined) return false;
    items.delete(order);
    this.#queue.remove(item);
    return true;
  }

  hold({ market, order, tick }: ReachedStop): void {
    const held = this.#held.get(market) ?? new Map<number, number>();
    this.#held.set(market, held);
    held.set(order, tick);
  }

  /** Moves the held stops of a resumed market to their positions in the queue. */
  resume(market: number): void {
    const orders = this.#held.get(market);
    if (orders === undefined) return;
    this.#held.delete(market);
    const items = [...orders].map(([order, tick]) => itemOf({ tick, market, order }, FIRE));
    for (const item of items) this.#stops.set(item.id, item);
    this.#queue.insert(items);
  }

  /** The held stops, by market number. */
  *held(): Iterable<ReachedStop> {
    for (const [market, orders] of [...this.#held].sort(([a], [b]) => a - b))
      for (const [order, tick] of orders) yield { market, order, tick };
  }
}

function itemOf({ tick, market, order }: ReachedStop, action: number): DueItem {
  return { feature: SPOT_CODE, tick, market, id: order, action, tickMs: 0, price: 0 };
}
