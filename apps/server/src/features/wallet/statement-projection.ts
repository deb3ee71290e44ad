/**
 * Keeps what accounts of users and of the house received and paid, by day (UTC), coin and reason: a
 * statement then costs the same however many postings there are. Freezing and releasing change no
 * sum. Those of the platform's own traders are left out: each fill would be one more.
 */
import { FIRST_USER, HOUSE_MAX, type Exchange } from '@glasshouse/core';
import type { Session } from '../../db/database.ts';
import { finding, type Finding } from '../../pipeline/cross-checks.ts';
import { type Projection, type RowCollector } from '../../pipeline/projection.ts';

export const statementDays: Projection = {
  table: {
    name: 'statement_days',
    columns: {
      owner: 'bigint',
      asset: 'integer',
      day: 'integer',
      reason: 'text',
      received: 'numeric',
      paid: 'numeric',
    },
    key: ['owner', 'asset', 'day', 'reason'],
    onConflict: { add: ['received', 'paid'] },
  },
  forget: null,
  collect: collectDays,
};

interface Sums {
  readonly owner: number;
  readonly asset: number;
  readonly day: number;
  readonly reason: string;
  received: bigint;
  paid: bigint;
}

const DAY_MS = 86_400_000;
/** Days since 1970, UTC. */
export const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);
export const dayStartMs = (day: number): number => day * DAY_MS;
/** Such as 2026-11-30. */
export const dayText = (day: number): string => new Date(dayStartMs(day)).toISOString().slice(0, 10);

const isKept = (owner: number): boolean => owner >= FIRST_USER || owner <= HOUSE_MAX;

function collectDays(): RowCollector {
  const sums = new Map<string, Sums>();
  return {
    add(event, { timeMs }) {
      if (event.type !== 'posting' || !isKept(event.owner)) return;
      const { owner, asset, reason } = event;
      const units = event.available + event.frozen;
      if (units === 0) return;
      const day = dayOf(timeMs);
      const key = `${owner}/${asset}/${day}/${reason}`;
      const there = sums.get(key) ?? { owner, asset, day, reason, received: 0n, paid: 0n };
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

/** Compares every sum of users with the postings. */
export async function checkStatementDays(session: Session): Promise<Finding> {
  const { rows } = await session.query<{ groups: number; wrong: number; named: string | null }>(
    `with added as (
       select owner, asset, (time_ms / ${DAY_MS})::integer as day, reason,
         sum(greatest(available + frozen, 0)) as received, sum(greatest(-(available + frozen), 0)) as paid
       from postings where owner >= ${FIRST_USER} and available + frozen <> 0 group by 1, 2, 3, 4
     ), compared as (
       select concat_ws('/', owner, asset, day, reason) as named,
         k.received is distinct from a.received or k.paid is distinct from a.paid as wrong
       from (select * from statement_days where owner >= ${FIRST_USER}) k full join added a using (owner, asset, day, reason)
     )
     select count(*) as groups, count(*) filter (where wrong) as wrong, min(named) filter (where wrong) as named
     from compared`,
  );
  const { groups, wrong, named } = rows[0] ?? { groups: 0, wrong: 0, named: null };
  const differences = Array.from({ length: wrong }, (_, i) => (i === 0 ? (named ?? '') : 'more'));
  return finding('the days of statements are what the postings add up to', `${groups} sums`, differences);
}

/** The house's postings are sums, and a demo forgets them: its days are compared with balances. */
export async function checkHouseDays(session: Session, exchange: Exchange): Promise<Finding> {
  const { rows } = await session.query<{ account: string; units: string }>(
    `select owner || '/' || asset as account, sum(received - paid)::text as units
     from statement_days where owner <= ${HOUSE_MAX} group by owner, asset`,
  );
  const sums = new Map(rows.map(({ account, units }) => [account, units]));
  const differences: string[] = [];
  exchange.forEachAccount(({ owner, asset, available, frozen }) => {
    if (owner > HOUSE_MAX) return;
    const account = `${owner}/${asset}`;
    const [units, sum] = [String(BigInt(available) + BigInt(frozen)), sums.get(account) ?? '0'];
    if (units !== sum) differences.push(`${account} holds ${units}, its days add up to ${sum}`);
    sums.delete(account);
  });
  for (const [account, units] of sums)
    if (units !== '0') differences.push(`${account} has days of ${units}, and no account`);
  return finding('the days of the house add up to its balances', `${rows.length} sums`, differences);
}
