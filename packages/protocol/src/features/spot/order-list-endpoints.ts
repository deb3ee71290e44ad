/**
 * The endpoints of order lists of the kind OCO: a LIMIT_MAKER, and on the other side of the price a
 * STOP_LOSS or STOP_LOSS_LIMIT, of which one cancels the other.
 */
import * as z from 'zod';
import { blankIsAbsent } from '../../fields.ts';
import { defineEndpoint } from '../../programs/endpoint.ts';
import {
  limitOr,
  optionalAmount,
  optionalClientOrderId,
  optionalNewName,
  optionalNumber,
  symbol,
  times,
} from '../../programs/fields.ts';
import { PROGRAM_TIMES_IN_FORCE, SELF_TRADE_PREVENTIONS, SIDES } from '../../programs/order-terms.ts';
import { cancelled, placed, RESPONSE_TYPES } from './endpoints.ts';
import { orderList, orderListWith } from './order-list-shapes.ts';
import { OCO_REFUSALS } from './order-refusals.ts';

export type { ProgramOrderList } from './order-list-shapes.ts';

export const LEG_TYPES = ['LIMIT_MAKER', 'STOP_LOSS', 'STOP_LOSS_LIMIT'] as const;
const timeInForce = blankIsAbsent(z.enum(PROGRAM_TIMES_IN_FORCE).optional());

/** What both ways to place a list have. */
const newList = {
  symbol,
  side: z.enum(SIDES),
  quantity: optionalAmount,
  listClientOrderId: optionalNewName,
  newOrderRespType: blankIsAbsent(z.enum(RESPONSE_TYPES).optional()),
  selfTradePreventionMode: blankIsAbsent(z.enum(SELF_TRADE_PREVENTIONS).optional()),
};

/** The order above the price, and the one below. Stops fire by the price of the last trade. */
const legs = {
  aboveType: z.enum(LEG_TYPES),
  aboveClientOrderId: optionalNewName,
  abovePrice: optionalAmount,
  aboveStopPrice: optionalAmount,
  aboveTimeInForce: timeInForce,
  belowType: z.enum(LEG_TYPES),
  belowClientOrderId: optionalNewName,
  belowPrice: optionalAmount,
  belowStopPrice: optionalAmount,
  belowTimeInForce: timeInForce,
};
export type ProgramNewList = z.output<z.ZodObject<typeof newList & typeof legs>>;

/** The limit order and the stop; a stop without a limit price is placed at market. */
const limitAndStop = {
  price: optionalAmount,
  limitClientOrderId: optionalNewName,
  stopPrice: optionalAmount,
  stopClientOrderId: optionalNewName,
  stopLimitPrice: optionalAmount,
  stopLimitTimeInForce: timeInForce,
};
export type ProgramNewPair = z.output<z.ZodObject<typeof newList & typeof limitAndStop>>;

const placing = {
  method: 'POST',
  security: 'trade',
  operation: 'trade',
  ownCall: 'spot/place-oco',
  grows: 'orders',
  refusals: [...OCO_REFUSALS, 'spot/held-price'],
  weight: 1,
  orders: 2,
  errors: {
    'spot/would-trigger': {
      code: -2010,
      msg: 'The relationship of the prices for the orders is not correct.',
    },
  },
  data: orderListWith(placed),
} as const;

const newOco = defineEndpoint({
  ...placing,
  name: 'spot/new-oco-list',
  path: '/api/v3/orderList/oco',
  socketMethod: 'orderList.place.oco',
  summary: 'Places a limit order and a stop around the price, of which one cancels the other',
  input: z.object({ ...newList, ...legs }),
});
const oldOco = defineEndpoint({
  ...placing,
  name: 'spot/new-oco',
  path: '/api/v3/order/oco',
  socketMethod: 'orderList.place',
  summary: 'The same for older clients, by the limit order and the stop',
  input: z.object({ ...newList, ...limitAndStop }),
});

const deleteList = defineEndpoint({
  name: 'spot/delete-order-list',
  method: 'DELETE',
  path: '/api/v3/orderList',
  socketMethod: 'orderList.cancel',
  security: 'trade',
  refusals: ['market/unknown-pair', 'market/halted', 'spot/unknown-list'],
  weight: 1,
  errors: { 'spot/unknown-list': { code: -2011, msg: 'Unknown order list sent.' } },
  summary: 'Cancels what is open of a list, by orderListId or listClientOrderId',
  input: z.object({
    symbol,
    orderListId: optionalNumber,
    listClientOrderId: optionalClientOrderId,
    newClientOrderId: optionalClientOrderId,
  }),
  data: orderListWith(cancelled),
});
const getList = defineEndpoint({
  name: 'spot/query-order-list',
  method: 'GET',
  path: '/api/v3/orderList',
  socketMethod: 'orderList.status',
  security: 'read',
  refusals: ['spot/unknown-list'],
  weight: 4,
  summary: 'One list, by orderListId or origClientOrderId, the name of the list',
  input: z.object({ orderListId: optionalNumber, origClientOrderId: optionalClientOrderId }),
  data: orderList,
});
const openLists = defineEndpoint({
  name: 'spot/query-open-order-lists',
  method: 'GET',
  path: '/api/v3/openOrderList',
  socketMethod: 'openOrderLists.status',
  security: 'read',
  weight: 6,
  summary: 'The lists of which an order is open',
  input: z.object({}),
  data: z.array(orderList),
});
const allLists = defineEndpoint({
  name: 'spot/query-all-order-lists',
  method: 'GET',
  path: '/api/v3/allOrderList',
  socketMethod: 'allOrderLists',
  security: 'read',
  weight: 20,
  summary: 'Lists, open and ended, by the time of placing: from fromId on, or the latest',
  input: z.object({ fromId: optionalNumber, ...times, limit: limitOr(500, 1_000) }),
  data: z.array(orderList),
});

export const endpoints = [newOco, oldOco, deleteList, getList, openLists, allLists] as const;
