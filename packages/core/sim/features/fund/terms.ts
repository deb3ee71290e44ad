/** The auditor's own bounds of what a fund may be. */
import type { DefineFundOffer } from '../../../src/index.ts';

export const UNITS_MAX = 2n ** 53n - 1n;

export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
export const isIn = (value: number, low: number, high: bigint | number): boolean =>
  Number.isSafeInteger(value) && value >= low && BigInt(value) <= BigInt(high);

/** Whether all numbers of an offer are within their bounds, and its basket has each coin once. */
export function isSound(offer: DefineFundOffer): boolean {
  const { basket, buyFeePpm, sellFeePpm, exitFeePpm, maintenancePpm, maxLeverage } = offer;
  const ranges: readonly (readonly [value: number, low: number, high: bigint | number])[] = [
    [offer.fund, 1, 1_000_000],
    [buyFeePpm, 0, 100_000],
    [sellFeePpm, 0, 100_000],
    [exitFeePpm, 0, 100_000],
    [offer.lendingDailyPpb, 0, 10_000_000],
    [maintenancePpm, 1, 500_000],
    [maxLeverage, 1, 5],
    [offer.minUnits, 1, UNITS_MAX],
    [offer.quota, 1, UNITS_MAX],
    [offer.coverPpm, 0, 10_000_000],
    [offer.maxPerOwner, 0, UNITS_MAX],
    [offer.endsMs, 0, UNITS_MAX],
  ];
  const coins = new Set(basket.map(({ asset }) => asset)).size;
  const isBasket = coins === basket.length && coins > 0 && coins <= 20;
  return (
    isBasket &&
    ranges.every(([value, low, high]) => isIn(value, low, high)) &&
    basket.every(({ quantity }) => isCount(quantity)) &&
    maintenancePpm * maxLeverage < 1_000_000 &&
    sellFeePpm <= exitFeePpm
  );
}
