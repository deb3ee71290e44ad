/** Orders and fills as the trading API shows them. */
import {
  BUY,
  ORDER_END,
  ORDER_STATUS,
  SELF_TRADE,
  STOP_KIND,
  TIME_IN_FORCE,
  type Traded,
} from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { ProgramOrderType } from '@glasshouse/protocol/programs';
import type { CancelledOrder, MyTrade, PlacedOrder, ProgramOrder } from '@glasshouse/protocol/spot/endpoints';
import type { Catalogue, NamedMarket } from '../../../contract/catalogue.ts';
import type { OwnerNumbers } from '../order-numbers.ts';
import type { OrderFields } from '../rows.ts';
import type { SpotFillsTable } from '../tables.ts';

/** An order with its number, by which programs name it. */
export interface NumberedOrder {
  readonly order: OrderFields;
  readonly number: number;
  /** The number of its list; null if it has none. */
  readonly list: number | null;
}

export const NO_LIST = -1;
/** The name of an order whose client gave it none. */
const OWN_NAME = /^auto-(\d{1,16})$/;
export const nameOf = (clientOrderId: string | null, number: number): string =>
  clientOrderId ?? `auto-${number}`;
/** The number of an order that `nameOf` has named; null for any other name. */
export const numberInName = (name: string): number | null => {
  const found = OWN_NAME.exec(name);
  return found === null ? null : Number(found[1]);
};

export function numbered(numbers: OwnerNumbers, order: OrderFields): NumberedOrder {
  const known = numbers.find(order.order);
  if (known === undefined) throw new Error(`order ${order.order} has no number`);
  return { order, number: known.number, list: known.list };
}

type Terms = Omit<
  CancelledOrder,
  'orderId' | 'orderListId' | 'clientOrderId' | 'transactTime' | 'origClientOrderId'
>;

const SELF_TRADE_NAMES: Readonly<Record<number, Terms['selfTradePreventionMode']>> = {
  [SELF_TRADE.allow]: 'NONE',
  [SELF_TRADE.cancelNewest]: 'EXPIRE_TAKER',
  [SELF_TRADE.cancelOldest]: 'EXPIRE_MAKER',
  [SELF_TRADE.cancelBoth]: 'EXPIRE_BOTH',
  [SELF_TRADE.decrement]: 'DECREMENT',
};

/** Parts per million in a basis point. */
const PPM_OF_BIP = 100;

export function programTypeOf(order: OrderFields): ProgramOrderType {
  const { price, trigger, trailPpm, trail, kind, timeInForce, partner } = order;
  const waits = trigger > 0 || trailPpm > 0 || trail > 0;
  if (!waits) {
    if (price === 0) return 'MARKET';
    // The limit order of a list is refused where it would trade at once.
    return timeInForce === TIME_IN_FORCE.POST_ONLY || partner !== 0 ? 'LIMIT_MAKER' : 'LIMIT';
  }
  if (kind === STOP_KIND.takeProfit) return price === 0 ? 'TAKE_PROFIT' : 'TAKE_PROFIT_LIMIT';
  return price === 0 ? 'STOP_LOSS' : 'STOP_LOSS_LIMIT';
}

/** Its owner has asked for it, at once or before. */
const OWNERS_ENDS: ReadonlySet<number> = new Set([ORDER_END.byOwner, ORDER_END.partner, ORDER_END.countdown]);

export function statusOf({ status, end, filledLots }: OrderFields): Terms['status'] {
  if (status === ORDER_STATUS.unfinished) return filledLots > 0 ? 'PARTIALLY_FILLED' : 'NEW';
  if (status === ORDER_STATUS.finished) return 'FILLED';
  if (OWNERS_ENDS.has(end)) return 'CANCELED';
  return end === ORDER_END.selfTrade ? 'EXPIRED_IN_MATCH' : 'EXPIRED';
}

function timeInForceOf({ timeInForce }: OrderFields): Terms['timeInForce'] {
  if (timeInForce === TIME_IN_FORCE.IOC) return 'IOC';
  return timeInForce === TIME_IN_FORCE.FOK ? 'FOK' : 'GTC';
}

/** Whether it is in the book: an order that waits for its price is not. */
export const isWorking = ({ trigger, trailPpm, trail, firedTick }: OrderFields): boolean =>
  (trigger === 0 && trailPpm === 0 && trail === 0) || firedTick > 0;

