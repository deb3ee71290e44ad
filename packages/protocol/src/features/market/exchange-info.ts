/** What a program learns about the platform and its pairs before it trades. */
import * as z from 'zod';
import { blankIsAbsent } from '../../fields.ts';
import { defineEndpoint } from '../../programs/endpoint.ts';
import { PROGRAM_ORDER_TYPES, SELF_TRADE_PREVENTIONS } from '../../programs/order-terms.ts';
import { rateLimit } from '../../programs/rate-limits.ts';
import { decimalText, flag, optionalSymbol, optionalSymbols, whole } from '../../programs/fields.ts';

/**
 * TRADING also after notice that the pair will be delisted. BREAK: the time of its opening is still
 * to come. HALT: no orders are taken; whether cancels are, `market/get-pairs` tells.
 */
const SYMBOL_STATUSES = ['TRADING', 'HALT', 'BREAK'] as const;
export const symbolStatus = z.enum(SYMBOL_STATUSES);
export type SymbolStatus = z.output<typeof symbolStatus>;

export const symbolFilter = z.discriminatedUnion('filterType', [
  z.object({
    filterType: z.literal('PRICE_FILTER'),
    minPrice: decimalText,
    maxPrice: decimalText,
    tickSize: decimalText,
  }),
  z.object({
    filterType: z.literal('LOT_SIZE'),
    minQty: decimalText,
    maxQty: decimalText,
    stepSize: decimalText,
  }),
  z.object({ filterType: z.literal('ICEBERG_PARTS'), limit: whole }),
  /** Of market orders: at the index price, or the last one where there is none. */
  z.object({
    filterType: z.literal('NOTIONAL'),
    minNotional: decimalText,
    applyMinToMarket: z.literal(true),
    maxNotional: decimalText,
    applyMaxToMarket: z.literal(true),
    avgPriceMins: z.literal(0),
  }),
  /** Around the index price to the nearest tick, or the last one where there is none. */
  z.object({
    filterType: z.literal('PERCENT_PRICE'),
    multiplierUp: decimalText,
    multiplierDown: decimalText,
    avgPriceMins: z.literal(0),
  }),
  /** Counts the open orders of all pairs. */
  z.object({ filterType: z.literal('MAX_NUM_ORDERS'), maxNumOrders: whole }),
  z.object({ filterType: z.literal('MAX_NUM_ALGO_ORDERS'), maxNumAlgoOrders: whole }),
  /** Hundredths of a percent. */
  z.object({
    filterType: z.literal('TRAILING_DELTA'),
    minTrailingAboveDelta: whole,
    maxTrailingAboveDelta: whole,
    minTrailingBelowDelta: whole,
    maxTrailingBelowDelta: whole,
  }),
]);
export type SymbolFilter = z.output<typeof symbolFilter>;

const selfTradePrevention = z.enum(SELF_TRADE_PREVENTIONS);

const symbolInfo = z.object({
  symbol: z.string(),
  status: symbolStatus,
  baseAsset: z.string(),
  baseAssetPrecision: whole,
  quoteAsset: z.string(),
  quotePrecision: whole,
  quoteAssetPrecision: whole,
  baseCommissionPrecision: whole,
  quoteCommissionPrecision: whole,
  orderTypes: z.array(z.enum(PROGRAM_ORDER_TYPES)),
  icebergAllowed: z.boolean(),
  ocoAllowed: z.boolean(),
  otoAllowed: z.boolean(),
  opoAllowed: z.boolean(),
  quoteOrderQtyMarketAllowed: z.boolean(),
  allowTrailingStop: z.boolean(),
  cancelReplaceAllowed: z.boolean(),
  amendAllowed: z.boolean(),
  pegInstructionsAllowed: z.boolean(),
  isSpotTradingAllowed: z.boolean(),
  isMarginTradingAllowed: z.boolean(),
  filters: z.array(symbolFilter),
  permissions: z.array(z.string()),
  permissionSets: z.array(z.array(z.string())),
  defaultSelfTradePreventionMode: selfTradePrevention,
  allowedSelfTradePreventionModes: z.array(selfTradePrevention),
});
export type SymbolInfo = z.output<typeof symbolInfo>;

/** One permission, or a list of them as JSON text. */
const permissions = blankIsAbsent(
  z
    .preprocess(
      (value) => (typeof value === 'string' && !value.startsWith('[') ? [value] : listOf(value)),
      z.array(z.string().regex(/^[A-Z0-9_]{1,32}$/, 'not a permission'), 'not a list of permissions').max(50),
    )
    .optional(),
);

function listOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

export const exchangeInfo = defineEndpoint({
  name: 'market/get-exchange-info',
  method: 'GET',
  path: '/api/v3/exchangeInfo',
  socketMethod: 'exchangeInfo',
  security: 'none',
  refusals: ['market/unknown-pair'],
  weight: 20,
  summary: 'Pairs with their states and the rules of their orders, and the limits of requests',
  input: z.object({
    symbol: optionalSymbol,
    symbols: optionalSymbols,
    permissions,
    showPermissionSets: flag(true),
    symbolStatus: blankIsAbsent(z.enum(SYMBOL_STATUSES).optional()),
  }),
  data: z.object({
    timezone: z.literal('UTC'),
    serverTime: whole,
    rateLimits: z.array(rateLimit),
    exchangeFilters: z.array(z.never()),
    symbols: z.array(symbolInfo),
  }),
});
