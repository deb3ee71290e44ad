/**
 * Orders and fills as the API shows them, from the core's events or from the tables: both have the
 * same fields.
 */
import {
  BUY,
  ORDER_END,
  ORDER_STATUS,
  STOP_KIND,
  TIME_IN_FORCE,
  TRIGGER_SOURCE,
  type OrderChanged,
  type OrderPreview,
} from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import type { DataOf } from '@glasshouse/protocol';
import type {
  END_REASONS,
  FillRow,
  OrderRow,
  OrderType,
  previewOrder,
  StopKind,
  TimeInForce,
  TriggerSource,
} from '@glasshouse/protocol/spot';
import type { Catalogue, NamedMarket } from '../../contract/catalogue.ts';
import { furtherTermsOf } from './further-terms.ts';
import { PERCENT_DECIMALS } from './order-input.ts';
import type { SpotFillsTable, SpotOrdersTable } from './tables.ts';

const TIME_IN_FORCE_NAMES = Object.entries(TIME_IN_FORCE) as readonly (readonly [TimeInForce, number])[];
/** Additional decimals of an average price. */
const AVERAGE_EXTRA_DECIMALS = 4;

export type OrderFields = Omit<OrderChanged, 'type'> & { readonly changedMs: number };

/** What the call that places or amends an order answers. */
type OrderResult = Pick<
  OrderRow,
  'id' | 'status' | 'filledAmount' | 'filledQuote' | 'averagePrice' | 'fee' | 'feeCoin' | 'endReason'
>;

export function orderResultOf(catalogue: Catalogue, order: OrderFields): OrderResult {
  const named = catalogue.marketAt(order.market);
  const { base, quote, market } = named;
  const feeAsset = order.side === BUY ? base : quote;
  return {
    id: String(order.order),
    status: order.status,
    filledAmount: formatDecimal(order.filledLots, market.definition.lotDecimals),
    filledQuote: formatDecimal(order.filledQuote, quote.decimals),
    averagePrice: averagePrice(named, order),
    fee: formatDecimal(order.fee, feeAsset.decimals),
    feeCoin: feeAsset.code,
    endReason: END_NAMES[order.end] ?? null,
  };
}

export function orderRowOf(catalogue: Catalogue, order: OrderFields): OrderRow {
  const { base, quote, market } = catalogue.marketAt(order.market);
  const { priceDecimals, lotDecimals } = market.definition;
  return {
    ...orderResultOf(catalogue, order),
    baseCoin: base.code,
    quoteCoin: quote.code,
    price: order.price === 0 ? null : formatDecimal(order.price, priceDecimals),
    amount: order.lots === 0 ? null : formatDecimal(order.lots, lotDecimals),
    quoteAmount: order.quoteAmount === 0 ? null : formatDecimal(order.quoteAmount, quote.decimals),
    direction: order.side === BUY ? 'buy' : 'sell',
    type: typeOf(order),
    timeInForce: TIME_IN_FORCE_NAMES.find(([, number]) => number === order.timeInForce)?.[0] ?? 'GTC',
    ...waitRowOf(order, priceDecimals),
    expireTime: order.expiresMs === 0 ? null : order.expiresMs,
    visibleAmount: order.visible === 0 ? null : formatDecimal(order.visible, lotDecimals),
    preventedAmount: order.prevented === 0 ? null : formatDecimal(order.prevented, lotDecimals),
    clientOrderId: order.clientOrderId,
    time: order.placedMs,
    updateTime: order.changedMs,
  };
}

/** What the order waits for or waited for, and the orders that depend on it. */
function waitRowOf(order: OrderFields, priceDecimals: number) {
  const priceOf = (ticks: number): string | null =>
    ticks === 0 ? null : formatDecimal(ticks, priceDecimals);
  const idOf = (id: number): string | null => (id === 0 ? null : String(id));
  const isBracket = order.kind === STOP_KIND.bracket;
  return {
    triggerPrice: priceOf(order.trigger),
    triggerBy: order.trigger === 0 ? null : (SOURCE_NAMES[order.source] ?? null),
    trailPercent: order.trailPpm === 0 ? null : formatDecimal(order.trailPpm, PERCENT_DECIMALS),
    trailAmount: priceOf(order.trail),
    activationPrice: priceOf(order.activation),
    limitOffset: priceOf(order.offset),
    firedTick: order.firedTick === 0 ? null : order.firedTick,
    waiting: order.status === ORDER_STATUS.unfinished && order.trigger > 0 && order.firedTick === 0,
    stopKind: STOP_KIND_NAMES[order.kind] ?? null,
    stopLossPrice: priceOf(isBracket ? order.trigger : order.stopLoss),
    takeProfitPrice: priceOf(isBracket ? order.target : order.takeProfit),
    ocoId: idOf(order.partner),
    entryId: idOf(order.entry),
  };
}

const END_NAMES: Readonly<Record<number, (typeof END_REASONS)[number]>> = {
  [ORDER_END.byOwner]: 'owner',
  [ORDER_END.unfilled]: 'unfilled',
  [ORDER_END.selfTrade]: 'self-trade',
  [ORDER_END.partner]: 'oco',
  [ORDER_END.refused]: 'refused',
  [ORDER_END.matchLimit]: 'match-limit',
  [ORDER_END.expired]: 'expired',
  [ORDER_END.money]: 'money',
  [ORDER_END.delisted]: 'delisted',
  [ORDER_END.countdown]: 'countdown',
};

