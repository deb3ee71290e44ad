/** Whether there is an index price. Apart from the ticks, which the home page loads. */
import { priceIn, useLastTick } from './ticks.ts';

/** False while the newest tick has no price of a pair: too few exchanges agree on one. */
export function useHasPrice(symbol: string): boolean {
  const tick = useLastTick();
  return tick === undefined || priceIn(tick, symbol) !== undefined;
}
