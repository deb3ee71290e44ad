/**
 * The market streams of the trading API: the pattern of each name, how often it has an event, and
 * the event's shape. The fields are those of Binance's spot streams (2026), apart from `cs`.
 */
import * as z from 'zod';
import { INTERVALS, type Interval } from '../features/market/program-quotes.ts';
import { decimalText, whole } from './fields.ts';

/** The windows of rolling statistics, in minutes. */
export const STREAM_WINDOWS = { '1h': 60, '4h': 240, '1d': 1_440 } as const;
export type StreamWindow = keyof typeof STREAM_WINDOWS;

/** What stands for the placeholders of a pattern. Symbols are in lower case. */
export const STREAM_PLACES = {
  symbol: '[a-z0-9]{4,20}',
  interval: Object.keys(INTERVALS).join('|'),
  window: Object.keys(STREAM_WINDOWS).join('|'),
  levels: '5|10|20',
} as const;
type Place = keyof typeof STREAM_PLACES;

export interface StreamDefinition {
  /** Such as '<symbol>@kline_<interval>'. */
  readonly pattern: string;
  /** The least time between two events of one stream; 0: with each commit that has news for it. */
  readonly everyMs: number;
  readonly summary: string;
  readonly event: z.ZodType;
}

const symbol = z.string().regex(/^[A-Z0-9]{4,20}$/);
/** `e`: the kind of event, `E`: its time in ms, `s`: the pair. */
const head = <Name extends string>(name: Name) => ({ e: z.literal(name), E: whole, s: symbol });

const trade = z.strictObject({
  ...head('trade'),
  /** The trade's number; numbers rise, over all pairs. */
  t: whole,
  p: decimalText,
  q: decimalText,
  T: whole,
  /** Whether the buyer's order was in the book. */
  m: z.boolean(),
  M: z.literal(true),
});

const aggregate = z.strictObject({
  ...head('aggTrade'),
  /** The number of its first trade. */
  a: whole,
  p: decimalText,
  q: decimalText,
  f: whole,
  l: whole,
  T: whole,
  m: z.boolean(),
  M: z.literal(true),
});

const candle = z.strictObject({
  ...head('kline'),
  k: z.strictObject({
    /** When it opens, and its last millisecond. */
    t: whole,
    T: whole,
    s: symbol,
    i: z.enum(Object.keys(INTERVALS) as [Interval, ...Interval[]]),
    /** First and last trade; -1 without one, or if it is not known. */
    f: whole,
    L: whole,
    o: decimalText,
    c: decimalText,
    h: decimalText,
    l: decimalText,
    v: decimalText,
    n: whole,
    /** Whether it is closed. */
    x: z.boolean(),
    q: decimalText,
    /** What takers bought, in the base and in the quote asset. */
    V: decimalText,
    Q: decimalText,
    B: z.literal('0'),
  }),
});

/** Open, high, low, close, and the volume in the base and in the quote asset. */
const prices = {
  o: decimalText,
  h: decimalText,
  l: decimalText,
  c: decimalText,
  v: decimalText,
  q: decimalText,
};
const miniTicker = z.strictObject({ ...head('24hrMiniTicker'), ...prices });

const statistics = {
  /** Change, also in percent with three decimals, and the average price by volume. */
  p: decimalText,
  P: decimalText,
  w: decimalText,
  ...prices,
  /** When the window opens and closes. */
  O: whole,
  C: whole,
  /** First and last trade; -1 without one, or if it is not known. */
  F: whole,
  L: whole,
  n: whole,
};
const dayTicker = z.strictObject({
  ...head('24hrTicker'),
  ...statistics,
  /** The last price before the window. */
  x: decimalText,
  /** The quantity of the last trade. */
  Q: decimalText,
  b: decimalText,
  B: decimalText,
  a: decimalText,
  A: decimalText,
});
const windowTicker = z.strictObject({
  e: z.enum(['1hTicker', '4hTicker', '1dTicker']),
  E: whole,
  s: symbol,
  ...statistics,
});

const bookTicker = z.strictObject({
  /** The version of the book. */
  u: whole,
  s: symbol,
  /** Best bid and ask and their quantities; 0 on an empty side. */
  b: decimalText,
  B: decimalText,
  a: decimalText,
  A: decimalText,
});

const averagePrice = z.strictObject({
  ...head('avgPrice'),
  i: z.literal('5m'),
  w: decimalText,
  /** The time of the last trade; 0 without one. */
  T: whole,
});

