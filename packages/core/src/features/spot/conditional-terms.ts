/**
 * The terms of waiting orders: shape, trigger, and the two prices of a pair. They are checked
 * before anything changes.
 */
import * as MONEY from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import type { Side } from '../../matching/side.ts';
import type { PlaceConditional, PlaceOco } from './commands.ts';
import type { OrderExtra } from './events.ts';
import type { Market } from '../../registry.ts';
import type { SpotRules } from './rules.ts';
import { isPrice, isQuantity, marketShape, protectionLimit, valueRefusal } from './terms.ts';
import * as SIDE from '../../matching/side.ts';
import * as COMMANDS from './commands.ts';
import * as EVENTS from './events.ts';

const { mulDivCeil, mulDivFloor, PPM, priceBand } = MONEY;
const { NO_EXTRA } = EVENTS;
const { BUY, SELL } = SIDE;
const { STOP_KIND, TIME_IN_FORCE: TIF } = COMMANDS;

const TRAIL_PPM_MIN = 1_000;
const TRAIL_PPM_MAX = 500_000;

/**
 * A limit order needs price and lots, a market sell lots, a market buy lots or a quote amount. A
 * trailing buy needs a quote amount, because its price is not known yet; under version 2 every
 * market buy does.
 */
export function waitingShape(
  command: PlaceConditional,
  market: Market,
  rules: SpotRules,
): RefusalName | null {
  const { side, price, lots, trailPpm, timeInForce } = command;
  if (rules.hasStopKinds && !isKind(command)) return 'request/invalid';
  if (lots > market.lotsMax) return 'spot/above-maximum';
  if (trailPpm === 0 ? !isPrice(command.trigger) : !isTrail(command)) return 'spot/trigger-missing';
  if (price === 0) {
    const buysLots = rules.stopsBuyLots && trailPpm === 0;
    if (side === BUY && lots !== 0 && !buysLots) return 'spot/amount-missing';
    return marketShape(command);
  }
  if (!isPrice(price)) return 'spot/price-missing';
  if (timeInForce === TIF.POST_ONLY || timeInForce === TIF.FOK) return 'request/invalid';
  return isQuantity(lots) ? null : 'spot/amount-missing';
}

function isTrail({ trailPpm, trigger, price }: PlaceConditional): boolean {
  const isDistance = Number.isInteger(trailPpm) && trailPpm >= TRAIL_PPM_MIN && trailPpm <= TRAIL_PPM_MAX;
  return isDistance && trigger === 0 && price === 0;
}

/**
 * A stop names its kind; a trailing stop is always a stop-loss. FOK is refused, because a fill at a
 * future price cannot be guaranteed.
 */
function isKind({ kind, trailPpm, timeInForce }: PlaceConditional): boolean {
  const isNamed =
    trailPpm === 0 ? kind === STOP_KIND.stopLoss || kind === STOP_KIND.takeProfit : kind === STOP_KIND.none;
  return isNamed && timeInForce !== TIF.FOK;
}

/**
 * The index price must be known, the trigger not yet reached, and a limit price within the market's
 * band around the trigger.
 */
export function triggerRefusal(
  command: PlaceConditional,
  market: Market,
  rules: SpotRules,
): RefusalName | null {
  if (market.indexPrice === 0) return 'market/no-price';
  if (command.trailPpm > 0) return null;
  if (isReached(command, market, rules)) return 'spot/would-trigger';
  return isNear(market, command.price, command.trigger) ? null : 'spot/price-out-of-range';
}

function isNear(market: Market, price: number, trigger: number): boolean {
  if (price === 0) return true;
  const { lowest, highest } = priceBand(trigger, market.definition.limitBandPpm);
  return price >= lowest && price <= highest;
}

/**
 * Under version 1, true only if the index price equals the trigger: its side of the trigger sets
 * the direction.
 */
function isReached(command: PlaceConditional, market: Market, rules: SpotRules): boolean {
  const trigger = command.trigger * market.indexPerTick;
  return firesFromBelow(command, market, rules) ? market.indexPrice >= trigger : market.indexPrice <= trigger;
}

