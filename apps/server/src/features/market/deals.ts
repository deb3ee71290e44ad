/** Committed deals: the recent ones of every pair, newest last, in memory; all in the table. */
import { formatFixed } from '@glasshouse/money';
import type { Traded } from '@glasshouse/core';
import type { Deal } from '@glasshouse/protocol/market';
import type { Catalogue, NamedMarket } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { CommittedBatch } from '../../pipeline/batch.ts';

/** Deals of a pair that are certainly in memory, if it has so many. */
export const RECENT_DEALS = 200;

/** The deals of a batch in one pair, and the number of the pair's last deal before them. */
export interface NewDeals {
  readonly previous: number;
  readonly deals: readonly Deal[];
}

export interface Newest {
  readonly trade: number;
  readonly lots: number;
  readonly timeMs: number;
}

export class Deals {
  readonly #catalogue: () => Catalogue;
  readonly #recent = new Map<number, Deal[]>();
  readonly #newest = new Map<number, Newest>();

  constructor(catalogue: () => Catalogue) {
    this.#catalogue = catalogue;
  }

  /** Newest last. */
  recent(market: number): readonly Deal[] {
    return this.#recent.get(market) ?? [];
  }

  /** The number of the pair's last deal; 0 if none is known. */
  lastId(market: number): number {
    return this.#newest.get(market)?.trade ?? 0;
  }

  /** The pair's last deal as the core made it; null if none is known. */
  newest(market: number): Newest | null {
    return this.#newest.get(market) ?? null;
  }

  /** Takes the trades of a batch and returns them by market. */
  publish(batch: CommittedBatch): ReadonlyMap<number, NewDeals> {
    const added = new Map<number, { readonly previous: number; readonly deals: Deal[] }>();
    for (const { event, timeMs } of batch.events) {
      if (event.type !== 'traded') continue;
      const previous = this.lastId(event.market);
      const deal = this.#add(event, timeMs);
      const known = added.get(event.market);
      if (known === undefined) added.set(event.market, { previous, deals: [deal] });
      else known.deals.push(deal);
    }
    return added;
  }

  #add(trade: Trade, timeMs: number): Deal {
    const deal = toDeal(this.#catalogue().marketAt(trade.market), trade, timeMs);
    this.#newest.set(trade.market, { trade: trade.trade, lots: trade.lots, timeMs });
    const recent = this.#recent.get(trade.market) ?? [];
    recent.push(deal);
    this.#recent.set(trade.market, recent.length > RECENT_DEALS * 2 ? recent.slice(-RECENT_DEALS) : recent);
    return deal;
  }

  /** Loads the recent deals of each pair, however long ago they were. */
  async load(database: Session): Promise<void> {
    const { rows } = await database.query<FillRow>(SELECT_RECENT, [
      this.#catalogue().markets.length,
      RECENT_DEALS,
    ]);
    for (const row of rows) this.#add(tradeOf(row), row.time_ms);
  }
}

type Trade = Pick<Traded, 'trade' | 'market' | 'price' | 'lots' | 'takerSide'>;
type FillRow = Schema['spot_fills'];

const SELECT_RECENT = `
  select recent.* from generate_series(0, $1::integer - 1) as pairs(pair) cross join lateral (
    select * from spot_fills where market = pair order by time_ms desc, trade_id desc limit $2
  ) as recent order by trade_id`;
/** Deals are numbered in the order of their times, so the time of the first one finds the place. */
const SELECT_OLD = `
  select * from spot_fills
  where market = $1 and time_ms >= $2 and time_ms < $3 and trade_id < $4
    and time_ms <= (select time_ms from spot_fills where trade_id <= $4 order by trade_id desc limit 1)
  order by time_ms desc, trade_id desc limit $5`;

export interface DealRange {
  readonly market: number;
  /** Deals with a smaller number. */
  readonly before: number;
  /** From this time on. */
  readonly startTime: number;
  /** Before this time. */
  readonly endTime: number;
  readonly size: number;
}

/** Newest first. */
export async function readDeals(database: Session, pair: NamedMarket, range: DealRange): Promise<Deal[]> {
  const { market, before, startTime, endTime, size } = range;
  const { rows } = await database.query<FillRow>(SELECT_OLD, [market, startTime, endTime, before, size]);
  return rows.map((row) => toDeal(pair, tradeOf(row), row.time_ms));
}

function tradeOf({ trade_id: trade, market, price, lots, taker_side: side }: FillRow): Trade {
  return { trade, market, price, lots, takerSide: side === 0 ? 0 : 1 };
}

function toDeal({ market }: NamedMarket, { trade, price, lots, takerSide }: Trade, timeMs: number): Deal {
  const { priceDecimals, lotDecimals } = market.definition;
  return {
    id: String(trade),
    ts: timeMs,
    price: Number(formatFixed(price, priceDecimals)),
    amount: Number(formatFixed(lots, lotDecimals)),
    direction: takerSide === 0 ? 'buy' : 'sell',
  };
}
