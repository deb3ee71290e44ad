/**
 * The terms of a spot order, checked in this order: halt, shape, price of held owners, price band,
 * value, other side of the book. Callers check account, market, number of open orders and balance.
 * The first check that fails is the answer, and nothing has changed by then.
 */
import * as MONEY from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import type { Side } from '../../matching/side.ts';
import type { PlaceOrder } from './commands.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import type { Market } from '../../registry.ts';
import type { HeldPrices } from './held-prices.ts';
import type { OpenOrders } from './open-orders.ts';
import * as SIDE from '../../matching/side.ts';
import * as REGISTRY from '../../registry.ts';
import * as COMMANDS from './commands.ts';
import * as RECORD from '../../matching/order-record.ts';

const { mulDivFloor, PPM } = MONEY;
const { BUY, SELF_TRADE, SELL } = SIDE;
const { MARKET_STATUS } = REGISTRY;
const { TIME_IN_FORCE } = COMMANDS;
const { FIELDS, IS_ICEBERG, NEXT, OPEN, OWNER, PLACE, PRICE_MAX, QUANTITIES, SLOT_MASK } = RECORD;

/** What an accepted order will do. One object is reused. */
export interface Terms {
  /** The worst price at which it trades. */
  limit: number;
  lots: number;
  /** Units that must be available: quote units for a buy, base units for a sell. */
  need: number;
}

/**
 * The facts about an order's owner that its terms depend on: whether the owner has live orders,
 * which the new one may meet, and whether money of the owner is held. One object is reused.
 */
export class OwnOrders {
  declare readonly pool: OrderPool;
  declare private readonly orders: OpenOrders;
  declare readonly held: HeldPrices;
  /**
   * Whether money of the owner is held, so that `HeldPrices` binds the order to the index price.
   */
  isHeld = false;
  timeMs = 0;
  /** The owner's ledger block; 0 if the owner has no live orders. */
  block = 0;
  /** Whether the hidden lots of icebergs count, as in a match. False for previews. */
  seesHidden = true;
  #account = 0;
  declare private readonly rounds: number;
  declare private readonly ledger: Ledger;

  /** `rounds`: how many times the match's limit of orders they may meet. */
  constructor(parts: { orders: OpenOrders; held: HeldPrices; ledger: Ledger; rounds: number }) {
    const { orders, held, ledger, rounds } = parts;
    this.rounds = rounds;
    this.held = held;
    this.pool = orders.pool;
    this.orders = orders;
    this.ledger = ledger;
  }

  of(block: number, timeMs: number, seesHidden = true): this {
    this.isHeld = this.held.binds(block);
    this.timeMs = timeMs;
    this.seesHidden = seesHidden;
    this.block = this.orders.count(block) === 0 ? 0 : block;
    this.#account = block;
    return this;
  }

  /** The most orders that one of the owner's may meet. */
  get meetsMax(): number {
    return this.pool.fillsMax * this.rounds;
  }

