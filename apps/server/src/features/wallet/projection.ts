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
  collect: collectPostings,
};

export const walletProjections: readonly Projection[] = [postingsProjection];

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
