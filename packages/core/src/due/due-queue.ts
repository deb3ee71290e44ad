/**
 * The queue of actions that ticks have made due and `process-due` performs. Each item carries the
 * data that decides it, so later ticks do not change it. Items are ordered by tick, then feature,
 * market and insertion.
 *
 * If one tick can make any number of a feature's objects due, the feature adds a source instead of
 * their items. The source finds the items one by one when it is at the front, so that the tick
 * costs the same for one object and for a million.
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

/** Items of one feature and tick, found when their turn comes. */
export interface DueSource extends Pick<DueItem, 'feature' | 'tick' | 'market'> {
  readonly hasNext: () => boolean;
  /** Takes its next item; called only if there is one. */
  readonly take: () => DueItem;
  /** All items of the source, in order. */
  readonly waiting: () => Iterable<DueItem>;
}

type Entry = DueItem | DueSource;

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
  #items: Entry[] = [];
  #next = 0;
  /** Items that are still in `#items` but are skipped. */
  readonly #removed = new Set<DueItem>();
  /** Rank of each feature, by code. */
  readonly #ranks = new Map<number, number>();
  /** Items and sources in the queue. */
  #count = 0;

  constructor(featureCodes: readonly number[]) {
    featureCodes.forEach((code, rank) => this.#ranks.set(code, rank));
  }

  /**
   * 0 if and only if no item waits. Otherwise the number of items and sources in the queue; a
   * source whose objects were all removed counts until it is at the front.
   */
  get count(): number {
    return this.#front() === undefined ? 0 : this.#count;
  }

  /** Appends an item. Callers add in order, since each tick calls the features in their order. */
  add(item: DueItem): void {
    this.#append(item);
  }

  /** Appends all items of a feature for a tick, likewise. */
  addSource(source: DueSource): void {
    this.#append(source);
  }

  #append(entry: Entry): void {
    this.#items.push(entry);
    this.#count++;
  }

  /** Removes an item before its turn. */
  remove(item: DueItem): void {
    this.#removed.add(item);
    this.#count--;
  }

  /** Inserts items of earlier ticks in queue order, before items of the same rank. */
  insert(items: readonly DueItem[]): void {
    const byTurn = (a: Entry, b: Entry): number =>
      a.tick - b.tick || this.#rankOf(a) - this.#rankOf(b) || a.market - b.market;
    this.#items = [...items, ...this.#entries()].sort(byTurn);
    this.#next = 0;
    this.#removed.clear();
    this.#count += items.length;
  }

  #rankOf({ feature }: Entry): number {
    return this.#ranks.get(feature) ?? 0;
  }

  take(): DueItem | undefined {
    const front = this.#front();
    // A source stays at the front until it has no more.
    if (front === undefined || isSource(front)) return front?.take();
    this.#pass();
    this.#count--;
    return front;
  }

  /** The first item, or a source that has one. Passes what is before. */
  #front(): Entry | undefined {
    for (;;) {
      const entry = this.#items[this.#next];
      if (entry === undefined) return undefined;
      if (isSource(entry)) {
        if (entry.hasNext()) return entry;
        this.#count--;
      } else if (!this.#removed.delete(entry)) return entry;
      this.#pass();
    }
  }

  #pass(): void {
    this.#next++;
    if (this.#next > CUT_FROM && this.#next * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#next);
      this.#next = 0;
    }
  }

  /** The queued items, in order, with those of sources. */
  *waiting(): Iterable<DueItem> {
    for (const entry of this.#entries())
      if (isSource(entry)) yield* entry.waiting();
      else yield entry;
  }

  *#entries(): Iterable<Entry> {
    for (let i = this.#next; i < this.#items.length; i++) {
      const entry = this.#items[i]!;
      if (isSource(entry) || !this.#removed.has(entry)) yield entry;
    }
  }
}

const isSource = (entry: Entry): entry is DueSource => 'take' in entry;
