/** Documents that more than one user has handed in, for the watch. */
import { linksBy, type DocumentFacts } from '../../contract/watch-facts.ts';
import type { Database } from '../../db/database.ts';
import { duplicatesOf } from './office/detail.ts';

/** A row with a lower number than one that was read may still be on its way to the table. */
const SETTLED_MS = 10_000;
const CASES_MAX = 1_000;

export const documentFacts = (database: Database, nowMs: () => number = Date.now): DocumentFacts => ({
  newDocuments: async (after, limit) => {
    const rows = await database.kysely
      .selectFrom('kyc_cases')
      .select(['case_id', 'user_id', 'submitted_ms', 'number_mac'])
      .where('case_id', '>', after)
      .orderBy('case_id')
      .limit(limit)
      .execute();
    const unsettled = rows.findIndex(({ submitted_ms }) => submitted_ms > nowMs() - SETTLED_MS);
    return Promise.all(
      (unsettled < 0 ? rows : rows.slice(0, unsettled)).map(async (row) => ({
        id: row.case_id,
        user: row.user_id,
        timeMs: row.submitted_ms,
        others: (await duplicatesOf({ database }, row)).map(({ id, userId, time, by }) => ({
          id,
          user: userId,
          timeMs: time,
          by,
        })),
      })),
    );
  },
  linksAmong: async (users) => {
    if (users.length < 2) return [];
    const rows = await database.kysely
      .selectFrom('kyc_cases')
      .select(['user_id', 'number_mac'])
      .where('user_id', 'in', users)
      .limit(CASES_MAX)
      .execute();
    return linksBy(
      'document',
      rows.map(({ user_id: user, number_mac: value }) => ({ user, value })),
    );
  },
});
