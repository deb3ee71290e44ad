/**
 * Keeps what users' accounts received and paid, by month (UTC), coin and reason: a statement then
 * costs the same however many postings there are. Freezing and releasing change no sum.
 */
import type { Session } from '../../db/database.ts';
import { finding, type Finding } from '../../pipeline/cross-checks.ts';
import { USER_OWNER_MIN, type Projection, type RowCollector } from '../../pipeline/projection.ts';

export const statementMonths: Projection = {
  table: {
    name: 'statement_months',
    columns: {
      owner: 'bigint',
      asset: 'integer',
      month: 'integer',
      reason: 'text',
      received: 'numeric',
      paid: 'numeric',
    },
    key: ['owner', 'asset', 'month', 'reason'],
    onConflict: { add: ['received', 'paid'] },
  },
  forget: null,
  collect: collectMonths,
};

interface Sums {
  readonly owner: number;
  readonly asset: number;
  readonly month: number;
  readonly reason: string;
  received: bigint;
  paid: bigint;
}

/** 202611 for a time in November 2026, UTC. */
export function monthOf(timeMs: number): number {
  const date = new Date(timeMs);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

function collectMonths(): RowCollector {
  const sums = new Map<string, Sums>();
  return {
    add(event, { timeMs }) {
      if (event.type !== 'posting' || event.owner < USER_OWNER_MIN) return;
      const { owner, asset, reason } = event;
      const units = event.available + event.frozen;
      if (units === 0) return;
      const month = monthOf(timeMs);
      const key = `${owner}/${asset}/${month}/${reason}`;
      const there = sums.get(key) ?? { owner, asset, month, reason, received: 0n, paid: 0n };
      if (units > 0) there.received += BigInt(units);
      else there.paid -= BigInt(units);
      sums.set(key, there);
    },
    rows: () =>
      [...sums.values()].map(({ received, paid, ...key }) => ({
        ...key,
        received: String(received),
        paid: String(paid),
      })),
  };
}

/** Compares every sum with the postings. */
export async function checkStatementMonths(session: Session): Promise<Finding> {
  const { rows } = await session.query<{ groups: number; wrong: number; named: string | null }>(
    `with added as (
       select owner, asset, to_char(to_timestamp(time_ms / 1000.0) at time zone 'UTC', 'YYYYMM')::integer as month, reason,
         sum(greatest(available + frozen, 0)) as received, sum(greatest(-(available + frozen), 0)) as paid
       from postings where owner >= ${USER_OWNER_MIN} and available + frozen <> 0 group by 1, 2, 3, 4
     ), compared as (
       select concat_ws('/', owner, asset, month, reason) as named,
         k.received is distinct from a.received or k.paid is distinct from a.paid as wrong
       from statement_months k full join added a using (owner, asset, month, reason)
     )
     select count(*) as groups, count(*) filter (where wrong) as wrong, min(named) filter (where wrong) as named
     from compared`,
  );
  const { groups, wrong, named } = rows[0] ?? { groups: 0, wrong: 0, named: null };
  const differences = Array.from({ length: wrong }, (_, i) => (i === 0 ? (named ?? '') : 'more'));
  return finding('the months of statements are what the postings add up to', `${groups} sums`, differences);
}
