/** The calls that list deposits, withdrawals and holds. */
import { sql, type RawBuilder } from 'kysely';
import type { DepositRow, WithdrawalRow } from '@glasshouse/protocol/funding';
import type { RecordCountsOf } from '@glasshouse/protocol';
import { csvDownload } from '../../http/csv.ts';
import { listPages, readList, WHOLE, type List, type ListRequest, type ListTable } from '../../db/lists.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import { lookAt } from '../../contract/person-look.ts';
import type { Ports } from '../../contract/ports.ts';
import type { CountParts, ProductServices } from '../../contract/product.ts';
import { DEPOSIT_COLUMNS, WITHDRAWAL_COLUMNS } from './csv-columns.ts';
import { depositFieldsOf, depositRowOf, holdRowOf, withdrawalFieldsOf, withdrawalRowOf } from './rows.ts';

const DEPOSITS = {
  table: 'funding_deposits',
  order: ['credited_ms', 'deposit_id'],
  key: ['deposit_id'],
  id: 'deposit_id',
} as const satisfies ListTable<'funding_deposits'>;
const WITHDRAWALS = {
  table: 'funding_withdrawals',
  order: ['requested_ms', 'withdrawal_id'],
  key: ['withdrawal_id'],
  id: 'withdrawal_id',
} as const satisfies ListTable<'funding_withdrawals'>;
const NO_ASSET = -1;

interface Query extends ListRequest {
  readonly owner: number;
  readonly currency?: string | undefined;
}

type ListCalls =
  | 'funding/get-deposits'
  | 'funding/export-deposits'
  | 'funding/get-withdrawals'
  | 'funding/export-withdrawals'
  | 'funding/get-holds';

export function listHandlers(
  parts: Pick<ProductServices, 'database' | 'catalogue' | 'sequencer'>,
): Pick<FeatureHandlers<'funding'>, ListCalls> {
  const { database, catalogue, sequencer } = parts;
  return {
    'funding/get-deposits': (input, { userId }) =>
      readList(database, depositList(parts, { owner: userId, ...input })),
    'funding/export-deposits': (input, { userId }) =>
      csvDownload({
        kind: 'deposits',
        range: input,
        columns: DEPOSIT_COLUMNS,
        pages: listPages(database, depositList(parts, { owner: userId, ...input, ...WHOLE })),
      }),
    'funding/get-withdrawals': (input, { userId }) =>
      readList(database, withdrawalList(parts, { owner: userId, ...input })),
    'funding/export-withdrawals': (input, { userId }) =>
      csvDownload({
        kind: 'withdrawals',
        range: input,
        columns: WITHDRAWAL_COLUMNS,
        pages: listPages(database, withdrawalList(parts, { owner: userId, ...input, ...WHOLE })),
      }),
    'funding/get-holds': (_input, { userId }) =>
      sequencer.read(() => {
        const { moneyHolds } = catalogue.exchange.features.funding;
        return { list: moneyHolds.of(userId).map((hold) => holdRowOf(catalogue, hold)) };
      }),
  };
}

/** The same lists for operators. */
export function personListHandlers(
  ports: Ports,
): Pick<FeatureHandlers<'people'>, 'people/get-deposits' | 'people/get-withdrawals'> {
  const { database } = ports;
  return {
    'people/get-deposits': async ({ user, ...input }, caller) =>
      (await lookAt(ports, caller, { act: 'people/get-deposits', user })) ??
      readList(database, depositList(ports, { owner: user, ...input })),
    'people/get-withdrawals': async ({ user, ...input }, caller) =>
      (await lookAt(ports, caller, { act: 'people/get-withdrawals', user })) ??
      readList(database, withdrawalList(ports, { owner: user, ...input })),
  };
}

export async function countRecords(parts: CountParts, owner: number): Promise<RecordCountsOf<'funding'>> {
  const query = { owner, ...WHOLE };
  const [deposits, withdrawals] = await Promise.all([
    depositList(parts, query).total(),
    withdrawalList(parts, query).total(),
  ]);
  return { deposits, withdrawals };
}

function depositList(parts: CountParts, query: Query): List<'funding_deposits', DepositRow> {
  const { catalogue } = parts;
  const filter = filterOf(parts, query);
  return {
    source: DEPOSITS,
    request: query,
    branches: [filter],
    total: () => totalOf(parts, sql`deposits`, sql`funding_deposit_totals where ${filter}`),
    rowOf: (row) => depositRowOf(catalogue, depositFieldsOf(row)),
  };
}

function withdrawalList(parts: CountParts, query: Query): List<'funding_withdrawals', WithdrawalRow> {
  const { catalogue } = parts;
  const filter = filterOf(parts, query);
  return {
    source: WITHDRAWALS,
    request: query,
    branches: [filter],
    total: () => totalOf(parts, sql`withdrawals`, sql`funding_withdrawal_totals where ${filter}`),
    rowOf: (row) => withdrawalRowOf(catalogue, withdrawalFieldsOf(row)),
  };
}

/** An unknown coin has no rows. */
function filterOf({ catalogue }: CountParts, { owner, currency }: Query): RawBuilder<unknown> {
  if (currency === undefined) return sql`owner = ${owner}`;
  return sql`owner = ${owner} and asset = ${catalogue.asset(currency)?.asset ?? NO_ASSET}`;
}

async function totalOf(
  { database }: CountParts,
  column: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(${column}), 0)::bigint as count from ${from}`.execute(database.kysely);
  return rows[0]?.count ?? 0;
}
