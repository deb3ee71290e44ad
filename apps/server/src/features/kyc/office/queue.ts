/** The queue of cases: by view, with what tells that somebody else has named the same document. */
import {
  COUNTRIES,
  DOCUMENTS,
  documentsOf,
  numberFault,
  plainNumber,
} from '@glasshouse/protocol/kyc/documents';
import { CASE_STATES, type CaseState } from '@glasshouse/protocol/kyc/case-states';
import type { CaseRow } from '@glasshouse/protocol/kyc/office';
import type { OperatorCallNamed, ParsedInputOf } from '@glasshouse/protocol';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { anyOf, countBranches, readList, type ListTable } from '../../../db/lists.ts';
import type { KycCasesTable } from '../tables.ts';
import type { Vault } from '../vault.ts';

export interface QueueParts {
  readonly database: Database;
  readonly vault: Vault;
}
type Asked = ParsedInputOf<OperatorCallNamed<'kyc/get-queue'>>;
export type CaseFacts = Pick<
  Selectable<KycCasesTable>,
  'case_id' | 'user_id' | 'state' | 'country' | 'document' | 'number_mac' | 'submitted_ms' | 'reviewed_ms'
>;

const QUEUE = {
  table: 'kyc_cases',
  order: ['submitted_ms', 'case_id'],
  key: ['case_id'],
} as const satisfies ListTable<'kyc_cases'>;
/** States are stored from 1 on. */
const numberOf = (state: CaseState): number => CASE_STATES.indexOf(state) + 1;
export const stateOf = (state: number): CaseState => CASE_STATES[state - 1] ?? 'waiting';
const WAITING = sql`state = ${numberOf('waiting')}`;

export async function readQueue({ database, vault }: QueueParts, { view, state, ...asked }: Asked) {
  const states = (view === 'waiting' ? (['waiting'] as const) : CASE_STATES).filter(
    (each) => state === undefined || each === state,
  );
  const inCountry = asked.country === undefined ? sql`` : sql` and country = ${asked.country}`;
  // Each branch reads its own index in the order of the list.
  const branches =
    asked.find === undefined
      ? states.map((each) => sql`state = ${numberOf(each)}${inCountry}`)
      : foundBy(vault, asked.find).map(
          (found) => sql`${found} and ${anyOf('state', states.map(numberOf))}${inCountry}`,
        );
  const page = await readList(database, {
    source: QUEUE,
    request: asked,
    branches,
    isOldestFirst: view === 'waiting',
    total: () => countBranches(database, QUEUE.table, branches),
    rowOf: (row) => row,
  });
  const [list, waiting, oldestTime] = await Promise.all([
    caseRows(database, page.list),
    countBranches(database, QUEUE.table, [WAITING]),
    oldest(database),
  ]);
  return { ...page, list, waiting, oldestTime };
}

/** Conditions, of which each has an index, and no row meets two. Names are sealed. */
function foundBy(vault: Vault, find: string): readonly RawBuilder<unknown>[] {
  const macs = macsOf(vault, find);
  const named = sql`number_mac = any(${[...macs]})`;
  const [, digits] = /^(?:k-)?(\d{1,15})$/i.exec(find) ?? [];
  if (digits === undefined) return [named];
  const number = Number(digits);
  return [
    sql`case_id = ${number}`,
    sql`user_id = ${number} and case_id <> ${number}`,
    sql`${named} and user_id <> ${number} and case_id <> ${number}`,
  ];
}

/** A number does not tell of which country it is: those of every document that it can be of. */
function macsOf(vault: Vault, find: string): readonly string[] {
  const number = plainNumber(find);
  return COUNTRIES.flatMap((country) =>
    documentsOf(country)
      .filter((document) => numberFault({ country, document, number }, Date.now()) === null)
      .map((document) => vault.fingerprint(country, document, number)),
  );
}

async function oldest(database: Database): Promise<number | null> {
  const { rows } = await sql<{ submitted_ms: number }>`
    select submitted_ms from kyc_cases where ${WAITING}
    order by submitted_ms, case_id limit 1`.execute(database.kysely);
  return rows[0]?.submitted_ms ?? null;
}

export async function caseRows(database: Database, found: readonly CaseFacts[]): Promise<CaseRow[]> {
  if (found.length === 0) return [];
  const { rows: live } = await sql<{ number_mac: string; user_id: number }>`
    select number_mac, user_id from kyc_cases
    where number_mac = any(${found.map(({ number_mac }) => number_mac)}) and state in (1, 2)
    `.execute(database.kysely);
  return found.map((row): CaseRow => ({
    id: row.case_id,
    userId: row.user_id,
    time: row.submitted_ms,
    country: row.country,
    document: DOCUMENTS.find((each) => each === row.document) ?? 'id-card',
    state: stateOf(row.state),
    decidedTime: row.reviewed_ms,
    isDuplicate: live.some(
      ({ number_mac, user_id }) => number_mac === row.number_mac && user_id !== row.user_id,
    ),
  }));
}
