/**
 * The terms of waiting orders: shape, trigger, and the two prices of an OCO. They are checked
 * before anything changes.
 */
import * as MONEY from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import type { Side } from '../../matching/side.ts';
import type { PlaceConditional, PlaceOrderList } from './commands.ts';
import type { OrderExtra } from './events.ts';
import type { Market } from '../../registry.ts';
import { isPrice, isQuantity, marketShape, protectionLimit, unitsToFreeze, valueRefusal } from './terms.ts';
import * as SIDE from '../../matching/side.ts';
import * as COMMANDS from './commands.ts';
import * as EVENTS from './events.ts';

const { mulDivCeil, mulDivFloor, PPM, priceBand } = MONEY;
const { NO_EXTRA } = EVENTS;
const { BUY, SELL } = SIDE;
const { STOP_KIND, TIME_IN_FORCE: TIF, TRIGGER_SOURCE } = COMMANDS;

/** The least and the largest distance of a trailing stop. */
export const TRAIL_PPM_MIN = 1_000;
export const TRAIL_PPM_MAX = 500_000;

/** An order that waits, or enters the book once it has fired. */
export interface Waiting {
  readonly block: number;
  readonly market: Market;
  readonly side: Side;
  readonly price: number;
  readonly lots: number;
  readonly frozen: number;
  readonly flags: number;
  readonly timeMs: number;
  readonly extra: OrderExtra;
}

/** The longest time until an order ends. */
const EXPIRY_MAX_MS = 366 * 86_400_000;

/** Whether an order may end at this time; 0 means never. */
export function isExpiry(expiresMs: number, timeMs: number): boolean {
  return expiresMs === 0 || (expiresMs > timeMs && expiresMs <= timeMs + EXPIRY_MAX_MS);
}

/** Whether the trigger follows the price. */
export function isTrailing({ trailPpm, trail }: Pick<OrderExtra, 'trailPpm' | 'trail'>): boolean {
  return trailPpm > 0 || trail > 0;
}

/** The price that an order waits for, in index ticks; 0 if there is none yet. */
export function triggerPrice(market: Market, source: number): number {
  return source === TRIGGER_SOURCE.last ? market.lastPrice * market.indexPerTick : market.indexPrice;
}

/**
 * A limit order needs price and lots, a market sell lots, a market buy lots or a quote amount. A
 * trailing buy needs a quote amount, because its price is not known yet.
 */
export function waitingShape(command: PlaceConditional, market: Market): RefusalName | null {
  const { side, price, lots } = command;
  if (!isKind(command)) return 'request/invalid';
  if (lots > market.lotsMax) return 'spot/above-maximum';
  const trails = isTrailing(command);
  if (trails ? !isTrail(command, market) : !isTrigger(command)) return 'spot/trigger-missing';
  if (!(lots >= 0)) return 'spot/amount-missing';
  if (price !== 0) return waitingLimitShape(command);
  return side === BUY && lots !== 0 && trails ? 'spot/amount-missing' : marketShape(command);
}

function waitingLimitShape({ price, lots, timeInForce }: PlaceConditional): RefusalName | null {
  if (!isPrice(price)) return 'spot/price-missing';
  if (timeInForce === TIF.POST_ONLY || timeInForce === TIF.FOK) return 'request/invalid';
  return isQuantity(lots) ? null : 'spot/amount-missing';
}

/** A bracket has two triggers and is always placed at market; every other order has one trigger. */
function isTrigger({ kind, trigger, target, price, activation, offset }: PlaceConditional): boolean {
  const isBracket = kind === STOP_KIND.bracket;
  const hasTarget = isBracket ? isPrice(target) && price === 0 : target === 0;
  return isPrice(trigger) && hasTarget && activation === 0 && offset === 0;
}

