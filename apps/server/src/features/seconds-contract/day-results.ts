/**
 * The results of a user's seconds contracts since a given time: numbers of right, wrong and equal
 * ones, and their net.
 */
import { RESULT } from '@glasshouse/core';
import { sql } from 'kysely';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Database } from '../../db/database.ts';

/** The coin of stakes in seconds contracts. */
export const STAKE_COIN = 'USDT';
const COMPLETED = 1;

export interface ResultReads {
  readonly database: Database;
  readonly catalogue: Catalogue;
}
/**
 * Net in units of the stake coin, fees included: gains are positive, losses negative. Refunded
 * contracts do not count.
 */
export interface DayResults {
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  readonly net: number;
}

/** One row for each result. The query uses the index on the finish time. */
export async function readResults(
  { database, catalogue }: ResultReads,
  owner: number,
  sinceMs: number,
): Promise<DayResults> {
  const markets = stakedMarkets(catalogue);
  const rows = await database.reads
    .selectFrom('positions')
    .select((select) => [
      'result',
      select.fn.countAll<number>().as('count'),
      sql<number>`sum(stake)::bigint`.as('stake'),
      sql<number>`sum(fee)::bigint`.as('fee'),
      // Each profit is rounded down separately, as it was paid.
      sql<number>`sum(div(stake::numeric * profit_rate_ppm, 1000000))::bigint`.as('profit'),
    ])
    .where('owner', '=', owner)
    .where('status', '=', COMPLETED)
    .where('finish_ms', '>=', sinceMs)
    .where('market', 'in', markets.length === 0 ? [-1] : markets)
    .groupBy('result')
    .execute();
  const of = (result: number) =>
    rows.find((row) => row.result === result) ?? { count: 0, stake: 0, fee: 0, profit: 0 };
  const [won, lost] = [of(RESULT.win), of(RESULT.lose)];
  return {
    won: won.count,
    lost: lost.count,
    drawn: of(RESULT.draw).count,
    net: won.profit - won.fee - lost.stake - lost.fee,
  };
}

/** The numbers of the markets whose contracts are staked in the coin. */
export function stakedMarkets(catalogue: Catalogue): readonly number[] {
  return catalogue.markets
    .filter(({ quote }) => quote.code === STAKE_COIN)
    .map(({ market }) => market.definition.market);
}
