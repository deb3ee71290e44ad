/** Recent committed deals of every pair, newest last, in memory. */
import { formatFixed } from '@glasshouse/money';
import type { Traded } from '@glasshouse/core';
import type { Deal } from '@glasshouse/protocol/market';
import type { Catalogue } from '../../catalogue.ts';
import type { Session } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { CommittedBatch } from '../../pipeline/batch.ts';

export const RECENT_DEALS = 200;

/** The deals of a batch in one pair, and the number of the pair's last deal before them. */
export interface NewDeals {
  readonly previous: number;
  readonly deals: readonly Deal[];
}

export class Deals {
  readonly #catalogue: () => Catalogue;
  readonly #recent = new Map<number, Deal[]>();
  readonly #lastIds = new Map<number, number>();

  constructor(catalogue: () => Catalogue) {
    this.#catalogue = catalogue;
  }

  /** Newest last. */
  recent(market: number): readonly Deal[] {
    return this.#recent.get(market) ?? [];
  }

  /** The number of the pair's last deal; 0 if none is known. */
  lastId(market: number): number {
    return this.#lastIds.get(market) ?? 0;
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

  #add(trade: Pick<Traded, 'trade' | 'market' | 'price' | 'lots' | 'takerSide'>, timeMs: number): Deal {
    const { priceDecimals, lotDecimals } = this.#catalogue().marketAt(trade.market).market.definition;
    const deal: Deal = {
      id: String(trade.trade),
      ts: timeMs,
      price: Number(formatFixed(trade.price, priceDecimals)),
      amount: Number(formatFixed(trade.lots, lotDecimals)),
      direction: trade.takerSide === 0 ? 'buy' : 'sell',
    };
    this.#lastIds.set(trade.market, trade.trade);
    const recent = this.#recent.get(trade.market) ?? [];
    recent.push(deal);
    this.#recent.set(trade.market, recent.length > RECENT_DEALS * 2 ? recent.slice(-RECENT_DEALS) : recent);
    return deal;
  }

  async load(database: Session): Promise<void> {
    const { rows } = await database.query<Schema['spot_fills']>(
      'select * from (select * from spot_fills order by trade_id desc limit $1) as newest order by trade_id',
      [RECENT_DEALS * 20],
    );
    for (const row of rows)
      this.#add(
        {
          trade: row.trade_id,
          market: row.market,
          price: row.price,
          lots: row.lots,
          takerSide: row.taker_side === 0 ? 0 : 1,
        },
        row.time_ms,
      );
  }
}
