/**
 * The book and the deals of one pair. Frames only mark it dirty: the newest state is committed to
 * the screen in an animation frame, at most every 100 ms, however many frames arrive.
 */
import type { Deal } from '@glasshouse/protocol/market';
import { call } from './api.ts';
import { applyDelta, bestOf, bookFrom, type DepthBook } from './depth-book.ts';
import { listen, resubscribe } from './stream.ts';

const COMMIT_EVERY_MS = 100;
const DEALS_KEPT = 50;

export class MarketFeed {
  readonly symbol: string;
  book: DepthBook | undefined;
  best: ReturnType<typeof bestOf> = { bid: undefined, ask: undefined };
  /** Newest first. */
  deals: readonly Deal[] = [];
  /** False until it is known whether there are any. */
  dealsKnown = false;
  readonly #listeners = new Set<() => void>();
  #stops: (() => void)[] = [];
  #frame = 0;
  #committedAt = 0;

  constructor(symbol: string) {
    this.symbol = symbol;
  }

  /** Runs until the returned function is called. */
  start(): () => void {
    this.#stops = [
      listen(`depth:${this.symbol}`, (frame) => {
        if (frame.type === 'depth-snapshot') this.book = bookFrom(frame);
        else if (frame.type === 'depth-delta' && this.book !== undefined) {
          const next = applyDelta(this.book, frame);
          if (next === 'gap') {
            this.book = undefined;
            resubscribe(frame.channel);
            return;
          }
          this.book = next;
        }
        this.#markDirty();
      }),
      listen(`deals:${this.symbol}`, (frame) => {
        if (frame.type !== 'deals') return;
        this.#addDeals(frame.deals.toReversed());
      }),
    ];
    void this.#fetchFirst();
    return () => {
      for (const stop of this.#stops) stop();
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Fetches by calls what is shown before the first frame, or without a stream. */
  async #fetchFirst(): Promise<void> {
    try {
      this.#addDeals(await call('market/get-market-trade', { symbol: this.symbol }, { quiet: true }));
    } catch {
      // The stream delivers them too.
    }
  }

  #addDeals(newestFirst: readonly Deal[]): void {
    if (!this.dealsKnown) {
      this.dealsKnown = true;
      this.#markDirty();
    }
    const known = new Set(this.deals.map((deal) => deal.id));
    const fresh = newestFirst.filter((deal) => !known.has(deal.id));
    if (fresh.length === 0) return;
    this.deals = [...fresh, ...this.deals]
      .sort((a, b) => b.ts - a.ts || Number(b.id) - Number(a.id))
      .slice(0, DEALS_KEPT);
    this.#markDirty();
  }

  #markDirty(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#commit);
  }

  readonly #commit = (now: number): void => {
    if (now - this.#committedAt < COMMIT_EVERY_MS) {
      this.#frame = requestAnimationFrame(this.#commit);
      return;
    }
    this.#frame = 0;
    this.#committedAt = now;
    if (this.book !== undefined) this.best = bestOf(this.book);
    for (const listener of this.#listeners) listener();
  };
}