/** A distance in ppm or in ticks, of at most half the price. Only sales have an offset. */
function isTrail(command: PlaceConditional, market: Market): boolean {
  const { side, trailPpm, trail, trigger, price, target, activation, offset } = command;
  const most = Math.floor(triggerPrice(market, command.source) / (2 * market.indexPerTick));
  const isDistance =
    trail === 0
      ? Number.isInteger(trailPpm) && trailPpm >= TRAIL_PPM_MIN && trailPpm <= TRAIL_PPM_MAX
      : trailPpm === 0 && isPrice(trail) && (trail <= most || most === 0);
  const isActivation = activation === 0 || isPrice(activation);
  const isOffset = offset === 0 || (side === SELL && isPrice(offset));
  return isDistance && trigger === 0 && price === 0 && target === 0 && isActivation && isOffset;
}

/**
 * A stop names its kind; a trailing stop is always a stop-loss. FOK is refused, because a fill at a
 * future price cannot be guaranteed.
 */
function isKind(command: PlaceConditional): boolean {
  return isTrailing(command) === (command.kind === STOP_KIND.none) && command.timeInForce !== TIF.FOK;
}

/**
 * The index price must be known, the trigger not yet reached, and a limit price within the market's
 * band around the trigger.
 */
export function triggerRefusal(command: PlaceConditional, market: Market): RefusalName | null {
  if (triggerPrice(market, command.source) === 0) return 'market/no-price';
  if (isTrailing(command)) return null;
  if (isReached(command, market)) return 'spot/would-trigger';
  return isNear(market, command.price, command.trigger) ? null : 'spot/price-out-of-range';
}

/** Whether the limit of a trailing sale lies within the band of limit prices around its trigger. */
export function isOffsetNear(market: Market, offset: number, trigger: number): boolean {
  return offset === 0 || isNear(market, Math.max(1, trigger - offset), trigger);
}

function isNear(market: Market, price: number, trigger: number): boolean {
  if (price === 0) return true;
  const { lowest, highest } = priceBand(trigger, market.definition.limitBandPpm);
  return price >= lowest && price <= highest;
}

function isReached(command: PlaceConditional, market: Market): boolean {
  const price = triggerPrice(market, command.source);
  const trigger = command.trigger * market.indexPerTick;
  const target = command.target * market.indexPerTick;
  if (firesFromBelow(command)) return price >= trigger || (target > 0 && price <= target);
  return price <= trigger || (target > 0 && price >= target);
}

/** Whether the order fires at or above its trigger. */
function firesFromBelow({ side, kind }: Pick<PlaceConditional, 'side' | 'kind'>): boolean {
  return (side === BUY) === (kind !== STOP_KIND.takeProfit);
}

type OcoTerms = Pick<PlaceOrderList, 'side' | 'price' | 'lots' | 'trigger' | 'stopPrice' | 'source'>;

/** A sell's limit lies above the price that its stop compares, and its trigger below. */
export function ocoRefusal(command: OcoTerms, market: Market): RefusalName | null {
  const shape = ocoShape(command, market);
  if (shape !== null) return shape;
  const { side, price, lots, trigger, stopPrice, source } = command;
  const seen = triggerPrice(market, source);
  if (seen === 0 || market.indexPrice === 0) return 'market/no-price';
  if (!isAround(command, seen / market.indexPerTick)) return 'spot/would-trigger';
  if (!market.isWithinBand(price) || !isNear(market, stopPrice, trigger)) return 'spot/price-out-of-range';
  const refusal =
    valueRefusal(market, market.quoteCeil(price, lots)) ??
    valueRefusal(market, market.quoteCeil(stopPrice === 0 ? trigger : stopPrice, lots));
  if (refusal !== null) return refusal;
  return market.book.crosses(side, price) ? 'spot/would-take' : null;
}

function ocoShape(command: OcoTerms, market: Market): RefusalName | null {
  const { price, lots, trigger, stopPrice } = command;
  if (!isPrice(price)) return 'spot/price-missing';
  if (!isQuantity(lots)) return 'spot/amount-missing';
  if (lots > market.lotsMax) return 'spot/above-maximum';
  if (!isPrice(trigger)) return 'spot/trigger-missing';
  return stopPrice === 0 || isPrice(stopPrice) ? null : 'spot/price-missing';
}

