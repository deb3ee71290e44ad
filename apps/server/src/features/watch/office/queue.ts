/** Cases for operators: the queue, and one case with its evidence. A look at one is in the log. */
import { formatDecimal } from '@glasshouse/money';
import type { OperatorCallNamed, ParsedInputOf } from '@glasshouse/protocol';
import type { WatchCase, WatchCaseRow } from '@glasshouse/protocol/watch/office';
import {
  WATCH_CONCLUSIONS,
  WATCH_RULES,
  WATCH_STATES,
  type Figure,
  type WatchState,
} from '@glasshouse/protocol/watch/rules';
import { sql, type RawBuilder } from 'kysely';
import type { Ports } from '../../../contract/ports.ts';
import { lookIntoQueue } from '../../../contract/queue-look.ts';
import type { Database } from '../../../db/database.ts';
import { countBranches, readList, type ListTable } from '../../../db/lists.ts';
import type { FeatureHandlers } from '../../../http/handler.ts';
import { usdtUnits } from '../findings.ts';
import { CASE_STATE, type CaseStore, type StoredCase } from '../case-store.ts';
import { linksAmong, type Facts } from '../steps.ts';

export interface ReadParts {
  readonly database: Database;
  readonly store: CaseStore;
  readonly facts: Facts;
  readonly operators: Pick<Ports['operators'], 'note' | 'look'>;
}
type Asked = ParsedInputOf<OperatorCallNamed<'watch/get-cases'>>;

const SOURCE = {
  table: 'watch_cases',
  order: ['opened_ms', 'case_id'],
  key: ['case_id'],
} as const satisfies ListTable<'watch_cases'>;
const ACCOUNTS_SHOWN = 20;
const EVIDENCE_SHOWN = 200;
const FLOWS_SHOWN = 50;
const USDT_DECIMALS = 6;
const NOT_FOUND = { error: 'request/not-found', field: 'id' } as const;

export const subjectOf = ({ case_id: id }: Pick<StoredCase, 'case_id'>): string => `watch case ${id}`;

export function watchReadHandlers(
  parts: ReadParts,
): Pick<FeatureHandlers<'watch'>, 'watch/get-cases' | 'watch/get-case'> {
  const { operators, store, database } = parts;
  return {
    'watch/get-cases': async (asked, caller) => {
      const page = await readCases(database, asked);
      const userIds = page.list.flatMap(({ accounts }) => accounts);
      const find = asked.user === undefined ? undefined : String(asked.user);
      await lookIntoQueue(operators, caller, { act: 'watch/get-cases', view: asked.view, find, userIds });
      return page;
    },
    'watch/get-case': async ({ id }, caller) => {
      const stored = await store.find(id);
      if (stored === null) return NOT_FOUND;
      const [row] = await caseRows(database, [stored]);
      const shown = await officeCase(parts, stored, row!);
      const detail = accountsIn(shown).join(', ');
      await operators.note(caller, { act: 'watch/get-case', subject: subjectOf(stored), detail });
      return shown;
    },
  };
}

