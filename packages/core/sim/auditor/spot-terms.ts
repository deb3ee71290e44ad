/**
 * The terms of orders in the auditor's model: their shape, and the prices and values that are
 * allowed.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { PlaceConditional, PlaceOrder, PlaceOrderList } from '../../src/index.ts';
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

export function limitShape({ price, lots }: Pick<PlaceOrder, 'price' | 'lots'>): Refusal {
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
  const { side, kind, trigger, target, trailPpm, trail, activation, offset, price, lots, timeInForce } =
    command;
  const trails = trailPpm > 0 || trail > 0;
  const isKind = trails ? kind === 0 : kind > 0;
  if (!isKind || timeInForce === 2) return 'request/invalid';
  if (isFinite(lots) ? BigInt(Math.floor(lots)) * market.unitsPerLot > UNITS_MAX : lots > 0)
    return 'spot/above-maximum';
  if (trails) {
    const isShare = Number.isInteger(trailPpm) && trailPpm >= TRAIL_MIN_PPM && trailPpm <= TRAIL_MAX_PPM;
    const now = seen(market, command.source);
    const isNear = now < market.indexOf(1) * 2 || market.indexOf(2 * trail) <= now;
    const isDistance = trail === 0 ? isShare : trailPpm === 0 && isPrice(trail) && isNear;
    const isPlain = trigger === 0 && price === 0 && target === 0;
    const isBegun = activation === 0 || isPrice(activation);
    if (!isDistance || !isPlain || !isBegun || (offset !== 0 && (side === 0 || !isPrice(offset))))
      return 'spot/trigger-missing';
  } else {
    const isTarget = kind === 3 ? isPrice(target) && price === 0 : target === 0;
    if (!isPrice(trigger) || !isTarget || activation !== 0 || offset !== 0) return 'spot/trigger-missing';
  }
  if (!(lots >= 0)) return 'spot/amount-missing';
  if (price === 0) return side === 0 && lots !== 0 && trails ? 'spot/amount-missing' : marketShape(command);
  if (!isPrice(price)) return 'spot/price-missing';
  if (timeInForce === 3) return 'request/invalid';
  return isCount(lots) ? null : 'spot/amount-missing';
}

export function triggerRefusal(
  { side, kind, trigger, target, trailPpm, trail, price, source }: PlaceConditional,
  market: AuditedMarket,
): Refusal {
  const now = seen(market, source);
  if (now === 0) return 'market/no-price';
  if (trailPpm > 0 || trail > 0) return null;
  const isAbove = (side === 0) === (kind !== 2);
  const at = market.indexOf(trigger);
  if (isAbove ? now >= at : now <= at) return 'spot/would-trigger';
  const other = market.indexOf(target);
  if (kind === 3 && (isAbove ? now <= other : now >= other)) return 'spot/would-trigger';
  return price === 0 || isNearTrigger(price, trigger, market) ? null : 'spot/price-out-of-range';
}

/** The price that a waiting order looks at, as an index price; 0 if there is none yet. */
export function seen(market: AuditedMarket, source: number): number {
  return source === 0 ? market.index : market.indexOf(market.lastPrice);
}

export type OcoTerms = Pick<PlaceOrderList, 'side' | 'price' | 'lots' | 'trigger' | 'stopPrice' | 'source'>;

/** What the resting leg and the stop leg of an OCO would each freeze. */
export function ocoNeeds(
  { side, price, lots, trigger, stopPrice }: Omit<OcoTerms, 'source'>,
  market: AuditedMarket,
): readonly [bigint, bigint] {
  const need = market.needed(side, price, lots);
  const worst = stopPrice || bandLimit(market, 0, trigger);
  return [need, side === 0 ? market.needed(0, worst, lots) : need];
}

export function ocoShape(
  { price, lots, trigger, stopPrice }: Omit<OcoTerms, 'side' | 'source'>,
  market: AuditedMarket,
): Refusal {
  if (!isPrice(price)) return 'spot/price-missing';
  if (!isCount(lots)) return 'spot/amount-missing';
  if (BigInt(lots) * market.unitsPerLot > UNITS_MAX) return 'spot/above-maximum';
  if (!isPrice(trigger)) return 'spot/trigger-missing';
  return stopPrice === 0 || isPrice(stopPrice) ? null : 'spot/price-missing';
}

const TERMS_MAX = {
  makerFeePpm: 100_000,
  takerFeePpm: 100_000,
  minNotional: Number(UNITS_MAX),
  maxNotional: Number(UNITS_MAX),
  limitBandPpm: 1_000_000,
  marketBandPpm: 1_000_000,
  maxOpenOrders: 2 ** 21 - 1,
};

/** Whether a market may have these terms: fees may be 0, the rest is at least 1. */
export function areTermsSound(terms: Readonly<Record<keyof typeof TERMS_MAX, number>>): boolean {
  const isIn = (name: keyof typeof TERMS_MAX): boolean => {
    const least = name === 'makerFeePpm' || name === 'takerFeePpm' ? 0 : 1;
    return Number.isSafeInteger(terms[name]) && terms[name] >= least && terms[name] <= TERMS_MAX[name];
  };
  const names = Object.keys(TERMS_MAX) as (keyof typeof TERMS_MAX)[];
  return names.every(isIn) && terms.minNotional <= terms.maxNotional;
}

/** Within the band of limit prices around a trigger. */
export function isNearTrigger(price: number, trigger: number, market: AuditedMarket): boolean {
  const distance = (BigInt(trigger) * BigInt(market.definition.limitBandPpm)) / MILLION;
  const away = BigInt(price) - BigInt(trigger);
  return away <= distance && -away <= distance;
}

/** Whether an order that is placed at a time may end at another. */
export function isExpiry(expiresMs: number, timeMs: number): boolean {
  return expiresMs === 0 || (expiresMs > timeMs && expiresMs - timeMs <= 366 * 24 * 60 * 60 * 1000);
}

/** The worst price of a market order that also stays within a share of the best price, if not 0. */
export function marketLimit(
  market: AuditedMarket,
  side: number,
  {
    reference,
    best,
    slippagePpm,
    isHeld,
  }: { reference: number; best: number; slippagePpm: number; isHeld: boolean },
): number {
  const protection = bandLimit(market, side, reference);
  const band = isHeld ? nearer(side, protection, heldLimit(market, side)) : protection;
  if (slippagePpm === 0) return band;
  const distance = Number((BigInt(best) * BigInt(slippagePpm)) / MILLION);
  return side === 0 ? Math.min(band, best + distance) : Math.max(band, best - distance);
}

/** The worst price for an owner whose money is held: 2 % from the index, on the losing side. */
export function heldLimit(market: AuditedMarket, side: number): number {
  const distance = Number((BigInt(market.reference) * 20_000n) / MILLION);
  return side === 0 ? market.reference + distance : market.reference - distance;
}

export const nearer = (side: number, a: number, b: number): number =>
  side === 0 ? Math.min(a, b) : Math.max(a, b);

/** Whether an index price is there, and at most 5 s old. */
export function isIndexFresh({ index, indexMs }: AuditedMarket, timeMs: number): boolean {
  return index > 0 && timeMs - indexMs <= 5_000;
}

/** The worst price of a market order. */
export function bandLimit(market: AuditedMarket, side: number, reference: number): number {
  const distance = Number((BigInt(reference) * BigInt(market.definition.marketBandPpm)) / MILLION);
  return side === 0 ? Math.min(PRICE_MAX, reference + distance) : Math.max(1, reference - distance);
}