function isAround({ side, price, trigger }: OcoTerms, seen: number): boolean {
  return side === BUY ? price < seen && trigger > seen : price > seen && trigger < seen;
}

/**
 * The trigger of a trailing order in ticks: its distance from the extreme, rounded away from it.
 */
export function trailedTrigger(
  { indexPerTick }: Market,
  side: Side,
  { trailPpm, trail, extreme }: Pick<OrderExtra, 'trailPpm' | 'trail' | 'extreme'>,
): number {
  if (side === SELL) return Math.max(1, mulDivFloor(extreme, PPM - trailPpm, PPM * indexPerTick) - trail);
  return mulDivCeil(extreme, PPM + trailPpm, PPM * indexPerTick) + trail;
}

/**
 * The extra of a trailing stop after a new price. Before its activation, the trigger stays the one
 * with which it will begin; afterwards, it follows the best price.
 */
export function followed(extra: OrderExtra, market: Market, price: number): OrderExtra {
  const { isAbove, extreme, activation } = extra;
  const from = extreme === 0 ? activation * market.indexPerTick : extreme;
  const isBetter = isAbove ? price < from : price > from;
  // The activation price itself activates the stop.
  if (!isBetter && !(extreme === 0 && price === from)) return extra;
  const side = isAbove ? BUY : SELL;
  return { ...extra, extreme: price, trigger: trailedTrigger(market, side, { ...extra, extreme: price }) };
}

/**
 * The worst price of a stop that buys a quantity at market: the end of the market-order band around
 * its trigger. The order freezes enough to pay this price.
 */
export function stopBuyCap(market: Market, trigger: number): number {
  return protectionLimit(market, BUY, trigger);
}

/**
 * The value of a waiting order in quote units: its total, or its lots at its own price, else at its
 * trigger, else at the index price; -1 if it is inexact.
 */
export function waitingValue(command: PlaceConditional, market: Market): number {
  const { price, trigger, lots, quoteAmount } = command;
  return lots > 0 ? market.quoteCeil(price || trigger || market.referencePrice(), lots) : quoteAmount;
}

/** The units that an OCO freezes: those of its dearer leg; -1 if they are inexact. */
export function ocoNeed({ side, price, lots, trigger, stopPrice }: OcoTerms, market: Market): number {
  const legNeed = unitsToFreeze(market, { side, price, lots });
  if (side === SELL) return legNeed;
  const stopNeed = market.quoteCeil(stopPrice === 0 ? stopBuyCap(market, trigger) : stopPrice, lots);
  return stopNeed < 0 ? -1 : Math.max(legNeed, stopNeed);
}

/** The units that a waiting order freezes; -1 if they are inexact. */
export function waitingNeed(command: PlaceConditional, market: Market): number {
  const { side, price, lots, trigger } = command;
  if (side === SELL) return lots * market.unitsPerLot;
  const isSized = price === 0 && lots > 0;
  return isSized ? market.quoteCeil(stopBuyCap(market, trigger), lots) : waitingValue(command, market);
}

/** The non-numeric part of a waiting order. */
export function extraOf(command: PlaceConditional, market: Market): OrderExtra {
  const { side, lots, trigger, clientOrderId, source, target, trailPpm, trail } = command;
  const { activation, offset, expiresMs } = command;
  const quoteAmount = lots > 0 ? 0 : command.quoteAmount;
  const common = { ...NO_EXTRA, clientOrderId, quoteAmount, source, expiresMs };
  if (!isTrailing(command))
    return { ...common, trigger, target, isAbove: firesFromBelow(command), kind: command.kind };
  const price = triggerPrice(market, source);
  const terms = { ...common, trailPpm, trail, activation, offset, isAbove: side === BUY };
  // Before the activation, the trigger is the one that the stop will have when it is activated.
  const extreme = activation === 0 ? price : activation * market.indexPerTick;
  const begun = { ...terms, extreme, trigger: trailedTrigger(market, side, { trailPpm, trail, extreme }) };
  const extra = activation === 0 ? begun : followed({ ...begun, extreme: 0 }, market, price);
  return { ...extra, told: extra.trigger };
}