/** Whether the order fires at or above its trigger. */
function firesFromBelow(
  { side, kind, trigger }: Pick<PlaceConditional, 'side' | 'kind' | 'trigger'>,
  market: Market,
  rules: SpotRules,
): boolean {
  if (!rules.hasStopKinds) return trigger * market.indexPerTick > market.indexPrice;
  return (side === BUY) === (kind === STOP_KIND.stopLoss);
}

/** A sell's limit lies above the index price and its stop below; a buy's the reverse. */
export function ocoRefusal(command: PlaceOco, market: Market, rules: SpotRules): RefusalName | null {
  const shape = ocoShape(command, market, rules);
  if (shape !== null) return shape;
  const { side, price, lots, trigger, stopPrice } = command;
  if (market.indexPrice === 0) return 'market/no-price';
  if (!isAround(command, market.indexPrice / market.indexPerTick)) return 'spot/would-trigger';
  if (!market.isWithinBand(price) || !isNear(market, stopPrice, trigger)) return 'spot/price-out-of-range';
  const refusal =
    valueRefusal(market, market.quoteCeil(price, lots)) ??
    valueRefusal(market, market.quoteCeil(stopPrice === 0 ? trigger : stopPrice, lots));
  if (refusal !== null) return refusal;
  return market.book.crosses(side, price) ? 'spot/would-take' : null;
}

function ocoShape(command: PlaceOco, market: Market, rules: SpotRules): RefusalName | null {
  const { side, price, lots, trigger, stopPrice } = command;
  if (!isPrice(price)) return 'spot/price-missing';
  if (!isQuantity(lots)) return 'spot/amount-missing';
  if (lots > market.lotsMax) return 'spot/above-maximum';
  if (!isPrice(trigger)) return 'spot/trigger-missing';
  const isStop = stopPrice === 0 ? side === SELL || rules.stopsBuyLots : isPrice(stopPrice);
  return isStop ? null : 'spot/price-missing';
}

function isAround({ side, price, trigger }: PlaceOco, index: number): boolean {
  return side === BUY ? price < index && trigger > index : price > index && trigger < index;
}

/**
 * The trigger of a trailing order in ticks: its distance from the extreme, rounded away from it.
 */
export function trailedTrigger(market: Market, side: Side, trail: { ppm: number; extreme: number }): number {
  const { ppm, extreme } = trail;
  if (side === SELL) return Math.max(1, mulDivFloor(extreme, PPM - ppm, PPM * market.indexPerTick));
  return mulDivCeil(extreme, PPM + ppm, PPM * market.indexPerTick);
}

/**
 * The worst price of a stop that buys a quantity at market: the band of market orders around its
 * trigger. What it freezes covers it at this price.
 */
export function stopBuyCap(market: Market, trigger: number): number {
  return protectionLimit(market, BUY, trigger);
}

/** The units that a waiting buy of this value freezes; -1 if they are inexact. */
export function stopBuyNeed(
  { price, lots, trigger }: PlaceConditional,
  market: Market,
  value: number,
): number {
  return price === 0 && lots > 0 ? market.quoteCeil(stopBuyCap(market, trigger), lots) : value;
}

/** The price that values an order: its own, else its trigger, else the index price. */
export function valuePrice({ price, trigger }: PlaceConditional, market: Market): number {
  return price || trigger || market.referencePrice();
}

/** The non-numeric part of a waiting order. */
export function extraOf(command: PlaceConditional, market: Market, rules: SpotRules): OrderExtra {
  const { side, lots, trigger, trailPpm, clientOrderId } = command;
  const extreme = market.indexPrice;
  const trailed = trailPpm === 0 ? 0 : trailedTrigger(market, side, { ppm: trailPpm, extreme });
  const common = { ...NO_EXTRA, clientOrderId, quoteAmount: lots > 0 ? 0 : command.quoteAmount };
  return trailPpm === 0
    ? {
        ...common,
        trigger,
        isAbove: firesFromBelow(command, market, rules),
        kind: rules.hasStopKinds ? command.kind : STOP_KIND.none,
      }
    : {
        ...common,
        trailPpm,
        extreme,
        trigger: trailed,
        isAbove: side === BUY,
        told: rules.queuesStops ? trailed : 0,
      };
}
