/**
 * What ticks have made due and `process-due` has yet to do: contracts to open and to settle, and stops whose trigger was reached. Each
 * item holds what decides it, so that no later tick changes it. Order: by tick; contracts before stops; by market; by acceptance.
 *
 * A stop of a halted market is held beside the queue, and enters it when the market trades again.
 */

/** `order` is 0 for a contract, `position` 0 for a stop. `action`, `tickMs` and `price` are those of a contract. */
export interface DueItem {
  readonly tick: number;
  readonly market: number;
  readonly order: number;
  readonly position: number;
  readonly action: number;
  readonly tickMs: number;
  readonly price: number;
}

/** In the order in which a snapshot writes them. */
export const DUE_FIELDS = [
  'tick',
  'market',
  'order',
  'position',
  'action',
  'tickMs',
  'price',
] as const satisfies readonly (keyof DueItem)[];

/** From so many items on that were taken, the array is cut. */
const CUT_FROM = 1024;

/** An order's action: to tell where a trailing stop's trigger now is. */
export const REPORT_TRAIL = 1;

export const dueStop = (tick: number, market: number, order: number): DueItem => ({
  tick,
  market,
  order,
  position: 0,
  action: 0,
  tickMs: 0,
  price: 0,
});

/** By acceptance they are in order already. */
const byTurn = (a: DueItem, b: DueItem): number =>
  a.tick - b.tick || Math.sign(a.order) - Math.sign(b.order) || a.market - b.market;

export class DueQueue {
  #items: DueItem[] = [];
  #next = 0;
  /** Orders that are in the queue: one that was cancelled is in `#items` still, and passed over. */
  readonly #orders = new Set<number>();
  /** Trailing orders that are to be told of: each once, with what is then so. */
  readonly #trails = new Set<number>();
  /** Orders of halted markets, and the tick that reached each. */
  readonly #held = new Map<number, Map<number, number>>();
  /** What waits in the queue; what is held does not count. */
  count = 0;

  add(item: DueItem): void {
    if (item.order !== 0) {
      const orders = this.#ordersOf(item);
      if (orders.has(item.order)) return;
      orders.add(item.order);
    }
    this.#items.push(item);
    this.count++;
  }

  #ordersOf({ action }: DueItem): Set<number> {
    return action === REPORT_TRAIL ? this.#trails : this.#orders;
  }

  #isGone(item: DueItem): boolean {
    return item.order !== 0 && !this.#ordersOf(item).has(item.order);
  }

  take(): DueItem | undefined {
    for (;;) {
      const item = this.#items[this.#next];
      if (item === undefined) return undefined;
      this.#next++;
      if (this.#next > CUT_FROM && this.#next * 2 > this.#items.length) {
        this.#items = this.#items.slice(this.#next);
        this.#next = 0;
      }
      if (this.#isGone(item)) continue;
      if (item.order !== 0) this.#ordersOf(item).delete(item.order);
      this.count--;
      return item;
    }
  }

  /** An order that has ended leaves. */
  leave(market: number, order: number): void {
    if (this.#orders.delete(order)) this.count--;
    else this.#held.get(market)?.delete(order);
  }

  leaveTrail(order: number): void {
    if (this.#trails.delete(order)) this.count--;
  }

  hold({ market, order, tick }: Pick<DueItem, 'market' | 'order' | 'tick'>): void {
    const held = this.#held.get(market) ?? new Map<number, number>();
    this.#held.set(market, held);
    held.set(order, tick);
  }

  /**
   * The market trades again: what is held of it enters the queue, each at its tick, before what waits of
   * that tick, since its turn had come when it was held.
   */
  resume(market: number): void {
    const orders = this.#held.get(market);
    if (orders === undefined) return;
    this.#held.delete(market);
    const held = [...orders].map(([order, tick]) => dueStop(tick, market, order));
    this.#items = [...held, ...this.waiting()].sort(byTurn);
    this.#next = 0;
    for (const { order } of held) this.#orders.add(order);
    this.count += held.length;
  }

  /** What waits, in order. */
  *waiting(): Iterable<DueItem> {
    for (let i = this.#next; i < this.#items.length; i++) {
      const item = this.#items[i]!;
      if (!this.#isGone(item)) yield item;
    }
  }

  /** What is held, market by market in the order of their numbers. */
  *held(): Iterable<Pick<DueItem, 'market' | 'order' | 'tick'>> {
    for (const [market, orders] of [...this.#held].sort(([a], [b]) => a - b))
      for (const [order, tick] of orders) yield { market, order, tick };
  }
}
