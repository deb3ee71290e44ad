/** Distances of an order's prices from the market, in percent and in coins. */
import { Big } from 'big.js';
import { cut, decimal, shareOf } from './order-math.ts';
import type { OrderPrices } from './order-types.ts';

/**
 * The distance of a price above or below another in percent, without sign; '' while one is missing
 * or the price is on the other side.
 */
export function distanceOf(price: string, from: string, isAbove: boolean): string {
  const [to, start] = [decimal(price), decimal(from)];
  if (to === undefined || start === undefined || start.eq(0) || to.eq(0)) return '';
  const percent = to
    .div(start)
    .minus(1)
    .times(isAbove ? 100 : -100);
  return percent.lt(0) ? '' : percent.toFixed(DISTANCE_DECIMALS);
}
export const DISTANCE_DECIMALS = 2;
/** The price above or below another by a distance in percent. */
export function priceAtDistance(
  from: string,
  { percent, isAbove }: { readonly percent: string; readonly isAbove: boolean },
  priceDecimals: number,
): string {
  const [start, distance] = [decimal(from), decimal(percent)];
  if (start === undefined || distance === undefined) return '';
  const ratio = isAbove ? distance.div(100).plus(1) : new Big(1).minus(distance.div(100));
  return ratio.lt(0) ? '0' : cut(start.times(ratio), priceDecimals);
}

/** The other form of a trailing distance at a price: coins of a percentage, or the reverse. */
export function otherTrail(
  { trailPercent, trailAmount }: Pick<OrderPrices, 'trailPercent' | 'trailAmount'>,
  price: string,
  priceDecimals: number,
): string {
  if (trailAmount === '')
    return trailPercent === '' ? '' : shareOf(price, Number(trailPercent), priceDecimals);
  const [coins, whole] = [decimal(trailAmount), decimal(price)];
  return coins === undefined || whole === undefined || whole.eq(0)
    ? ''
    : cut(coins.div(whole).times(100), DISTANCE_DECIMALS);
}
