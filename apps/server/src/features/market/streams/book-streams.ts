/**
 * Streams of books: best bid and ask, best levels, and changes. They may be ahead of the commit, by
 * the batch in flight.
 */
import { crc32 } from 'node:zlib';
import { BUY, SELL, type Side } from '@glasshouse/core';
import { BOOK_CHECKSUM_LEVELS, type StreamEvent } from '@glasshouse/protocol/programs';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import { BookCopy } from './book-copy.ts';
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

export function bookChangesStream({
  state,
  pair,
  emit,
}: PairStreamParts<StreamEvent<'bookChanges'>>): RunningStream {
  const { book } = pair.market;
  let sent = new BookCopy();
  let next = new BookCopy();
  // What somebody who listens from now on can read by a call.
  sent.read(book);
  const changes = (side: Side): Level[] => {
    const levels: Level[] = [];
    next.side(side).changesSince(sent.side(side), (price, lots) => {
      levels.push(lots === 0 ? [priceText(pair, price), '0'] : levelOf(pair, [price, lots]));
    });
    return levels;
  };
  return {
    round: () => {
      if (book.version === sent.version) return;
      next.read(book);
      emit({
        e: 'depthUpdate',
        E: state.nowMs(),
        s: nameOf(pair),
        U: sent.version + 1,
        u: next.version,
        b: changes(BUY),
        a: changes(SELL),
        cs: checksumOf(pair, next),
      });
      [sent, next] = [next, sent];
    },
  };
}

const levelOf = (pair: NamedMarket, [price, lots]: readonly [number, number]): Level => [
  priceText(pair, price),
  lotsText(pair, lots),
];

/** As BOOK_CHECKSUM_LEVELS describes it. */
function checksumOf(pair: NamedMarket, copy: BookCopy): number {
  const parts: string[] = [];
  for (let index = 0; index < BOOK_CHECKSUM_LEVELS; index++)
    for (const side of [BUY, SELL] as const) {
      const { length, prices, lots } = copy.side(side);
      if (index < length) parts.push(...levelOf(pair, [prices[index]!, lots[index]!]));
    }
  return crc32(parts.join(':'));
}
