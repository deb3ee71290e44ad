/**
 * Live orders of all books as records in one typed array: no object per order, no allocation per operation.
 *
 * An order id carries its slot: id = generation * SLOTS + slot. Freeing a slot raises its generation, and a slot
 * that has had all generations is not used again, so an id is never used twice and finding an order
 * is an index, not a look-up. Matching reads the first half of a record; the second half belongs to
 * whoever files the orders, and lies here so that an order is one place in memory.
 */
import * as RECORD from './order-record.ts';

const { FIELDS, FILLS_UNLIMITED, GENERATION, PLACE, SLOT_MASK, SLOTS } = RECORD;

const FREE_MIN = 1024;

export class OrderPool {
  /** Slot 0 is never used, so that 0 means none. */
  declare fields: Int32Array;
  /** The same bytes. */
  declare quantities: Float64Array;
  /** The first slot that was never used. */
  highWater = 1;
  /** How many slots there is room for. */
  declare capacity: number;
  /** Slots that were freed, the last one on top. */
  free = new Int32Array(FREE_MIN);
  freeCount = 0;
  /** Orders that one match may meet. The first rules had no limit. */
  fillsMax = FILLS_UNLIMITED;
  /** Slots that have given all their ids, and are used no more. By the first rules they began again. */
  retiredCount = 0;
  retiresSlots = false;
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

  /** True when one more order can be taken. */
  get hasRoom(): boolean {
    return this.freeCount > 0 || this.highWater < SLOTS;
  }

  hasRoomFor(count: number): boolean {
    return this.freeCount + SLOTS - this.highWater >= count;
  }

  /** Takes a slot; the caller has checked hasRoom. */
  take(): number {
    if (this.freeCount > 0) return this.free[--this.freeCount]!;
    if (this.highWater === this.capacity) this.#grow();
    return this.highWater++;
  }

  release(slot: number): void {
    const at = (slot & SLOT_MASK) * FIELDS;
    this.fields[at + PLACE] = -1;
    const generation = this.fields[at + GENERATION]!;
    // The last of 2^32: the next id would be the first one's again.
    if (generation === -1 && this.retiresSlots) {
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

  /** The slot of a live order, or 0 for an id that was never given, or whose order is gone. */
  slotOf(id: number): number {
    // The low bits, of any number: what is no id differs from the id of that slot.
    const slot = id & SLOT_MASK;
    if (slot === 0 || slot >= this.highWater) return 0;
    const at = (slot & SLOT_MASK) * FIELDS;
    const isLive = this.fields[at + PLACE] !== -1;
    return isLive && (this.fields[at + GENERATION]! >>> 0) * SLOTS + slot === id ? slot : 0;
  }

  /** Makes room for `capacity` slots at once, for a restore. */
  reserve(capacity: number): void {
    while (this.capacity < capacity) this.#grow();
  }

  /** By half: a pool of a million orders has little room to spare. */
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

  /** For a restore, once its orders are there: slots of the last generation that neither hold one nor are free. */
  countRetired(): void {
    const isFree = new Set(this.free.subarray(0, this.freeCount));
    this.retiredCount = 0;
    for (let slot = 1; slot < this.highWater; slot++) {
      const at = (slot & SLOT_MASK) * FIELDS;
      const isLast = this.fields[at + GENERATION] === -1 && this.fields[at + PLACE] === -1;
      if (isLast && !isFree.has(slot)) this.retiredCount++;
    }
  }

  /** For a restore: these slots are free, the last one on top. */
  restoreFree(slots: ArrayLike<number>): void {
    while (this.#freeMax < slots.length) this.#growFree();
    this.free.set(slots);
    this.freeCount = slots.length;
  }
}
