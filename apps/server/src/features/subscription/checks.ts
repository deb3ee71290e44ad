/**
 * The audit's own view of subscriptions: tables against memory, every list recomputed with the
 * database's exact numbers, and what each subscription has moved.
 */
import type { Exchange } from '@glasshouse/core';
import type { Session } from '../../db/database.ts';
import { differencesOf, finding, type Finding } from '../../pipeline/cross-checks.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';
import { checkTotals } from '../../pipeline/totals.ts';
import { subscriptionTotals } from './projection.ts';

export async function checkSubscriptions(session: Session, exchange: Exchange): Promise<Finding[]> {
  const rows = `select owner, status, count(*) as subscriptions from subscriptions
    where owner >= ${USER_OWNER_MIN} group by owner, status`;
  return [
    await checkProjects(session, exchange),
    await checkOpen(session, exchange),
    await checkLists(session),
    await checkMoved(session, exchange),
    await checkTotals(session, subscriptionTotals, { of: 'subscriptions', rows }),
  ];
}

async function checkProjects(session: Session, { features }: Exchange): Promise<Finding> {
  const { rows } = await session.query<{ project: number; facts: string }>(
    `select project, concat_ws('/', market, price, supply, for_sale, min_amount, max_per_owner, opens_ms,
       closes_ms, distributes_ms, lists_ms, fee_ppm, phase, subscribers, total, sold, cost, fee) as facts
     from subscription_projects`,
  );
  const inMemory = new Map<number, string>();
  for (const { type: _type, project, ...facts } of features.subscription.reportedProjects())
    inMemory.set(project, Object.values(facts).join('/'));
  const inTable = rows.map((row) => [row.project, row.facts] as const);
  return finding(
    'projects in the table are those in memory',
    `${inMemory.size} projects`,
    differencesOf(inMemory, inTable),
  );
}

async function checkOpen(session: Session, { features }: Exchange): Promise<Finding> {
  const { rows } = await session.query<{ subscription_id: number; facts: string }>(
    `select subscription_id, concat_ws('/', owner, project, amount, coins, cost, is_rounded, status,
       placed_ms, ended_ms) as facts
     from subscriptions where status in (0, 1)`,
  );
  const open = new Map<number, string>();
  for (const event of features.subscription.open()) {
    if (event.type !== 'subscription-changed') continue;
    const { owner, project, amount, coins, cost, isRounded, status, placedMs, endedMs } = event;
    const facts = [owner, project, amount, coins, cost, isRounded, status, placedMs, endedMs];
    open.set(event.subscription, facts.join('/'));
  }
  const inTable = rows.map((row) => [row.subscription_id, row.facts] as const);
  return finding(
    'subscriptions in the table that are not distributed are those in memory',
    `${open.size} subscriptions`,
    differencesOf(open, inTable),
  );
}

/**
 * Checks projects whose list is known: every amount of coins is the exact share to within a unit,
 * the sums are those of the project, and no cost exceeds its amount.
 */
async function checkLists(session: Session): Promise<Finding> {
  const { rows } = await session.query<{ projects: number; wrong: string | null }>(
    `with lists as (
       select p.project, p.total, p.sold, p.cost, p.subscribers, p.for_sale,
         count(s.*) as lines, coalesce(sum(s.amount), 0) as amounts, coalesce(sum(s.coins), 0) as coins,
         coalesce(sum(s.cost), 0) as costs,
         bool_and(s.cost <= s.amount and s.coins - s.is_rounded
           <= floor(p.for_sale::numeric * s.amount / greatest(p.total, 1))) as within
       from subscription_projects p left join subscriptions s on s.project = p.project and s.status in (1, 2)
       where p.phase >= 3 group by p.project
     )
     select count(*) as projects, string_agg(project::text, ', ') filter (where not (
         lines = subscribers and amounts = total and coins = sold and costs = cost and sold <= for_sale
         and (lines = 0 or within))) as wrong
     from lists`,
  );
  const { projects, wrong } = rows[0] ?? { projects: 0, wrong: null };
  const differences = wrong === null ? [] : [`projects ${wrong}`];
  return finding('the lists of projects add up', `${projects} lists`, differences);
}

/** A distributed subscription took its cost, a cancelled one nothing; freezing moves nothing. */
async function checkMoved(session: Session, { markets }: Exchange): Promise<Finding> {
  const quotes = markets.map(({ definition }) => `(${definition.market}, ${definition.quote})`);
  const { rows } = await session.query<{ subscriptions: number; wrong: number }>(
    `with quotes (market, asset) as (values ${quotes.join() || '(-1, -1)'}), moved as (
       select reference as subscription_id, owner, asset, sum(available + frozen) as units from postings
       where owner >= ${USER_OWNER_MIN} and reason in ('subscription-frozen', 'subscription-cancelled',
         'subscription-coins', 'subscription-paid', 'subscription-returned') group by 1, 2, 3
     ), due as (
       select subscription_id, owner, asset, case when status = 2 then -s.cost else 0 end as units
       from subscriptions s join subscription_projects using (project) join quotes using (market)
       where owner >= ${USER_OWNER_MIN}
     )
     select count(*) as subscriptions,
       count(*) filter (where coalesce(moved.units, 0) <> due.units) as wrong
     from due left join moved using (subscription_id, owner, asset)`,
  );
  const { subscriptions, wrong } = rows[0] ?? { subscriptions: 0, wrong: 0 };
  const differences = Array.from({ length: wrong }, () => 'a subscription');
  return finding('subscriptions took what they cost', `${subscriptions} subscriptions`, differences);
}
