/** Committed deals: the recent ones of every pair, newest last, in memory; all in the table. */
import { formatFixed } from '@glasshouse/money';
import type { Traded } from '@glasshouse/core';
import type { Deal } from '@glasshouse/protocol/market';
import type { Catalogue, NamedMarket } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { CommittedBatch } from '../../pipeline/batch.ts';

/** Deals of a pair that are certainly in memory, if it has so many. */
export const RECENT_DEALS = 1_000;
/** Beyond this many the oldest ones leave, together. */
const RECENT_DEALS_MAX = RECENT_DEALS + 250;

/** A deal as the core made it: the price in ticks. */
export interface Trade extends Pick<
  Traded,
  'trade' | 'market' | 'price' | 'lots' | 'quoteUnits' | 'takerSide' | 'takerOrder'
> {
  readonly timeMs: number;
}

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
  readonly #recent = new Map<number, Trade[]>();
  readonly #newest = new Map<number, Newest>();

  constructor(catalogue: () => Catalogue) {
    this.#catalogue = catalogue;
  }

  /** Newest last. */
  recent(market: number): readonly Trade[] {
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
      const deal = this.#add(tradeOfEvent(event, timeMs));
      const known = added.get(event.market);
      if (known === undefined) added.set(event.market, { previous, deals: [deal] });
      else known.deals.push(deal);
    }
    return added;
  }

  #add(trade: Trade): Deal {
    this.#newest.set(trade.market, { trade: trade.trade, lots: trade.lots, timeMs: trade.timeMs });
    const recent = this.#recent.get(trade.market) ?? [];
    recent.push(trade);
    this.#recent.set(trade.market, recent.length > RECENT_DEALS_MAX ? recent.slice(-RECENT_DEALS) : recent);
    return toDeal(this.#catalogue().marketAt(trade.market), trade);
  }

  /** Loads the recent deals of each pair, however long ago they were. */
  async load(database: Session): Promise<void> {
    const { rows } = await database.query<FillRow>(SELECT_RECENT, [
      this.#catalogue().markets.length,
      RECENT_DEALS,
    ]);
    for (const row of rows) this.#add(tradeOf(row));
  }
}

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
export async function readDeals(database: Session, range: DealRange): Promise<Trade[]> {
  const { market, before, startTime, endTime, size } = range;
  const { rows } = await database.query<FillRow>(SELECT_OLD, [market, startTime, endTime, before, size]);
  return rows.map(tradeOf);
}

/** Likewise by number: from `fromId` on, or just before it. */
const SELECT_FROM = `
  select * from spot_fills
  where market = $1 and trade_id >= $2
    and time_ms >= coalesce((select time_ms from spot_fills where trade_id <= $2 order by trade_id desc limit 1), 0)
  order by time_ms, trade_id limit $3`;
const SELECT_SINCE = `
  select * from spot_fills where market = $1 and time_ms >= $2 order by time_ms, trade_id limit $3`;

/** The deals of a pair from a number or a time on, oldest first. */
export async function readDealsFrom(
  database: Session,
  {
    market,
    ...from
  }: { readonly market: number } & ({ readonly fromId: number } | { readonly fromMs: number }),
  size: number,
): Promise<Trade[]> {
  const { rows } =
    'fromId' in from
      ? await database.query<FillRow>(SELECT_FROM, [market, from.fromId, size])
      : await database.query<FillRow>(SELECT_SINCE, [market, from.fromMs, size]);
  return rows.map(tradeOf);
}

function tradeOf(row: FillRow): Trade {
  return {
    trade: row.trade_id,
    market: row.market,
    price: row.price,
    lots: row.lots,
    quoteUnits: row.quote_units,
    takerSide: row.taker_side === 0 ? 0 : 1,
    takerOrder: row.taker_order,
    timeMs: row.time_ms,
  };
}

function tradeOfEvent(event: Traded, timeMs: number): Trade {
  const { trade, market, price, lots, quoteUnits, takerSide, takerOrder } = event;
  return { trade, market, price, lots, quoteUnits, takerSide, takerOrder, timeMs };
}

export function toDeal({ market }: NamedMarket, { trade, price, lots, takerSide, timeMs }: Trade): Deal {
  const { priceDecimals, lotDecimals } = market.definition;
  return {
    id: String(trade),
    ts: timeMs,
    price: Number(formatFixed(price, priceDecimals)),
    amount: Number(formatFixed(lots, lotDecimals)),
    direction: takerSide === 0 ? 'buy' : 'sell',
  };
}
