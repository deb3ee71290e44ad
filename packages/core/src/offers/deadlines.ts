/**
 * Objects of a feature that a time makes due: the first tick at or after that time decides them,
 * and `process-due` acts on them in portions (D0013). Each object has at most one deadline.
 *
 * A tick adds one source to the due queue, whatever the number of its objects. Their deadlines stay
 * in the timers until the source takes them, the earliest first, of one time by object.
 */
import { ByNumber } from '../by-number.ts';
import type { DueItem, DueQueue, DueSource } from '../due-queue.ts';
import type { PricedTick } from '../feature.ts';
import { inOrder, type HeapEntry } from '../heap.ts';
import { Timers } from '../timers.ts';

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
  /** Whether it was set when a tick had passed its time, until the next tick decides it. */
  isLate: boolean;
}

/** Deadlines belong to no market. */
const NO_MARKET = 0;
/** Number of removed deadlines up to which the timers are not tidied. */
const TIDY_MIN = 64;

export class Deadlines {
  readonly #due: DueQueue;
  readonly #featureCode: number;
  /** Also those that were replaced or removed, which are skipped. */
  readonly #timers = new Timers<Entry>();
  /** Number of deadlines in the timers. */
  #timed = 0;
  /** Those of one time that a source has taken from the timers, by object, and its next one. */
  #bucket: readonly Entry[] = [];
  #nextOf = 0;
  /** Those that are late. */
  #late: Entry[] = [];
  /** By object. A deadline stays until its source takes it. */
  readonly #current = new ByNumber<Entry>();
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
    const entry = { key: dueMs, rank: id, action, isLate: dueMs <= this.#reachedMs };
    this.#current.set(id, entry);
    if (entry.isLate) this.#late.push(entry);
    else {
      this.#timers.add(dueMs, entry);
      this.#timed++;
    }
  }

  /** Removes the deadline of an object, if it has one, also one that waits for its turn. */
  remove(id: number): void {
    if (!this.#current.delete(id)) return;
    if (this.#timed <= 2 * this.#current.size + TIDY_MIN) return;
    this.#timed = 0;
    this.#timers.keep((entry) => {
      const isKept = this.#isCurrent(entry);
      if (isKept) this.#timed++;
      return isKept;
    });
  }

  /** Whether an object has a deadline that no tick has reached. */
  isSet(id: number): boolean {
    const entry = this.#current.get(id);
    return entry !== undefined && (entry.isLate || entry.key > this.#reachedMs);
  }

  /** Queues what this tick makes due. */
  onTick({ tick, tickMs }: PricedTick): void {
    const afterMs = this.#reachedMs;
    const late = this.#late.filter((entry) => this.#isCurrent(entry)).sort(inOrder);
    for (const entry of late) entry.isLate = false;
    this.#late = [];
    this.#reachedMs = tickMs;
    if (late.length > 0 || this.#timers.nextMs <= tickMs)
      this.#due.addSource(this.#sourceOf(late, { tick, tickMs, afterMs, untilMs: tickMs }));
  }

  /**
   * Queues an item of a snapshot again. `load` has set its deadline, which this one replaces: the
   * snapshot knows that a tick has reached it.
   */
  restoreDue({ id, action, tick, tickMs }: DueItem): void {
    const entry = { key: 0, rank: id, action, isLate: false };
    this.#current.set(id, entry);
    if (this.#restored?.tick !== tick) {
      this.#restored = { tick, entries: [] };
      // The timers have only those of later ticks.
      const none = { afterMs: 0, untilMs: 0 };
      this.#due.addSource(this.#sourceOf(this.#restored.entries, { tick, tickMs, ...none }));
    }
    this.#restored.entries.push(entry);
  }

  #isCurrent(entry: Entry): boolean {
    return this.#current.get(entry.rank) === entry;
  }

  /** The next deadline in the timers up to a time. Passes what was replaced, removed or taken. */
  #nextUntil(untilMs: number): Entry | undefined {
    for (;;) {
      for (; this.#nextOf < this.#bucket.length; this.#nextOf++) {
        const entry = this.#bucket[this.#nextOf]!;
        if (this.#isCurrent(entry)) return entry;
      }
      if (this.#timers.nextMs > untilMs) return undefined;
      // Deadlines of one time come in the order in which they were set, which no snapshot keeps.
      this.#bucket = this.#timers.takeFirst().sort(inOrder);
      this.#timed -= this.#bucket.length;
      this.#nextOf = 0;
    }
  }

  /** Those of a span of time, in order, that were not taken. */
  #between(afterMs: number, untilMs: number): Entry[] {
    const all = [...this.#bucket.slice(this.#nextOf), ...this.#timers.waiting()];
    const isOwn = (entry: Entry): boolean =>
      entry.key > afterMs && entry.key <= untilMs && this.#isCurrent(entry);
    return all.filter(isOwn).sort(inOrder);
  }

  /**
   * What a tick decides: `first`, in their order, then what the timers have of a span of time.
   * Sources before it have emptied the timers up to the span when its turn comes.
   */
  #sourceOf(
    first: readonly Entry[],
    { tick, tickMs, afterMs, untilMs }: { tick: number; tickMs: number; afterMs: number; untilMs: number },
  ): DueSource {
    const place = { feature: this.#featureCode, tick, market: NO_MARKET };
    const itemOf = ({ rank: id, action }: Entry): DueItem => ({ ...place, id, action, tickMs, price: 0 });
    let at = 0;
    const next = (): Entry | undefined => {
      for (; at < first.length; at++) if (this.#isCurrent(first[at]!)) return first[at];
      return this.#nextUntil(untilMs);
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
        const before = first.slice(at).filter((entry) => this.#isCurrent(entry));
        return [...before, ...this.#between(afterMs, untilMs)].map(itemOf);
      },
    };
  }
}
