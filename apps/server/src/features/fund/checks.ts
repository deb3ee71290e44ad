/**
 * The audit's own view of funds: open holdings against memory, every end recomputed from its terms,
 * and what each holding has moved on its owner's accounts.
 */
import type { Exchange } from '@glasshouse/core';
import type { Session } from '../../db/database.ts';
import { differencesOf, finding, type Finding } from '../../pipeline/cross-checks.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';
import { checkTotals } from '../../pipeline/totals.ts';
import { HOLDING_COLUMNS, HOLDING_FIELDS, holdingTotals } from './projection.ts';

const TOTALS = `select owner, status, count(*) as holdings from fund_holdings
  where owner >= ${USER_OWNER_MIN} group by owner, status`;

export async function checkFunds(session: Session, exchange: Exchange): Promise<Finding[]> {
  return [
    await checkOpen(session, exchange),
    await checkEnds(session, exchange),
    await checkMoved(session, exchange),
    await checkKeptTotals(session),
  ];
}

const checkKeptTotals = (session: Session): Promise<Finding> =>
  checkTotals(session, holdingTotals, { of: 'holdings of funds', rows: TOTALS });

async function checkOpen(session: Session, { features }: Exchange): Promise<Finding> {
  const columns = Object.values(HOLDING_COLUMNS).join(', ');
  const { rows } = await session.query<{ holding_id: number; facts: string }>(
    `select holding_id, concat_ws('/', ${columns}) as facts from fund_holdings where status < 2`,
  );
  const open = new Map<number, string>();
  for (const holding of features.fund.open())
    open.set(holding.holding, HOLDING_FIELDS.map((field) => holding[field]).join('/'));
  return finding(
    'open holdings of funds in the table are those in memory',
    `${open.size} holdings`,
    differencesOf(
      open,
      rows.map((row) => [row.holding_id, row.facts]),
    ),
  );
}

interface Wrong {
  readonly holdings: number;
  readonly wrong: number;
  readonly named: string | null;
}

function findingOf(name: string, found: Wrong | undefined, more: readonly string[] = []): Finding {
  const { holdings, wrong, named } = found ?? { holdings: 0, wrong: 0, named: null };
  const differences = Array.from({ length: wrong }, (_, i) => (i === 0 ? `holding ${named}` : 'more'));
  return finding(name, `${holdings} holdings`, [...differences, ...more]);
}

/**
 * By the database's exact numbers: interest from loan and days, the end from units and NAV. No
 * payout is below zero, a liquidation costs no fee, and nothing is bought at a NAV of before its
 * order, or beyond its bound.
 */
async function checkEnds(session: Session, { features, assets }: Exchange): Promise<Finding> {
  const decimals = assets.map(({ asset, decimals: places }) => `(${asset}, ${places})`).join();
  const { rows } = await session.query<Wrong>(
    `with scaled as (
       select h.*, floor(units::numeric * close_nav * power(10::numeric, d.places) / power(10::numeric, 10)) as worth
       from fund_holdings h join (values ${decimals || '(0, 0)'}) as d (asset, places) on d.asset = h.quote
     ), compared as (
       select holding_id,
         interest <> floor((notional - margin)::numeric * lending_daily_ppb * days / 1000000000)
         or (status = 5 and (payout <> margin + buy_fee or close_fee <> 0))
         or (status < 2 and payout <> 0) or (bought_ms <> 0 and bought_ms <= accepted_ms)
         or buy_nav > max_nav or (buy_nav = 0) <> (status in (0, 5))
         or (status between 2 and 4 and (payout + close_fee <> greatest(0, margin - interest + worth - notional)
           or payout < 0 or paid_in_coins > payout or (status = 3 and close_fee <> 0))) as wrong
       from scaled
     )
     select count(*) as holdings, count(*) filter (where wrong) as wrong,
       min(holding_id) filter (where wrong)::text as named from compared`,
  );
  const bought = features.fund.holdings.last;
  const more = (rows[0]?.holdings ?? 0) === bought ? [] : [`${bought} were ordered`];
  return findingOf('every holding of a fund is charged and ends by its terms', rows[0], more);
}

/**
 * Of what is bought, fee and interest have left its owner; at the end all but the payout, of which
 * coins have paid a part: of each coin the same share, rounded up.
 */
async function checkMoved(session: Session, { features }: Exchange): Promise<Finding> {
  const basket = features.fund.offers.all().flatMap(({ offer }) => {
    const places = features.fund.offers.decimalsOf(offer.quote);
    return offer.basket.map(
      ({ asset, quantity }) => `(${offer.fund}, ${asset}, ${quantity}::bigint, ${places})`,
    );
  });
  const { rows } = await session.query<Wrong>(
    `with moved as (
       select reference as holding_id, owner, asset, sum(available + frozen) as units from postings
       where owner >= ${USER_OWNER_MIN} and reason like 'fund-%' group by 1, 2, 3
     ), due as (
       select holding_id, owner, quote as asset, case status when 0 then 0
         when 1 then -buy_fee - least(interest, margin)
         else payout - paid_in_coins - margin - buy_fee end as units
       from fund_holdings where owner >= ${USER_OWNER_MIN}
       union all
       select holding_id, owner, b.asset, ceil(ceil(units::numeric * b.quantity / 100000000) * paid_in_coins
         / floor(units::numeric * close_nav * power(10::numeric, b.places) / power(10::numeric, 10)))
       from fund_holdings join (values ${basket.join() || '(0, 0, 0::bigint, 0)'}) as b (fund, asset, quantity, places)
         using (fund)
       where owner >= ${USER_OWNER_MIN} and paid_in_coins > 0
     ), compared as (
       select holding_id, moved.units is distinct from due.units as wrong
       from due full join moved using (holding_id, owner, asset)
     )
     select count(distinct holding_id) as holdings, count(*) filter (where wrong) as wrong,
       min(holding_id) filter (where wrong)::text as named from compared`,
  );
  return findingOf('holdings of funds moved what they say', rows[0]);
}
