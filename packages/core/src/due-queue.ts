/**
 * The queue of actions that ticks have made due and `process-due` performs. Each item carries the
 * data that decides it, so later ticks do not change it. Items are ordered by tick, then feature,
 * market and insertion.
 */

export interface DueItem {
  /** `FeatureDefinition.code`. */
  readonly feature: number;
  readonly tick: number;
  readonly market: number;
  /** The id of the order or position, and the action on it. Both belong to the feature. */
  readonly id: number;
  readonly action: number;
  /** The time and the market's price of the deciding tick, for actions that depend on them. */
  readonly tickMs: number;
  readonly price: number;
}

/** The order in which a snapshot writes the fields. */
export const DUE_FIELDS = [
  'feature',
  'tick',
  'market',
  'id',
  'action',
  'tickMs',
  'price',
] as const satisfies readonly (keyof DueItem)[];

/** The number of consumed items from which the array is compacted. */
const CUT_FROM = 1024;

export class DueQueue {
  #items: DueItem[] = [];
  #next = 0;
  /** Items that are still in `#items` but are skipped. */
  readonly #removed = new Set<DueItem>();
  /** Rank of each feature, by code. */
  readonly #ranks = new Map<number, number>();
  /** Number of items in the queue. */
  count = 0;

  constructor(featureCodes: readonly number[]) {
    featureCodes.forEach((code, rank) => this.#ranks.set(code, rank));
  }

  /** Appends an item. Callers add in order, since each tick calls the features in their order. */
  add(item: DueItem): void {
    this.#items.push(item);
    this.count++;
  }

  /** Removes an item before its turn. */
  remove(item: DueItem): void {
    this.#removed.add(item);
    this.count--;
  }

  /** Inserts items of earlier ticks in queue order, before items of the same rank. */
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

  /** The queued items, in order. */
  *waiting(): Iterable<DueItem> {
    for (let i = this.#next; i < this.#items.length; i++) {
      const item = this.#items[i]!;
      if (!this.#removed.has(item)) yield item;
    }
  }
}
