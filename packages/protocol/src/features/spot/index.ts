/** Spot orders (place, amend, cancel, list) and trading fees. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import {
  amount,
  blankIsAbsent,
  coin,
  csvText,
  id,
  listed,
  listPage,
  noData,
  nothing,
  optionalCoin,
  optionalDecimal,
  optionalId,
  optionalWhole,
  timeMs,
  timeRange,
} from '../../fields.ts';

import { AMEND_REFUSALS, OCO_REFUSALS, PLACE_REFUSALS } from './order-refusals.ts';
import { ORDER_TYPES, STOP_KINDS, TIMES_IN_FORCE, TRIGGER_SOURCES } from './order-types.ts';

export { chapter } from './chapter.ts';
export { reasons } from './reasons.ts';
export { refusals } from './refusals.ts';
export * from './order-types.ts';

/** Modes for an order that would trade with one of the same user. */
export const SELF_TRADE_MODES = ['cancel-newest', 'cancel-oldest', 'cancel-both', 'decrement'] as const;
export type SelfTradeMode = (typeof SELF_TRADE_MODES)[number];
/**
 * Why an order was cancelled: by its user, IOC or market remainder, self-trade prevention, the
 * other leg of its OCO, refused when it fired, the limit of orders that one command may meet,
 * its expireTime, the money of a market buy, where icebergs hid more than it could pay, the end of
 * its pair, or a countdown that a program of its user had set.
 */
export const END_REASONS = [
  'owner',
  'unfilled',
  'self-trade',
  'oco',
  'refused',
  'match-limit',
  'expired',
  'money',
  'delisted',
  'countdown',
] as const;
const selfTrade = blankIsAbsent(z.enum(SELF_TRADE_MODES).default('cancel-newest'));
const clientOrderId = blankIsAbsent(
  z
    .string()
    .regex(/^[\w.:-]{1,36}$/, '1 to 36 letters, digits or . _ : -')
    .optional(),
);

/** Names one of the caller's orders, by one of the two. The server refuses none and both. */
const orderName = { id: blankIsAbsent(id.optional()), clientOrderId };

/** Status 0 unfinished, 1 finished, 2 cancelled (partly filled shows the filled amount). */
export const orderRow = z.object({
  id: z.string(),
  baseCoin: z.string(),
  quoteCoin: z.string(),
  price: amount.nullable(),
  amount: amount.nullable(),
  quoteAmount: amount.nullable(),
  filledAmount: amount,
  filledQuote: amount,
  averagePrice: amount.nullable(),
  fee: amount,
  feeCoin: z.string(),
  direction: z.enum(['buy', 'sell']),
  type: z.enum(ORDER_TYPES),
  timeInForce: z.enum(TIMES_IN_FORCE),
  status: z.number().int(),
  /**
   * For waiting orders: the price that fires them, whose price it is, the distance of a trailing
   * stop in percent or in the quote coin, the price from which it follows, its limit's distance
   * from the trigger, and the tick that fired them.
   */
  triggerPrice: amount.nullable(),
  triggerBy: z.enum(TRIGGER_SOURCES).nullable(),
  trailPercent: amount.nullable(),
  trailAmount: amount.nullable(),
  activationPrice: amount.nullable(),
  limitOffset: amount.nullable(),
  firedTick: z.number().int().nullable(),
  /** True until its trigger is reached. */
  waiting: z.boolean(),
  /** The triggers of a tp-sl order, or of the exit that follows when another one ends. */
  stopLossPrice: amount.nullable(),
  takeProfitPrice: amount.nullable(),
  /** When it ends, in milliseconds; null if never. */
  expireTime: timeMs.nullable(),
  /** An iceberg shows at most this much at a time. */
  visibleAmount: amount.nullable(),
  /** Taken off its amount, because it met orders of its own user. */
  preventedAmount: amount.nullable(),
  /** The id of the other leg if the order is part of an OCO. */
  ocoId: z.string().nullable(),
  /** The order whose exit it is. */
  entryId: z.string().nullable(),
  stopKind: z.enum(STOP_KINDS).nullable(),
  endReason: z.enum(END_REASONS).nullable(),
  clientOrderId: z.string().nullable(),
  time: timeMs,
  updateTime: timeMs,
});
export type OrderRow = z.output<typeof orderRow>;
export { orderRow as accountRow };

/** An order as the command left it. */
const orderResult = z.object({
  id: z.string(),
  status: z.number().int(),
  filledAmount: amount,
  filledQuote: amount,
  averagePrice: amount.nullable(),
  fee: amount,
  feeCoin: z.string(),
  /** Why the remainder was cancelled, if it was. */
  endReason: z.enum(END_REASONS).nullable(),
});

