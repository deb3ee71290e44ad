/**
 * What the market feature keeps in memory: candles, deals, ticks, and the names of its pairs. All of it
 * is committed: it changes by `publish` alone, which takes nothing but a committed batch.
 */
import type { Deal, PublicTick } from '@glasshouse/protocol/market';
import type { Catalogue, NamedMarket } from '../../catalogue.ts';
import type { CommittedBatch } from '../../pipeline/batch.ts';
import { Deals } from './deals.ts';
import { Klines } from './klines.ts';
import { TickChain } from './tick-chain.ts';

export interface PublishedBatch {
  readonly ticks: readonly PublicTick[];
  /** By market, in the order of the trades. */
  readonly deals: ReadonlyMap<number, readonly Deal[]>;
}

export class MarketState {
  readonly klines = new Klines();
  readonly ticks = new TickChain(() => this.catalogue);
  readonly deals = new Deals(() => this.catalogue);
  #opened: { catalogue: Catalogue; nowMs: () => number } | null = null;
  #symbols = new Map<string, NamedMarket>();

  /** Projections are made before the exchange is recovered; nothing is projected before this. */
  open(catalogue: Catalogue, nowMs: () => number): void {
    this.#opened = { catalogue, nowMs };
  }

  /** Takes a batch into memory; returns what is new in it. */
  publish(batch: CommittedBatch): PublishedBatch {
    this.klines.publish(batch);
    return { ticks: this.ticks.publish(batch), deals: this.deals.publish(batch) };
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

  /** The pair of a symbol in lower case, such as 'btcusdt'. */
  pair(symbol: string): NamedMarket | undefined {
    const { markets } = this.catalogue;
    if (this.#symbols.size !== markets.length)
      this.#symbols = new Map(markets.map((pair) => [pair.symbol, pair]));
    return this.#symbols.get(symbol);
  }
}
