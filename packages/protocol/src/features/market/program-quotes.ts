/** Books, trades and candles for programs. */
import * as z from 'zod';
import { blankIsAbsent, plainText } from '../../fields.ts';
import { defineEndpoint } from '../../programs/endpoint.ts';
import { decimalText, limitOr, optionalNumber, symbol, times, whole } from '../../programs/fields.ts';
import type { Timer } from './timers.ts';

const DEPTH_MAX = 5_000;
/** The weight of a book by its number of levels a side. */
const DEPTH_WEIGHTS = [
  [100, 5],
  [500, 25],
  [1_000, 50],
  [DEPTH_MAX, 250],
] as const;
const ROWS = 500;
const ROWS_MAX = 1_000;

const level = z.tuple([decimalText, decimalText]);
const depth = defineEndpoint({
  name: 'market/get-order-book',
  method: 'GET',
  path: '/api/v3/depth',
  socketMethod: 'depth',
  security: 'none',
  refusals: ['market/unknown-pair'],
  weight: {
    of: ({ limit }) => DEPTH_WEIGHTS.find(([levels]) => limit <= levels)![1],
    examples: DEPTH_WEIGHTS.map(([limit]) => ({ limit })),
  },
  summary: 'The best levels of a book, each as [price, quantity]; lastUpdateId is that of the stream',
  input: z.object({ symbol, limit: limitOr(100, DEPTH_MAX) }),
  data: z.object({ lastUpdateId: whole, bids: z.array(level), asks: z.array(level) }),
});

const trade = z.object({
  id: whole,
  price: decimalText,
  qty: decimalText,
  quoteQty: decimalText,
  time: whole,
  isBuyerMaker: z.boolean(),
  isBestMatch: z.literal(true),
});
export type ProgramTrade = z.output<typeof trade>;

const trades = defineEndpoint({
  name: 'market/get-recent-trades',
  method: 'GET',
  path: '/api/v3/trades',
  socketMethod: 'trades.recent',
  security: 'none',
  refusals: ['market/unknown-pair'],
  weight: 25,
  summary: 'The newest trades of a pair, oldest first',
  input: z.object({ symbol, limit: limitOr(ROWS, ROWS_MAX) }),
  data: z.array(trade),
});
const historicalTrades = defineEndpoint({
  name: 'market/get-historical-trades',
  method: 'GET',
  path: '/api/v3/historicalTrades',
  socketMethod: 'trades.historical',
  security: 'none',
  refusals: ['market/unknown-pair'],
  weight: 25,
  summary: 'The trades of a pair from a number on, oldest first; without it the newest ones',
  input: z.object({ symbol, limit: limitOr(ROWS, ROWS_MAX), fromId: optionalNumber }),
  data: z.array(trade),
});

/** Those of one taker order at one price at one time. `a` is the number of the first one. */
const aggregate = z.object({
  a: whole,
  p: decimalText,
  q: decimalText,
  f: whole,
  l: whole,
  T: whole,
  m: z.boolean(),
  M: z.literal(true),
});
export type Aggregate = z.output<typeof aggregate>;

const aggTrades = defineEndpoint({
  name: 'market/get-aggregate-trades',
  method: 'GET',
  path: '/api/v3/aggTrades',
  socketMethod: 'trades.aggregate',
  security: 'none',
  refusals: ['market/unknown-pair'],
  weight: 4,
  summary:
    'Trades of one taker order at one price at one time as one row, oldest first: from a number or a time on, else the newest ones, up to endTime',
  input: z.object({ symbol, fromId: optionalNumber, ...times, limit: limitOr(ROWS, ROWS_MAX) }),
  data: z.array(aggregate),
});

/** Our timers by the names of intervals. */
export const INTERVALS = {
  '1m': '1min',
  '3m': '3min',
  '5m': '5min',
  '15m': '15min',
  '30m': '30min',
  '1h': '60min',
  '2h': '2hour',
  '4h': '4hour',
  '6h': '6hour',
  '8h': '8hour',
  '12h': '12hour',
  '1d': '1day',
  '3d': '3day',
  '1w': '1week',
  '1M': '1mon',
} as const satisfies Record<string, Timer>;
export type Interval = keyof typeof INTERVALS;

const MINUTES_OF_HOUR = 60;
const ZONE = /^([+-]?)(\d{1,2})(?::([0-5]\d))?$/;
const ZONE_REASON = 'from -12:00 to +14:00';
const ZONE_MIN = -12 * MINUTES_OF_HOUR;
const ZONE_MAX = 14 * MINUTES_OF_HOUR;
/** Hours before UTC, such as '8' or '-1:00'. The result is in minutes. */
export const timeZone = blankIsAbsent(
  plainText
    .default('0')
    .pipe(z.string().regex(ZONE, ZONE_REASON))
    .transform((text) => {
      const [, sign = '', hours = '', minutes = '0'] = ZONE.exec(text)!;
      const ahead = Number(hours) * MINUTES_OF_HOUR + Number(minutes);
      return sign === '-' ? -ahead : ahead;
    })
    .refine((zone) => zone >= ZONE_MIN && zone <= ZONE_MAX, ZONE_REASON),
);

/**
 * When it opens; its open, high, low and close; volume; when it closes; volume in the quote asset;
 * number of trades; what takers bought, in the base and in the quote asset; unused.
 */
const candle = z.tuple([
  whole,
  decimalText,
  decimalText,
  decimalText,
  decimalText,
  decimalText,
  whole,
  decimalText,
  whole,
  decimalText,
  decimalText,
  z.literal('0'),
]);
export type ProgramCandle = z.output<typeof candle>;

const candleInput = z.object({
  symbol,
  interval: z.enum(Object.keys(INTERVALS) as [Interval, ...Interval[]]),
  ...times,
  timeZone,
  limit: limitOr(ROWS, ROWS_MAX),
});
const klines = defineEndpoint({
  name: 'market/get-candles',
  method: 'GET',
  path: '/api/v3/klines',
  socketMethod: 'klines',
  security: 'none',
  refusals: ['market/unknown-pair'],
  weight: 2,
  summary:
    'Candles of a pair, oldest first: those that open from startTime on, else the newest ones, up to endTime',
  input: candleInput,
  data: z.array(candle),
});
const uiKlines = defineEndpoint({
  name: 'market/get-chart-candles',
  method: 'GET',
  path: '/api/v3/uiKlines',
  socketMethod: 'uiKlines',
  security: 'none',
  refusals: ['market/unknown-pair'],
  weight: 2,
  summary: 'The same candles as klines',
  input: candleInput,
  data: z.array(candle),
});

export const quotes = [depth, trades, historicalTrades, aggTrades, klines, uiKlines] as const;
