/**
 * The book as one screen shows it: grouped, limited to its levels, recomputed once per commit of
 * the feed.
 */
import { useEffect, useState } from 'react';
import { viewOf, type BookView, type ViewOptions } from '#data/depth-book.ts';
import type { MarketFeed } from '#data/market-feed.ts';
import { createStore, type Store } from '#shared/external-store.ts';

export type BookStore = Store<BookView>;
const EMPTY: BookView = { bids: [], asks: [] };

export function useBookView(feed: MarketFeed, options: ViewOptions): BookStore {
  const [store] = useState(() => createStore<BookView>(EMPTY));
  const { priceDecimals, amountDecimals, groupTicks, levels } = options;
  useEffect(() => {
    const shown = { priceDecimals, amountDecimals, groupTicks, levels };
    const update = () => {
      // Until the server's grouped book arrives, the best levels are grouped here.
      const book = feed.bookBy(groupTicks) ?? feed.book;
      store.set(book === undefined ? EMPTY : viewOf(book, shown));
    };
    update();
    const stops = [feed.subscribe(update), ...(groupTicks === 1 ? [] : [feed.follow(groupTicks)])];
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, feed, priceDecimals, amountDecimals, groupTicks, levels]);
  return store;
}
