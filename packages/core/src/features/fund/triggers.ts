/**
 * What a NAV reaches: liquidations below and limit sales above, in two heaps per fund, so that a
 * tick costs only what it reaches.
 */
import { pop, push, tidied, type HeapEntry } from '../../due/heap.ts';
import { DUE_ACTION, type Holding } from './holding.ts';

/** Entries of a heap up to which it is not tidied. */
const TIDY_MIN = 64;

interface Heap {
  entries: HeapEntry[];
  tidyAt: number;
}
interface FundTriggers {
  /** By liquidation NAV, the highest first: keys are negative. */
  readonly liquidations: Heap;
  /** By limit, the lowest first. */
  readonly limits: Heap;
}

const newHeap = (): Heap => ({ entries: [], tidyAt: TIDY_MIN });

/** A holding that a NAV has reached. */
export interface Reached {
  readonly holding: number;
  readonly action: number;
}

export class Triggers {
  readonly #funds = new Map<number, FundTriggers>();
  readonly #find: (holding: number) => Holding | undefined;

  /** `find` gives a holding that is open and not yet reached. */
  constructor(find: (holding: number) => Holding | undefined) {
    this.#find = find;
  }

  /** Files a holding under its present liquidation NAV and limit. Earlier entries are skipped. */
  set({ holding, fund, liquidationNav, limitNav }: Holding): void {
    const triggers = this.#funds.get(fund) ?? { liquidations: newHeap(), limits: newHeap() };
    this.#funds.set(fund, triggers);
    const { liquidations, limits } = triggers;
    if (liquidationNav > 0) this.#file(liquidations, { key: -liquidationNav, rank: holding });
    if (limitNav > 0) this.#file(limits, { key: limitNav, rank: holding });
  }

  #file(heap: Heap, entry: HeapEntry): void {
    push(heap.entries, entry);
    if (heap.entries.length < heap.tidyAt) return;
    heap.entries = tidied(heap.entries, (one) => this.#isLive(one));
    heap.tidyAt = 2 * heap.entries.length + TIDY_MIN;
  }

  #isLive({ key, rank }: HeapEntry): boolean {
    const holding = this.#find(rank);
    if (holding === undefined) return false;
    return key === (key < 0 ? -holding.liquidationNav : holding.limitNav);
  }

  /** Takes what a NAV reaches, each holding once: liquidations first, then limits. */
  *reachedBy(fund: number, nav: number): Iterable<Reached> {
    const triggers = this.#funds.get(fund);
    if (triggers === undefined) return;
    for (const [heap, action, bound] of [
      [triggers.liquidations, DUE_ACTION.liquidate, -nav],
      [triggers.limits, DUE_ACTION.sellAtLimit, nav],
    ] as const) {
      const { entries } = heap;
      while (entries.length > 0 && entries[0]!.key <= bound) {
        const entry = pop(entries);
        if (this.#isLive(entry)) yield { holding: entry.rank, action };
      }
    }
  }
}
