/**
 * Orders that wait for a price, by market in order of acceptance. For each source of prices two
 * heaps, of triggers that fire at or above and at or below, let a tick check only the triggers it
 * reaches. Trailing orders, whose triggers move, are stored apart.
 */
import { pop, push, tidied, type HeapEntry } from '../../due/heap.ts';
import { SlotMap } from '../../matching/slot-map.ts';

/** A waiting order in this index. */
export interface WaitingOrder {
  readonly slot: number;
  readonly block: number;
  readonly trigger: number;
  readonly isAbove: boolean;
  readonly isTrailing: boolean;
  /** Whether a tick has reached the order and queued it. Later ticks skip it. */
  readonly isReached: boolean;
  /** TRIGGER_SOURCE. */
  readonly source: number;
  /** The second trigger of a bracket, which fires in the other direction; 0 for none. */
  readonly target: number;
}

type RemovedOrder = Pick<WaitingOrder, 'slot' | 'block' | 'isTrailing'>;

/**
 * An entry of a heap. The key is the trigger, negated for orders that fire at or below it, so that
 * the smallest key is reached first. The rank is the acceptance number.
 */
interface Trigger extends HeapEntry {
  readonly slot: number;
}

/** Numbers of an owner's waiting orders, and of the trailing ones among them. */
interface Counts {
  all: number;
  trailing: number;
}

/** The orders that compare one source's price. */
interface SourceOrders {
  /** Slots by acceptance number. */
  readonly trailing: Map<number, number>;
  /**
   * Heaps. Entries of removed orders stay until they are popped, or until they are the majority.
   */
  above: Trigger[];
  below: Trigger[];
}

interface MarketOrders {
  /** Slots by acceptance number: no key comes twice (see `SlotMap`). */
  readonly accepted: Map<number, number>;
  /** Counts by owner. Owners whose waiting orders have all ended keep their entry. */
  readonly byOwner: Map<number, Counts>;
  /** By TRIGGER_SOURCE. */
  readonly sources: readonly [SourceOrders, SourceOrders];
}

const GONE_MIN = 64;

export class WaitingOrders {
  readonly #markets = new Map<number, MarketOrders>();
  #last = 0;
  /** Acceptance numbers by slot. All markets share one pool of slots. */
  readonly #accepted = new SlotMap<number>();
  /** Acceptance numbers by slot of orders that no tick has reached; 0 for others. */
  readonly #unreached = new SlotMap<number>();

  add(market: number, order: WaitingOrder): void {
    const { slot, block, trigger, isAbove, target } = order;
    const orders = this.#ordersOf(market);
    const accepted = ++this.#last;
    orders.accepted.set(accepted, slot);
    this.#accepted.set(slot, accepted);
    this.#unreached.set(slot, order.isReached ? 0 : accepted);
    const counts = orders.byOwner.get(block) ?? { all: 0, trailing: 0 };
    orders.byOwner.set(block, counts);
    counts.all++;
    if (order.isTrailing) counts.trailing++;
    if (order.isReached) return;
    const { trailing, above, below } = orders.sources[order.source]!;
    if (order.isTrailing) {
      trailing.set(accepted, slot);
      return;
    }
    if (isAbove) push(above, { key: trigger, rank: accepted, slot });
    else push(below, { key: -trigger, rank: accepted, slot });
    if (target === 0) return;
    if (isAbove) push(below, { key: -target, rank: accepted, slot });
    else push(above, { key: target, rank: accepted, slot });
  }

  remove(market: number, { slot, block, isTrailing }: RemovedOrder): void {
    const orders = this.#ordersOf(market);
    const accepted = this.#accepted.get(slot)!;
    orders.accepted.delete(accepted);
    this.#unreached.set(slot, 0);
    for (const { trailing } of orders.sources) trailing.delete(accepted);
    const counts = orders.byOwner.get(block)!;
    counts.all--;
    if (isTrailing) counts.trailing--;
    let entries = 0;
    for (const { above, below } of orders.sources) entries += above.length + below.length;
    // A bracket has two entries, so the limit is above twice the number of orders.
    if (entries > 3 * orders.accepted.size + GONE_MIN) this.#tidy(orders);
  }

  /** Slots in order of acceptance. */
  slots(market: number): Iterable<number> {
    return this.#markets.get(market)?.accepted.values() ?? [];
  }

  trailing(market: number, source: number): Iterable<number> {
    return this.#markets.get(market)?.sources[source]!.trailing.values() ?? [];
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
   * Removes and returns, in order of acceptance, the orders that a source's price reaches and the
   * given trailing orders; later ticks skip them. `isReached` returns for a trigger in ticks
   * whether the price is at or above it (`isAbove`), or at or below it.
   */
  takeReached(
    { market, source }: { readonly market: number; readonly source: number },
    trailing: readonly number[],
    isReached: (trigger: number, isAbove: boolean) => boolean,
  ): number[] {
    const orders = this.#ordersOf(market);
    const from = orders.sources[source]!;
    const reached = [...trailing];
    for (const slot of trailing) {
      from.trailing.delete(this.#accepted.get(slot)!);
      this.#unreached.set(slot, 0);
    }
    for (const [heap, isAbove] of [
      [from.above, true],
      [from.below, false],
    ] as const)
      while (heap.length > 0 && isReached(Math.abs(heap[0]!.key), isAbove)) {
        const { slot, rank } = pop(heap);
        if (this.#unreached.get(slot) !== rank) continue;
        this.#unreached.set(slot, 0);
        reached.push(slot);
      }
    return reached.sort((a, b) => this.#accepted.get(a)! - this.#accepted.get(b)!);
  }

  /** Drops the entries of removed and reached orders. */
  #tidy({ sources }: MarketOrders): void {
    const isLive = ({ slot, rank }: Trigger): boolean => this.#unreached.get(slot) === rank;
    for (const from of sources) {
      from.above = tidied(from.above, isLive);
      from.below = tidied(from.below, isLive);
    }
  }

  #ordersOf(market: number): MarketOrders {
    let orders = this.#markets.get(market);
    if (orders === undefined) {
      const sources = [sourceOrders(), sourceOrders()] as const;
      orders = { accepted: new Map(), byOwner: new Map(), sources };
      this.#markets.set(market, orders);
    }
    return orders;
  }
}

function sourceOrders(): SourceOrders {
  return { trailing: new Map(), above: [], below: [] };
}
