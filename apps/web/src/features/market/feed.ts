/** One running feed per pair on screen, shared by the book, the deals and the forms. */
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
