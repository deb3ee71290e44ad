/**
 * The terms of a spot order, checked in this order: market, shape, price band, value, number of open orders, other side of the book,
 * balance. The first check that fails is the answer; nothing has changed by then.
 */
import { PPM, mulDivFloor } from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import { BUY, TIME_IN_FORCE, type PlaceOrder, type Side } from '../../commands.ts';
import { PRICE_MAX } from '../../matching/ladder.ts';
import type { Market } from '../../registry.ts';

/** What an accepted order will do. Reused between orders. */
export interface Terms {
  /** The worst price it trades at. */
  limit: number;
  lots: number;
  /** Units to have available: quote units for a buy, base units for a sell. */
  need: number;
}

export function termsOf(command: PlaceOrder, market: Market, terms: Terms): RefusalName | null {
  const shape = command.price === 0 ? marketShape(command) : limitShape(command);
  if (shape !== null) return shape;
  if (command.lots > market.lotsMax) return 'spot/above-maximum';
  return command.price === 0 ? marketTerms(command, market, terms) : limitTerms(command, market, terms);
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

function limitShape(command: PlaceOrder): RefusalName | null {
  const { price } = command;
  if ((price | 0) !== price || price < 0 || price > PRICE_MAX) return 'spot/price-missing';
  // Infinity and NaN fail the bound and the comparison; beyond 2^53 every number is whole, and above the market's maximum.
  const { lots } = command;
  return lots > 0 && lots < Infinity && Math.floor(lots) === lots ? null : 'spot/amount-missing';
}

function marketShape(command: PlaceOrder): RefusalName | null {
  if (command.timeInForce === TIME_IN_FORCE.POST_ONLY) return 'spot/price-missing';
  if (command.lots > 0) return isWhole(command.lots) ? null : 'spot/amount-missing';
  return command.side === BUY && isWhole(command.quoteAmount) && command.quoteAmount > 0
    ? null
    : 'spot/amount-missing';
}

function limitTerms(command: PlaceOrder, market: Market, terms: Terms): RefusalName | null {
  const { definition, book } = market;
  if (!market.isWithinBand(command.price)) return 'spot/price-out-of-range';
  const value = market.quoteCeil(command.price, command.lots);
  if (value < 0 || value > definition.maxNotional) return 'spot/above-maximum';
  if (value < definition.minNotional) return 'spot/below-minimum';
  if (command.timeInForce === TIME_IN_FORCE.POST_ONLY && book.crosses(command.side, command.price))
    return 'spot/would-take';
  if (
    command.timeInForce === TIME_IN_FORCE.FOK &&
    reachable(market, command.side, command).lots < command.lots
  )
    return 'spot/would-not-fill';
  terms.limit = command.price;
  terms.lots = command.lots;
  terms.need = command.side === BUY ? value : command.lots * market.unitsPerLot;
  return null;
}

function marketTerms(command: PlaceOrder, market: Market, terms: Terms): RefusalName | null {
  const { definition, book } = market;
  const best = command.side === BUY ? book.bestAsk : book.bestBid;
  if (best === 0) return 'spot/no-liquidity';
  const reference = market.referencePrice() || best;
  const distance = mulDivFloor(reference, definition.marketBandPpm, PPM);
  const limit =
    command.side === BUY ? Math.min(PRICE_MAX, reference + distance) : Math.max(1, reference - distance);
  const wanted =
    command.lots > 0
      ? { price: limit, lots: command.lots }
      : { price: limit, quoteUnits: command.quoteAmount };
  const value = command.lots > 0 ? market.quoteCeil(reference, command.lots) : command.quoteAmount;
  if (value < 0 || value > definition.maxNotional) return 'spot/above-maximum';
  if (value < definition.minNotional) return 'spot/below-minimum';
  const reach = reachable(market, command.side, wanted);
  if (reach.lots === 0) return 'spot/no-liquidity';
  if (command.timeInForce === TIME_IN_FORCE.FOK && command.lots > 0 && reach.lots < command.lots)
    return 'spot/would-not-fill';
  terms.limit = limit;
  terms.lots = command.lots > 0 ? command.lots : reach.lots;
  terms.need = command.side === BUY ? reach.quoteUnits : command.lots * market.unitsPerLot;
  return null;
}

/**
 * What an order would trade now: lots, and the quote units that cover them (rounded up level by level, so never less than what the
 * fills will take). Bounded by `lots` or by `quoteUnits`.
 */
function reachable(
  market: Market,
  side: Side,
  order: { price: number; lots?: number; quoteUnits?: number },
): { lots: number; quoteUnits: number } {
  const { book } = market;
  const other: Side = side === BUY ? 1 : 0;
  let lots = 0;
  let quoteUnits = 0;
  for (let price = book.nextPrice(other, 0); price !== 0; price = book.nextPrice(other, price)) {
    if (side === BUY ? price > order.price : price < order.price) break;
    let here = book.lotsAt(other, price);
    if (order.lots !== undefined) here = Math.min(here, order.lots - lots);
    else here = Math.min(here, market.lotsFor((order.quoteUnits ?? 0) - quoteUnits, price));
    if (here <= 0) break;
    lots += here;
    quoteUnits += market.quoteCeil(price, here);
    if (order.lots === lots) break;
    if (order.quoteUnits !== undefined && here < book.lotsAt(other, price)) break;
  }
  return { lots, quoteUnits };
}

/** The units a resting order must keep frozen for what is still open. */
export function unitsToFreeze(market: Market, order: { side: Side; price: number; lots: number }): number {
  return order.side === BUY ? market.quoteCeil(order.price, order.lots) : order.lots * market.unitsPerLot;
}
