/**
 * Slots of open objects by their numbers, which count up: a typed array from the first number that
 * is there. A Map takes several times as long. It keeps four bytes for each number that has been
 * since its oldest object.
 */

const LENGTH_MIN = 1024;

export class SlotsByNumber {
  /** The slot of number `#from + i` at i; 0 for none, and from `#end` on. */
  #slots = new Int32Array(LENGTH_MIN);
  #from = 0;
  #end = 0;
  /** Numbers at the beginning that certainly have none. */
  #empty = 0;
  size = 0;

  /** The slot of a number, or 0. */
  get(number: number): number {
    return this.#slots[number - this.#from] ?? 0;
  }

  /** `slot` is above 0. */
  set(number: number, slot: number): void {
    if (this.size === 0) this.#clear(number);
    if (number < this.#from + this.#empty) this.#extend(number);
    const at = number - this.#from;
    if (at >= this.#slots.length) this.#grow(at);
    if (at >= this.#end) this.#end = at + 1;
    if (this.#slots[at] === 0) this.size++;
    this.#slots[at] = slot;
  }

  /** Returns whether there was one. */
  delete(number: number): boolean {
    if (this.get(number) === 0) return false;
    const slots = this.#slots;
    slots[number - this.#from] = 0;
    this.size--;
    while (this.#empty < this.#end && slots[this.#empty] === 0) this.#empty++;
    if (this.#empty > LENGTH_MIN && this.#empty * 2 > this.#end) this.#move(this.#empty, 0, slots.length);
    return true;
  }

  /** All slots, in the order of their numbers. */
  *values(): Iterable<number> {
    for (let at = this.#empty; at < this.#end; at++) {
      const slot = this.#slots[at]!;
      if (slot !== 0) yield slot;
    }
  }

  /** Nothing is there. */
  #clear(from: number): void {
    this.#from = from;
    this.#end = 0;
    this.#empty = 0;
  }

  #grow(at: number): void {
    let length = this.#slots.length;
    while (length <= at) length *= 2;
    this.#move(0, 0, length);
  }

  /** Makes room for a number before the first one: numbers mostly count up. */
  #extend(number: number): void {
    const missing = Math.max(0, this.#from - number);
    if (missing > 0) this.#move(0, missing, Math.max(this.#slots.length, this.#end + missing));
    this.#empty = number - this.#from;
  }

  /** A new array of the slots from `cut` on, behind `room` new ones. */
  #move(cut: number, room: number, length: number): void {
    const slots = new Int32Array(length);
    slots.set(this.#slots.subarray(cut, this.#end), room);
    this.#slots = slots;
    this.#from += cut - room;
    this.#end += room - cut;
    this.#empty -= Math.min(this.#empty, cut);
  }
}
