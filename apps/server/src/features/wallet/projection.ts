/**
 * Writes postings: every change of every ledger account. A user's postings are kept one by one.
 * Those of the house and of platform-run accounts are summed per batch, account and reason, because
 * a market maker's quotes alone would be most of the table.
 */
import {
  type EventPlace,
  type Projection,
  type RowCollector,
  USER_OWNER_MIN,
} from '../../pipeline/projection.ts';
import { costBasis } from './cost-projection.ts';
import { statementDays } from './statement-projection.ts';
import { totalsProjection } from '../../pipeline/totals.ts';

const BROUGHT_FORWARD = 'brought-forward';

/**
 * Each account keeps one posting with what was brought forward, so that sums still hold. Negative
 * ordinals: no event has them, and no earlier sum has the same sequence number.
 */
const SUM_UP_POSTINGS = `
  with done as (
    select 1 from postings where owner < $2 and seq = $1 and ordinal < 0
  ), gone as (
    delete from postings where owner < $2 and seq <= $1 and not exists (select from done)
    returning owner, wallet, asset, available, frozen, time_ms
  ), sums as (
    select owner, wallet, asset, sum(available)::bigint as available, sum(frozen)::bigint as frozen, max(time_ms) as time_ms
    from gone group by owner, wallet, asset
  )
  insert into postings (seq, ordinal, time_ms, owner, wallet, asset, available, frozen, reason, reference)
  select $1, -row_number() over (order by owner, wallet, asset), time_ms, owner, wallet, asset, available, frozen, '${BROUGHT_FORWARD}', 0
  from sums`;

const postingsProjection: Projection = {
  table: {
    name: 'postings',
    columns: {
      seq: 'bigint',
      ordinal: 'integer',
      time_ms: 'bigint',
      owner: 'bigint',
      wallet: 'smallint',
      asset: 'integer',
      available: 'bigint',
      frozen: 'bigint',
      reason: 'text',
      reference: 'bigint',
    },
    key: ['owner', 'seq', 'ordinal'],
    onConflict: 'insert',
  },
  forget: SUM_UP_POSTINGS,
  collect: collectPostings,
};

export const postingTotals = totalsProjection(
  {
    name: 'posting_totals',
    key: { wallet: 'smallint', asset: 'integer', reason: 'text' },
    sums: ['postings'],
  },
  (event, add) => {
    if (event.type !== 'posting') return;
    const { owner, wallet, asset, reason } = event;
    add({ owner, wallet, asset, reason, postings: 1 });
  },
);

export const commissionTotals = totalsProjection(
  { name: 'commission_totals', key: { asset: 'integer' }, sums: ['units'] },
  (event, add) => {
    if (event.type !== 'posting' || event.reason !== 'referral') return;
    const { owner, asset, available, frozen } = event;
    add({ owner, asset, units: available + frozen });
  },
);

export const createProjections = (): readonly Projection[] => [
  postingsProjection,
  postingTotals,
  commissionTotals,
  statementDays,
  costBasis,
];

interface PostingRow extends Record<string, number | string> {
  available: number;
  frozen: number;
}

function collectPostings(): RowCollector {
  const rows: PostingRow[] = [];
  const sums = new Map<string, PostingRow>();
  return {
    add(event, place: EventPlace) {
      if (event.type !== 'posting') return;
      const { owner, wallet, asset, available, frozen, reason, reference } = event;
      const row = {
        seq: place.seq,
        ordinal: place.ordinal,
        time_ms: place.timeMs,
        owner,
        wallet,
        asset,
        available,
        frozen,
        reason,
        reference,
      };
      if (owner >= USER_OWNER_MIN) {
        rows.push(row);
        return;
      }
      const account = `${owner}:${wallet}:${asset}:${reason}`;
      const sum = sums.get(account);
      if (sum === undefined) {
        sums.set(account, { ...row, reference: 0 });
      } else {
        sum.available += available;
        sum.frozen += frozen;
      }
    },
    // Skips sums of zero: quotes that were frozen and released within one batch.
    rows: () => [
      ...rows,
      ...[...sums.values()].filter(({ available, frozen }) => available !== 0 || frozen !== 0),
    ],
  };
}
