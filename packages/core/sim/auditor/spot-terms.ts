/**
 * The terms of orders in the auditor's model: their shape, and the prices and values that are
 * allowed.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { PlaceConditional, PlaceOco, PlaceOrder } from '../../src/index.ts';
import { MILLION, type AuditedMarket } from './markets.ts';

export const UNITS_MAX = 2n ** 53n - 1n;
const PRICE_MAX = 2 ** 30 - 1;
const TRAIL_MIN_PPM = 1_000;
const TRAIL_MAX_PPM = 500_000;

export type Refusal = RefusalName | null;

export const isPrice = (price: number): boolean =>
  Number.isInteger(price) && price >= 1 && price <= PRICE_MAX;
export const isCount = (lots: number): boolean => Number.isInteger(lots) && lots >= 1;
export const isExact = (units: number): boolean => Number.isSafeInteger(units) && units >= 1;

export function marketShape({
  side,
  lots,
  quoteAmount,
  timeInForce,
}: Pick<PlaceOrder, 'side' | 'lots' | 'quoteAmount' | 'timeInForce'>): Refusal {
  if (timeInForce === 3) return 'spot/price-missing';
  if (lots > 0) return isExact(lots) ? null : 'spot/amount-missing';
  return side === 0 && isExact(quoteAmount) ? null : 'spot/amount-missing';
}

export function limitShape({ price, lots }: PlaceOrder): Refusal {
  if (!isPrice(price)) return 'spot/price-missing';
  return isCount(lots) ? null : 'spot/amount-missing';
}

export function valueRefusal(market: AuditedMarket, value: bigint): Refusal {
  const { minNotional, maxNotional } = market.definition;
  if (value > BigInt(maxNotional)) return 'spot/above-maximum';
  return value < BigInt(minNotional) ? 'spot/below-minimum' : null;
}

// oxlint-disable-next-line complexity -- The checks in the order of the page, each a line.
export function waitingShape(command: PlaceConditional, market: AuditedMarket): Refusal {
  const { side, kind, trigger, trailPpm, price, lots, timeInForce } = command;
  const isKind = trailPpm === 0 ? kind === 1 || kind === 2 : kind === 0;
  if (!isKind || timeInForce === 2) return 'request/invalid';
  if (isFinite(lots) ? BigInt(Math.floor(lots)) * market.unitsPerLot > UNITS_MAX : lots > 0)
    return 'spot/above-maximum';
  const isDistance = Number.isInteger(trailPpm) && trailPpm >= TRAIL_MIN_PPM && trailPpm <= TRAIL_MAX_PPM;
  if (trailPpm === 0 ? !isPrice(trigger) : !isDistance || trigger !== 0 || price !== 0)
    return 'spot/trigger-missing';
  if (price === 0)
    return side === 0 && lots !== 0 && trailPpm > 0 ? 'spot/amount-missing' : marketShape(command);
  if (!isPrice(price)) return 'spot/price-missing';
  if (timeInForce === 3) return 'request/invalid';
  return isCount(lots) ? null : 'spot/amount-missing';
}

export function triggerRefusal(
  { side, kind, trigger, trailPpm, price }: PlaceConditional,
  market: AuditedMarket,
): Refusal {
  if (market.index === 0) return 'market/no-price';
  if (trailPpm > 0) return null;
  const isAbove = (side === 0) === (kind === 1);
  const at = market.indexOf(trigger);
  if (isAbove ? market.index >= at : market.index <= at) return 'spot/would-trigger';
  return price === 0 || isNearTrigger(price, trigger, market) ? null : 'spot/price-out-of-range';
}

export function ocoShape({ price, lots, trigger, stopPrice }: PlaceOco, market: AuditedMarket): Refusal {
  if (!isPrice(price)) return 'spot/price-missing';
  if (!isCount(lots)) return 'spot/amount-missing';
  if (BigInt(lots) * market.unitsPerLot > UNITS_MAX) return 'spot/above-maximum';
  if (!isPrice(trigger)) return 'spot/trigger-missing';
  return stopPrice === 0 || isPrice(stopPrice) ? null : 'spot/price-missing';
}

/** Within the band of limit prices around a trigger. */
export function isNearTrigger(price: number, trigger: number, market: AuditedMarket): boolean {
  const distance = (BigInt(trigger) * BigInt(market.definition.limitBandPpm)) / MILLION;
  const away = BigInt(price) - BigInt(trigger);
  return away <= distance && -away <= distance;
}

/** The worst price of a market order. */
export function bandLimit(market: AuditedMarket, side: number, reference: number): number {
  const distance = Number((BigInt(reference) * BigInt(market.definition.marketBandPpm)) / MILLION);
  return side === 0 ? Math.min(PRICE_MAX, reference + distance) : Math.max(1, reference - distance);
}
