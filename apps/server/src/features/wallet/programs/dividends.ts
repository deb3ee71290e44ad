/** The endpoint of what products have paid: the postings of their interest, income and profit. */
import { POSTING_REASONS } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import { sql } from 'kysely';
import type { EndpointHandler } from '../../../http/endpoint-handler.ts';
import { eventPlace } from '../../../values/event-place.ts';
import { branchOf, readKinds, type Reads } from '../ledger-list.ts';
import { REASONS } from '../other-sides.ts';

/** Losses are postings of the same reasons, and no dividends. */
const DIVIDEND_REASONS = POSTING_REASONS.filter((reason) => {
  const { shown } = REASONS[reason];
  const isOfReserve = shown?.side === 'product-reserve' || shown?.side === 'product-holdings';
  return isOfReserve && shown?.line === 'products';
});

interface Row {
  readonly seq: number;
  readonly ordinal: number;
  readonly time_ms: number;
  readonly asset: number;
  readonly reason: (typeof DIVIDEND_REASONS)[number];
  readonly units: number;
}

export function queryDividends({ database, catalogue }: Reads): EndpointHandler<'wallet/query-dividends'> {
  return async ({ asset: coin, startTime, endTime, limit }, { userId }) => {
    const asset = coin === undefined ? null : catalogue.asset(coin);
    if (asset === undefined) return { error: 'wallet/unknown-asset', field: 'asset' };
    // An owner of millions of trades has few kinds of these: each is read from its index.
    const kinds = await readKinds(database, {
      owner: userId,
      account: undefined,
      asset: asset?.asset ?? null,
      reasons: DIVIDEND_REASONS,
    });
    if (kinds.length === 0) return { total: 0, rows: [] };
    const branches = kinds.map((kind) => sql`(${branchOf(userId, kind)})`);
    const where = sql`from postings where (${sql.join(branches, sql` or `)}) and available + frozen > 0
      ${startTime === undefined ? sql`` : sql` and time_ms >= ${startTime}`}
      ${endTime === undefined ? sql`` : sql` and time_ms <= ${endTime}`}`;
    const [found, counted] = await Promise.all([
      sql<Row>`select seq, ordinal, time_ms, asset, reason, available + frozen as units ${where}
        order by time_ms desc, seq desc, ordinal desc limit ${limit}`.execute(database.kysely),
      sql<{ total: number }>`select count(*) as total ${where}`.execute(database.kysely),
    ]);
    const rows = found.rows.map(({ time_ms: divTime, asset: number, reason, units, ...at }) => {
      const { code, decimals } = catalogue.assetAt(number);
      const id = eventPlace(at);
      const amount = formatDecimal(units, decimals);
      return {
        id,
        tranId: id,
        asset: code,
        amount,
        divTime,
        enInfo: REASONS[reason].en,
        direction: 1 as const,
      };
    });
    return { total: counted.rows[0]?.total ?? 0, rows };
  };
}
