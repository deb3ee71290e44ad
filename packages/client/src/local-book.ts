/**
 * A book kept from the changes of a stream: which of them count, in what order, and the checksum
 * that each must lead to (docs/features/market-streams.md).
 */
import { BOOK_CHECKSUM_LEVELS, type StreamEvent } from '@glasshouse/protocol/programs';
import { crc32 } from './crc32.ts';

export type BookChange = StreamEvent<'bookChanges'>;
/** Price and quantity, with all decimals of the pair. */
export type Level = readonly [price: string, quantity: string];
/** What 'market/get-order-book' answers, best levels first. */
export interface BookSnapshot {
  readonly lastUpdateId: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/**
 * What became of a change: it was applied; it was older than the book; one before it is missing; or
 * the book after it is not the platform's. After the last two the book must be made anew.
 */
export type Taken = 'applied' | 'old' | 'gap' | 'damaged';

const GONE = /^0(\.0+)?$/;

export class LocalBook {
  readonly #bids: Level[];
  readonly #asks: Level[];
  #version: number;

  constructor({ lastUpdateId, bids, asks }: BookSnapshot) {
    this.#version = lastUpdateId;
    this.#bids = [...bids];
    this.#asks = [...asks];
  }

  /** The version that it is of. */
  get lastUpdateId(): number {
    return this.#version;
  }

  /** Best first. */
  get bids(): readonly Level[] {
    return this.#bids;
  }

  get asks(): readonly Level[] {
    return this.#asks;
  }

  take({ U: first, u: last, b: bids, a: asks, cs: checksum }: BookChange): Taken {
    if (last <= this.#version) return 'old';
    if (first > this.#version + 1) return 'gap';
    for (const level of bids) setLevel(this.#bids, level, -1);
    for (const level of asks) setLevel(this.#asks, level, 1);
    this.#version = last;
    return this.checksum() === checksum ? 'applied' : 'damaged';
  }

  /** CRC-32 of the best levels, as events have it in `cs`. */
  checksum(): number {
    const parts: string[] = [];
    for (let i = 0; i < BOOK_CHECKSUM_LEVELS; i++) {
      const bid = this.#bids[i];
      const ask = this.#asks[i];
      if (bid !== undefined) parts.push(bid[0], bid[1]);
      if (ask !== undefined) parts.push(ask[0], ask[1]);
    }
    return crc32(parts.join(':'));
  }
}

/** `order` 1: the lowest price is the best, -1: the highest. */
function setLevel(side: Level[], level: Level, order: 1 | -1): void {
  let low = 0;
  let high = side.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order * compareDecimals(side[middle]![0], level[0]) < 0) low = middle + 1;
    else high = middle;
  }
  const isThere = side[low]?.[0] === level[0];
  if (!GONE.test(level[1])) side.splice(low, isThere ? 1 : 0, level);
  else if (isThere) side.splice(low, 1);
}

/** Prices of one pair have the same decimals, so the longer text is the higher price. */
function compareDecimals(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}
