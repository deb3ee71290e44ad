/**
 * The order book of one pair for the stream: a snapshot, then deltas, each with the version of the
 * book that it follows, which is also that of the call.
 */
import { formatDecimal, formatFixed } from '@glasshouse/money';
import type { DepthDelta, DepthSnapshot, Level } from '@glasshouse/protocol/stream';
import type { NamedMarket } from '../../catalogue.ts';

/** Levels per side that the stream carries: enough for 20 rows of a coarser grouping. */
export const STREAM_LEVELS = 60;

type Sides = { readonly bids: readonly [number, number][]; readonly asks: readonly [number, number][] };

export class DepthFeed {
  readonly #pair: NamedMarket;
  readonly #channel: string;
  #version = -1;
  #shown: Sides = { bids: [], asks: [] };

  constructor(pair: NamedMarket) {
    this.#pair = pair;
    this.#channel = `depth:${pair.symbol}`;
  }

  /** The version of the book that `snapshot` shows. */
  get version(): number {
    return this.#version;
  }

  /** The changes since the last call; null if there are none. */
  advance(timeMs: number): DepthDelta | null {
    const { book } = this.#pair.market;
    if (book.version === this.#version) return null;
    const from = this.#version;
    this.#version = book.version;
    const now: Sides = { bids: book.depth(0, STREAM_LEVELS), asks: book.depth(1, STREAM_LEVELS) };
    const bids = this.#changes(this.#shown.bids, now.bids);
    const asks = this.#changes(this.#shown.asks, now.asks);
    this.#shown = now;
    return { type: 'depth-delta', channel: this.#channel, from, version: this.#version, bids, asks, timeMs };
  }

  /** The state that the next delta follows. */
  snapshot(timeMs: number): DepthSnapshot {
    const levels = (side: readonly [number, number][]): Level[] => side.map((level) => this.#level(level));
    return {
      type: 'depth-snapshot',
      channel: this.#channel,
      version: this.#version,
      bids: levels(this.#shown.bids),
      asks: levels(this.#shown.asks),
      timeMs,
    };
  }

  #changes(before: readonly [number, number][], now: readonly [number, number][]): Level[] {
    const old = new Map(before);
    const changes: Level[] = [];
    for (const [price, lots] of now) {
      if (old.get(price) !== lots) changes.push(this.#level([price, lots]));
      old.delete(price);
    }
    for (const price of old.keys()) changes.push(this.#level([price, 0]));
    return changes;
  }

  #level([price, lots]: readonly [number, number]): Level {
    const { priceDecimals, lotDecimals } = this.#pair.market.definition;
    return [formatFixed(price, priceDecimals), lots === 0 ? '0' : formatDecimal(lots, lotDecimals)];
  }
}
