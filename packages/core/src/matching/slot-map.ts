/**
 * Values by slot. A Map would be wrong here: V8 keeps the deleted entries of a key in its chain
 * until it rehashes, and the pool gives a freed slot out again at once. One owner who places and
 * cancels beside many others' orders would make each look-up walk thousands of entries.
 */
export class SlotMap<T> {
  readonly #values: (T | undefined)[] = [];

  get(slot: number): T | undefined {
    return this.#values[slot];
  }

  set(slot: number, value: T): void {
    // Without holes the array stays fast.
    while (this.#values.length <= slot) this.#values.push(undefined);
    this.#values[slot] = value;
  }

  delete(slot: number): void {
    if (slot < this.#values.length) this.#values[slot] = undefined;
  }
}
