/**
 * Cases as they are kept: a finding becomes evidence once, in one transaction with the mark of its
 * source, so that a stop at any moment loses nothing and doubles nothing.
 */
import { sql, type Transaction } from 'kysely';
import type { WatchConclusion } from '@glasshouse/protocol/watch/rules';
import type { Doer } from '../../contract/operator-acts.ts';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { usdtUnits, type Evidence, type Finding } from './findings.ts';
import type { Step } from './steps.ts';
import type { WatchCasesTable } from './tables.ts';
import type { Selectable } from 'kysely';

export const CASE_STATE = { open: 0, closed: 1 } as const;
export type StoredCase = Selectable<WatchCasesTable>;
/** Who opened a case again. */
const BY_RULE = 'rule';

export class CaseStore {
  readonly #database: Database;
  readonly #nowMs: () => number;

  constructor(database: Database, nowMs: () => number) {
    this.#database = database;
    this.#nowMs = nowMs;
  }

  async marks(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.kysely.selectFrom('watch_progress').selectAll().execute();
    return new Map(rows.map(({ source, mark }) => [source, mark]));
  }

  /** False: another run has taken this step. */
  async take(source: string, before: number, { findings, mark }: Step): Promise<boolean> {
    return this.#database.kysely.transaction().execute(async (kysely) => {
      await kysely
        .insertInto('watch_progress')
        .values({ source, mark: 0 })
        .onConflict((conflict) => conflict.column('source').doNothing())
        .execute();
      const { numUpdatedRows } = await kysely
        .updateTable('watch_progress')
        .set({ mark })
        .where('source', '=', source)
        .where('mark', '=', before)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      for (const finding of findings) await this.#add(kysely, finding);
      return true;
    });
  }

  async #add(kysely: Transaction<Schema>, finding: Finding): Promise<void> {
    const nowMs = this.#nowMs();
    const { rule, subject, accounts, evidence } = finding;
    const figures = JSON.stringify(finding.figures);
    await kysely
      .insertInto('watch_cases')
      .values({
        rule,
        subject,
        state: CASE_STATE.open,
        opened_ms: nowMs,
        changed_ms: nowMs,
        value: 0,
        evidence: 0,
        figures,
      })
      .onConflict((conflict) => conflict.columns(['rule', 'subject']).doNothing())
      .execute();
    const stored = await kysely
      .selectFrom('watch_cases')
      .selectAll()
      .where('rule', '=', rule)
      .where('subject', '=', subject)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const fresh = await freshOf(kysely, stored, evidence);
    const isClosed = stored.state === CASE_STATE.closed;
    // What people have judged opens a case again when as much came since as a case needs.
    const since = fresh.filter(({ timeMs }) => timeMs > (stored.closed_ms ?? 0)).length;
    if (fresh.length === 0 || (isClosed && since < finding.evidenceMin)) return;
    await insert(kysely, stored.case_id, { accounts, fresh });
    const value = fresh.reduce((sum, each) => sum + BigInt(each.value ?? 0), BigInt(stored.value));
    await kysely
      .updateTable('watch_cases')
      .set({
        changed_ms: nowMs,
        value: usdtUnits(value),
        evidence: stored.evidence + fresh.length,
        figures,
        ...(isClosed ? { state: CASE_STATE.open, opened_ms: nowMs, conclusion: null, closed_ms: null } : {}),
      })
      .where('case_id', '=', stored.case_id)
      .execute();
    if (isClosed)
      await kysely
        .insertInto('watch_notes')
        .values({ case_id: stored.case_id, kind: 'reopen', operator: BY_RULE, words: '', time_ms: nowMs })
        .execute();
  }

  async find(caseId: number): Promise<StoredCase | null> {
    const row = await this.#database.kysely
      .selectFrom('watch_cases')
      .selectAll()
      .where('case_id', '=', caseId)
      .executeTakeFirst();
    return row ?? null;
  }

  async note(caseId: number, { operator, reason: words }: Doer): Promise<void> {
    await this.#database.kysely
      .insertInto('watch_notes')
      .values({ case_id: caseId, kind: 'note', operator, words, time_ms: this.#nowMs() })
      .execute();
  }

  /** False: it was closed meanwhile. */
  async close(
    caseId: number,
    conclusion: WatchConclusion,
    { operator, reason: words }: Doer,
  ): Promise<boolean> {
    const nowMs = this.#nowMs();
    return this.#database.kysely.transaction().execute(async (kysely) => {
      const { numUpdatedRows } = await kysely
        .updateTable('watch_cases')
        .set({ state: CASE_STATE.closed, conclusion, closed_ms: nowMs })
        .where('case_id', '=', caseId)
        .where('state', '=', CASE_STATE.open)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await kysely
        .insertInto('watch_notes')
        .values({ case_id: caseId, kind: `close ${conclusion}`, operator, words, time_ms: nowMs })
        .execute();
      return true;
    });
  }
}

/** What the case does not have yet. */
async function freshOf(
  kysely: Transaction<Schema>,
  { case_id }: StoredCase,
  evidence: readonly Evidence[],
): Promise<readonly Evidence[]> {
  const refs = JSON.stringify(evidence.map(({ ref }) => ref));
  const { rows } = await sql<{ ref: string }>`
    select ref from watch_evidence
    where case_id = ${case_id} and ref in (select jsonb_array_elements_text(${refs}::jsonb))`.execute(kysely);
  const had = new Set(rows.map(({ ref }) => ref));
  return evidence.filter(({ ref }) => !had.has(ref));
}

const INSERTED_AT_ONCE = 500;

async function insert(
  kysely: Transaction<Schema>,
  caseId: number,
  { accounts, fresh }: { readonly accounts: readonly number[]; readonly fresh: readonly Evidence[] },
): Promise<void> {
  await kysely
    .insertInto('watch_accounts')
    .values(accounts.map((user_id) => ({ case_id: caseId, user_id })))
    .onConflict((conflict) => conflict.columns(['case_id', 'user_id']).doNothing())
    .execute();
  for (let at = 0; at < fresh.length; at += INSERTED_AT_ONCE)
    await kysely
      .insertInto('watch_evidence')
      .values(
        fresh.slice(at, at + INSERTED_AT_ONCE).map((each) => ({
          case_id: caseId,
          ref: each.ref,
          kind: each.kind,
          time_ms: each.timeMs,
          from_user: each.from,
          to_user: each.to,
          what: each.what,
          value: each.value,
        })),
      )
      .execute();
}