/** Price and quantity. */
const level = z.tuple([decimalText, decimalText]);
const topLevels = z.strictObject({ lastUpdateId: whole, bids: z.array(level), asks: z.array(level) });
const bookChanges = z.strictObject({
  ...head('depthUpdate'),
  /** The first version after the event before, and the version that it leads to. */
  U: whole,
  u: whole,
  /** Levels that changed, in the whole book. Quantity '0': the level is gone. */
  b: z.array(level),
  a: z.array(level),
  /** CRC-32 of the best levels after it, see BOOK_CHECKSUM_LEVELS. */
  cs: whole,
});

/**
 * The checksum of a book is the CRC-32 (of zlib, unsigned) of its best levels as text: the best
 * bid's price, its quantity, the best ask's price, its quantity, then the second best ones and so
 * on, as they stand in events, joined by colons. A side with fewer levels is left out.
 */
export const BOOK_CHECKSUM_LEVELS = 25;

const SECOND_MS = 1_000;
const FAST_MS = 100;

export const STREAMS = {
  trades: { pattern: '<symbol>@trade', everyMs: 0, summary: 'Each trade of a pair', event: trade },
  aggregates: {
    pattern: '<symbol>@aggTrade',
    everyMs: 0,
    summary: 'The trades of one taker order at one price as one',
    event: aggregate,
  },
  candles: {
    pattern: '<symbol>@kline_<interval>',
    everyMs: 200,
    summary: 'The current candle when it changes, and each that has closed',
    event: candle,
  },
  miniTicker: {
    pattern: '<symbol>@miniTicker',
    everyMs: SECOND_MS,
    summary: 'Prices and volumes of the last 24 hours, in short',
    event: miniTicker,
  },
  miniTickers: {
    pattern: '!miniTicker@arr',
    everyMs: SECOND_MS,
    summary: 'The same of all pairs where they changed',
    event: z.array(miniTicker),
  },
  ticker: {
    pattern: '<symbol>@ticker',
    everyMs: SECOND_MS,
    summary: 'Statistics of the last 24 hours, best bid and ask',
    event: dayTicker,
  },
  tickers: {
    pattern: '!ticker@arr',
    everyMs: SECOND_MS,
    summary: 'The same of all pairs where they changed',
    event: z.array(dayTicker),
  },
  windowTicker: {
    pattern: '<symbol>@ticker_<window>',
    everyMs: SECOND_MS,
    summary: 'Statistics of a rolling window, which begins with a minute',
    event: windowTicker,
  },
  windowTickers: {
    pattern: '!ticker_<window>@arr',
    everyMs: SECOND_MS,
    summary: 'The same of all pairs where they changed',
    event: z.array(windowTicker),
  },
  bookTicker: {
    pattern: '<symbol>@bookTicker',
    everyMs: 0,
    summary: 'Best bid and ask when one of them or its quantity changes',
    event: bookTicker,
  },
  bookTickers: { pattern: '!bookTicker', everyMs: 0, summary: 'The same of all pairs', event: bookTicker },
  averagePrice: {
    pattern: '<symbol>@avgPrice',
    everyMs: SECOND_MS,
    summary: 'The average price of five minutes by volume, when it changes',
    event: averagePrice,
  },
  topLevels: {
    pattern: '<symbol>@depth<levels>',
    everyMs: SECOND_MS,
    summary: 'The best levels of a book when it changes',
    event: topLevels,
  },
  topLevelsFast: {
    pattern: '<symbol>@depth<levels>@100ms',
    everyMs: FAST_MS,
    summary: 'The same ten times a second',
    event: topLevels,
  },
  bookChanges: {
    pattern: '<symbol>@depth',
    everyMs: SECOND_MS,
    summary: 'The changes of a book, from which a client keeps its own',
    event: bookChanges,
  },
  bookChangesFast: {
    pattern: '<symbol>@depth@100ms',
    everyMs: FAST_MS,
    summary: 'The same ten times a second',
    event: bookChanges,
  },
} as const satisfies Record<string, StreamDefinition>;
export type StreamKind = keyof typeof STREAMS;
export type StreamEvent<K extends StreamKind> = z.output<(typeof STREAMS)[K]['event']>;

export interface StreamAsked extends Partial<Readonly<Record<Place, string>>> {
  readonly kind: StreamKind;
}

const PATTERNS = (Object.keys(STREAMS) as StreamKind[]).map(
  (kind) =>
    [
      kind,
      new RegExp(
        `^${STREAMS[kind].pattern.replace(/<(\w+)>/g, (_, place: Place) => `(?<${place}>${STREAM_PLACES[place]})`)}$`,
      ),
    ] as const,
);

/** What a name asks for; null if no stream is called so, whatever the pair. */
export function parseStream(name: string): StreamAsked | null {
  for (const [kind, pattern] of PATTERNS) {
    const found = pattern.exec(name);
    if (found !== null) return { kind, ...found.groups };
  }
  return null;
}
