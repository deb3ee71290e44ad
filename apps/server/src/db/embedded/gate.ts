/**
 * Queues access to the one connection of the embedded database: the writer first, then in turns the
 * projector and everybody else in order of arrival.
 */
import { DATABASE_CODES, DatabaseError } from '../database.ts';

/**
 * Callers that may wait, the writer and the projector not counted. At the limit the next one is
 * refused as busy.
 */
export const WAITING_MAX = 2_000;

export type Rank = 'writer' | 'projector' | 'other';

export class Gate {
  #taken = false;
  readonly #waiting: Readonly<Record<Rank, (() => void)[]>> = { writer: [], projector: [], other: [] };
  /** Of the projector and the others: who was let in last. */
  #last: Rank = 'other';

  /**
   * Resolves when the caller holds the connection. The caller must then call `release` exactly
   * once.
   */
  async acquire(rank: Rank): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      return;
    }
    if (rank === 'other' && this.#waiting.other.length >= WAITING_MAX) {
      throw new DatabaseError(
        DATABASE_CODES.busy,
        `more than ${WAITING_MAX} statements wait for the database`,
      );
    }
    await new Promise<void>((resolve) => this.#waiting[rank].push(resolve));
  }

  release(): void {
    const next = this.#waiting.writer.shift() ?? this.#nextInTurn();
    if (next === undefined) this.#taken = false;
    else next();
  }

  #nextInTurn(): (() => void) | undefined {
    const ranks =
      this.#last === 'projector' ? (['other', 'projector'] as const) : (['projector', 'other'] as const);
    const rank = ranks.find((each) => this.#waiting[each].length > 0);
    if (rank === undefined) return undefined;
    this.#last = rank;
    return this.#waiting[rank].shift();
  }
}
