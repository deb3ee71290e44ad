/**
 * Reads rows that never change again from the tables. Results are cached and few reads run at once,
 * so that requests for old data do not delay commits.
 */
import type { Refusal } from '@glasshouse/protocol';

/** The maximum of reads of all kinds, running and waiting. A request beyond it is refused. */
export const OLD_READS_MAX = 8;
/** The maximum of cached results of one kind. */
const KEPT_MAX = 50;
export const BUSY: Refusal = { error: 'request/busy' };

/** Counts the reads of all kinds. */
export class ReadPlaces {
  #taken = 0;

  take(): boolean {
    if (this.#taken >= OLD_READS_MAX) return false;
    this.#taken++;
    return true;
  }

  giveBack(): void {
    this.#taken--;
  }
}

export class OldReads<T> {
  readonly #places: ReadPlaces;
  readonly #kept = new Map<string | number, Promise<T>>();

  constructor(places: ReadPlaces) {
    this.#places = places;
  }

  /**
   * Reads a key, or returns null if too many reads are running. Concurrent requests for a key share
   * one read; the result is cached only if it is final.
   */
  read(key: string | number, load: () => Promise<T>, isFinal: (result: T) => boolean): Promise<T> | null {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    if (!this.#places.take()) return null;
    const result = load();
    this.#makeRoom();
    this.#kept.set(key, result);
    result.then(
      (loaded) => this.#settled(key, isFinal(loaded)),
      () => this.#settled(key, false),
    );
    return result;
  }

  #settled(key: string | number, isFinal: boolean): void {
    this.#places.giveBack();
    if (!isFinal) this.#kept.delete(key);
  }

  #makeRoom(): void {
    if (this.#kept.size < KEPT_MAX) return;
    for (const [oldest] of this.#kept) {
      this.#kept.delete(oldest);
      return;
    }
  }
}
