/**
 * Objects of a feature that a time makes due: the first tick at or after that time decides them,
 * and `process-due` acts on them in portions (D0013). Each object has at most one deadline.
 *
 * A tick adds one source to the due queue, whatever the number of its objects. Their deadlines stay
 * in a heap until the source takes them, the earliest first, of one time by object.
 *
 * A deadline is a record in a typed array: setting one allocates no object.
 */
import type { DueItem, DueQueue, DueSource } from '../due/due-queue.ts';
import type { PricedTick } from '../contract/feature.ts';
import { SlotsByNumber } from './slots-by-number.ts';

/** What happens to an object, and when. Both `id` and `action` belong to the feature. */
export interface Deadline {
  readonly id: number;
  readonly action: number;
  /** Milliseconds since 1970. */
  readonly dueMs: number;
}

/** Deadlines belong to no market: they queue with what a feature has on its first one. */
const NO_MARKET = 0;
/** Up to this number of removed deadlines the heap is not tidied. */
const TIDY_MIN = 64;

/** A deadline's record, at slot << SLOT_SHIFT. */
const [DUE_MS, ID] = [0, 1];
const SLOT_SHIFT = 1;
const CAPACITY_MIN = 1024;
/** An action is below 128: its byte also has whether the deadline is late. */
const LATE = 128;

export class Deadlines {
  declare private readonly due: DueQueue;
  declare private readonly featureCode: number;
  declare private readonly market: number;
  #records = new Float64Array(CAPACITY_MIN << SLOT_SHIFT);
  /** The action by slot. LATE if a tick had passed its time, until the next tick decides it. */
  #actions = new Uint8Array(CAPACITY_MIN);
  /** The first slot that was never used. Slot 0 means none. */
  #highWater = 1;
  /** Slots that are free again, a stack. */
  readonly #free: number[] = [];
  /**
   * Slots as a binary heap, from 1 on: first is the earliest time, of one time the least object.
   * Also those that were replaced or removed, which are skipped. Others are in `#late`, or in the
   * list of a source.
   */
  #heap = new Int32Array(CAPACITY_MIN);
  #heapSize = 0;
  #late: number[] = [];
  /** The current deadline of each object. It stays until its source takes it. */
  readonly #current = new SlotsByNumber();
  /** Time of the last tick. */
  #reachedMs = 0;
  /** The source that a restore fills. */
  #restored: { readonly tick: number; readonly slots: number[] } | null = null;

  /**
   * `featureCode` is `FeatureDefinition.code`. `market` orders them among the feature's other items
   * of one tick: -1 comes before all.
   */
  constructor(due: DueQueue, featureCode: number, market = NO_MARKET) {
    this.due = due;
    this.featureCode = featureCode;
    this.market = market;
  }

  /** Sets the deadline of an object, in place of an earlier one. */
  set({ id, action, dueMs }: Deadline): void {
    const isLate = dueMs <= this.#reachedMs;
    const slot = this.#file(id, isLate ? action | LATE : action, dueMs);
    if (isLate) this.#late.push(slot);
    else this.#push(slot);
  }