  /** The units of an asset that the owner can spend. */
  available(asset: number): number {
    return this.ledger.available(this.#account * this.ledger.stride + asset);
  }
}

/** The fields that the terms depend on. slippagePpm: see `place-extended`. */
export type OrderTerms = Omit<PlaceOrder, 'type' | 'owner' | 'market' | 'clientOrderId'> & {
  readonly slippagePpm?: number;
};

// oxlint-disable-next-line max-params -- One of the hottest calls of the core.
export function termsOf(
  command: OrderTerms,
  market: Market,
  own: OwnOrders,
  terms: Terms,
): RefusalName | null {
  if (market.status !== MARKET_STATUS.trading) return market.closedRefusal;
  const shape = command.price === 0 ? marketShape(command) : limitShape(command);
  if (shape !== null) return shape;
  if (command.lots > market.lotsMax) return 'spot/above-maximum';
  if (own.isHeld && own.held.refuses(market, command, own.timeMs)) return 'spot/held-price';
  return command.price === 0
    ? marketTerms(command, market, own, terms)
    : limitTerms(command, market, own, terms);
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

export const isPrice = (price: number): boolean => (price | 0) === price && price > 0 && price <= PRICE_MAX;

/**
 * Infinity fails the bound, and NaN fails every comparison. Beyond 2^53 every number is whole, but
 * it exceeds the market's maximum.
 */
export const isQuantity = (lots: number): boolean => lots > 0 && lots < Infinity && Math.floor(lots) === lots;

function limitShape(command: OrderTerms): RefusalName | null {
  if (!isPrice(command.price)) return 'spot/price-missing';
  return isQuantity(command.lots) ? null : 'spot/amount-missing';
}

export function marketShape(command: {
  side: Side;
  lots: number;
  quoteAmount: number;
  timeInForce: number;
}): RefusalName | null {
  if (command.timeInForce === TIME_IN_FORCE.POST_ONLY) return 'spot/price-missing';
  if (command.lots > 0) return isWhole(command.lots) ? null : 'spot/amount-missing';
  return command.side === BUY && isWhole(command.quoteAmount) && command.quoteAmount > 0
    ? null
    : 'spot/amount-missing';
}

/**
 * Checks an order's value against the market's limits; `value` is in quote units, -1 if it is
 * inexact.
 */
export function valueRefusal(market: Market, value: number): RefusalName | null {
  const { minNotional, maxNotional } = market.definition;
  if (value < 0 || value > maxNotional) return 'spot/above-maximum';
  return value < minNotional ? 'spot/below-minimum' : null;
}

// oxlint-disable-next-line max-params -- One of the hottest calls of the core.
function limitTerms(command: OrderTerms, market: Market, own: OwnOrders, terms: Terms): RefusalName | null {
  const { side, price, lots, timeInForce } = command;
  if (!market.isWithinBand(price)) return 'spot/price-out-of-range';
  const value = market.quoteCeil(price, lots);
  const refusal = valueRefusal(market, value);
  if (refusal !== null) return refusal;
  if (timeInForce === TIME_IN_FORCE.POST_ONLY && market.book.crosses(side, price)) return 'spot/would-take';
  if (timeInForce === TIME_IN_FORCE.FOK) {
    const reach = reachable(market, command, { own, limit: price, lots });
    if (isOwnOnly(reach)) return 'spot/own-order';
    if (!reach.isEnough) return 'spot/would-not-fill';
  }
  terms.limit = price;
  terms.lots = lots;
  terms.need = side === BUY ? value : lots * market.unitsPerLot;
  return null;
}

/** The worst price for a market order: the market's band around the reference price. */
export function protectionLimit(market: Market, side: Side, reference: number): number {
  const distance = mulDivFloor(reference, market.definition.marketBandPpm, PPM);
  return side === BUY ? Math.min(PRICE_MAX, reference + distance) : Math.max(1, reference - distance);
}

// oxlint-disable-next-line max-params -- As `limitTerms`.
function bandOf(market: Market, side: Side, reference: number, { isHeld, held }: OwnOrders): number {
  const limit = protectionLimit(market, side, reference);
  return isHeld ? held.narrow(market, side, limit) : limit;
}

/**
 * The best price, from which slippage counts. With slippage, skips levels that hold only the
 * owner's own orders, unless self-trade is allowed.
 */
function bestOf(market: Market, order: Meeting & { readonly slippagePpm?: number }, own: OwnOrders): number {
  const { book } = market;
  const other: Side = order.side === BUY ? SELL : BUY;
  const best = book.best(other);
  const { slippagePpm = 0, selfTrade } = order;
  if (slippagePpm === 0 || own.block === 0 || selfTrade === SELF_TRADE.allow) return best;
  const { fields } = own.pool;
  for (let price = best; price !== 0; price = book.nextPrice(other, price))
    for (let slot = book.headAt(other, price); slot !== 0; slot = fields[(slot & SLOT_MASK) * FIELDS + NEXT]!)
      if (fields[(slot & SLOT_MASK) * FIELDS + OWNER] !== own.block) return price;
  return best;
}

/** The worst price for a market order whose fills stay within its slippage of the best price. */
function boundedLimit(
  band: number,
  best: number,
  { side, slippagePpm = 0 }: Pick<OrderTerms, 'side' | 'slippagePpm'>,
): number {
  if (slippagePpm === 0) return band;
  const distance = mulDivFloor(best, slippagePpm, PPM);
  return side === BUY ? Math.min(band, best + distance) : Math.max(band, best - distance);
}

// oxlint-disable-next-line max-params -- As `limitTerms`.
export function marketTerms(
  command: Omit<OrderTerms, 'price'>,
  market: Market,
  own: OwnOrders,
  terms: Terms,
): RefusalName | null {
  const { side, lots, quoteAmount } = command;
  const best = market.book.best(side === BUY ? SELL : BUY);
  if (best === 0) return 'spot/no-liquidity';
  const reference = market.referencePrice() || best;
  const limit = boundedLimit(bandOf(market, side, reference, own), bestOf(market, command, own), command);
  const refusal = valueRefusal(market, lots > 0 ? market.quoteCeil(reference, lots) : quoteAmount);
  if (refusal !== null) return refusal;
  const wanted = lots > 0 ? { own, limit, lots } : { own, limit, quoteUnits: quoteAmount };
  const shown = reachable(market, command, wanted);
  if (shown.lots === 0) return noneMet(shown);
  if (command.timeInForce === TIME_IN_FORCE.FOK && !shown.isEnough) return 'spot/would-not-fill';
  terms.limit = limit;
  if (side === BUY) buyTerms(market, command, { wanted, shown }, terms);
  else {
    terms.need = lots * market.unitsPerLot;
    terms.lots = lots;
  }
  return null;
}

/**
 * The money that a market buy needs, and the lots that it asks the book for. A refusal for want of
 * money must not tell what icebergs hide, so the need depends on what they show.
 */
// oxlint-disable-next-line max-params -- As `limitTerms`.
function buyTerms(
  market: Market,
  command: Omit<OrderTerms, 'price'>,
  { wanted, shown }: { readonly wanted: Wanted; readonly shown: Reach },
  terms: Terms,
): void {
  const { lots, quoteAmount } = command;
  const seesHidden = wanted.own.seesHidden && shown.hasHidden;
  const reach = seesHidden ? reachable(market, command, { ...wanted, countsHidden: true }) : shown;
  terms.need = lots > 0 ? shown.quoteUnits : quoteAmount;
  terms.lots = lots;
  // If the book cannot take the whole amount, asks for one lot more than there is, so that the
  // match ends for the same reason as an order by lots.
  if (!(lots > 0)) terms.lots = reach.lots + (reach.isEnough ? 0 : 1);
  else if (seesHidden) terms.lots = lotsToPay(market, command, { ...wanted, lots }, reach);
}

/** The lots of a market buy that its owner can pay, where icebergs offer more than they show. */
// oxlint-disable-next-line max-params -- As `limitTerms`.
function lotsToPay(
  market: Market,
  command: Omit<OrderTerms, 'price'>,
  wanted: Wanted & { readonly lots: number },
  reach: Reach,
): number {
  const quoteUnits = wanted.own.available(market.quote);
  if (reach.quoteUnits <= quoteUnits) return wanted.lots;
  return reachable(market, command, { ...wanted, quoteUnits, countsHidden: true }).lots;
}

/** Why a market order would trade nothing. */
function noneMet(reach: Reach): RefusalName {
  return isOwnOnly(reach) ? 'spot/own-order' : 'spot/no-liquidity';
}

/** Whether the order would meet only orders of its own owner. */
function isOwnOnly({ lots, meetsOwn }: Reach): boolean {
  return lots === 0 && meetsOwn;
}

interface Reach {
  /** 0 if the order would meet only orders of its own owner. */
  readonly lots: number;
  readonly quoteUnits: number;
  readonly isEnough: boolean;
  readonly meetsOwn: boolean;
  /** Whether icebergs hide lots in the levels that it would reach. */
  readonly hasHidden: boolean;
}

interface Meeting {
  readonly side: Side;
  readonly timeInForce: number;
  readonly selfTrade: number;
}

/** By lots, by quote units, or by both. */
interface Wanted {
  readonly own: OwnOrders;
  readonly limit: number;
  readonly lots?: number;
  readonly quoteUnits?: number;
  /** Whether the hidden lots of icebergs count, as in the match. False without. */
  readonly countsHidden?: boolean;
}

/**
 * Walks the book as the match will, up to the match's limit of orders, and returns the lots that
 * would trade and the quote units that cover them: rounded up per level, so never below the cost of
 * the fills. `isEnough`: the lots or the quote units are used up. The self-trade mode decides about
 * orders of the same owner; with `decrement` they count as if they traded, except for FOK, which
 * they would leave unfilled.
 */
// oxlint-disable-next-line max-lines-per-function, complexity -- As `match`.
function reachable(market: Market, order: Meeting, wanted: Wanted): Reach {
  const { book } = market;
  const { side } = order;
  const other: Side = side === BUY ? 1 : 0;
  const { own } = wanted;
  const mayMeetOwn = own.block !== 0 && order.selfTrade !== SELF_TRADE.allow;
  const isWhole = order.timeInForce === TIME_IN_FORCE.FOK;
  const takesOwn = order.selfTrade === SELF_TRADE.decrement && !isWhole;
  const { lots: lotsMax = Infinity, quoteUnits: unitsMax = Infinity, countsHidden = false } = wanted;
  const { pool } = own;
  const { fields, quantities } = pool;
  const { meetsMax } = own;
  let met = 0;
  let meetsOwn = false;
  let meetsOthers = false;
  let hasHidden = false;
  let lots = 0;
  let quoteUnits = 0;
  for (let price = book.best(other); price !== 0; price = book.nextPrice(other, price)) {
    if (side === BUY ? price > wanted.limit : price < wanted.limit) break;
    let bound = lotsMax - lots;
    if (unitsMax !== Infinity) bound = Math.min(bound, market.lotsFor(unitsMax - quoteUnits, price));
    let here = 0;
    let hidden = 0;
    let slot = book.headAt(other, price);
    for (; slot !== 0 && here < bound && met < meetsMax; met++) {
      const at = (slot & SLOT_MASK) * FIELDS;
      const open = quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]!;
      if (!mayMeetOwn || fields[at + OWNER] !== own.block) {
        meetsOthers = true;
        const isIceberg = (fields[at + PLACE]! & IS_ICEBERG) !== 0;
        const shown = isIceberg ? pool.shownLots(slot) : open;
        here += shown;
        if (shown < open) hasHidden = true;
        if (countsHidden) hidden += open - shown;
      } else {
        meetsOwn = true;
        if (takesOwn) here += open;
        else if (order.selfTrade !== SELF_TRADE.cancelOldest) break;
      }
      slot = fields[at + NEXT]!;
    }
    if (slot === 0) here += hidden;
    here = Math.min(here, bound);
    lots += here;
    quoteUnits += costOf(market, price, here);
    // The bound is reached. If the loop below stops early, the match would stop here too, at an own
    // order or at its limit of orders.
    if (here === bound && meetsOthers) return { lots, quoteUnits, isEnough: true, meetsOwn, hasHidden };
    if (here === bound) break;
    if (slot !== 0) break;
  }
  return { lots: meetsOthers ? lots : 0, quoteUnits, isEnough: false, meetsOwn, hasHidden };
}

/**
 * Quote units that cover `lots` at `price`. Beyond MAX_UNITS returns Infinity, which no balance
 * covers.
 */
function costOf(market: Market, price: number, lots: number): number {
  const units = market.quoteCeil(price, lots);
  return units < 0 ? Infinity : units;
}

/** The units that a resting order must keep frozen for its open quantity. */
export function unitsToFreeze(market: Market, order: { side: Side; price: number; lots: number }): number {
  return order.side === BUY ? market.quoteCeil(order.price, order.lots) : order.lots * market.unitsPerLot;
}
