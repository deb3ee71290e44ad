/**
 * The one rule for the colour of a price. A deal has the colour of the side that took it, an index
 * price that of its step from the tick before. Other prices have none; their changes have.
 */
import type { Deal } from '@glasshouse/protocol/market';
import { priceIn, type PublicTick } from '#data/ticks.ts';

export function dealTone(deal: Pick<Deal, 'direction'> | undefined): string {
  return deal === undefined ? '' : deal.direction === 'buy' ? 'text-up' : 'text-down';
}
/**
 * The tone of the price in `ticks[at]`, compared with the newest earlier tick that has another
 * price.
 */
export function stepTone(ticks: readonly PublicTick[], at: number, symbol: string): string {
  const price = Number(priceIn(ticks[at], symbol));
  for (let before = at - 1; before >= 0; before--) {
    const difference = price - Number(priceIn(ticks[before], symbol));
    if (difference !== 0) return difference > 0 ? 'text-up' : 'text-down';
  }
  return '';
}
