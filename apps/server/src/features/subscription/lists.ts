/** An owner's subscriptions and the published lists of projects, from the tables (D0024). */
import { SUBSCRIPTION_STATUS } from '@glasshouse/core';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { List, ListRequest } from '../../db/lists.ts';
import type { Catalogue } from '../../contract/catalogue.ts';
import { fieldsOf, subscriptionRowOf, STATUSES } from './rows.ts';
import type { SubscriptionsTable } from './tables.ts';

export interface SubscriptionsQuery extends ListRequest {
  readonly owner: number;
  readonly status?: number | undefined;
}

export function subscriptionsList(
  { database, catalogue }: { readonly database: Database; readonly catalogue: Catalogue },
  query: SubscriptionsQuery,
): List<'subscriptions', ReturnType<typeof subscriptionRowOf>> {
  const { owner, status } = query;
  return {
    source: {
      table: 'subscriptions',
      order: ['placed_ms', 'subscription_id'],
      key: ['subscription_id'],
      id: 'subscription_id',
    },
    request: query,
    branches: [status === undefined ? sql`owner = ${owner}` : sql`owner = ${owner} and status = ${status}`],
    total: async () => {
      const counts = await countSubscriptions(database, owner);
      return counts.reduce(
        (sum, count, of) => (status === undefined || status === of ? sum + count : sum),
        0,
      );
    },
    rowOf: (row) => subscriptionRowOf(catalogue, fieldsOf(row)),
  };
}

/** How many subscriptions have each state, by the totals that are kept. */
export async function countSubscriptions({ reads }: Database, owner: number): Promise<readonly number[]> {
  const rows = await reads
    .selectFrom('subscription_totals')
    .select(['status', 'subscriptions'])
    .where('owner', '=', owner)
    .execute();
  const counts = new Map(rows.map(({ status, subscriptions }) => [status, subscriptions]));
  return STATUSES.map((_, status) => counts.get(status) ?? 0);
}

/** Lines of a project's list behind a number, in order. */
export function readLines(
  { reads }: Database,
  { project, after, limit }: { readonly project: number; readonly after: number; readonly limit: number },
): Promise<SubscriptionsTable[]> {
  return reads
    .selectFrom('subscriptions')
    .selectAll()
    .where('project', '=', project)
    .where('status', '<>', SUBSCRIPTION_STATUS.cancelled)
    .where('subscription_id', '>', after)
    .orderBy('subscription_id')
    .limit(limit)
    .execute();
}

/** Lines that are read at a time where a whole list is. */
const LINES_AT_ONCE = 1_000;

export async function* wholeList(database: Database, project: number): AsyncGenerator<SubscriptionsTable[]> {
  for (let after = 0; ;) {
    const lines = await readLines(database, { project, after, limit: LINES_AT_ONCE });
    if (lines.length > 0) yield lines;
    if (lines.length < LINES_AT_ONCE) return;
    after = lines.at(-1)!.subscription_id;
  }
}
