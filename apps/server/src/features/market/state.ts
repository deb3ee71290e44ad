/**
 * The market's data in memory: candles, deals, ticks, and the names of its pairs. All of it is
 * committed: only `publish` changes it, and it takes only committed batches.
 */
import type { DayTick, PublicTick } from '@glasshouse/protocol/market';
import type { Catalogue, NamedMarket } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import type { CommittedBatch } from '../../pipeline/batch.ts';
import { Deals, type NewDeals } from './deals.ts';
import { dayTick } from './huobi-shapes.ts';
import type { Published } from './kept-replies.ts';
import { Klines } from './klines.ts';
import { TickChain } from './tick-chain.ts';

export interface PublishedBatch {
  readonly ticks: readonly PublicTick[];
  /** By market, in the order of the trades. */
  readonly deals: ReadonlyMap<number, NewDeals>;
}

export class MarketState implements Published {
  readonly klines = new Klines();
  readonly ticks = new TickChain(() => this.catalogue);
  readonly deals = new Deals(() => this.catalogue);
  #opened: { catalogue: Catalogue; nowMs: () => number } | null = null;
  #symbols = new Map<string, NamedMarket>();
  #version = 0;
  #dayTicks: { version: number; bySymbol: Map<string, DayTick> } = { version: 0, bySymbol: new Map() };

  /** To be called once, before anything else. */
  open(catalogue: Catalogue, nowMs: () => number): void {
    this.#opened = { catalogue, nowMs };
  }

  /** Loads candles, deals and ticks from the tables. */
  async load(database: Session): Promise<void> {
    await this.klines.load(database, { nowMs: this.nowMs(), markets: this.catalogue.markets.length });
    await this.deals.load(database);
    await this.ticks.load(database);
  }

  /** Takes a batch into memory and returns its new data. */
  publish(batch: CommittedBatch): PublishedBatch {
    this.klines.publish(batch);
    const published = { ticks: this.ticks.publish(batch), deals: this.deals.publish(batch) };
    if (published.ticks.length > 0 || published.deals.size > 0) this.#version++;
    return published;
  }

  get catalogue(): Catalogue {
    return this.#open.catalogue;
  }

  /** The pipeline's time. */
  readonly nowMs = (): number => this.#open.nowMs();

  get #open(): { catalogue: Catalogue; nowMs: () => number } {
    if (this.#opened === null) throw new Error('the market was used before it was opened');
    return this.#opened;
  }

  /** Changes with the public data: replies and snapshots are made once for each version. */
  get version(): number {
    return this.#version;
  }

  /** The last 24 hours of a pair, summed up once for each version. */
  dayTick(pair: NamedMarket): DayTick {
    if (this.#dayTicks.version !== this.#version)
      this.#dayTicks = { version: this.#version, bySymbol: new Map() };
    const { bySymbol } = this.#dayTicks;
    const known = bySymbol.get(pair.symbol);
    if (known !== undefined) return known;
    const made = dayTick(pair, this.klines, this.nowMs());
    bySymbol.set(pair.symbol, made);
    return made;
  }

  /** The pair of a symbol in lower case, such as 'btcusdt', once it has begun to trade. */
  pair(symbol: string): NamedMarket | undefined {
    const { markets } = this.catalogue;
    if (this.#symbols.size !== markets.length)
      this.#symbols = new Map(markets.map((pair) => [pair.symbol, pair]));
    const pair = this.#symbols.get(symbol);
    return pair?.market.isShown === true ? pair : undefined;
  }
}
