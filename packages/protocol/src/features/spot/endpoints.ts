/** The endpoints of spot trading: orders, pairs of orders, fills, the account. */
import * as z from 'zod';
import { defineEndpoint } from '../../programs/endpoint.ts';
import {
  clientOrderId,
  decimalText,
  errorBody,
  flag,
  limitOr,
  optionalAmount,
  optionalClientOrderId,
  optionalNewName,
  optionalNumber,
  optionalSymbol,
  symbol,
  times,
  whole,
} from '../../programs/fields.ts';
import { blankIsAbsent, optionalWhole } from '../../fields.ts';
import {
  PROGRAM_ORDER_TYPES,
  PROGRAM_STATUSES,
  PROGRAM_TIMES_IN_FORCE,
  SELF_TRADE_PREVENTIONS,
  SIDES,
} from '../../programs/order-terms.ts';
import { accountEndpoints } from './account-endpoints.ts';
import { countdown } from './countdown-endpoint.ts';
import { PROGRAM_PLACE_REFUSALS } from './order-refusals.ts';
import { orderLimits } from './order-limits.ts';
import { orderListWith } from './order-list-shapes.ts';

export const RESPONSE_TYPES = ['ACK', 'RESULT', 'FULL'] as const;
/** Binance has another error of an unknown order for cancels than for queries. */
export const OF_CANCELS = { 'spot/unknown-order': { code: -2011, msg: 'Unknown order sent.' } } as const;

/** The order limits that a request counts against are those of new orders. */
const newOrder = {
  symbol,
  side: z.enum(SIDES),
  type: z.enum(PROGRAM_ORDER_TYPES),
  timeInForce: blankIsAbsent(z.enum(PROGRAM_TIMES_IN_FORCE).optional()),
  quantity: optionalAmount,
  quoteOrderQty: optionalAmount,
  price: optionalAmount,
  newClientOrderId: optionalNewName,
  /** Fires by the price of the last trade. */
  stopPrice: optionalAmount,
  /** In basis points: makes a stop-loss follow the price. */
  trailingDelta: optionalWhole(1, 9_999),
  icebergQty: optionalAmount,
  newOrderRespType: blankIsAbsent(z.enum(RESPONSE_TYPES).optional()),
  selfTradePreventionMode: blankIsAbsent(z.enum(SELF_TRADE_PREVENTIONS).optional()),
};
export type ProgramNewOrder = z.output<z.ZodObject<typeof newOrder>>;

const fill = z.object({
  price: decimalText,
  qty: decimalText,
  commission: decimalText,
  commissionAsset: z.string(),
  tradeId: whole,
});
const ack = {
  symbol: z.string(),
  orderId: whole,
  orderListId: whole,
  clientOrderId: z.string(),
  transactTime: whole,
};
const waits = {
  stopPrice: decimalText.optional(),
  trailingDelta: whole.optional(),
  icebergQty: decimalText.optional(),
};
const terms = {
  price: decimalText,
  origQty: decimalText,
  executedQty: decimalText,
  origQuoteOrderQty: decimalText,
  cummulativeQuoteQty: decimalText,
  status: z.enum(PROGRAM_STATUSES),
  timeInForce: z.enum(PROGRAM_TIMES_IN_FORCE),
  type: z.enum(PROGRAM_ORDER_TYPES),
  side: z.enum(SIDES),
  ...waits,
  selfTradePreventionMode: z.enum(['NONE', ...SELF_TRADE_PREVENTIONS]),
};
/**
 * An order as the command that placed it left it: by newOrderRespType, ACK has the first five
 * fields alone.
 */
export const placed = z.object({
  ...ack,
  ...z.object(terms).partial().shape,
  workingTime: whole.optional(),
  fills: z.array(fill).optional(),
});
export type PlacedOrder = z.output<typeof placed>;

const order = z.object({
  symbol: z.string(),
  orderId: whole,
  orderListId: whole,
  clientOrderId: z.string(),
  ...terms,
  time: whole,
  updateTime: whole,
  isWorking: z.boolean(),
  workingTime: whole,
});
export type ProgramOrder = z.output<typeof order>;

export const cancelled = z.object({
  ...ack,
  origClientOrderId: z.string(),
  ...terms,
});
export type CancelledOrder = z.output<typeof cancelled>;

