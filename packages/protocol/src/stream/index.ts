/**
 * The stream: one WebSocket at /ws. The client sends `ClientFrame`s, the server `ServerFrame`s;
 * several server frames may arrive joined as one JSON array. Channels: 'tickers', 'ticks',
 * 'depth:btcusdt', 'deals:btcusdt', 'kline:btcusdt:1min', and after `auth` 'account'. Depth is a
 * snapshot, then deltas. A delta whose `from` is not the client's version means a gap, and the
 * client subscribes again.
 */
import type { AccountRows } from '../index.ts';
import type { Candle, DayTick, Deal } from '../features/market/index.ts';
import type { PublicTick } from '../public-tick.ts';

export type ClientFrame =
  /**
   * Pages omit the token, which is in the connection's cookie, and send the userId of the user that
   * they show.
   */
  | { readonly op: 'auth'; readonly token?: string; readonly userId?: string }
  | { readonly op: 'subscribe' | 'unsubscribe'; readonly channels: readonly string[] }
  | { readonly op: 'ping' };

/** [price, quantity] as decimal strings; quantity '0' removes the level. */
export type Level = readonly [string, string];
export interface DepthSnapshot {
  readonly type: 'depth-snapshot';
  readonly channel: string;
  readonly version: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly timeMs: number;
}
export interface DepthDelta {
  readonly type: 'depth-delta';
  readonly channel: string;
  readonly from: number;
  readonly version: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly timeMs: number;
}
export interface TickersFrame {
  readonly type: 'tickers';
  readonly channel: 'tickers';
  readonly tickers: Readonly<Record<string, DayTick>>;
}
export interface TickFrame {
  readonly type: 'tick';
  readonly channel: 'ticks';
  readonly tick: PublicTick;
}
/** Newest last. The first frame after a subscription carries the recent deals. */
export interface DealsFrame {
  readonly type: 'deals';
  readonly channel: string;
  readonly deals: readonly Deal[];
}
export interface KlineFrame {
  readonly type: 'kline';
  readonly channel: string;
  readonly candle: Candle;
}
export type { AccountRows } from '../index.ts';
/**
 * What changed for the signed-in user since the last frame: of each feature the rows as they now
 * are.
 */
export interface AccountFrame {
  readonly type: 'account';
  readonly channel: 'account';
  readonly changes: { readonly [F in keyof AccountRows]?: readonly AccountRows[F][] };
  readonly seq: number;
}
export type ServerFrame =
  | { readonly type: 'hello'; readonly timeMs: number }
  | { readonly type: 'pong'; readonly timeMs: number }
  | { readonly type: 'authenticated'; readonly userId: string }
  | { readonly type: 'refused'; readonly error: string; readonly channel?: string }
  | DepthSnapshot
  | DepthDelta
  | TickersFrame
  | TickFrame
  | DealsFrame
  | KlineFrame
  | AccountFrame;
