/** Books for programs. They may be ahead of the commit, by the batch in flight. */
import { formatFixed } from '@glasshouse/money';
import { BUY, SELL, type Side } from '@glasshouse/core';
import type { NamedMarket } from '../../../contract/catalogue.ts';

/** The best levels of a book. `lastUpdateId` is its version. */
export function orderBook(pair: NamedMarket, levels: number) {
  const { book } = pair.market;
  const { priceDecimals, lotDecimals } = pair.market.definition;
  const level = ([price, lots]: readonly [number, number]): [string, string] => [
    formatFixed(price, priceDecimals),
    formatFixed(lots, lotDecimals),
  ];
  return {
    lastUpdateId: book.version,
    bids: book.depth(BUY, levels).map(level),
    asks: book.depth(SELL, levels).map(level),
  };
}

/** Zeros on an empty side. */
export function bestQuotes({ market }: NamedMarket) {
  const { book } = market;
  const { priceDecimals, lotDecimals } = market.definition;
  const price = (side: Side) => formatFixed(book.best(side), priceDecimals);
  const quantity = (side: Side) => {
    const best = book.best(side);
    return formatFixed(best === 0 ? 0 : book.lotsAt(side, best), lotDecimals);
  };
  return {
    bidPrice: price(BUY),
    bidQty: quantity(BUY),
    askPrice: price(SELL),
    askQty: quantity(SELL),
  };
}