  /** Removes the deadline of an object, if it has one, also one that waits for its turn. */
  remove(id: number): void {
    if (this.#current.delete(id) && this.#heapSize > 2 * this.#current.size + TIDY_MIN) this.#tidy();
  }

  /** Whether an object has a deadline that no tick has reached. */
  isSet(id: number): boolean {
    const slot = this.#current.get(id);
    return slot !== 0 && (this.#actions[slot]! >= LATE || this.#dueMs(slot) > this.#reachedMs);
  }

  /** Queues what this tick makes due. */
  onTick({ tick, tickMs }: PricedTick): void {
    const afterMs = this.#reachedMs;
    const late = this.#onlyCurrent(this.#late).sort(this.#inOrder);
    for (const slot of late) this.#actions[slot] = this.#actions[slot]! & ~LATE;
    this.#late = [];
    this.#reachedMs = tickMs;
    if (late.length > 0 || this.#firstUntil(tickMs) !== 0)
      this.due.addSource(this.#sourceOf(late, { tick, tickMs, afterMs, untilMs: tickMs }));
  }

  /**
   * Queues an item of a snapshot again. `load` has set its deadline, which this one replaces: the
   * snapshot knows that a tick has reached it.
   */
  restoreDue({ id, action, tick, tickMs }: DueItem): void {
    const slot = this.#file(id, action, 0);
    if (this.#restored?.tick !== tick) {
      this.#restored = { tick, slots: [] };
      // The heap has only those of later ticks.
      const none = { afterMs: 0, untilMs: 0 };
      this.due.addSource(this.#sourceOf(this.#restored.slots, { tick, tickMs, ...none }));
    }
    this.#restored.slots.push(slot);
  }

  /** A slot with the deadline of an object, which is not in any list yet. */
  #file(id: number, action: number, dueMs: number): number {
    const slot = this.#free.pop() ?? this.#newSlot();
    const at = slot << SLOT_SHIFT;
    this.#records[at + DUE_MS] = dueMs;
    this.#records[at + ID] = id;
    this.#actions[slot] = action;
    this.#current.set(id, slot);
    return slot;
  }

  #newSlot(): number {
    if (this.#highWater === this.#actions.length) {
      const records = new Float64Array(this.#records.length * 2);
      const actions = new Uint8Array(this.#actions.length * 2);
      records.set(this.#records);
      actions.set(this.#actions);
      this.#records = records;
      this.#actions = actions;
    }
    return this.#highWater++;
  }

  #dueMs(slot: number): number {
    return this.#records[(slot << SLOT_SHIFT) + DUE_MS]!;
  }

  #id(slot: number): number {
    return this.#records[(slot << SLOT_SHIFT) + ID]!;
  }

  #isCurrent(slot: number): boolean {
    return this.#current.get(this.#id(slot)) === slot;
  }

  /** Returns the slots that are current and frees the others, which are in no other list. */
  #onlyCurrent(slots: readonly number[]): number[] {
    return slots.filter((slot) => {
      const isCurrent = this.#isCurrent(slot);
      if (!isCurrent) this.#free.push(slot);
      return isCurrent;
    });
  }

  /** The first in the heap that is due up to a time, or 0. Drops what was replaced or removed. */
  #firstUntil(untilMs: number): number {
    while (this.#heapSize > 0) {
      const slot = this.#heap[1]!;
      if (this.#dueMs(slot) > untilMs) return 0;
      if (this.#isCurrent(slot)) return slot;
      this.#pop();
      this.#free.push(slot);
    }
    return 0;
  }

  /** The current slots of the heap that are due within a span of time, in order. */
  #between(afterMs: number, untilMs: number): number[] {
    const isOwn = (slot: number): boolean => {
      const dueMs = this.#dueMs(slot);
      return dueMs > afterMs && dueMs <= untilMs && this.#isCurrent(slot);
    };
    return Array.from(this.#heap.subarray(1, this.#heapSize + 1))
      .filter(isOwn)
      .sort(this.#inOrder);
  }

  /**
   * The source of what a tick makes due: `first`, in their order, then the heap's deadlines within
   * a span of time. Earlier sources have emptied the heap up to the span when its turn comes.
   */
  #sourceOf(
    first: readonly number[],
    { tick, tickMs, afterMs, untilMs }: { tick: number; tickMs: number; afterMs: number; untilMs: number },
  ): DueSource {
    const place = { feature: this.featureCode, tick, market: this.market };
    const itemOf = (slot: number): DueItem => {
      return { ...place, id: this.#id(slot), action: this.#actions[slot]!, tickMs, price: 0 };
    };
    let next = 0;
    const firstOfAll = (): number => {
      for (; next < first.length; next++) {
        if (this.#isCurrent(first[next]!)) return first[next]!;
        this.#free.push(first[next]!);
      }
      return this.#firstUntil(untilMs);
    };
    return {
      ...place,
      hasNext: () => firstOfAll() !== 0,
      take: () => {
        const slot = firstOfAll();
        const item = itemOf(slot);
        if (next < first.length) next++;
        else this.#pop();
        this.#current.delete(item.id);
        this.#free.push(slot);
        return item;
      },
      waiting: () => {
        const before = first.slice(next).filter((slot) => this.#isCurrent(slot));
        return [...before, ...this.#between(afterMs, untilMs)].map(itemOf);
      },
    };
  }

  /** Makes the heap of what is current. A sorted array is a heap. */
  #tidy(): void {
    const kept = this.#onlyCurrent(Array.from(this.#heap.subarray(1, this.#heapSize + 1)));
    this.#heap.set(kept.sort(this.#inOrder), 1);
    this.#heapSize = kept.length;
  }

  readonly #inOrder = (a: number, b: number): number =>
    this.#dueMs(a) - this.#dueMs(b) || this.#id(a) - this.#id(b);

  #isBefore(a: number, b: number): boolean {
    const [msA, msB] = [this.#dueMs(a), this.#dueMs(b)];
    return msA < msB || (msA === msB && this.#id(a) < this.#id(b));
  }

  #push(slot: number): void {
    let at = ++this.#heapSize;
    if (at === this.#heap.length) {
      const larger = new Int32Array(this.#heap.length * 2);
      larger.set(this.#heap);
      this.#heap = larger;
    }
    const heap = this.#heap;
    while (at > 1 && this.#isBefore(slot, heap[at >> 1]!)) {
      heap[at] = heap[at >> 1]!;
      at >>= 1;
    }
    heap[at] = slot;
  }

  /** Removes the first of the heap. */
  #pop(): void {
    const heap = this.#heap;
    const last = heap[this.#heapSize--]!;
    const size = this.#heapSize;
    let at = 1;
    for (;;) {
      let child = at << 1;
      if (child > size) break;
      if (child < size && this.#isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!this.#isBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    if (size > 0) heap[at] = last;
  }
}
