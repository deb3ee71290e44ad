/**
 * Quotes: huobi-shaped calls, the pair list, public price ticks. Numbers in the huobi shapes are
 * JSON numbers, as R7.3 says.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import {
  blankIsAbsent,
  coin,
  id,
  nothing,
  oneOf,
  optionalWhole,
  symbol,
  timeRange,
  wholeOr,
} from '../../fields.ts';
import { publicTick } from '../../public-tick.ts';
import { DEPTH_STEPS } from './depth-steps.ts';
import { KLINE_LIMIT, TIMERS } from './timers.ts';

export { refusals } from './refusals.ts';

export type { PublicTick } from '../../public-tick.ts';
export { DEPTH_STEPS, depthChannel, groupPrice, type DepthStep } from './depth-steps.ts';
export {
  candleAt,
  candleFrom,
  candleOpensMs,
  KEPT_TIMERS,
  PARTS_OF,
  TIMER_MS,
  TIMERS,
  type KeptTimer,
  KLINE_LIMIT,
  type Timer,
} from './timers.ts';
export { tickPreimage } from './tick-preimage.ts';
export { ASSETS, PAIRS, type AssetDefinition, type PairDefinition } from './catalogue.ts';

export const DEPTH_LIMIT = 20;
/** The maximum of ticks in one reply. Further ones are read by another call with `from`. */
export const TICKS_PAGE_MAX = 300;
/** The maximum of ticks whose quotes are in one reply. */
export const QUOTES_PAGE_MAX = 60;

const timer = z.enum(TIMERS);
const size = (fallback: number, max: number) => wholeOr(fallback, 1, max);

/** `id` is the candle's opening time in seconds. */
export const candle = z.object({
  id: z.number(),
  open: z.number(),
  close: z.number(),
  high: z.number(),
  low: z.number(),
  vol: z.number(),
});
export type Candle = z.output<typeof candle>;
/** The last 24 hours; `amount` in the base, `vol` in the quote asset. */
export const dayTick = candle.extend({ amount: z.number(), count: z.number() });
export type DayTick = z.output<typeof dayTick>;
/** [price, quantity], best first. */
export const depthTick = z.object({
  bids: z.array(z.tuple([z.number(), z.number()])),
  asks: z.array(z.tuple([z.number(), z.number()])),
  ts: z.number(),
  version: z.number(),
});
export const deal = z.object({
  id: z.string(),
  ts: z.number(),
  price: z.number(),
  amount: z.number(),
  direction: z.enum(['buy', 'sell']),
});
export type Deal = z.output<typeof deal>;

/** Huobi-shaped replies carry `status` beside `code`, and `data` or `tick` at the top level. */
export const getKline = defineCall({
  name: 'market/get-kline',
  path: '/huobi/getKline',
  access: 'public',
  refusals: ['market/unknown-pair'],
  summary:
    'Candles, oldest first: of those that open from `startTime` on and before `endTime` the newest. For older ones send as `endTime` the opening time of the oldest candle, in milliseconds',
  input: z.object({
    symbol,
    timer: blankIsAbsent(timer.default('1min')),
    size: size(KLINE_LIMIT, KLINE_LIMIT),
    ...timeRange,
  }),
  data: z.array(candle),
});
export const getDepth = defineCall({
  name: 'market/get-depth',
  path: '/huobi/getHuobiContractDepthV2',
  access: 'public',
  refusals: ['market/unknown-pair'],
  summary:
    'The order book. `step`, in units of the last decimal of the price, groups its levels: bids downwards, asks upwards',
  input: z.object({
    symbol,
    timer: blankIsAbsent(z.string().optional()),
    size: size(DEPTH_LIMIT, 100),
    step: oneOf(DEPTH_STEPS),
  }),
  data: depthTick,
});
export const getMarketTrade = defineCall({
  name: 'market/get-market-trade',
  path: '/huobi/getMarketTrade',
  access: 'public',
  refusals: ['market/unknown-pair'],
  summary:
    'Deals, newest first: those from `startTime` on and before `endTime`. For older ones send as `cursor` the id of the oldest deal',
  input: z.object({ symbol, size: size(50, 200), cursor: blankIsAbsent(id.optional()), ...timeRange }),
  data: z.array(deal),
});
export const getDetails = defineCall({
  name: 'market/get-details',
  path: '/huobi/getDetails',
  access: 'public',
  refusals: ['market/unknown-pair'],
  summary: 'The last 24 hours of one pair',
  input: z.object({ symbol, timer: blankIsAbsent(timer.default('1day')), size: size(1, 1) }),
  data: dayTick,
});
export const getDetailsByQuoteCoin = defineCall({
  name: 'market/get-details-by-quote-coin',
  path: '/huobi/getHuobiDetailsByQuoteCoin',
  access: 'public',
  summary: 'The last 24 hours of every pair of a quote coin',
  input: z.object({ quoteCoin: blankIsAbsent(coin.default('USDT')) }),
  data: z.array(z.object({ baseCoin: z.string(), logo: z.string(), tick: dayTick })),
});