const orderName = { symbol, orderId: optionalNumber, origClientOrderId: optionalClientOrderId };

const OF_SYMBOL = ['market/unknown-pair'] as const;
const OF_ORDER = [...OF_SYMBOL, 'spot/unknown-order'] as const;

const newOrderEndpoint = defineEndpoint({
  name: 'spot/new-order',
  method: 'POST',
  path: '/api/v3/order',
  socketMethod: 'order.place',
  security: 'trade',
  operation: 'trade',
  ownCall: 'spot/place-order',
  grows: 'orders',
  refusals: PROGRAM_PLACE_REFUSALS,
  weight: 1,
  orders: 1,
  summary: 'Places an order',
  input: z.object(newOrder),
  data: placed,
});
const testOrder = defineEndpoint({
  name: 'spot/test-order',
  method: 'POST',
  path: '/api/v3/order/test',
  socketMethod: 'order.test',
  security: 'trade',
  refusals: PROGRAM_PLACE_REFUSALS,
  weight: {
    of: ({ computeCommissionRates }) => (computeCommissionRates ? 20 : 1),
    examples: [{}, { computeCommissionRates: true }],
  },
  summary: 'Says what a new order would be refused for, and places nothing',
  input: z.object({ ...newOrder, computeCommissionRates: flag(false) }),
  data: z.object({
    standardCommissionForOrder: z.object({ maker: decimalText, taker: decimalText }).optional(),
    taxCommissionForOrder: z.object({ maker: decimalText, taker: decimalText }).optional(),
    discount: z
      .object({
        enabledForAccount: z.boolean(),
        enabledForSymbol: z.boolean(),
        discountAsset: z.string(),
        discount: decimalText,
      })
      .optional(),
  }),
});
const getOrder = defineEndpoint({
  name: 'spot/query-order',
  method: 'GET',
  path: '/api/v3/order',
  socketMethod: 'order.status',
  security: 'read',
  refusals: OF_ORDER,
  weight: 4,
  summary: 'One order, by orderId or origClientOrderId',
  input: z.object(orderName),
  data: order,
});
const cancelOrder = defineEndpoint({
  name: 'spot/delete-order',
  method: 'DELETE',
  path: '/api/v3/order',
  socketMethod: 'order.cancel',
  security: 'trade',
  refusals: [...OF_ORDER, 'market/halted'],
  weight: 1,
  errors: OF_CANCELS,
  summary: 'Cancels an open order and the other leg of its list',
  input: z.object({ ...orderName, newClientOrderId: optionalClientOrderId }),
  data: cancelled,
});
const cancelOpen = defineEndpoint({
  name: 'spot/delete-open-orders',
  method: 'DELETE',
  path: '/api/v3/openOrders',
  socketMethod: 'openOrders.cancelAll',
  security: 'trade',
  refusals: [...OF_ORDER, 'market/halted'],
  weight: 1,
  errors: OF_CANCELS,
  summary:
    'Cancels all open orders of a symbol, or those whose client order id begins with a prefix; those of a list are answered as a list',
  // A blank one is refused: it would cancel them all.
  input: z.object({ symbol, origClientOrderIdPrefix: clientOrderId.optional() }),
  data: z.array(z.union([cancelled, orderListWith(cancelled)])),
});
/** Binance's errors of replacements. */
export const REPLACEMENT_FAILURES = {
  partly: { status: 409, code: -2021, msg: 'Order cancel-replace is partially failed.' },
  whole: { status: 400, code: -2022, msg: 'Order cancel-replace failed.' },
} as const;
const cancelReplace = defineEndpoint({
  name: 'spot/cancel-replace',
  method: 'POST',
  path: '/api/v3/order/cancelReplace',
  socketMethod: 'order.cancelReplace',
  security: 'trade',
  operation: 'trade',
  ownCall: 'spot/place-order',
  grows: 'orders',
  failures: Object.values(REPLACEMENT_FAILURES),
  refusals: [...PROGRAM_PLACE_REFUSALS, 'spot/unknown-order'],
  weight: 1,
  orders: 1,
  errors: OF_CANCELS,
  summary: 'Cancels an order and places another one, with nothing in between',
  input: z.object({
    ...newOrder,
    cancelReplaceMode: z.enum(['STOP_ON_FAILURE', 'ALLOW_FAILURE']),
    cancelNewClientOrderId: optionalClientOrderId,
    cancelOrigClientOrderId: optionalClientOrderId,
    cancelOrderId: optionalNumber,
  }),
  data: z.object({
    cancelResult: z.enum(['SUCCESS', 'FAILURE']),
    newOrderResult: z.enum(['SUCCESS', 'FAILURE', 'NOT_ATTEMPTED']),
    cancelResponse: z.union([cancelled, errorBody]),
    newOrderResponse: placed.or(errorBody).nullable(),
  }),
});
const { origQty, origQuoteOrderQty, cummulativeQuoteQty, ...sharedTerms } = terms;
const amended = z.object({
  symbol: z.string(),
  orderId: whole,
  orderListId: whole,
  origClientOrderId: z.string(),
  clientOrderId: z.string(),
  ...sharedTerms,
  qty: origQty,
  quoteOrderQty: origQuoteOrderQty,
  cumulativeQuoteQty: cummulativeQuoteQty,
  workingTime: whole,
});
export type AmendedOrder = z.output<typeof amended>;
const amendOrder = defineEndpoint({
  name: 'spot/amend-keep-priority',
  method: 'PUT',
  path: '/api/v3/order/amend/keepPriority',
  socketMethod: 'order.amend.keepPriority',
  security: 'trade',
  operation: 'trade',
  ownCall: 'spot/amend-order',
  refusals: [
    ...OF_ORDER,
    'market/halted',
    'spot/amount-missing',
    'spot/amount-off-lot',
    'spot/above-maximum',
    'spot/cannot-amend',
    'spot/below-minimum',
    'spot/visible-out-of-range',
  ],
  weight: 4,
  errors: OF_CANCELS,
  summary: 'Reduces the quantity of a resting order, which keeps its place in the queue',
  input: z.object({
    symbol,
    orderId: optionalNumber,
    origClientOrderId: optionalClientOrderId,
    newQty: optionalAmount,
  }),
  data: z.object({ transactTime: whole, executionId: whole, amendedOrder: amended }),
});
const openOrders = defineEndpoint({
  name: 'spot/query-open-orders',
  method: 'GET',
  path: '/api/v3/openOrders',
  socketMethod: 'openOrders.status',
  security: 'read',
  refusals: OF_SYMBOL,
  weight: {
    of: ({ symbol: one }) => (one === undefined ? 80 : 6),
    examples: [{ symbol: 'BTCUSDT' }, {}],
  },
  summary: 'The open orders, of one symbol or of all',
  input: z.object({ symbol: optionalSymbol }),
  data: z.array(order),
});
const allOrders = defineEndpoint({
  name: 'spot/query-all-orders',
  method: 'GET',
  path: '/api/v3/allOrders',
  socketMethod: 'allOrders',
  security: 'read',
  refusals: OF_SYMBOL,
  weight: 20,
  summary: 'Orders of a symbol, open and ended, by the time of placing: from orderId on, or the latest',
  input: z.object({ symbol, orderId: optionalNumber, ...times, limit: limitOr(500, 1_000) }),
  data: z.array(order),
});
const myTrade = z.object({
  symbol: z.string(),
  id: whole,
  orderId: whole,
  orderListId: whole,
  price: decimalText,
  qty: decimalText,
  quoteQty: decimalText,
  commission: decimalText,
  commissionAsset: z.string(),
  time: whole,
  isBuyer: z.boolean(),
  isMaker: z.boolean(),
  isBestMatch: z.boolean(),
});
export type MyTrade = z.output<typeof myTrade>;
const myTrades = defineEndpoint({
  name: 'spot/query-my-trades',
  method: 'GET',
  path: '/api/v3/myTrades',
  socketMethod: 'myTrades',
  security: 'read',
  refusals: OF_SYMBOL,
  weight: 20,
  summary: 'Fills of a symbol by time: from fromId on, of one order, or the latest',
  input: z.object({
    symbol,
    orderId: optionalNumber,
    fromId: optionalNumber,
    ...times,
    limit: limitOr(500, 1_000),
  }),
  data: z.array(myTrade),
});

export const endpoints = [
  newOrderEndpoint,
  testOrder,
  getOrder,
  cancelOrder,
  cancelOpen,
  countdown,
  cancelReplace,
  amendOrder,
  openOrders,
  allOrders,
  myTrades,
  orderLimits,
  ...accountEndpoints,
] as const;
