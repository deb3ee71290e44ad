/**
 * The one rule for the colour of a price. A deal has the colour of the side that took it, an index
 * price that of its step from the tick before. Other prices have none; their changes have.
 */
import type { Deal } from '@glasshouse/protocol/market';
import type { PriceStep } from '#data/ticks.ts';

export function dealTone(deal: Pick<Deal, 'direction'> | undefined): string {
  return deal === undefined ? '' : deal.direction === 'buy' ? 'text-up' : 'text-down';
}
export function stepTone(step: PriceStep): string {
  return step === 0 ? '' : step > 0 ? 'text-up' : 'text-down';
}
