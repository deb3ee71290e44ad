/**
 * Objects of a feature that a time makes due: the first tick at or after that time decides them,
 * and `process-due` acts on them in portions (D0013). Each object has at most one deadline.
 *
 * A tick adds one source to the due queue, whatever the number of its objects. Their deadlines stay
 * in the heap until the source takes them, the earliest first, of one time by object.
 */
import type { DueItem, DueQueue, DueSource } from '../due-queue.ts';
import type { PricedTick } from '../feature.ts';
import { inOrder, pop, push, tidied, type HeapEntry } from '../heap.ts';

/** What happens to an object, and when. Both `id` and `action` belong to the feature. */
export interface Deadline {
  readonly id: number;
  readonly action: number;
  /** Milliseconds since 1970. */
  readonly dueMs: number;
}

/** Its key is its time, its rank the object. */
interface Entry extends HeapEntry {
  readonly action: number;
  /** Time of the last tick before it was set: only a later one reaches it. */
  readonly afterMs: number;
}

/** Deadlines belong to no market. */
const NO_MARKET = 0;
/** Number of removed deadlines up to which the heap is not tidied. */
const TIDY_MIN = 64;

export class Deadlines {
  readonly #due: DueQueue;
  readonly #featureCode: number;
  /** Also those that were replaced or removed, which are skipped. */
  #heap: Entry[] = [];
  /** Those that were set when a tick had passed their time. The next tick decides them. */
  #late: Entry[] = [];
  /** By object. A deadline stays until its source takes it. */
  readonly #current = new Map<number, Entry>();
  /** Time of the last tick. */
  #reachedMs = 0;
  /** The source that a restore fills. */
  #restored: { readonly tick: number; readonly entries: Entry[] } | null = null;

  /** `featureCode` is `FeatureDefinition.code`. */
  constructor(due: DueQueue, featureCode: number) {
    this.#due = due;
    this.#featureCode = featureCode;
  }

  /** Sets the deadline of an object, in place of an earlier one. */
  set({ id, action, dueMs }: Deadline): void {
    const entry = { key: dueMs, rank: id, action, afterMs: this.#reachedMs };
    this.#current.set(id, entry);
    if (dueMs > this.#reachedMs) push(this.#heap, entry);
    else this.#late.push(entry);
  }

  /** Removes the deadline of an object, if it has one, also one that waits for its turn. */
  remove(id: number): void {
    if (!this.#current.delete(id)) return;
    if (this.#heap.length > 2 * this.#current.size + TIDY_MIN)
      this.#heap = tidied(this.#heap, (entry) => this.#isCurrent(entry));
  }

  /** Whether an object has a deadline that no tick has reached. */
  isSet(id: number): boolean {
    const entry = this.#current.get(id);
    return entry !== undefined && !(entry.key <= this.#reachedMs && entry.afterMs < this.#reachedMs);
  }

  /** Queues what this tick makes due. */
  onTick({ tick, tickMs }: PricedTick): void {
    const afterMs = this.#reachedMs;
    const late = this.#late.filter((entry) => this.#isCurrent(entry)).sort(inOrder);
    this.#late = [];
    this.#reachedMs = tickMs;
    if (late.length > 0 || (this.#heap.length > 0 && this.#heap[0]!.key <= tickMs))
      this.#due.addSource(this.#sourceOf(late, { tick, tickMs, afterMs, untilMs: tickMs }));
  }

  /**
   * Queues an item of a snapshot again. `load` has set its deadline, which this one replaces: the
   * snapshot knows that a tick has reached it.
   */
  restoreDue({ id, action, tick, tickMs }: DueItem): void {
    const entry = { key: 0, rank: id, action, afterMs: -1 };
    this.#current.set(id, entry);
    if (this.#restored?.tick !== tick) {
      this.#restored = { tick, entries: [] };
      // Deadlines in the heap are of later ticks.
      const none = { afterMs: 0, untilMs: 0 };
      this.#due.addSource(this.#sourceOf(this.#restored.entries, { tick, tickMs, ...none }));
    }
    this.#restored.entries.push(entry);
  }

  #isCurrent(entry: Entry): boolean {
    return this.#current.get(entry.rank) === entry;
  }

  /** What a tick decides: `first`, in their order, then what the heap has of a span of time. */
  #sourceOf(
    first: readonly Entry[],
    span: {
      readonly tick: number;
      readonly tickMs: number;
      readonly afterMs: number;
      readonly untilMs: number;
    },
  ): DueSource {
    const { tick, tickMs, afterMs, untilMs } = span;
    const place = { feature: this.#featureCode, tick, market: NO_MARKET };
    const itemOf = ({ rank: id, action }: Entry): DueItem => ({ ...place, id, action, tickMs, price: 0 });
    let at = 0;
    /** Passes what was replaced, removed or taken. Earlier sources have emptied the heap before. */
    const next = (): Entry | undefined => {
      for (; at < first.length; at++) if (this.#isCurrent(first[at]!)) return first[at];
      const heap = this.#heap;
      for (; heap.length > 0 && heap[0]!.key <= untilMs; pop(heap))
        if (this.#isCurrent(heap[0]!)) return heap[0];
      return undefined;
    };
    return {
      ...place,
      hasNext: () => next() !== undefined,
      take: () => {
        const entry = next()!;
        this.#current.delete(entry.rank);
        return itemOf(entry);
      },
      waiting: () => {
        const isOwn = ({ key }: Entry): boolean => key > afterMs && key <= untilMs;
        const own = tidied(this.#heap, (entry) => isOwn(entry) && this.#isCurrent(entry));
        const before = first.slice(at).filter((entry) => this.#isCurrent(entry));
        return [...before, ...own].map(itemOf);
      },
    };
  }
}
