/**
 * What ticks have made due and `process-due` has yet to do. Each item holds what decides it, so
 * that no later tick changes it. Order: by tick, then by feature, market and the order of adding.
 */

export interface DueItem {
  /** `FeatureDefinition.code`. */
  readonly feature: number;
  readonly tick: number;
  readonly market: number;
  /** What it is about, such as an order or a position, and what is to be done: the feature's own. */
  readonly id: number;
  readonly action: number;
  /** The tick's time and its price of the market, where they decide. */
  readonly tickMs: number;
  readonly price: number;
}

/** In the order in which a snapshot writes them. */
export const DUE_FIELDS = [
  'feature',
  'tick',
  'market',
  'id',
  'action',
  'tickMs',
  'price',
] as const satisfies readonly (keyof DueItem)[];

/** From so many items on that were taken, the array is cut. */
const CUT_FROM = 1024;

export class DueQueue {
  #items: DueItem[] = [];
  #next = 0;
  /** Items that are in `#items` still, and passed over. */
  readonly #removed = new Set<DueItem>();
  /** Places of the features, by code. */
  readonly #ranks = new Map<number, number>();
  /** Items that wait. */
  count = 0;

  constructor(featureCodes: readonly number[]) {
    featureCodes.forEach((code, rank) => this.#ranks.set(code, rank));
  }

  /** At the end: features are asked in their order at each tick. */
  add(item: DueItem): void {
    this.#items.push(item);
    this.count++;
  }

  /** An item that waits no longer. */
  remove(item: DueItem): void {
    this.#removed.add(item);
    this.count--;
  }

  /** Queues items of former ticks, each before what waits of its turn. */
  insert(items: readonly DueItem[]): void {
    const byTurn = (a: DueItem, b: DueItem): number =>
      a.tick - b.tick || this.#rankOf(a) - this.#rankOf(b) || a.market - b.market;
    this.#items = [...items, ...this.waiting()].sort(byTurn);
    this.#next = 0;
    this.#removed.clear();
    this.count += items.length;
  }

  #rankOf({ feature }: DueItem): number {
    return this.#ranks.get(feature) ?? 0;
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
      if (this.#removed.delete(item)) continue;
      this.count--;
      return item;
    }
  }

  /** What waits, in order. */
  *waiting(): Iterable<DueItem> {
    for (let i = this.#next; i < this.#items.length; i++) {
      const item = this.#items[i]!;
      if (!this.#removed.has(item)) yield item;
    }
  }
}
