/** Spot orders (place, amend, cancel, list) and trading fees. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import {
  amount,
  blankIsAbsent,
  coin,
  id,
  listed,
  listPage,
  noData,
  optionalCoin,
  optionalDecimal,
  optionalWhole,
  timeMs,
} from '../../fields.ts';

import { ORDER_TYPES, STOP_KINDS, TIMES_IN_FORCE } from './order-types.ts';

export { refusals } from './refusals.ts';
export * from './order-types.ts';

/** Modes for an order that would trade with one of the same user. */
export const SELF_TRADE_MODES = ['cancel-newest', 'cancel-oldest', 'cancel-both'] as const;
export type SelfTradeMode = (typeof SELF_TRADE_MODES)[number];
/**
 * Why an order was cancelled: by its user, IOC or market remainder, self-trade prevention, the
 * other leg of its pair, refused when it fired, or the limit of orders that one command may meet.
 */
export const END_REASONS = ['owner', 'unfilled', 'self-trade', 'oco', 'refused', 'match-limit'] as const;
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
   * For waiting orders: the index price that fires them, the distance of a trailing stop in
   * percent, the tick that fired them.
   */
  triggerPrice: amount.nullable(),
  trailPercent: amount.nullable(),
  firedTick: z.number().int().nullable(),
  /** True until its trigger is reached. */
  waiting: z.boolean(),
  /** The other leg of its OCO pair. */
  ocoId: z.string().nullable(),
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
  /** Why the remainder was cancelled, if it was. */
  endReason: z.enum(END_REASONS).nullable(),
});

export const placeOrder = defineCall({
  name: 'spot/place-order',
  path: '/spot/placeOrder',
  access: 'user',
  movesMoney: true,
  operation: 'trade',
  summary:
    'Places an order. Fields that its type and side do not take are refused. A market buy takes quoteAmount or amount, a market sell amount. clientOrderId is not that of another open order of the user. A stop takes triggerPrice and fires by its stopKind; one that the index price has reached already is refused. A trailing stop takes trailPercent; a buy of it takes quoteAmount',
  input: z.object({
    baseCoin: coin,
    quoteCoin: coin,
    side: z.enum(['buy', 'sell']),
    type: z.enum(ORDER_TYPES),
    price: optionalDecimal,
    amount: optionalDecimal,
    quoteAmount: optionalDecimal,
    triggerPrice: optionalDecimal,
    trailPercent: optionalDecimal,
    /** For stops; stop-loss if absent. */
    stopKind: blankIsAbsent(z.enum(STOP_KINDS).optional()),
    selfTrade,
    timeInForce: blankIsAbsent(z.enum(TIMES_IN_FORCE).default('GTC')),
    clientOrderId,
  }),
  data: orderResult,
});
export const placeOco = defineCall({
  name: 'spot/place-oco',
  path: '/spot/placeOco',
  access: 'user',
  movesMoney: true,
  operation: 'trade',
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
  path: '/spot/amendOrder',
  access: 'user',
  movesMoney: true,
  operation: 'trade',
  summary:
    'Changes price or whole amount (what is filled included) of a resting order, named by id or clientOrderId; an amount that is filled already cancels the rest. Only less amount at the same price keeps its place in the queue',
  input: z.object({ ...orderName, price: optionalDecimal, amount: optionalDecimal }),
  data: orderResult,
});
export const getFees = defineCall({
  name: 'spot/get-fees',
  path: '/spot/getFees',
  access: 'user',
  summary: "The user's fee tier by volume of the last 30 whole days (UTC), and what he pays on a pair",
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
export const cancelOrder = defineCall({
  name: 'spot/cancel-order',
  path: '/spot/cancelOrder',
  access: 'user',
  movesMoney: true,
  summary: 'Cancels an open order, named by id or clientOrderId, and the other leg of its pair',
  input: z.object(orderName),
  data: noData,
});
export const cancelAll = defineCall({
  name: 'spot/cancel-all',
  path: '/spot/cancelAll',
  access: 'user',
  movesMoney: true,
  summary: 'Cancels all open orders, of one pair or of all',
  input: z.object({ baseCoin: optionalCoin, quoteCoin: optionalCoin }),
  data: z.object({ cancelled: z.number().int() }),
});
export const getOrder = defineCall({
  name: 'spot/get-order',
  path: '/spot/getOrder',
  access: 'user',
  summary:
    "One of the user's orders, named by id or clientOrderId. Of several with one clientOrderId, which only ended orders and the legs of a pair can have, the open one, else the newest",
  input: z.object(orderName),
  data: orderRow,
});
export const getOrders = defineCall({
  name: 'spot/get-orders',
  path: '/spot/getOrders',
  access: 'user',
  summary: "The user's orders, newest first",
  input: z.object({
    status: optionalWhole(0, 2),
    baseCoin: optionalCoin,
    quoteCoin: optionalCoin,
    ...listPage(2),
  }),
  data: listed(orderRow),
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
  input: z.object({ baseCoin: optionalCoin, quoteCoin: optionalCoin, ...listPage(2) }),
  data: listed(fillRow),
});
export const calls = [
  placeOrder,
  placeOco,
  amendOrder,
  cancelOrder,
  cancelAll,
  getOrder,
  getOrders,
  getFills,
  getFees,
] as const;
