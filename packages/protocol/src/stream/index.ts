/**
 * The stream: one WebSocket at /ws. The client sends `clientFrame`s, the server `serverFrame`s;
 * several server frames may arrive joined as one JSON array.
 *
 * Frames of a channel are numbered. Each carries its own number, `seq`, and that of the frame
 * before it, `previous`: null in a snapshot, which begins a subscription. If `previous` is greater
 * than the number of the last frame that the client has, frames are missing; a frame whose `seq` is
 * smaller brings nothing new. Numbers survive a reconnection, so a client also sees by the snapshot
 * after it whether it missed something. An account frame whose `seq` equals its `previous` brings
 * changes that no command made, such as the confirmations of a deposit. Depth calls the same
 * numbers `version` and `from`: the version of the book, which the call's `version` is too, and
 * which begins anew when the server does.
 */
import * as z from 'zod';
import * as features from '../features.ts';
import { candle, dayTick, deal } from '../features/market/index.ts';
import { priceAlert } from '../features/price-alerts/index.ts';
import { publicTick } from '../public-tick.ts';
import type { AccountRows, AddedRows } from '../index.ts';

export type { AccountRows, AddedRows } from '../index.ts';

const channelName = z.string().min(1).max(64);
export const clientFrame = z.discriminatedUnion('op', [
  z
    .object({
      op: z.literal('auth'),
      token: z.string().min(1).max(128).optional(),
      userId: z.string().max(20).optional(),
    })
    .meta({
      description:
        'Logs in and subscribes to the account. Pages omit the token, which is in the cookie of the connection, and send the id of the user that they show',
    }),
  z
    .object({ op: z.enum(['subscribe', 'unsubscribe']), channels: z.array(channelName).max(64) })
    .meta({ description: 'Each channel that is new begins with its snapshot' }),
  z.object({ op: z.literal('ping') }).meta({ description: 'Is answered by a pong' }),
]);
export type ClientFrame = z.input<typeof clientFrame>;

/** [price, quantity] as decimal strings; quantity '0' removes the level. */
const level = z.tuple([z.string(), z.string()]);
export type Level = readonly [string, string];
const timeMs = z.int();
const numbered = { seq: z.int(), previous: z.int().nullable() };
const sides = { bids: z.array(level), asks: z.array(level), timeMs };

/**
 * Begins a connection, and comes again when one of these changes. `closedUntilMs`: maintenance
 * lasts until about then; absent: the platform is open. `isShortOfRoom`: what adds to the
 * platform's storage is refused for want of it; absent: it is not.
 */
const hello = z.object({
  type: z.literal('hello'),
  timeMs,
  closedUntilMs: timeMs.optional(),
  isShortOfRoom: z.literal(true).optional(),
});
const pong = z.object({ type: z.literal('pong'), timeMs });
const authenticated = z.object({ type: z.literal('authenticated'), userId: z.string() });
const refused = z.object({
  type: z.literal('refused'),
  error: z.string(),
  channel: z.string().optional(),
});
const depthSnapshot = z.object({
  type: z.literal('depth-snapshot'),
  channel: z.string(),
  version: z.int(),
  ...sides,
});
/** The changes are empty if the book changed only below the levels that the channel carries. */
const depthDelta = z.object({
  type: z.literal('depth-delta'),
  channel: z.string(),
  from: z.int(),
  version: z.int(),
  ...sides,
});
const tickers = z.object({
  type: z.literal('tickers'),
  channel: z.literal('tickers'),
  ...numbered,
  tickers: z.record(z.string(), dayTick),
});
const tick = z.object({
  type: z.literal('tick'),
  channel: z.literal('ticks'),
  ...numbered,
  tick: publicTick,
});
const deals = z.object({
  type: z.literal('deals'),
  channel: z.string(),
  ...numbered,
  deals: z.array(deal),
});
const kline = z.object({
  type: z.literal('kline'),
  channel: z.string(),
  ...numbered,
  candles: z.array(candle),
});

type Shapes = Readonly<Record<string, z.ZodOptional<z.ZodArray>>>;
/** Lists by feature, of the features that export such a shape. */
function listsOf(name: 'accountRow' | 'addedRow'): Shapes {
  return Object.fromEntries(
    Object.entries(features).flatMap(([feature, shapes]) => {
      const row = (shapes as Readonly<Record<string, unknown>>)[name];
      return row === undefined ? [] : [[feature, z.array(row as z.ZodType).optional()]];
    }),
  );
}
const account = z.object({
  type: z.literal('account'),
  channel: z.literal('account'),
  ...numbered,
  changes: z.object(listsOf('accountRow')),
  added: z.object(listsOf('addedRow')),
});

