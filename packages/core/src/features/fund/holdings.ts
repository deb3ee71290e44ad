/** Open holdings, by number and by owner, and how many units of each fund are out. */
import { SoldUnits } from '../../offers/sold-units.ts';
import type { Holding } from './holding.ts';

const NONE: ReadonlySet<Holding> = new Set();

export class Holdings {
  /** Number of the last holding. A number is never given again. */
  last = 0;
  readonly sold = new SoldUnits();
  /** In the order of purchase. */
  readonly #open = new Map<number, Holding>();
  readonly #byOwner = new Map<number, Set<Holding>>();

  get count(): number {
    return this.#open.size;
  }

  of(holding: number): Holding | undefined {
    return this.#open.get(holding);
  }

  /** Open holdings of one owner or of all, in the order of purchase. */
  all(owner?: number): Iterable<Holding> {
    return owner === undefined ? this.#open.values() : (this.#byOwner.get(owner) ?? NONE);
  }

  countOf(owner: number): number {
    return this.#byOwner.get(owner)?.size ?? 0;
  }

  isHeld(fund: number): boolean {
    for (const holding of this.#open.values()) if (holding.fund === fund) return true;
    return false;
  }

  file(holding: Holding): void {
    const { holding: number, owner, fund, units } = holding;
    this.last = Math.max(this.last, number);
    this.#open.set(number, holding);
    const own = this.#byOwner.get(owner) ?? new Set<Holding>();
    this.#byOwner.set(owner, own);
    own.add(holding);
    this.sold.of(fund).count(owner, units);
  }

  remove(holding: Holding): void {
    const { holding: number, owner, fund, units } = holding;
    this.#open.delete(number);
    const own = this.#byOwner.get(owner)!;
    own.delete(holding);
    if (own.size === 0) this.#byOwner.delete(owner);
    this.sold.of(fund).count(owner, -units);
  }
}
