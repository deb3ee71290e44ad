/**
 * Holds on withdrawals after changes of credentials. Each is noted in the transaction of its change
 * and then placed in the core, whose journal keeps it. A crash in between leaves the note, from
 * which upkeep places it.
 */
import type { Database } from '../../db/database.ts';
import { eachAlone, runSteps } from '../../process/each-alone.ts';
import { holdsOf, liveHolds } from './restrictions.ts';
import type { Within } from '../../contract/messages.ts';

/** Placing is tried again while the hold has not ended. */
const LISTED_MAX = 500;

export interface SecurityHold {
  readonly userId: number;
  readonly untilMs: number;
}

export interface SecurityHoldOptions {
  readonly database: Database;
  /** Holds all withdrawals of the user. The same hold again changes nothing. */
  readonly place: (hold: SecurityHold) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** The time of commands. */
  readonly nowMs: () => number;
}

export class SecurityHolds {
  readonly #options: SecurityHoldOptions;
  readonly #now: () => number;

  constructor(options: SecurityHoldOptions) {
    this.#options = options;
    this.#now = options.nowMs;
  }

  /** To be called in the transaction of a change: notes the hold that the change begins, if any. */
  async note({ kysely }: Within, userId: number): Promise<void> {
    const nowMs = this.#now();
    const user = await kysely
      .selectFrom('users')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const [longest] = liveHolds(holdsOf(user), nowMs);
    if (longest === undefined) return;
    await kysely
      .insertInto('security_holds')
      .values({ user_id: userId, until_ms: longest.untilMs, noted_ms: nowMs, placed_ms: null })
      .onConflict((conflict) => conflict.columns(['user_id', 'until_ms']).doNothing())
      .execute();
  }

  /** Places what a change has noted. The change stands even if that fails: upkeep tries again. */
  async placeFor(userId: number): Promise<void> {
    await this.#placeAll(userId).catch(this.#options.onError);
  }

  async keepUp(): Promise<void> {
    const { database } = this.#options;
    await runSteps([
      () => this.#placeAll(),
      () => database.kysely.deleteFrom('security_holds').where('until_ms', '<=', this.#now()).execute(),
    ]);
  }

  async #placeAll(userId?: number): Promise<void> {
    const { database, place } = this.#options;
    let waiting = database.reads
      .selectFrom('security_holds')
      .select(['user_id', 'until_ms'])
      .where('placed_ms', 'is', null)
      .where('until_ms', '>', this.#now());
    if (userId !== undefined) waiting = waiting.where('user_id', '=', userId);
    const rows = await waiting.orderBy('noted_ms').limit(LISTED_MAX).execute();
    await eachAlone(rows, async (row) => {
      await place({ userId: row.user_id, untilMs: row.until_ms });
      await database.kysely
        .updateTable('security_holds')
        .set({ placed_ms: this.#now() })
        .where('user_id', '=', row.user_id)
        .where('until_ms', '=', row.until_ms)
        .execute();
    });
  }
}
