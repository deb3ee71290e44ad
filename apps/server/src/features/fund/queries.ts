/** The user's holdings from the table, and how many there are of each status. */
import { HOLDING_STATUS } from '@glasshouse/core';
import type { HoldingRow } from '@glasshouse/protocol/fund';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { List, ListRequest, ListTable } from '../../db/lists.ts';
import { holdingFieldsOf, type HoldingFields } from './rows.ts';

const STATUSES = Object.values(HOLDING_STATUS);

export interface HoldingsQuery extends ListRequest {
  readonly owner: number;
  readonly status?: number | undefined;
}

const HOLDINGS = {
  table: 'fund_holdings',
  order: ['accepted_ms', 'holding_id'],
  key: ['holding_id'],
  id: 'holding_id',
} as const satisfies ListTable<'fund_holdings'>;

export function holdingsList(
  database: Database,
  query: HoldingsQuery,
  rowOf: (holding: HoldingFields) => HoldingRow,
): List<'fund_holdings', HoldingRow> {
  const { owner, status } = query;
  const own = sql`owner = ${owner}`;
  return {
    source: HOLDINGS,
    request: query,
    branches: [status === undefined ? own : sql`${own} and status = ${status}`],
    total: async () => {
      const counts = await readCounts(database, owner);
      return status === undefined ? counts.reduce((sum, count) => sum + count, 0) : (counts[status] ?? 0);
    },
    rowOf: (row) => rowOf(holdingFieldsOf(row)),
  };
}

/** By status. */
export async function readCounts(database: Pick<Database, 'reads'>, owner: number): Promise<number[]> {
  const rows = await database.reads
    .selectFrom('fund_holding_totals')
    .select(['status', 'holdings'])
    .where('owner', '=', owner)
    .execute();
  return STATUSES.map((status) => rows.find((row) => row.status === status)?.holdings ?? 0);
}
