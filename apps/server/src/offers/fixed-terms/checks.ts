/**
 * The audit's own view of fixed terms: open orders against memory, interest recomputed from the
 * terms of every order, and what each has moved on its owner's accounts.
 */
import type { Exchange } from '@glasshouse/core';
import type { Session } from '../../db/database.ts';
import { differencesOf, finding, type Finding } from '../../pipeline/cross-checks.ts';
import { USER_OWNER_MIN, type Projection } from '../../pipeline/projection.ts';
import { checkTotals } from '../../pipeline/totals.ts';
import type { FixedTermFields } from './rows.ts';
import type { FixedTermSource, FixedTermState } from './source.ts';

export async function checkFixedTerms(
  session: Session,
  { features }: Exchange,
  { source, totals }: { readonly source: FixedTermSource; readonly totals: Projection },
): Promise<Finding[]> {
  const { terms } = features[source.feature];
  const { named, orders } = source;
  const rows = `select owner, status, count(*) as orders from ${orders}
    where owner >= ${USER_OWNER_MIN} group by owner, status`;
  return [
    await checkOpen(session, source, terms.open()),
    await checkInterest(session, source, terms.count),
    await checkMoved(session, source),
    await checkTotals(session, totals, { of: named.many, rows }),
  ];
}

/** The numbers of its states for which something is so. */
const statesWhere = ({ states }: FixedTermSource, is: (state: FixedTermState) => boolean): string =>
  states.flatMap((state, status) => (is(state) ? [status] : [])).join();

async function checkOpen(
  session: Session,
  source: FixedTermSource,
  open: Iterable<FixedTermFields>,
): Promise<Finding> {
  const { rows } = await session.query<{ order_id: number; facts: string }>(
    `select order_id, concat_ws('/', owner, offer, place, asset, amount, daily_rate_ppb, days, interest,
       bought_ms, due_ms, status, ended_ms) as facts
     from ${source.orders} where status in (${statesWhere(source, ({ isOpen }) => isOpen)})`,
  );
  const inMemory = new Map<number, string>();
  for (const each of open) {
    const { owner, offer, place, asset, amount, dailyRatePpb, days, interest } = each;
    const { boughtMs, dueMs, status, endedMs } = each;
    const terms = [owner, offer, place, asset, amount, dailyRatePpb, days, interest];
    inMemory.set(each.order, [...terms, boughtMs, dueMs, status, endedMs].join('/'));
  }
  return finding(
    `open ${source.named.many} in the table are those in memory`,
    `${inMemory.size} orders`,
    differencesOf(
      inMemory,
      rows.map((row) => [row.order_id, row.facts]),
    ),
  );
}

interface Wrong {
  readonly orders: number;
  readonly wrong: number;
  readonly named: string | null;
}

function wrongOf(name: string, found: Wrong | undefined): string[] {
  const { wrong, named } = found ?? { wrong: 0, named: null };
  return Array.from({ length: wrong }, (_, i) => (i === 0 ? `${name} ${named}` : 'more'));
}

/** By the database's exact numbers, from the terms alone. */
async function checkInterest(
  session: Session,
  { orders: table, named }: FixedTermSource,
  count: number,
): Promise<Finding> {
  const { rows } = await session.query<Wrong>(
    `with compared as (
       select order_id, interest <> floor(amount::numeric * daily_rate_ppb * days / 1000000000)
         or due_ms <> bought_ms + days::bigint * 86400000 as wrong
       from ${table}
     )
     select count(*) as orders, count(*) filter (where wrong) as wrong,
       min(order_id) filter (where wrong)::text as named from compared`,
  );
  const differences = wrongOf(named.many, rows[0]);
  const orders = rows[0]?.orders ?? 0;
  if (orders !== count) differences.push(`${count} were made`);
  return finding(`interest of all ${named.many} follows from their terms`, `${orders} orders`, differences);
}

/** Its own moves cancel out; what is left is the interest of an order that was paid. */
async function checkMoved(session: Session, source: FixedTermSource): Promise<Finding> {
  const { orders: table, named } = source;
  const list = source.reasons.map((reason) => `'${reason}'`).join();
  const paid = statesWhere(source, ({ isOpen, earns }) => !isOpen && earns === 'all');
  const { rows } = await session.query<Wrong>(
    `with moved as (
       select reference as order_id, owner, asset, sum(available + frozen) as units from postings
       where owner >= ${USER_OWNER_MIN} and reason in (${list}) group by 1, 2, 3
     ), compared as (
       select order_id, moved.units is distinct from
         (case when status in (${paid}) then interest else 0 end) as wrong
       from (select * from ${table} where owner >= ${USER_OWNER_MIN}) orders
       full join moved using (order_id, owner, asset)
     )
     select count(*) as orders, count(*) filter (where wrong) as wrong,
       min(order_id) filter (where wrong)::text as named from compared`,
  );
  const differences = wrongOf(named.many, rows[0]);
  return finding(`${named.many} moved what they say`, `${rows[0]?.orders ?? 0} orders`, differences);
}
