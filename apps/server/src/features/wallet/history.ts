/**
 * What an owner held at the end of each day, from the sums that are kept by day: all accounts
 * together, coin by coin. Values follow from the public candles.
 */
import type { PostingReason } from '@glasshouse/core';
import type { DataOf } from '@glasshouse/protocol';
import type { getHistory, HistoryCoin } from '@glasshouse/protocol/wallet';
import { sql } from 'kysely';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Reads } from './ledger-list.ts';
import { decimalText } from '../../values/exact-sums.ts';
import { dayOf, dayStartMs } from './statement-projection.ts';

/** Postings that bring money from outside or take it out. They are neither profit nor loss. */
const FLOWS: readonly PostingReason[] = [
  'play-money',
  'house-capital',
  'deposit',
  'deposit-rest',
  'withdrawal-paid',
];

interface Sums {
  readonly asset: number;
  /** Null for the sum of all days before the first. */
  readonly day: number | null;
  readonly change: string;
  readonly flow: string;
}

/** The last `days` days, of which today is one. */
export async function readHistory(
  { database, catalogue }: Reads,
  { owner, days, nowMs }: { readonly owner: number; readonly days: number; readonly nowMs: number },
): Promise<DataOf<typeof getHistory>> {
  const first = dayOf(nowMs) - days + 1;
  const { rows } = await sql<Sums>`
    select asset, case when day < ${first} then null else day end as day, sum(received - paid)::text as change,
      coalesce(sum(received - paid) filter (where reason in (${sql.join(FLOWS)})), 0)::text as flow
    from statement_days where owner = ${owner}
    group by 1, 2 order by 1, 2 nulls first`.execute(database.kysely);
  const assets = [...new Set(rows.map(({ asset }) => asset))];
  const list = assets.map((asset) =>
    coinOf(
      catalogue,
      asset,
      rows.filter((row) => row.asset === asset),
    ),
  );
  return { startTime: dayStartMs(first), list };
}

function coinOf(catalogue: Catalogue, asset: number, sums: readonly Sums[]): HistoryCoin {
  const { code, decimals } = catalogue.assetAt(asset);
  const text = (units: string): string => decimalText(BigInt(units), decimals);
  const before = sums.find(({ day }) => day === null);
  return {
    currency: code,
    opening: text(before?.change ?? '0'),
    days: sums.flatMap(({ day, change, flow }) =>
      day === null ? [] : [{ time: dayStartMs(day), change: text(change), flow: text(flow) }],
    ),
  };
}
