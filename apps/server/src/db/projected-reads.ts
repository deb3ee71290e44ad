/**
 * Who wrote, reads what they wrote: a statement that reads projected rows waits until they are as
 * new as everything that has been answered. The rows follow the journal by milliseconds, and by up
 * to seconds under load; all other statements run at once.
 */

/** Texts of which is known whether they read projected rows. */
const TEXTS_MAX = 5_000;

export class ProjectedReads {
  #names: RegExp | null = null;
  #reached: () => Promise<void> | null = () => null;
  #isConcerned = new Map<string, boolean>();

  /**
   * `reached` gives what to wait for now; null if the rows of `tables` are up to date. Until this is
   * called nothing waits.
   */
  follow(tables: readonly string[], reached: () => Promise<void> | null): void {
    this.#names = new RegExp(`\\b(?:${tables.join('|')})\\b`);
    this.#isConcerned = new Map();
    this.#reached = reached;
  }

  /** Resolves when all projected rows are up to date. */
  async untilReached(): Promise<void> {
    await this.#reached();
  }

  /** What a statement has to wait for; null if it can run at once. */
  before(text: string): Promise<void> | null {
    return this.concerns(text) ? this.#reached() : null;
  }

  /** Whether a statement names a table of projected rows. */
  concerns(text: string): boolean {
    if (this.#names === null) return false;
    const known = this.#isConcerned.get(text);
    if (known !== undefined) return known;
    const isConcerned = this.#names.test(text);
    // Lists of any length make any number of texts.
    if (this.#isConcerned.size >= TEXTS_MAX) this.#isConcerned.clear();
    this.#isConcerned.set(text, isConcerned);
    return isConcerned;
  }
}
