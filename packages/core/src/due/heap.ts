/** A binary heap in an array: first is the entry with the least key, of those the least rank. */
export interface HeapEntry {
  readonly key: number;
  readonly rank: number;
}

export function push<E extends HeapEntry>(heap: E[], entry: E): void {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(entry, heap[parent]!)) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = entry;
}

/** Removes and returns the first entry. */
export function pop<E extends HeapEntry>(heap: E[]): E {
  const first = heap[0]!;
  const last = heap.pop()!;
  const { length } = heap;
  if (length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= length) break;
    if (child + 1 < length && isBefore(heap[child + 1]!, heap[child]!)) child++;
    if (!isBefore(heap[child]!, last)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
  return first;
}

/** A heap of the entries for which `isLive`. A sorted array is a heap. */
export function tidied<E extends HeapEntry>(heap: readonly E[], isLive: (entry: E) => boolean): E[] {
  return heap.filter(isLive).sort(inOrder);
}

/** Compares entries as a heap gives them. */
export const inOrder = (a: HeapEntry, b: HeapEntry): number => a.key - b.key || a.rank - b.rank;

const isBefore = (a: HeapEntry, b: HeapEntry): boolean =>
  a.key < b.key || (a.key === b.key && a.rank < b.rank);