/** What `formFields` lets an order of its type have. */
const newOrder = z.object({
  baseCoin: coin,
  quoteCoin: coin,
  side: z.enum(['buy', 'sell']),
  type: z.enum(ORDER_TYPES),
  price: optionalDecimal,
  amount: optionalDecimal,
  quoteAmount: optionalDecimal,
  triggerPrice: optionalDecimal,
  /** For what waits; index if absent. */
  triggerBy: blankIsAbsent(z.enum(TRIGGER_SOURCES).optional()),
  trailPercent: optionalDecimal,
  trailAmount: optionalDecimal,
  activationPrice: optionalDecimal,
  limitOffset: optionalDecimal,
  stopLossPrice: optionalDecimal,
  takeProfitPrice: optionalDecimal,
  /** How far from the best price a market order may trade. */
  slippagePercent: optionalDecimal,
  /** Milliseconds. The order ends at the first public tick from then on. */
  expireTime: optionalWhole(1, Number.MAX_SAFE_INTEGER),
  /** Makes the order an iceberg, which shows this much of its amount at a time. */
  visibleAmount: optionalDecimal,
  /** For stops; stop-loss if absent. */
  stopKind: blankIsAbsent(z.enum(STOP_KINDS).optional()),
  selfTrade,
  timeInForce: blankIsAbsent(z.enum(TIMES_IN_FORCE).default('GTC')),
  clientOrderId,
});
export type NewOrder = z.output<typeof newOrder>;