const SOURCE_NAMES: Readonly<Record<number, TriggerSource>> = {
  [TRIGGER_SOURCE.index]: 'index',
  [TRIGGER_SOURCE.last]: 'last',
};

const STOP_KIND_NAMES: Readonly<Record<number, StopKind>> = {
  [STOP_KIND.stopLoss]: 'stop-loss',
  [STOP_KIND.takeProfit]: 'take-profit',
};

export function typeOf({ price, trigger, trailPpm, trail, kind }: Omit<OrderChanged, 'type'>): OrderType {
  if (trailPpm > 0 || trail > 0) return 'trailing-stop';
  if (kind === STOP_KIND.bracket) return 'tp-sl';
  if (trigger > 0) return price === 0 ? 'stop-market' : 'stop-limit';
  return price === 0 ? 'market' : 'limit';
}

export function previewRowOf(
  named: NamedMarket,
  { side, quoteAmount }: { readonly side: number; readonly quoteAmount: number },
  preview: OrderPreview,
): DataOf<typeof previewOrder> {
  const { base, quote } = named;
  const { priceDecimals, lotDecimals } = named.market.definition;
  const [given, received] = side === BUY ? [quote, base] : [base, quote];
  const priceOf = (ticks: number): string | null =>
    ticks === 0 ? null : formatDecimal(ticks, priceDecimals);
  const isByTotal = quoteAmount > 0 && preview.frozen > 0;
  return {
    filledAmount: formatDecimal(preview.filledLots, lotDecimals),
    filledQuote: formatDecimal(preview.filledQuote, quote.decimals),
    averagePrice: averagePrice(named, preview),
    bestPrice: priceOf(preview.bestPrice),
    worstPrice: priceOf(preview.worstPrice),
    fee: formatDecimal(preview.fee, received.decimals),
    feeCoin: received.code,
    preventedAmount: formatDecimal(preview.preventedLots, lotDecimals),
    restingAmount: isByTotal ? null : formatDecimal(preview.restingLots, lotDecimals),
    frozen: formatDecimal(preview.frozen, given.decimals),
    frozenCoin: given.code,
    complete: preview.isComplete,
  };
}

/**
 * Filled quote over filled base, rounded down; null before the first fill. For display only: no
 * money is computed from it.
 */
function averagePrice(
  { market, quote }: NamedMarket,
  order: Pick<OrderChanged, 'filledLots' | 'filledQuote'>,
): string | null {
  if (order.filledLots === 0) return null;
  const { priceDecimals, lotDecimals } = market.definition;
  const decimals = priceDecimals + AVERAGE_EXTRA_DECIMALS;
  const scaled = BigInt(order.filledQuote) * 10n ** BigInt(lotDecimals + decimals);
  const average = scaled / (BigInt(order.filledLots) * 10n ** BigInt(quote.decimals));
  return formatDecimal(Number(average), decimals);
}

export function orderFieldsOf(row: SpotOrdersTable): OrderFields {
  return {
    order: row.order_id,
    owner: row.owner,
    market: row.market,
    side: row.side === BUY ? BUY : 1,
    price: row.price,
    lots: row.lots,
    quoteAmount: row.quote_amount,
    filledLots: row.filled_lots,
    filledQuote: row.filled_quote,
    fee: row.fee,
    timeInForce: row.time_in_force,
    status: row.status,
    placedMs: row.placed_ms,
    clientOrderId: row.client_order_id,
    listClientOrderId: row.list_client_order_id,
    end: row.end_reason,
    trigger: row.trigger_price,
    trailPpm: row.trail_ppm,
    partner: row.partner_order,
    firedTick: row.fired_tick,
    kind: row.stop_kind,
    ...furtherTermsOf(row.further_terms),
    changedMs: row.changed_ms,
  };
}

/** `isTaker`: a trade between two orders of the same owner is listed once for each. */
export function fillRowOf(catalogue: Catalogue, fill: SpotFillsTable, isTaker: boolean): FillRow {
  const { base, quote, market } = catalogue.marketAt(fill.market);
  const { priceDecimals, lotDecimals } = market.definition;
  const side = isTaker ? fill.taker_side : 1 - fill.taker_side;
  const feeAsset = side === BUY ? base : quote;
  return {
    id: String(fill.trade_id),
    orderId: String(isTaker ? fill.taker_order : fill.maker_order),
    baseCoin: base.code,
    quoteCoin: quote.code,
    direction: side === BUY ? 'buy' : 'sell',
    role: isTaker ? 'taker' : 'maker',
    price: formatDecimal(fill.price, priceDecimals),
    amount: formatDecimal(fill.lots, lotDecimals),
    total: formatDecimal(fill.quote_units, quote.decimals),
    fee: formatDecimal(isTaker ? fill.taker_fee : fill.maker_fee, feeAsset.decimals),
    feeCoin: feeAsset.code,
    time: fill.time_ms,
  };
}
