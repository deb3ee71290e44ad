/**
 * Queues access to the one connection of the embedded database: the writer first, then everybody
 * else in order of arrival.
 */
import { DATABASE_CODES, DatabaseError } from '../database.ts';

/** Callers that may wait, the writer not counted. At the limit the next one is refused as busy. */
export const WAITING_MAX = 2_000;

export type Rank = 'writer' | 'other';

export class Gate {
  #taken = false;
  readonly #writers: (() => void)[] = [];
  readonly #others: (() => void)[] = [];

  /**
   * Resolves when the caller holds the connection. The caller must then call `release` exactly
   * once.
   */
  async acquire(rank: Rank): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      return;
    }
    if (rank === 'other' && this.#others.length >= WAITING_MAX) {
      throw new DatabaseError(
        DATABASE_CODES.busy,
        `more than ${WAITING_MAX} statements wait for the database`,
      );
    }
    await new Promise<void>((resolve) => (rank === 'writer' ? this.#writers : this.#others).push(resolve));
  }

  release(): void {
    const next = this.#writers.shift() ?? this.#others.shift();
    if (next === undefined) this.#taken = false;
    else next();
  }
}
