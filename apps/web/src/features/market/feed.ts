/** One market feed per displayed pair, which the book, the deals and the forms share. */
import type { Deal } from '@glasshouse/protocol/market';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { MarketFeed } from '#data/market-feed.ts';

export function useFeed(symbol: string): MarketFeed {
  const feed = useMemo(() => new MarketFeed(symbol), [symbol]);
  useEffect(() => feed.start(), [feed]);
  return feed;
}
export function useDeals(feed: MarketFeed): readonly Deal[] {
  return useSyncExternalStore(feed.subscribe, () => feed.deals);
}
/** Whether the book or the deals have been received; both may be empty. */
export function useKnown(feed: MarketFeed, what: 'book' | 'deals'): boolean {
  return useSyncExternalStore(feed.subscribe, () =>
    what === 'book' ? feed.book !== undefined : feed.dealsKnown,
  );
}
/** Best bid and ask at the feed's last commit. */
export function useBestPrices(feed: MarketFeed): { bid: string | undefined; ask: string | undefined } {
  const bid = useSyncExternalStore(feed.subscribe, () => feed.best.bid);
  const ask = useSyncExternalStore(feed.subscribe, () => feed.best.ask);
  return { bid, ask };
}
