/**
 * Tables whose rows are written behind what has been acknowledged, by a tenth of a second,
 * and by a second or two under load. Who wrote, reads what they wrote: a statement that names such
 * a table waits until its rows are as new as everything that has been answered. All others run at
 * once.
 */
import { waitOutside } from '../process/held-place.ts';

/** Texts of which is known whether they name a late table. */
const TEXTS_MAX = 5_000;

export class LateTables {
  #names: RegExp | null = null;
  #reached: () => Promise<void> | null = () => null;
  #named = new Map<string, boolean>();

  /**
   * `reached` gives what to wait for now; null if the rows of `tables` are up to date. Until this
   * is called nothing waits.
   */
  follow(tables: readonly string[], reached: () => Promise<void> | null): void {
    this.#names = new RegExp(`\\b(?:${tables.join('|')})\\b`);
    this.#named = new Map();
    this.#reached = reached;
  }

  /** Resolves when all rows are up to date. */
  async untilReached(): Promise<void> {
    const waited = this.#reached();
    if (waited !== null) await waitOutside(waited);
  }

  /** What a statement has to wait for; null if it can run at once. */
  before(text: string): Promise<void> | null {
    const waited = this.areNamedIn(text) ? this.#reached() : null;
    return waited === null ? null : waitOutside(waited);
  }

  areNamedIn(text: string): boolean {
    if (this.#names === null) return false;
    const known = this.#named.get(text);
    if (known !== undefined) return known;
    const isNamed = this.#names.test(text);
    // Lists of any length make any number of texts.
    if (this.#named.size >= TEXTS_MAX) this.#named.clear();
    this.#named.set(text, isNamed);
    return isNamed;
  }
}
