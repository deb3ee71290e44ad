/**
 * Streams of books: best bid and ask, best levels, and changes. They may be ahead of the commit, by
 * the batch in flight.
 */
import { crc32 } from 'node:zlib';
import { BUY, SELL, type Side } from '@glasshouse/core';
import { BOOK_CHECKSUM_LEVELS, type StreamEvent } from '@glasshouse/protocol/programs';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import {
  lotsText,
  nameOf,
  priceText,
  type PairStreamParts,
  type RunningStream,
  type StreamParts,
} from './running-stream.ts';

type Level = [price: string, quantity: string];

/** 0 on an empty side. */
export function bestQuotes(pair: NamedMarket) {
  const { book } = pair.market;
  const lots = (side: Side): number => (book.best(side) === 0 ? 0 : book.lotsAt(side, book.best(side)));
  return {
    b: priceText(pair, book.best(BUY)),
    B: lotsText(pair, lots(BUY)),
    a: priceText(pair, book.best(SELL)),
    A: lotsText(pair, lots(SELL)),
  };
}

/** Sends the best quotes of a pair if they have changed since the last call. */
class BestQuotes {
  readonly #pair: NamedMarket;
  readonly #emit: (event: StreamEvent<'bookTicker'>) => void;
  #version = -1;
  #sent = '';

  constructor(pair: NamedMarket, emit: (event: StreamEvent<'bookTicker'>) => void) {
    this.#pair = pair;
    this.#emit = emit;
  }

  forget(): void {
    this.#version = -1;
    this.#sent = '';
  }

  look(): void {
    const { version } = this.#pair.market.book;
    if (version === this.#version) return;
    this.#version = version;
    const quotes = bestQuotes(this.#pair);
    const text = JSON.stringify(quotes);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#emit({ u: version, s: nameOf(this.#pair), ...quotes });
  }
}

export function bookTickerStream({ pair, emit }: PairStreamParts<StreamEvent<'bookTicker'>>): RunningStream {
  const quotes = new BestQuotes(pair, emit);
  const look = (): void => quotes.look();
  return { committed: look, round: look, joined: () => quotes.forget() };
}

export function bookTickersStream({ state, emit }: StreamParts<StreamEvent<'bookTickers'>>): RunningStream {
  const all = new Map<NamedMarket, BestQuotes>();
  const look = (): void => {
    for (const pair of state.catalogue.openedMarkets) {
      let quotes = all.get(pair);
      if (quotes === undefined) all.set(pair, (quotes = new BestQuotes(pair, emit)));
      quotes.look();
    }
  };
  return { committed: look, round: look, joined: () => all.clear() };
}

export function topLevelsStream({
  pair,
  asked,
  emit,
}: PairStreamParts<StreamEvent<'topLevels'>>): RunningStream {
  const { book } = pair.market;
  const count = Number(asked.levels);
  let version = -1;
  const levels = (side: Side): Level[] => book.depth(side, count).map((level) => levelOf(pair, level));
  return {
    joined: () => {
      version = -1;
    },
    round: () => {
      if (book.version === version) return;
      version = book.version;
      emit({ lastUpdateId: version, bids: levels(BUY), asks: levels(SELL) });
    },
  };
}

/**
 * Every level that was touched since the last event is in the next one, also if it is again as it
 * was: somebody may have read the book in between.
 */
export function bookChangesStream({
  state,
  pair,
  emit,
}: PairStreamParts<StreamEvent<'bookChanges'>>): RunningStream {
  const { book } = pair.market;
  const touched = { [BUY]: new Set<number>(), [SELL]: new Set<number>() };
  const unwatch = book.watchers.add((side, price) => touched[side].add(price));
  let sentVersion = book.version;
  const changes = (side: Side): Level[] => {
    const prices = [...touched[side]];
    touched[side].clear();
    return prices.map((price) => {
      const lots = book.lotsAt(side, price);
      return lots === 0 ? [priceText(pair, price), '0'] : levelOf(pair, [price, lots]);
    });
  };
  return {
    closed: unwatch,
    round: () => {
      if (book.version === sentVersion) return;
      const U = sentVersion + 1;
      sentVersion = book.version;
      emit({
        e: 'depthUpdate',
        E: state.nowMs(),
        s: nameOf(pair),
        U,
        u: sentVersion,
        b: changes(BUY),
        a: changes(SELL),
        cs: checksumOf(pair),
      });
    },
  };
}

const levelOf = (pair: NamedMarket, [price, lots]: readonly [number, number]): Level => [
  priceText(pair, price),
  lotsText(pair, lots),
];

/** As BOOK_CHECKSUM_LEVELS describes it. */
function checksumOf(pair: NamedMarket): number {
  const { book } = pair.market;
  const bids = book.depth(BUY, BOOK_CHECKSUM_LEVELS);
  const asks = book.depth(SELL, BOOK_CHECKSUM_LEVELS);
  const parts: string[] = [];
  for (let index = 0; index < BOOK_CHECKSUM_LEVELS; index++)
    for (const level of [bids[index], asks[index]])
      if (level !== undefined) parts.push(...levelOf(pair, level));
  return crc32(parts.join(':'));
}