async function readCases(database: Database, { view, rule, state, user, ...asked }: Asked) {
  const states = (view === 'waiting' ? (['open'] as const) : WATCH_STATES).filter(
    (each) => state === undefined || each === state,
  );
  const further: RawBuilder<unknown>[] = [];
  if (rule !== undefined) further.push(sql` and rule = ${rule}`);
  if (user !== undefined)
    further.push(sql` and case_id in (select case_id from watch_accounts where user_id = ${user})`);
  // Each branch reads its own index in the order of the list.
  const branches = states.map((each) => sql`state = ${CASE_STATE[each]}${sql.join(further, sql``)}`);
  const page = await readList(database, {
    source: SOURCE,
    request: asked,
    branches,
    isOldestFirst: view === 'waiting',
    total: () => countBranches(database, 'watch_cases', branches),
    rowOf: (row): StoredCase => row,
  });
  const [list, waiting, oldest] = await Promise.all([
    caseRows(database, page.list),
    countBranches(database, 'watch_cases', [sql`state = ${CASE_STATE.open}`]),
    database.kysely
      .selectFrom('watch_cases')
      .select('opened_ms')
      .where('state', '=', CASE_STATE.open)
      .orderBy('opened_ms')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return { ...page, list, waiting, oldestTime: oldest?.opened_ms ?? null };
}

const stateOf = (state: number): WatchState => WATCH_STATES[state] ?? 'open';
const usdt = (units: number): string => formatDecimal(units, USDT_DECIMALS);
const conclusionOf = (text: string | null) => WATCH_CONCLUSIONS.find((each) => each === text) ?? null;

async function caseRows(database: Database, cases: readonly StoredCase[]): Promise<WatchCaseRow[]> {
  if (cases.length === 0) return [];
  const ids = cases.map(({ case_id }) => sql`(${case_id}::bigint)`);
  const { rows } = await sql<{ case_id: number; user_id: number; count: number }>`
    select c.case_id, a.user_id,
      (select count(*) from watch_accounts n where n.case_id = c.case_id) as count
    from (values ${sql.join(ids)}) as c (case_id)
    cross join lateral (
      select user_id from watch_accounts where case_id = c.case_id
      order by user_id limit ${ACCOUNTS_SHOWN}
    ) as a order by c.case_id, a.user_id`.execute(database.kysely);
  return cases.map((row): WatchCaseRow => {
    const own = rows.filter(({ case_id }) => case_id === row.case_id);
    return {
      id: row.case_id,
      rule: WATCH_RULES.find((each) => each === row.rule) ?? 'wash-trade',
      state: stateOf(row.state),
      accounts: own.map(({ user_id }) => user_id),
      accountCount: own[0]?.count ?? 0,
      value: usdt(row.value),
      evidenceCount: row.evidence,
      time: row.opened_ms,
      changedTime: row.changed_ms,
      conclusion: conclusionOf(row.conclusion),
    };
  });
}

async function officeCase(
  { database, facts }: ReadParts,
  { case_id: id, figures }: StoredCase,
  row: WatchCaseRow,
): Promise<WatchCase> {
  const [evidence, flows, notes, links] = await Promise.all([
    database.kysely
      .selectFrom('watch_evidence')
      .selectAll()
      .where('case_id', '=', id)
      .orderBy('time_ms', 'desc')
      .orderBy('ref')
      .limit(EVIDENCE_SHOWN)
      .execute(),
    flowsOf(database, id),
    database.kysely
      .selectFrom('watch_notes')
      .selectAll()
      .where('case_id', '=', id)
      .orderBy('note_id')
      .execute(),
    linksAmong(facts, row.accounts),
  ]);
  return {
    ...row,
    figures: (JSON.parse(figures) as Figure[]).map(({ figure, unit, is, threshold }) => {
      const textOf = (value: number) => (unit === 'usdt' ? usdt(value) : String(value));
      return { figure, unit, is: textOf(is), threshold: threshold === null ? null : textOf(threshold) };
    }),
    evidence: evidence.map((each) => ({
      ref: each.ref,
      kind: each.kind as WatchCase['evidence'][number]['kind'],
      time: each.time_ms,
      from: each.from_user,
      to: each.to_user,
      what: each.what,
      value: each.value === null ? null : usdt(each.value),
    })),
    flows,
    links,
    notes: notes.map(({ kind, operator, words, time_ms: time }) => {
      const [act, conclusion] = kind.split(' ');
      const known = act === 'close' || act === 'reopen' ? act : 'note';
      return { time, kind: known, operator, words, conclusion: conclusionOf(conclusion ?? null) };
    }),
  };
}

/** Everybody whom an answer shows. */
function accountsIn({ accounts, evidence, flows }: WatchCase): number[] {
  const shown = [...evidence, ...flows].flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
  return [...new Set([...accounts, ...shown])].toSorted((a, b) => a - b);
}

async function flowsOf(database: Database, caseId: number): Promise<WatchCase['flows']> {
  const { rows } = await sql<{ from_user: number; to_user: number; count: number; value: string }>`
    select from_user, to_user, count(*) as count, coalesce(sum(value), 0)::text as value
    from watch_evidence where case_id = ${caseId} and to_user is not null
    group by from_user, to_user order by count(*) desc, from_user, to_user
    limit ${FLOWS_SHOWN}`.execute(database.kysely);
  return rows.map(({ from_user: from, to_user: to, count, value }) => ({
    from,
    to,
    count,
    value: usdt(usdtUnits(BigInt(value))),
  }));
}
