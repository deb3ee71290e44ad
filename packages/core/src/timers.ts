/** What falls due at known times: ordered by time, then by the order of adding. */

export class Timers<T> {
  readonly #buckets = new Map<number, T[]>();
  /** The times that have items, as a binary heap: the earliest is first. */
  readonly #heap: number[] = [];

  /** `timeMs`: safe integer. */
  add(timeMs: number, item: T): void {
    const bucket = this.#buckets.get(timeMs);
    if (bucket !== undefined) {
      bucket.push(item);
      return;
    }
    this.#buckets.set(timeMs, [item]);
    this.#rise(timeMs);
  }

  /** The earliest time; Infinity where there is nothing. */
  get nextMs(): number {
    return this.#heap[0] ?? Infinity;
  }

  /** Takes out all that is due at or before `timeMs`. */
  takeDue(timeMs: number): T[] {
    const due: T[] = [];
    while (this.nextMs <= timeMs) {
      const dueMs = this.#heap[0]!;
      for (const item of this.#buckets.get(dueMs)!) due.push(item);
      this.#buckets.delete(dueMs);
      this.#sink(this.#heap.pop()!);
    }
    return due;
  }

  /** Everything that waits, in order. */
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

  /** Puts the last time of the heap, which was taken off, where the first one was. */
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