/** A preference has a new version; its text comes by the call. */
const preference = z.object({
  type: z.literal('preference'),
  channel: z.literal('account'),
  name: z.string(),
  version: z.int(),
});
/** An alert was added or removed, or reached by a tick. */
const priceAlertFrame = z.object({
  type: z.literal('price-alert'),
  channel: z.literal('account'),
  alert: priceAlert,
  /** The tick that reached it; null: it was added or removed. */
  tick: z.int().nullable(),
});

/** Says that a chat is not as it was; its words come by its calls. */
const chat = z.object({
  type: z.literal('chat'),
  channel: z.string(),
  ...numbered,
  /** Whether an operator is typing. */
  isTyping: z.boolean(),
});
/** For the back office: a chat has changed. `chat` 0: the present operators have changed. */
const inbox = z.object({ type: z.literal('inbox'), channel: z.string(), chat: z.int() });

export type DepthSnapshot = Shown<typeof depthSnapshot>;
export type DepthDelta = Shown<typeof depthDelta>;
/** `seq` is the last command's number. */
export interface AccountFrame extends Omit<z.output<typeof account>, 'changes' | 'added'> {
  /** The changed rows of each feature, as they are now. */
  readonly changes: { readonly [F in keyof AccountRows]?: readonly AccountRows[F][] };
  /** The added rows of each feature: fills and postings. Empty in a snapshot. */
  readonly added: { readonly [F in keyof AddedRows]?: readonly AddedRows[F][] };
}
type Shown<T extends z.ZodType> = {
  readonly [K in keyof z.output<T>]: K extends 'bids' | 'asks' ? readonly Level[] : z.output<T>[K];
};

export type ServerFrame =
  | z.output<typeof hello>
  | z.output<typeof pong>
  | z.output<typeof authenticated>
  | z.output<typeof refused>
  | DepthSnapshot
  | DepthDelta
  | z.output<typeof tickers>
  | z.output<typeof tick>
  | DealsFrame
  | KlineFrame
  | z.output<typeof preference>
  | z.output<typeof priceAlertFrame>
  | z.output<typeof chat>
  | z.output<typeof inbox>
  | AccountFrame;
export interface DealsFrame extends Omit<z.output<typeof deals>, 'deals'> {
  readonly deals: readonly z.output<typeof deal>[];
}
export interface KlineFrame extends Omit<z.output<typeof kline>, 'candles'> {
  readonly candles: readonly z.output<typeof candle>[];
}

export const serverFrame = z.discriminatedUnion('type', [
  hello,
  pong,
  authenticated,
  refused,
  depthSnapshot,
  depthDelta,
  tickers,
  tick,
  deals,
  kline,
  chat,
  inbox,
  preference,
  priceAlertFrame,
  account,
]);

/**
 * The channels: what they carry, what numbers their frames, and the call that gives what a client
 * missed.
 */
export const CHANNELS = [
  {
    name: 'tickers',
    frames: ['tickers'],
    carries: 'The last 24 hours of all pairs, then of those that changed',
    numbers: 'the newest public tick',
    missed: '/huobi/getHuobiDetailsByQuoteCoin',
  },
  {
    name: 'ticks',
    frames: ['tick'],
    carries: 'The newest public tick, then each tick once',
    numbers: 'the tick',
    missed: '/market/getTicks with `from`',
  },
  {
    name: 'depth:btcusdt',
    frames: ['depth-snapshot', 'depth-delta'],
    carries:
      'The best 60 levels of each side, then their changes; depth:btcusdt:10 groups the levels by 10 units of the last decimal of the price, bids downwards and asks upwards (10, 100 or 1000)',
    numbers: 'the version of the book',
    missed: '/huobi/getHuobiContractDepthV2, or subscribe again',
  },
  {
    name: 'deals:btcusdt',
    frames: ['deals'],
    carries: 'The last 50 deals, then each new one; newest last',
    numbers: 'the last deal of the pair',
    missed: '/huobi/getMarketTrade with `cursor`',
  },
  {
    name: 'kline:btcusdt:1min',
    frames: ['kline'],
    carries:
      'The current candle, then each candle that changed or began, oldest first: the last state of the one that ended and the flat ones without a deal too',
    numbers: 'the last deal of the pair; it repeats when a candle begins without a deal',
    missed: '/huobi/getKline with `startTime`',
  },
  {
    name: 'account',
    frames: ['account', 'preference', 'price-alert'],
    carries:
      'After `auth`: all balances, open orders and open positions, then in `changes` those that changed and in `added` each fill and posting. Besides, without numbers, changed preferences and price alerts',
    numbers: 'the last command that the frame contains',
    missed: 'the lists of fills, postings, orders and positions',
  },
  {
    name: 'chat:KEY',
    frames: ['chat'],
    carries: 'That the support chat with this key has changed, or that its operator types; no snapshot',
    numbers: 'the last message of the chat',
    missed: '/support/getMessages with `after`',
  },
] as const;
