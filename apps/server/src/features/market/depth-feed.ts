/**
 * The order book of one pair for the stream, grouped by a step: a snapshot, then deltas, each with
 * the version of the book that it follows, which is also that of the call.
 */
import { formatDecimal, formatFixed } from '@glasshouse/money';
import { depthChannel, groupPrice, type DepthStep } from '@glasshouse/protocol/market';
import type { DepthDelta, DepthSnapshot, Level } from '@glasshouse/protocol/stream';
import type { NamedMarket } from '../../contract/catalogue.ts';

/** Levels per side that the stream carries. */
export const STREAM_LEVELS = 60;

type Sides = { readonly bids: readonly [number, number][]; readonly asks: readonly [number, number][] };

export class DepthFeed {
  readonly #pair: NamedMarket;
  readonly #channel: string;
  readonly #step: DepthStep;
  #version = -1;
  #shown: Sides = { bids: [], asks: [] };

  constructor(pair: NamedMarket, step: DepthStep = 1) {
    this.#pair = pair;
    this.#step = step;
    this.#channel = depthChannel(pair.symbol, step);
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
    const groups = { step: this.#step, count: STREAM_LEVELS };
    const now: Sides = { bids: depthOf(book, 'bids', groups), asks: depthOf(book, 'asks', groups) };
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

/**
 * Levels that one side reads for its groups. If there are more, the groups beyond are missing, and
 * the last one holds at most what was read.
 */
const LEVELS_READ_MAX = 10_000;

export interface Groups {
  readonly step: DepthStep;
  /** Most groups. */
  readonly count: number;
}
type Book = NamedMarket['market']['book'];
/** The best groups of a side: [price, lots]. */
export function depthOf(book: Book, name: 'bids' | 'asks', { step, count }: Groups): [number, number][] {
  const side = name === 'bids' ? 0 : 1;
  if (step === 1) return book.depth(side, count);
  const groups: [number, number][] = [];
  let group: [number, number] = [-1, 0];
  let price = book.best(side);
  for (let read = 0; price !== 0 && read < LEVELS_READ_MAX; read++) {
    const at = groupPrice(name, price, step);
    if (at !== group[0]) {
      if (groups.length === count) break;
      group = [at, 0];
      groups.push(group);
    }
    group[1] += book.lotsAt(side, price);
    price = book.nextPrice(side, price);
  }
  return groups;
}
