/** The totals of a selection of records, from sums that are kept by day: no posting is read. */
import type { DataOf } from '@glasshouse/protocol';
import type { getTotals, Summed } from '@glasshouse/protocol/wallet';
import { sql, type RawBuilder } from 'kysely';
import type { Reads } from './ledger-list.ts';
import { REASONS_OF_GROUP, reasonsOf } from './other-sides.ts';
import { OWN_MOVES } from './posting-kinds.gen.ts';
import { decimalText } from '../../values/exact-sums.ts';
import { dayOf, dayStartMs } from './statement-projection.ts';

export interface TotalsQuery {
  readonly owner: number;
  readonly kind?: Summed | undefined;
  readonly currency?: string | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly nowMs: number;
}

interface Sums {
  readonly asset: number;
  readonly received: string;
  readonly paid: string;
  readonly fees: string;
}

export async function readTotals(
  { database, catalogue }: Reads,
  query: TotalsQuery,
): Promise<DataOf<typeof getTotals>> {
  const { startTime = 0, endTime = dayStartMs(dayOf(query.nowMs) + 1) } = query;
  // A range that ends in the future includes the whole of today.
  const isWhole = isDayStart(startTime) && (isDayStart(endTime) || endTime > query.nowMs);
  if (!isWhole) return { list: null };
  const conditions = [
    sql`owner = ${query.owner}`,
    sql`day >= ${dayOf(startTime)}`,
    sql`day <= ${dayOf(endTime - 1)}`,
    ...selected(query.kind),
    ...(query.currency === undefined ? [] : [sql`asset = ${catalogue.asset(query.currency)?.asset ?? -1}`]),
  ];
  const { rows } = await sql<Sums>`
    select asset, sum(received)::text as received, sum(paid)::text as paid,
      coalesce(sum(paid - received) filter (where reason in (${sql.join(REASONS_OF_GROUP.fees)})), 0)::text as fees
    from statement_days where ${sql.join(conditions, sql` and `)}
    group by asset order by asset`.execute(database.kysely);
  const list = rows.map(({ asset, received, paid, fees }) => {
    const { code, decimals } = catalogue.assetAt(asset);
    const text = (units: bigint): string => decimalText(units, decimals);
    return {
      currency: code,
      net: text(BigInt(received) - BigInt(paid)),
      received: text(BigInt(received)),
      paid: text(BigInt(paid)),
      fees: text(BigInt(fees)),
    };
  });
  return { list };
}

const isDayStart = (timeMs: number): boolean => dayStartMs(dayOf(timeMs)) === timeMs;

function selected(kind: Summed | undefined): readonly RawBuilder<unknown>[] {
  if (kind === undefined) return [sql`reason not in (${sql.join([...OWN_MOVES])})`];
  const reasons = kind === 'fees' || kind === 'commissions' ? REASONS_OF_GROUP[kind] : reasonsOf(kind);
  return [sql`reason in (${sql.join([...reasons])})`];
}
