/** The endpoints of flash exchange, which Binance calls Convert. */
import * as z from 'zod';
import { blankIsAbsent, coin, nothing, optionalCoin } from '../../fields.ts';
import { defineEndpoint } from '../../programs/endpoint.ts';
import { decimalText, limitOr, optionalAmount, optionalNumber, whole } from '../../programs/fields.ts';
import { OF_AMOUNTS, OF_PRICES } from './price-refusals.ts';

const assets = { fromAsset: z.string(), toAsset: z.string() };
const exchangeInfo = defineEndpoint({
  name: 'flash-exchange/query-exchange-info',
  method: 'GET',
  path: '/sapi/v1/convert/exchangeInfo',
  security: 'none',
  weight: 100,
  summary: 'The coins that can be exchanged for each other now, with the bounds of one exchange',
  input: z.object({ fromAsset: optionalCoin, toAsset: optionalCoin }),
  data: z.array(
    z.object({
      ...assets,
      fromAssetMinAmount: decimalText,
      fromAssetMaxAmount: decimalText,
      /** What the bounds bring at the index of this moment. */
      toAssetMinAmount: decimalText,
      toAssetMaxAmount: decimalText,
    }),
  ),
});
const assetInfo = defineEndpoint({
  name: 'flash-exchange/query-asset-info',
  method: 'GET',
  path: '/sapi/v1/convert/assetInfo',
  security: 'read',
  weight: 100,
  summary: 'The decimals of the coins that are offered',
  input: nothing,
  data: z.array(z.object({ asset: z.string(), fraction: whole })),
});

const amounts = { fromAmount: decimalText, toAmount: decimalText };
/** What one unit of a coin is in the other, rounded to twelve decimals. */
const ratios = { ratio: decimalText, inverseRatio: decimalText };
/** Quotes are good for ten seconds; longer ones are not offered. */
const VALID_TIMES = ['10s'] as const;
const getQuote = defineEndpoint({
  name: 'flash-exchange/send-quote-request',
  method: 'POST',
  path: '/sapi/v1/convert/getQuote',
  security: 'read',
  refusals: [...OF_PRICES, ...OF_AMOUNTS],
  weight: 50,
  summary: 'A quote that is good for 10 s. Name what is paid or what is received, not both',
  input: z.object({
    fromAsset: coin,
    toAsset: coin,
    fromAmount: optionalAmount,
    toAmount: optionalAmount,
    validTime: blankIsAbsent(z.enum(VALID_TIMES).optional()),
  }),
  data: z.object({ quoteId: z.string(), ...ratios, validTimestamp: whole, ...amounts }),
});
const acceptQuote = defineEndpoint({
  name: 'flash-exchange/accept-quote',
  method: 'POST',
  path: '/sapi/v1/convert/acceptQuote',
  security: 'trade',
  operation: 'exchange',
  ownCall: 'flash-exchange/exchange',
  grows: 'orders',
  refusals: [
    ...OF_PRICES,
    ...OF_AMOUNTS,
    'flash-exchange/quote-expired',
    'flash-exchange/price-moved',
    'flash-exchange/treasury-short',
    'wallet/insufficient-balance',
    'wallet/held',
  ],
  weight: 50,
  summary: 'Takes a quote, once: sent again, it gets the first answer',
  input: z.object({ quoteId: z.string().trim().min(1).max(8_192) }),
  data: z.object({ orderId: z.string(), createTime: whole, orderStatus: z.literal('SUCCESS') }),
});

const order = z.object({
  orderId: z.string(),
  /** An exchange is done at once or not at all. */
  orderStatus: z.literal('SUCCESS'),
  ...assets,
  ...amounts,
  ...ratios,
  createTime: whole,
});
export type ConvertOrder = z.output<typeof order>;
const orderStatus = defineEndpoint({
  name: 'flash-exchange/query-order',
  method: 'GET',
  path: '/sapi/v1/convert/orderStatus',
  security: 'read',
  errors: { 'request/not-found': { code: -2013, msg: 'Order does not exist.', status: 400 } },
  refusals: ['request/not-found'],
  weight: 10,
  summary: "One of the user's exchanges",
  input: z.object({ orderId: z.string().regex(/^\d{1,16}$/, 'not an id') }),
  data: order,
});
const tradeFlow = defineEndpoint({
  name: 'flash-exchange/query-trade-flow',
  method: 'GET',
  path: '/sapi/v1/convert/tradeFlow',
  security: 'read',
  weight: 50,
  summary: "The user's exchanges, newest first",
  input: z.object({ startTime: optionalNumber, endTime: optionalNumber, limit: limitOr(100, 1_000) }),
  data: z.object({
    list: z.array(order),
    startTime: whole,
    endTime: whole,
    limit: whole,
    /** Whether older ones follow in that time. */
    moreData: z.boolean(),
  }),
});

export const endpoints = [exchangeInfo, assetInfo, getQuote, acceptQuote, orderStatus, tradeFlow] as const;
