/**
 * Orders that wait for the index price, by market in order of acceptance. Two heaps, of
 * triggers that fire at or above and at or below, let a tick check only the triggers it reaches.
 * Trailing orders, whose triggers move, are stored apart.
 */

/** A waiting order in this index. */
export interface WaitingOrder {
  readonly slot: number;
  readonly block: number;
  readonly trigger: number;
  readonly isAbove: boolean;
  readonly isTrailing: boolean;
  /** Reached and queued: ticks skip it. */
  readonly isReached: boolean;
}

type RemovedOrder = Pick<WaitingOrder, 'slot' | 'block' | 'isTrailing'>;

interface Trigger {
  /**
   * The trigger, negated for orders that fire at or below it: the least key is reached first.
   */
  readonly key: number;
  readonly slot: number;
  readonly accepted: number;
}

/** Numbers of an owner's waiting orders, and of the trailing ones among them. */
interface Counts {
  all: number;
  trailing: number;
}

interface MarketOrders {
  /** Acceptance number of each slot. */
  readonly accepted: Map<number, number>;
  readonly trailing: Set<number>;
  readonly byOwner: Map<number, Counts>;
  /**
   * Heaps. Entries of removed orders stay until they are popped, or until they are the majority.
   */
  above: Trigger[];
  below: Trigger[];
}

const GONE_MIN = 64;

export class WaitingOrders {
  readonly #markets = new Map<number, MarketOrders>();
  #last = 0;

  add(market: number, order: WaitingOrder): void {
    const { slot, block, trigger, isAbove } = order;
    const orders = this.#ordersOf(market);
    const accepted = ++this.#last;
    orders.accepted.set(slot, accepted);
    const counts = orders.byOwner.get(block) ?? { all: 0, trailing: 0 };
    orders.byOwner.set(block, counts);
    counts.all++;
    if (order.isTrailing) counts.trailing++;
    if (order.isReached) return;
    if (order.isTrailing) orders.trailing.add(slot);
    else if (isAbove) push(orders.above, { key: trigger, slot, accepted });
    else push(orders.below, { key: -trigger, slot, accepted });
  }

  remove(market: number, { slot, block, isTrailing }: RemovedOrder): void {
    const orders = this.#ordersOf(market);
    orders.accepted.delete(slot);
    orders.trailing.delete(slot);
    const counts = orders.byOwner.get(block)!;
    counts.all--;
    if (isTrailing) counts.trailing--;
    if (counts.all === 0) orders.byOwner.delete(block);
    if (orders.above.length + orders.below.length > 2 * orders.accepted.size + GONE_MIN) tidy(orders);
  }

  /** Slots in order of acceptance. */
  slots(market: number): Iterable<number> {
    return this.#markets.get(market)?.accepted.keys() ?? [];
  }

  trailing(market: number): Iterable<number> {
    return this.#markets.get(market)?.trailing ?? [];
  }

  count(market: number): number {
    return this.#markets.get(market)?.accepted.size ?? 0;
  }

  countsOf(market: number, block: number): Readonly<Counts> {
    return this.#markets.get(market)?.byOwner.get(block) ?? { all: 0, trailing: 0 };
  }

  get total(): number {
    let total = 0;
    for (const { accepted } of this.#markets.values()) total += accepted.size;
    return total;
  }

  /**
   * Removes and returns, in order of acceptance, the orders that an index price reaches and the
   * given trailing orders; later ticks skip them. `isReached` tells for a trigger in ticks whether
   * the price is at or above it (`isAbove`), or at or below it.
   */
  takeReached(
    market: number,
    trailing: readonly number[],
    isReached: (trigger: number, isAbove: boolean) => boolean,
  ): number[] {
    const orders = this.#ordersOf(market);
    const reached = [...trailing];
    for (const slot of trailing) orders.trailing.delete(slot);
    for (const [heap, isAbove] of [
      [orders.above, true],
      [orders.below, false],
    ] as const)
      while (heap.length > 0 && isReached(Math.abs(heap[0]!.key), isAbove)) {
        const { slot, accepted } = pop(heap);
        if (orders.accepted.get(slot) === accepted) reached.push(slot);
      }
    return reached.sort((a, b) => orders.accepted.get(a)! - orders.accepted.get(b)!);
  }

  #ordersOf(market: number): MarketOrders {
    let orders = this.#markets.get(market);
    if (orders === undefined) {
      orders = { accepted: new Map(), trailing: new Set(), byOwner: new Map(), above: [], below: [] };
      this.#markets.set(market, orders);
    }
    return orders;
  }
}

/** Drops the entries of removed orders. A sorted array is a heap. */
function tidy(orders: MarketOrders): void {
  const live = (heap: readonly Trigger[]): Trigger[] =>
    heap.filter(({ slot, accepted }) => orders.accepted.get(slot) === accepted).sort((a, b) => a.key - b.key);
  orders.above = live(orders.above);
  orders.below = live(orders.below);
}

function push(heap: Trigger[], trigger: Trigger): void {
  let at = heap.push(trigger) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent]!.key <= trigger.key) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = trigger;
}

/** Removes and returns the least entry. */
function pop(heap: Trigger[]): Trigger {
  const least = heap[0]!;
  const last = heap.pop()!;
  const { length } = heap;
  if (length === 0) return least;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= length) break;
    if (child + 1 < length && heap[child + 1]!.key < heap[child]!.key) child++;
    if (heap[child]!.key >= last.key) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
  return least;
}
