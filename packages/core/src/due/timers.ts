/** Items due at given times, ordered by time, then by insertion. */

export class Timers<T> {
  readonly #buckets = new Map<number, T[]>();
  /** The times that have items, as a binary min-heap. */
  readonly #heap: number[] = [];

  /** `timeMs` is a safe integer. */
  add(timeMs: number, item: T): void {
    const bucket = this.#buckets.get(timeMs);
    if (bucket !== undefined) {
      bucket.push(item);
      return;
    }
    this.#buckets.set(timeMs, [item]);
    this.#rise(timeMs);
  }

  /** The earliest time; Infinity if there are no items. */
  get nextMs(): number {
    return this.#heap[0] ?? Infinity;
  }

  /** Removes and returns all items due at or before `timeMs`. */
  takeDue(timeMs: number): T[] {
    const due: T[] = [];
    while (this.nextMs <= timeMs) for (const item of this.takeFirst()) due.push(item);
    return due;
  }

  /** Removes and returns the items of the earliest time. Called only if there are items. */
  takeFirst(): T[] {
    const dueMs = this.#heap[0]!;
    const first = this.#buckets.get(dueMs)!;
    this.#buckets.delete(dueMs);
    this.#sink(this.#heap.pop()!);
    return first;
  }

  /** Forgets items. Their times stay, perhaps without an item. */
  keep(isKept: (item: T) => boolean): void {
    for (const [timeMs, bucket] of this.#buckets) this.#buckets.set(timeMs, bucket.filter(isKept));
  }

  /** All items, in order. */
  *waiting(): Iterable<T> {
    for (const timeMs of [...this.#heap].sort((a, b) => a - b)) yield* this.#buckets.get(timeMs)!;
  }

  #rise(timeMs: number): void {
    const heap = this.#heap;
    let at = heap.push(timeMs) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent]! < timeMs) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = timeMs;
  }

  /** Sifts `last`, the former last element of the heap, down from the root. */
  #sink(last: number): void {
    const heap = this.#heap;
    const size = heap.length;
    if (size === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && heap[child + 1]! < heap[child]!) child++;
      if (heap[child]! > last) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  }
}
