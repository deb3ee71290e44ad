/** Spot orders: place, cancel, list. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amount, coin, id, noData, optionalCoin, optionalDecimal, page, paged, timeMs } from '../fields.ts';

export const ORDER_TYPES = ['limit', 'market'] as const;
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
const clientOrderId = z.preprocess(
  (v) => (v === '' || v === null ? undefined : v),
  z
    .string()
    .regex(/^[\w.:-]{1,36}$/)
    .optional(),
);

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
  clientOrderId: z.string().nullable(),
  time: timeMs,
  updateTime: timeMs,
});
export type OrderRow = z.output<typeof orderRow>;

export const placeOrder = defineCall({
  name: 'spot/place-order',
  path: '/spot/placeOrder',
  access: 'user',
  movesMoney: true,
  summary: 'Places an order. A market buy takes quoteAmount or amount, a market sell amount',
  input: z.object({
    baseCoin: coin,
    quoteCoin: coin,
    side: z.enum(['buy', 'sell']),
    type: z.enum(ORDER_TYPES),
    price: optionalDecimal,
    amount: optionalDecimal,
    quoteAmount: optionalDecimal,
    timeInForce: z.preprocess(
      (v) => (v === '' || v === null ? undefined : v),
      z.enum(TIMES_IN_FORCE).default('GTC'),
    ),
    clientOrderId,
  }),
  data: z.object({
    id: z.string(),
    status: z.number().int(),
    filledAmount: amount,
    averagePrice: amount.nullable(),
  }),
});
export const cancelOrder = defineCall({
  name: 'spot/cancel-order',
  path: '/spot/cancelOrder',
  access: 'user',
  movesMoney: true,
  summary: 'Cancels an open order',
  input: z.object({ id }),
  data: noData,
});
export const cancelAll = defineCall({
  name: 'spot/cancel-all',
  path: '/spot/cancelAll',
  access: 'user',
  movesMoney: true,
  summary: 'Cancels all open orders, of one pair or of all',
  input: z
    .object({ baseCoin: optionalCoin, quoteCoin: optionalCoin })
    .optional()
    .transform((v) => v ?? {}),
  data: z.object({ cancelled: z.number().int() }),
});
export const getOrders = defineCall({
  name: 'spot/get-orders',
  path: '/spot/getOrders',
  access: 'user',
  summary: "The user's orders, newest first",
  input: z.object({
    status: z.preprocess(
      (v) => (v === '' || v === null ? undefined : v),
      z.coerce.number().int().min(0).max(2).optional(),
    ),
    baseCoin: optionalCoin,
    quoteCoin: optionalCoin,
    ...page,
  }),
  data: paged(orderRow),
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
export const getFills = defineCall({
  name: 'spot/get-fills',
  path: '/spot/getFills',
  access: 'user',
  summary: "The user's deals, newest first",
  input: z.object({ baseCoin: optionalCoin, quoteCoin: optionalCoin, ...page }),
  data: paged(fillRow),
});
export const spotCalls = [placeOrder, cancelOrder, cancelAll, getOrders, getFills] as const;