/** What can be done in a pair: all, cancel orders alone, or nothing. */
export const PAIR_STATES = ['trading', 'cancel-only', 'halted'] as const;
/**
 * A pair. Fees, and the largest distances of a limit price and of the fills of a market order from
 * the index price, are in parts per million. At `delistsAt` its orders are cancelled and it ends;
 * null: no end is announced. A halted pair opens at `opensAt`; null: no time is announced.
 */
export const pairInfo = z.object({
  baseCoin: z.string(),
  quoteCoin: z.string(),
  symbol: z.string(),
  baseName: z.string(),
  state: z.enum(PAIR_STATES),
  delistsAt: z.number().nullable(),
  opensAt: z.number().nullable(),
  priceDecimals: z.number(),
  amountDecimals: z.number(),
  indexDecimals: z.number(),
  quoteDecimals: z.number(),
  baseDecimals: z.number(),
  minNotional: z.string(),
  maxNotional: z.string(),
  limitBandPpm: z.number(),
  marketBandPpm: z.number(),
  maxOpenOrders: z.number(),
  makerFeePpm: z.number(),
  takerFeePpm: z.number(),
  secondsContract: z.boolean(),
});
export type PairInfo = z.output<typeof pairInfo>;
export const getPairs = defineCall({
  name: 'market/get-pairs',
  path: '/market/getPairs',
  access: 'public',
  summary: 'All pairs with their states, decimals, limits and fees, and all coins',
  input: nothing,
  data: z.object({
    pairs: z.array(pairInfo),
    assets: z.array(z.object({ code: z.string(), name: z.string(), decimals: z.number() })),
    simulated: z.boolean(),
  }),
});

export const getTicks = defineCall({
  name: 'market/get-ticks',
  path: '/market/getTicks',
  access: 'public',
  summary: 'Public price ticks, oldest first, from a number on; without it the newest. At most 300',
  input: z.object({
    from: optionalWhole(1, Number.MAX_SAFE_INTEGER),
    size: size(60, TICKS_PAGE_MAX),
  }),
  data: z.array(publicTick),
});

/** Of one tick of format 2. `quotes` is the text that is hashed: JSON by exchange. */
export const tickQuotes = z.object({ tick: z.number(), quotes: z.string() });
export const getTickQuotes = defineCall({
  name: 'market/get-tick-quotes',
  path: '/market/getTickQuotes',
  access: 'public',
  summary:
    'The quotes that ticks follow from, oldest first, from a number on. At most 60. Ticks of a simulated market have none',
  input: z.object({
    from: wholeOr(1, 1, Number.MAX_SAFE_INTEGER),
    size: size(QUOTES_PAGE_MAX, QUOTES_PAGE_MAX),
  }),
  data: z.array(tickQuotes),
});
export const calls = [
  getKline,
  getDepth,
  getMarketTrade,
  getDetails,
  getDetailsByQuoteCoin,
  getPairs,
  getTicks,
  getTickQuotes,
] as const;
export const chapter: Chapter = { title: { en: 'Quotes', zh: '行情' } };