export const placeOrder = defineCall({
  name: 'spot/place-order',
  grows: 'orders',
  path: '/spot/placeOrder',
  access: 'user',
  movesMoney: true,
  operation: 'trade',
  refusals: PLACE_REFUSALS,
  summary:
    'Places an order. Fields that its type and side do not take are refused. A market buy takes quoteAmount or amount, a market sell amount. clientOrderId is not that of another open order of the user. A stop takes triggerPrice and fires by its stopKind; one that the price has reached already is refused. A trailing stop takes trailPercent or trailAmount; a buy of it takes quoteAmount. stopLossPrice and takeProfitPrice of a limit or market order wait with what it has received, once it has ended; a tp-sl order waits for both. expireTime is for orders that can rest or wait, visibleAmount for limit orders that can rest',
  input: newOrder,
  data: orderResult,
});
export const previewOrder = defineCall({
  name: 'spot/preview-order',
  path: '/spot/previewOrder',
  access: 'user',
  refusals: PLACE_REFUSALS,
  summary:
    'What placeOrder would do now with the same input: what would trade, at which prices and for which fee, what would rest, and what would be frozen. It answers what placeOrder would refuse with the same refusal, and changes nothing. What icebergs hide is not counted: with them an order can get more, or a better price',
  input: newOrder,
  data: z.object({
    filledAmount: amount,
    filledQuote: amount,
    averagePrice: amount.nullable(),
    bestPrice: amount.nullable(),
    worstPrice: amount.nullable(),
    fee: amount,
    feeCoin: z.string(),
    /** What meetings with own orders take off its amount. */
    preventedAmount: amount,
    /** What rests or waits; null for a waiting order by total. */
    restingAmount: amount.nullable(),
    frozen: amount,
    frozenCoin: z.string(),
    /** False if a part of the order would be cancelled. */
    complete: z.boolean(),
  }),
});
export const placeOco = defineCall({
  name: 'spot/place-oco',
  grows: 'orders',
  path: '/spot/placeOco',
  access: 'user',
  movesMoney: true,
  operation: 'trade',
  refusals: OCO_REFUSALS,
  summary:
    'Places a limit order and a stop on the other side of the index price; what trades, fires or is cancelled first ends the other. Without stopPrice the stop is a market order',
  input: z.object({
    baseCoin: coin,
    quoteCoin: coin,
    side: z.enum(['buy', 'sell']),
    price: optionalDecimal,
    amount: optionalDecimal,
    triggerPrice: optionalDecimal,
    stopPrice: optionalDecimal,
    selfTrade,
    clientOrderId,
  }),
  data: z.object({ id: z.string(), stopId: z.string() }),
});
export const amendOrder = defineCall({
  name: 'spot/amend-order',
  grows: 'orders',
  path: '/spot/amendOrder',
  access: 'user',
  movesMoney: true,
  operation: 'trade',
  refusals: AMEND_REFUSALS,
  summary:
    'Changes an open order, named by id or clientOrderId; what is absent stays. Of a resting order price or whole amount (what is filled included); an amount that is filled already cancels the rest, and only less amount at the same price keeps its place in the queue. Of an order that waits, also what it waits for; of a pair, named by either leg, price, amount, triggerPrice and stopPrice',
  input: z.object({
    ...orderName,
    price: optionalDecimal,
    amount: optionalDecimal,
    quoteAmount: optionalDecimal,
    triggerPrice: optionalDecimal,
    trailPercent: optionalDecimal,
    trailAmount: optionalDecimal,
    activationPrice: optionalDecimal,
    limitOffset: optionalDecimal,
    stopLossPrice: optionalDecimal,
    takeProfitPrice: optionalDecimal,
    stopPrice: optionalDecimal,
  }),
  data: orderResult,
});
export const getFees = defineCall({
  name: 'spot/get-fees',
  path: '/spot/getFees',
  access: 'user',
  refusals: ['market/unknown-pair'],
  summary: "The user's fee tier by volume of the last 30 whole days (UTC), and what they pay on a pair",
  input: z.object({ baseCoin: coin, quoteCoin: coin }),
  data: z.object({
    /** Shares of the amount received, such as 0.001. */
    makerRate: amount,
    takerRate: amount,
    tier: z.number().int(),
    volume: amount,
    today: amount,
    volumeCoin: z.string().nullable(),
    tiers: z.array(z.object({ volume: amount, makerRate: amount, takerRate: amount })),
  }),
});
const share = z.number().int();
const getFeeTiers = defineCall({
  name: 'spot/get-fee-tiers',
  path: '/spot/getFeeTiers',
  access: 'public',
  summary: "The fee tiers by volume: the shares of a pair's maker and taker fees, in parts per million",
  input: nothing,
  data: z.object({
    /** The coin in which volume is counted; null: there are no tiers. */
    volumeCoin: z.string().nullable(),
    /** Whole days (UTC) of which the volume counts. */
    days: z.number().int(),
    tiers: z.array(z.object({ volume: amount, makerSharePpm: share, takerSharePpm: share })),
  }),
});
export type FeeTiers = z.output<typeof getFeeTiers.data>;
export const cancelOrder = defineCall({
  name: 'spot/cancel-order',
  path: '/spot/cancelOrder',
  access: 'user',
  movesMoney: true,
  refusals: ['spot/unknown-order', 'market/halted'],
  summary: 'Cancels an open order, named by id or clientOrderId, and the other leg of its pair',
  input: z.object(orderName),
  data: noData,
});
export const cancelAll = defineCall({
  name: 'spot/cancel-all',
  path: '/spot/cancelAll',
  access: 'user',
  movesMoney: true,
  refusals: ['market/unknown-pair', 'market/halted'],
  summary: 'Cancels all open orders, of one pair or of all. Exits of orders that had traded wait afterwards',
  input: z.object({ baseCoin: optionalCoin, quoteCoin: optionalCoin }),
  data: z.object({ cancelled: z.number().int() }),
});
export const getOrder = defineCall({
  name: 'spot/get-order',
  path: '/spot/getOrder',
  access: 'user',
  refusals: ['spot/unknown-order'],
  summary:
    "One of the user's orders, named by id or clientOrderId. Of several with one clientOrderId, which only ended orders and the legs of a pair can have, the open one, else the newest",
  input: z.object(orderName),
  data: orderRow,
});
const dealFilters = {
  baseCoin: optionalCoin,
  quoteCoin: optionalCoin,
  side: blankIsAbsent(z.enum(['buy', 'sell']).optional()),
  id: optionalId,
};
/** `status`: 0 unfinished, 1 finished, 2 cancelled, 3 finished or cancelled. */
const orderFilters = { status: optionalWhole(0, 3), ...dealFilters };
export const getOrders = defineCall({
  name: 'spot/get-orders',
  path: '/spot/getOrders',
  access: 'user',
  summary: "The user's orders, newest first. status 0 open, 1 finished, 2 cancelled, 3 either of these",
  input: z.object({ ...orderFilters, ...listPage(2) }),
  data: listed(orderRow),
});
export const exportOrders = defineCall({
  name: 'spot/export-orders',
  path: '/spot/exportOrders',
  access: 'user',
  download: 'text/csv',
  summary: "The user's orders, newest first, as a file",
  input: z.object({ ...orderFilters, ...timeRange }),
  data: csvText,
});
/** One row per fill of the user's orders. */
export const fillRow = z.object({
  id: z.string(),
  orderId: z.string(),
  baseCoin: z.string(),
  quoteCoin: z.string(),
  direction: z.enum(['buy', 'sell']),
  role: z.enum(['maker', 'taker']),
  price: amount,
  amount: amount,
  total: amount,
  fee: amount,
  feeCoin: z.string(),
  time: timeMs,
});
export type FillRow = z.output<typeof fillRow>;
export { fillRow as addedRow };
export const getFills = defineCall({
  name: 'spot/get-fills',
  path: '/spot/getFills',
  access: 'user',
  summary: "The user's deals, newest first",
  input: z.object({ ...dealFilters, ...listPage(2) }),
  data: listed(fillRow),
});
export const exportFills = defineCall({
  name: 'spot/export-fills',
  path: '/spot/exportFills',
  access: 'user',
  download: 'text/csv',
  summary: "The user's deals, newest first, as a file",
  input: z.object({ ...dealFilters, ...timeRange }),
  data: csvText,
});
export const calls = [
  placeOrder,
  previewOrder,
  placeOco,
  amendOrder,
  cancelOrder,
  cancelAll,
  getOrder,
  getOrders,
  exportOrders,
  getFills,
  exportFills,
  getFees,
  getFeeTiers,
] as const;
