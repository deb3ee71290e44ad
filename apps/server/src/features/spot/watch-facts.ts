/** Trades between users, and what a user has traded in all, for the watch. */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { TradeFacts, UserTrade } from '../../contract/watch-facts.ts';
import type { Database } from '../../db/database.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';
import type { SpotFillsTable } from './tables.ts';

/** Fills that a turnover is summed from. */
const FILLS_MAX = 20_000;
/** A literal, so that the indexes of trades between users are used. */
const FIRST_USER = sql.lit(USER_OWNER_MIN);
const BETWEEN_USERS = sql`taker >= ${FIRST_USER} and maker >= ${FIRST_USER} and maker <> taker`;

export function tradeFacts({
  database,
  catalogue,
}: {
  readonly database: Database;
  readonly catalogue: Catalogue;
}): TradeFacts {
  const quoteOf = (market: number): number => catalogue.marketAt(market).market.definition.quote;
  const read = async (query: RawBuilder<SpotFillsTable>): Promise<UserTrade[]> => {
    const { rows } = await query.execute(database.kysely);
    return rows.map((fill) => ({
      trade: fill.trade_id,
      timeMs: fill.time_ms,
      market: fill.market,
      quote: quoteOf(fill.market),
      buyer: fill.taker_side === 0 ? fill.taker : fill.maker,
      seller: fill.taker_side === 0 ? fill.maker : fill.taker,
      lots: fill.lots,
      quoteUnits: fill.quote_units,
    }));
  };
  return {
    newTrades: (afterTrade, limit) =>
      read(sql<SpotFillsTable>`
        select * from spot_fills where trade_id > ${afterTrade} and ${BETWEEN_USERS}
        order by trade_id limit ${limit}`),
    tradesOf: async (owners, { sinceMs, untilMs, ofEach }) => {
      if (owners.length === 0) return [];
      const side = (column: 'taker' | 'maker') => sql`
        (select * from spot_fills where ${sql.ref(column)} = o.owner and ${BETWEEN_USERS}
          and time_ms >= ${sinceMs} and time_ms <= ${untilMs}
        order by time_ms desc, trade_id desc limit ${ofEach})`;
      return read(sql<SpotFillsTable>`
        select distinct f.* from (values ${sql.join(owners.map((owner) => sql`(${owner}::bigint)`))}) as o (owner)
        cross join lateral (${side('taker')} union all ${side('maker')}) as f
        order by f.trade_id`);
    },
    turnoversOf: async (owner, { sinceMs, untilMs }) => {
      const side = (column: 'taker' | 'maker', and: RawBuilder<unknown>) => sql`
        (select market, quote_units from spot_fills
        where ${sql.ref(column)} = ${owner} and ${and}
          and time_ms >= ${sinceMs} and time_ms <= ${untilMs}
        order by time_ms desc, trade_id desc limit ${FILLS_MAX})`;
      const { rows } = await sql<{ market: number; units: string }>`
        select market, sum(quote_units)::text as units from (
          ${side('taker', sql`taker >= ${FIRST_USER}`)}
          union all
          ${side('maker', sql`maker >= ${FIRST_USER} and maker <> taker`)}
        ) as fills group by market`.execute(database.kysely);
      return rows.map(({ market, units }) => ({ market, quote: quoteOf(market), units: BigInt(units) }));
    },
    pairName: (market) => {
      const { base, quote } = catalogue.marketAt(market);
      return `${base.code}/${quote.code}`;
    },
  };
}
