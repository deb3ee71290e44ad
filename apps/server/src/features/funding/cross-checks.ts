/**
 * Compares the tables of money in and out with the exchange, and with the postings, for the audit.
 */
import type { Exchange } from '@glasshouse/core';
import type { Session } from '../../db/database.ts';
import { differencesOf, finding, type Finding } from '../../pipeline/cross-checks.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';

/** For each sort of open object: the open rows, with the facts that both core and database have. */
const OPEN = [
  {
    of: 'deposits',
    facts: `select deposit_id as id, concat_ws('/', owner, chain, asset, amount, rest, txid, output, credited_ms) as facts
      from funding_deposits where status = 0`,
  },
  {
    of: 'withdrawals',
    facts: `select withdrawal_id as id, concat_ws('/', owner, chain, asset, amount, fee, address, memo, status, requested_ms, changed_ms) as facts
      from funding_withdrawals where status in (0, 1)`,
  },
  {
    of: 'holds',
    facts: `select hold_id as id, concat_ws('/', owner, asset, reason, units, until_ms) as facts
      from funding_holds where units > 0 or until_ms > 0`,
  },
] as const;

export async function checkOpen(session: Session, { features }: Exchange): Promise<readonly Finding[]> {
  const open = { deposits: new Map(), withdrawals: new Map(), holds: new Map() } satisfies Record<
    (typeof OPEN)[number]['of'],
    Map<number, string>
  >;
  for (const event of features.funding.open()) {
    if (event.type === 'deposit-changed') {
      const { deposit, owner, chain, asset, amount, rest, txid, output, creditedMs } = event;
      const facts = [owner, chain, asset, amount, rest, txid, output, creditedMs];
      open.deposits.set(deposit, facts.join('/'));
    } else if (event.type === 'withdrawal-changed') {
      const { withdrawal, owner, chain, asset, amount, fee, address, memo } = event;
      const facts = [owner, chain, asset, amount, fee, address, memo, event.status];
      open.withdrawals.set(withdrawal, [...facts, event.requestedMs, event.changedMs].join('/'));
    } else if (event.type === 'hold-changed') {
      const { hold, owner, asset, reason, units, untilMs } = event;
      open.holds.set(hold, [owner, asset, reason, units, untilMs].join('/'));
    }
  }
  const findings: Finding[] = [];
  for (const { of, facts } of OPEN) {
    const { rows } = await session.query<{ id: number; facts: string }>(facts);
    const inTable = rows.map((row) => [row.id, row.facts] as const);
    findings.push(
      finding(
        `open ${of} in the table are those in memory`,
        `${open[of].size} ${of}`,
        differencesOf(open[of], inTable),
      ),
    );
  }
  return findings;
}

/** Every deposit and every settled withdrawal of a user has moved exactly its amount, once. */
export async function checkPaid(session: Session): Promise<Finding> {
  const { rows } = await session.query<{ facts: number; wrong: number; named: string | null }>(
    `with booked as (
       select 'deposit' as kind, deposit_id as id, owner, asset, amount from funding_deposits
       union all
       select 'withdrawal', withdrawal_id, owner, asset, -amount from funding_withdrawals where status = 2
     ), moved as (
       select case reason when 'deposit' then 'deposit' else 'withdrawal' end as kind, reference as id, owner, asset,
         sum(available + frozen) as amount
       from postings where owner >= ${USER_OWNER_MIN} and reason in ('deposit', 'withdrawal-paid')
       group by 1, 2, 3, 4
     ), compared as (
       select kind || ' ' || id as named, b.amount is distinct from m.amount as wrong
       from (select * from booked where owner >= ${USER_OWNER_MIN}) b full join moved m using (kind, id, owner, asset)
     )
     select count(*) as facts, count(*) filter (where wrong) as wrong, min(named) filter (where wrong) as named from compared`,
  );
  const { facts, wrong, named } = rows[0] ?? { facts: 0, wrong: 0, named: null };
  const differences = Array.from({ length: wrong }, (_, i) => (i === 0 ? (named ?? '') : 'more'));
  return finding('deposits and withdrawals moved their amounts', `${facts} of them`, differences);
}
