/**
 * Live orders of all books, as records in one typed array: no object per order, no allocation per
 * operation.
 *
 * An order id contains its slot: id = generation * SLOTS + slot. Freeing a slot increments its
 * generation, and a slot that has used all generations is retired. So an id is never used twice,
 * and finding an order is an array access. Matching uses the first half of a record. The second
 * half belongs to the hot feature and lies here so that an order is one place in memory.
 */
import type { Side } from './side.ts';
import { SlotMap } from './slot-map.ts';
import * as RECORD from './order-record.ts';

const { FIELDS, FILLS_MAX, GENERATION, IS_ICEBERG, OPEN, PLACE, QUANTITIES, SLOT_MASK, SLOTS } = RECORD;

const FREE_MIN = 1024;

/** An order that shows only a part of its open quantity. Both are lots. */
export interface Iceberg {
  /** The most that it shows. */
  readonly visible: number;
  /** The lots that it shows now: the rest of its current part. */
  readonly shown: number;
}

/** `flags` are stored in the order's PLACE, above the book and side bits. */
export interface RestingOrder {
  readonly side: Side;
  readonly price: number;
  readonly lots: number;
  readonly owner: number;
  readonly flags: number;
}

export class OrderPool {
  /** Slot 0 is reserved: 0 means none. */
  declare fields: Int32Array;
  /** The same buffer as float64. */
  declare quantities: Float64Array;
  /** The first slot that was never used. */
  highWater = 1;
  /** Number of allocated slots. */
  declare capacity: number;
  /** Freed slots, a stack. */
  free = new Int32Array(FREE_MIN);
  freeCount = 0;
  /** Most orders that one match may meet. */
  fillsMax = FILLS_MAX;
  /** Number of retired slots, whose ids are used up. */
  retiredCount = 0;
  /** The icebergs, by slot. The flag IS_ICEBERG marks their slots. */
  readonly icebergs = new SlotMap<Iceberg>();
  #freeMax = FREE_MIN;

  constructor(capacity = 1024) {
    const buffer = new ArrayBuffer(capacity * FIELDS * 4);
    this.fields = new Int32Array(buffer);
    this.quantities = new Float64Array(buffer);
    this.capacity = capacity;
  }

  get liveCount(): number {
    return this.highWater - 1 - this.freeCount - this.retiredCount;
  }

  /** Whether the pool can take one more order. */
  get hasRoom(): boolean {
    return this.freeCount > 0 || this.highWater < SLOTS;
  }

  hasRoomFor(count: number): boolean {
    return this.freeCount + SLOTS - this.highWater >= count;
  }

  /** Allocates a slot. The caller has checked hasRoom. */
  take(): number {
    if (this.freeCount > 0) return this.free[--this.freeCount]!;
    if (this.highWater === this.capacity) this.#grow();
    return this.highWater++;
  }

  release(slot: number): void {
    const at = (slot & SLOT_MASK) * FIELDS;
    this.fields[at + PLACE] = -1;
    const generation = this.fields[at + GENERATION]!;
    // The last of 2^32 generations: the next id would repeat the first.
    if (generation === -1) {
      this.retiredCount++;
      return;
    }
    this.fields[at + GENERATION] = (generation + 1) | 0;
    if (this.freeCount === this.#freeMax) this.#growFree();
    this.free[this.freeCount++] = slot;
  }

  idOf(slot: number): number {
    return (this.fields[(slot & SLOT_MASK) * FIELDS + GENERATION]! >>> 0) * SLOTS + slot;
  }

  /** The slot of a live order, or 0 for an id that was never given or whose order is gone. */
  slotOf(id: number): number {
    // Works for any number: one that is not an id differs from the id of that slot.
    const slot = id & SLOT_MASK;
    if (slot === 0 || slot >= this.highWater) return 0;
    const at = (slot & SLOT_MASK) * FIELDS;
    const isLive = this.fields[at + PLACE] !== -1;
    return isLive && (this.fields[at + GENERATION]! >>> 0) * SLOTS + slot === id ? slot : 0;
  }

  /** The lots that a resting order shows in its book. */
  shownLots(slot: number): number {
    const isIceberg = (this.fields[(slot & SLOT_MASK) * FIELDS + PLACE]! & IS_ICEBERG) !== 0;
    return isIceberg
      ? this.icebergs.get(slot)!.shown
      : this.quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]!;
  }

  /** Sets what an iceberg shows to at most `lots`, and returns it. */
  show(slot: number, lots: number): number {
    const { visible } = this.icebergs.get(slot)!;
    const shown = Math.min(visible, lots);
    this.icebergs.set(slot, { visible, shown });
    return shown;
  }

  /** For a restore: allocates `capacity` slots at once. */
  reserve(capacity: number): void {
    while (this.capacity < capacity) this.#grow();
  }

  /** Grows by half, because a pool of a million orders has little memory to spare. */
  #grow(): void {
    this.capacity = Math.min(Math.ceil(this.capacity * 1.5), SLOTS);
    const buffer = new ArrayBuffer(this.capacity * FIELDS * 4);
    const fields = new Int32Array(buffer);
    fields.set(this.fields);
    this.fields = fields;
    this.quantities = new Float64Array(buffer);
  }

  #growFree(): void {
    this.#freeMax *= 2;
    const free = new Int32Array(this.#freeMax);
    free.set(this.free);
    this.free = free;
  }

  /**
   * For a restore, after the orders: counts slots of the last generation that are neither live nor
   * free.
   */
  countRetired(): void {
    const isFree = new Set(this.free.subarray(0, this.freeCount));
    this.retiredCount = 0;
    for (let slot = 1; slot < this.highWater; slot++) {
      const at = (slot & SLOT_MASK) * FIELDS;
      const isLast = this.fields[at + GENERATION] === -1 && this.fields[at + PLACE] === -1;
      if (isLast && !isFree.has(slot)) this.retiredCount++;
    }
  }

  /** For a restore: sets the stack of free slots, its top last. */
  restoreFree(slots: ArrayLike<number>): void {
    while (this.#freeMax < slots.length) this.#growFree();
    this.free.set(slots);
    this.freeCount = slots.length;
  }
}