export function termsOf(named: NamedMarket, order: OrderFields): Terms {
  const { priceDecimals, lotDecimals } = named.market.definition;
  const { quote, symbol } = named;
  const priceOf = (ticks: number): string => formatFixed(ticks, priceDecimals);
  const lotsOf = (lots: number): string => formatFixed(lots, lotDecimals);
  const moneyOf = (units: number): string => formatFixed(units, quote.decimals);
  return {
    symbol: symbol.toUpperCase(),
    price: priceOf(order.price),
    origQty: lotsOf(order.lots === 0 ? order.filledLots : order.lots),
    executedQty: lotsOf(order.filledLots),
    origQuoteOrderQty: moneyOf(order.quoteAmount),
    cummulativeQuoteQty: moneyOf(order.filledQuote),
    status: statusOf(order),
    timeInForce: timeInForceOf(order),
    type: programTypeOf(order),
    side: order.side === BUY ? 'BUY' : 'SELL',
    ...(order.trigger === 0 ? {} : { stopPrice: priceOf(order.trigger) }),
    ...(order.trailPpm === 0 ? {} : { trailingDelta: Math.round(order.trailPpm / PPM_OF_BIP) }),
    ...(order.visible === 0 ? {} : { icebergQty: lotsOf(order.visible) }),
    selfTradePreventionMode: SELF_TRADE_NAMES[order.selfTrade] ?? 'NONE',
  };
}

export function programOrderOf(catalogue: Catalogue, { order, number, list }: NumberedOrder): ProgramOrder {
  const works = isWorking(order);
  return {
    ...termsOf(catalogue.marketAt(order.market), order),
    orderId: number,
    orderListId: list ?? NO_LIST,
    clientOrderId: nameOf(order.clientOrderId, number),
    time: order.placedMs,
    updateTime: order.changedMs,
    isWorking: works,
    workingTime: works ? order.placedMs : -1,
  };
}

export function cancelledOrderOf(
  catalogue: Catalogue,
  { order, number, list }: NumberedOrder,
  newName: string | undefined,
): CancelledOrder {
  const name = nameOf(order.clientOrderId, number);
  return {
    ...termsOf(catalogue.marketAt(order.market), order),
    origClientOrderId: name,
    orderId: number,
    orderListId: list ?? NO_LIST,
    clientOrderId: newName ?? name,
    transactTime: order.changedMs,
  };
}

/** What placing an order answers: by its type of response, from the shortest to that with fills. */
export function placedOrderOf(
  named: NamedMarket,
  { order, number, list }: NumberedOrder,
  {
    responseType,
    fills,
  }: { readonly responseType: 'ACK' | 'RESULT' | 'FULL'; readonly fills: readonly Traded[] },
): PlacedOrder {
  const ack = {
    symbol: named.symbol.toUpperCase(),
    orderId: number,
    orderListId: list ?? NO_LIST,
    clientOrderId: nameOf(order.clientOrderId, number),
    transactTime: order.changedMs,
  };
  if (responseType === 'ACK') return ack;
  const result = {
    ...ack,
    ...termsOf(named, order),
    ...(isWorking(order) ? { workingTime: order.placedMs } : {}),
  };
  return responseType === 'RESULT' ? result : { ...result, fills: fills.map((one) => fillOf(named, one)) };
}

function fillOf({ base, quote, market }: NamedMarket, traded: Traded) {
  const { priceDecimals, lotDecimals } = market.definition;
  const feeAsset = traded.takerSide === BUY ? base : quote;
  return {
    price: formatFixed(traded.price, priceDecimals),
    qty: formatFixed(traded.lots, lotDecimals),
    commission: formatFixed(traded.takerFee, feeAsset.decimals),
    commissionAsset: feeAsset.code,
    tradeId: traded.trade,
  };
}

/** A fill of an owner's order; of a trade between two of their own the taker's side. */
export function myTradeOf(
  named: NamedMarket,
  fill: SpotFillsTable,
  { isTaker, number, list }: Pick<NumberedOrder, 'number' | 'list'> & { readonly isTaker: boolean },
): MyTrade {
  const { base, quote, market } = named;
  const { priceDecimals, lotDecimals } = market.definition;
  const side = isTaker ? fill.taker_side : 1 - fill.taker_side;
  const feeAsset = side === BUY ? base : quote;
  return {
    symbol: named.symbol.toUpperCase(),
    id: fill.trade_id,
    orderId: number,
    orderListId: list ?? NO_LIST,
    price: formatFixed(fill.price, priceDecimals),
    qty: formatFixed(fill.lots, lotDecimals),
    quoteQty: formatFixed(fill.quote_units, quote.decimals),
    commission: formatFixed(isTaker ? fill.taker_fee : fill.maker_fee, feeAsset.decimals),
    commissionAsset: feeAsset.code,
    time: fill.time_ms,
    isBuyer: side === BUY,
    isMaker: !isTaker,
    isBestMatch: true,
  };
}
