/** The NAV of a fund, from the newest public tick: every second, without a call of its own. */
import { priceIn, useLastTick } from '#data/ticks.ts';
import type { FundOffer } from './calls.ts';
import { navOfTick } from './figures.ts';

type PriceOf = (symbol: string) => string | undefined;

/** The index prices of the newest tick; undefined before the first one. */
export function usePrices(): PriceOf | undefined {
  const tick = useLastTick();
  return tick === undefined ? undefined : (symbol) => priceIn(tick, symbol);
}

/** The current NAV of a fund; 0 while a coin has no price. */
export function useNav(offer: FundOffer): number {
  return navOfTick(offer, usePrices());
}
