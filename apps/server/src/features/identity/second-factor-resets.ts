/**
 * Resets of a second factor that its owner has lost. Two operators begin one; then it waits, by a
 * time that is fixed when it begins, and whoever is in the account, an operator, the second factor
 * itself and every change of the credentials stop it. `due-resets.ts` does it at its time.
 */
import type { SecondFactor } from '@glasshouse/protocol/identity/second-factors';
import type { Selectable } from 'kysely';
import type { Doer as Operators } from '../../contract/operator-acts.ts';
import type { Doer, Within } from '../../contract/messages.ts';
import { subjectOfUser } from '../../contract/person-look.ts';
import type { OperatorAct } from '../../contract/ports.ts';
import type { Database } from '../../db/database.ts';
import { readerOf } from './queries.ts';
import type { ReportSecurityEvent, SecurityEvent } from './security-events.ts';
import type { SecondFactorResetsTable } from './tables.ts';

export type ResetRow = Selectable<SecondFactorResetsTable>;

/** Who or what stops one, as the log of operators and the owner read it. */
const STOPS = {
  owner: { event: 'reset-stopped', words: 'by its owner' },
  used: { event: 'reset-stopped-by-use', words: 'the second factor was used' },
  changed: { event: 'reset-stopped-by-change', words: 'the credentials of the account were changed' },
  operator: { event: 'reset-stopped-by-platform', words: 'by an operator' },
} as const satisfies Readonly<Record<string, { readonly event: SecurityEvent; readonly words: string }>>;
type StoppedBy = keyof typeof STOPS;

interface Stop {
  readonly how: StoppedBy;
  /** Only a reset of this one; absent: of any. */
  readonly factor?: SecondFactor;
  /** Who did it; null if that was no owner. */
  readonly by: Doer | null;
}

const NOTED_AT_ONCE = 100;

export interface SecondFactorResetsParts {
  readonly database: Database;
  /** The time of commands, as of the holds that a reset begins. */
  readonly nowMs: () => number;
  readonly reportEvent: ReportSecurityEvent;
  readonly deliverSoon: () => void;
  /** Adds to the log of operators. */
  readonly record: (act: OperatorAct) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

export class SecondFactorResets {
  readonly #parts: SecondFactorResetsParts;
  #noting: Promise<void> = Promise.resolve();

  constructor(parts: SecondFactorResetsParts) {
    this.#parts = parts;
  }

  /** The one that waits. */
  waiting(userId: number): Promise<ResetRow | undefined> {
    return this.#parts.database.kysely
      .selectFrom('second_factor_resets')
      .selectAll()
      .where('user_id', '=', userId)
      .where('outcome', 'is', null)
      .executeTakeFirst();
  }

  /** Those whose time has come, the oldest first. */
  due(limit: number): Promise<ResetRow[]> {
    return this.#parts.database.kysely
      .selectFrom('second_factor_resets')
      .selectAll()
      .where('outcome', 'is', null)
      .where('due_ms', '<=', this.#parts.nowMs())
      .orderBy('due_ms')
      .limit(limit)
      .execute();
  }

  /** Its end; null if one waits already. */
  async begin(
    asked: { readonly userId: number; readonly factor: SecondFactor; readonly hours: number },
    { operator, second, reason }: Operators,
    { kysely }: Within,
  ): Promise<number | null> {
    const begunMs = this.#parts.nowMs();
    const dueMs = begunMs + asked.hours * 3_600_000;
    const added = await kysely
      .insertInto('second_factor_resets')
      .values({
        user_id: asked.userId,
        factor: asked.factor,
        operator,
        second: second ?? '',
        reason,
        begun_ms: begunMs,
        due_ms: dueMs,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('reset_id')
      .execute();
    return added.length === 0 ? null : dueMs;
  }

  /** In the transaction that removes the second factor. False: it was stopped or done meanwhile. */
  async finish({ reset_id: resetId }: ResetRow, { kysely }: Within): Promise<boolean> {
    const nowMs = this.#parts.nowMs();
    const finished = await kysely
      .updateTable('second_factor_resets')
      .set({ outcome: 'removed', ended_ms: nowMs, is_noted: true })
      .where('reset_id', '=', resetId)
      .where('outcome', 'is', null)
      .where('due_ms', '<=', nowMs)
      .returning('reset_id')
      .execute();
    return finished.length === 1;
  }

  /** Stops the one that waits and tells its owner. False if none waits. */
  async stop(userId: number, stop: Stop): Promise<boolean> {
    const { database, deliverSoon } = this.#parts;
    const isStopped = await database.kysely
      .transaction()
      .execute((kysely) => this.stopWithin(userId, stop, { kysely }));
    if (!isStopped) return false;
    deliverSoon();
    await this.noteEnds();
    return true;
  }

  /** As `stop`, in the transaction of what stops it. `noteEnds` follows when that has ended. */
  async stopWithin(userId: number, { how, factor, by }: Stop, { kysely }: Within): Promise<boolean> {
    let stopping = kysely
      .updateTable('second_factor_resets')
      // An act of an operator is in the log itself.
      .set({ outcome: how, ended_ms: this.#parts.nowMs(), is_noted: how === 'operator' })
      .where('user_id', '=', userId)
      .where('outcome', 'is', null);
    if (factor !== undefined) stopping = stopping.where('factor', '=', factor);
    const stopped = await stopping.returning('reset_id').execute();
    if (stopped.length === 0) return false;
    const user = await kysely
      .selectFrom('users')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const { event } = STOPS[how];
    await this.#parts.reportEvent({ userId, event, reader: readerOf(user), by }, { kysely });
    return true;
  }

  /** Adds to the log what has stopped. The stop stands even if that fails: upkeep tries again. */
  async noteEnds(): Promise<void> {
    await this.keepUp().catch(this.#parts.onError);
  }

  /** One after the other, so that no end is in the log twice. */
  keepUp(): Promise<void> {
    const noted = this.#noting.then(() => this.#note());
    this.#noting = noted.catch(() => undefined);
    return noted;
  }

  async #note(): Promise<void> {
    const { database, record } = this.#parts;
    const ended = await database.kysely
      .selectFrom('second_factor_resets')
      .select(['reset_id', 'user_id', 'outcome'])
      .where('outcome', 'is not', null)
      .where('is_noted', '=', false)
      .orderBy('reset_id')
      .limit(NOTED_AT_ONCE)
      .execute();
    for (const { reset_id: resetId, user_id: userId, outcome } of ended) {
      const subject = subjectOfUser(userId);
      const detail = STOPS[outcome as StoppedBy].words;
      await record({ operator: subject, act: 'people/reset-second-factor stopped', subject, detail });
      await database.kysely
        .updateTable('second_factor_resets')
        .set({ is_noted: true })
        .where('reset_id', '=', resetId)
        .execute();
    }
  }
}
