/** Orders that end at a time of their own, earliest first, then by id. */
import { pop, push, tidied, type HeapEntry } from '../../due/heap.ts';

const TIDY_MIN = 1024;

/** The key is the time in ms, the rank the id of the order. */
export class Expiries {
  #heap: HeapEntry[] = [];
  #tidyAt = TIDY_MIN;
  readonly #isOpen: (order: number) => boolean;

  /** Entries of orders that are no longer open stay until their time, or until they are many. */
  constructor(isOpen: (order: number) => boolean) {
    this.#isOpen = isOpen;
  }

  /** `ms` 0 means never. */
  add(order: number, ms: number): void {
    if (ms === 0) return;
    push(this.#heap, { key: ms, rank: order });
    if (this.#heap.length < this.#tidyAt) return;
    this.#heap = tidied(this.#heap, ({ rank }) => this.#isOpen(rank));
    this.#tidyAt = 2 * this.#heap.length + TIDY_MIN;
  }

  /** Removes and returns the open orders whose time is at most `ms`. */
  takeUntil(ms: number): number[] {
    const orders: number[] = [];
    const heap = this.#heap;
    while (heap.length > 0 && heap[0]!.key <= ms) {
      const order = pop(heap).rank;
      if (this.#isOpen(order)) orders.push(order);
    }
    return orders;
  }
}
