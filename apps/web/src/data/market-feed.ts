/**
 * The book and the deals of one pair. Frames only mark it dirty: the newest state is committed to
 * the screen in an animation frame, at most every 100 ms, however many frames arrive.
 */
import type { Deal } from '@glasshouse/protocol/market';
import { depthChannel, type DepthStep } from '@glasshouse/protocol/market/depth-steps';
import type { DepthDelta } from '@glasshouse/protocol/stream';
import { call } from './api.ts';
import { applyDelta, bestOf, bookFrom, type DepthBook } from './depth-book.ts';
import { listen, resubscribe } from './stream.ts';

const COMMIT_EVERY_MS = 100;
const DEALS_KEPT = 50;

export class MarketFeed {
  readonly symbol: string;
  readonly #books = new Map<DepthStep, DepthBook>();
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

  get book(): DepthBook | undefined {
    return this.bookBy(1);
  }

  /** The book grouped by a step; undefined until it has arrived, or if nobody follows it. */
  bookBy(step: DepthStep): DepthBook | undefined {
    return this.#books.get(step);
  }

  /** Follows the book grouped by a step until the returned function is called. */
  follow(step: DepthStep): () => void {
    const stop = listen(depthChannel(this.symbol, step), (frame) => {
      if (frame.type === 'depth-snapshot') this.#books.set(step, bookFrom(frame));
      else if (frame.type === 'depth-delta') this.#change(step, frame);
      this.#markDirty();
    });
    return () => {
      stop();
      this.#books.delete(step);
    };
  }

  #change(step: DepthStep, delta: DepthDelta): void {
    const book = this.#books.get(step);
    if (book === undefined) return;
    const next = applyDelta(book, delta);
    if (next !== 'gap') {
      this.#books.set(step, next);
      return;
    }
    this.#books.delete(step);
    resubscribe(delta.channel);
  }

  /** Runs until the returned function is called. */
  start(): () => void {
    this.#stops = [
      this.follow(1),
      listen(`deals:${this.symbol}`, (frame, isAfterGap) => {
        if (frame.type !== 'deals') return;
        if (isAfterGap) {
          this.deals = [];
          void this.#fetchDeals();
        }
        this.#addDeals(frame.deals.toReversed());
      }),
    ];
    void this.#fetchDeals();
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

  /** What is shown before the first frame, or without a stream, and what came in a gap. */
  async #fetchDeals(): Promise<void> {
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
