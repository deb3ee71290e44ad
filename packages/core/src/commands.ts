/**
 * The commands: all that can change the exchange. Plain data, safe to keep for ever; amounts are integers in units, prices in ticks,
 * quantities in lots. A command's sequence number and time come beside it, from the pipeline.
 */

import type { RefusalName } from '@glasshouse/protocol';

export type Side = 0 | 1;
export const BUY = 0;
export const SELL = 1;

export const TIME_IN_FORCE = { GTC: 0, IOC: 1, FOK: 2, POST_ONLY: 3 } as const;
export const DIRECTION = { up: 1, down: 2 } as const;

export interface DefineAsset {
  readonly type: 'define-asset';
  readonly asset: number;
  readonly code: string;
  readonly decimals: number;
}

/** priceDecimals and lotDecimals give the size of a tick and a lot; fees in parts per million; notionals in units of the quote asset. */
export interface DefineMarket {
  readonly type: 'define-market';
  readonly market: number;
  readonly base: number;
  readonly quote: number;
  readonly priceDecimals: number;
  readonly lotDecimals: number;
  readonly indexDecimals: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  readonly minNotional: number;
  readonly maxNotional: number;
  /** How far from the last index price a limit price may lie, and a market order may reach, in ppm. */
  readonly limitBandPpm: number;
  readonly marketBandPpm: number;
  readonly maxOpenOrders: number;
}
/** The durations offered on a market. Stakes in units of its quote asset. Running positions keep the rates they were opened with. */
export interface DefineSecondsContract {
  readonly type: 'define-seconds-contract';
  readonly market: number;
  readonly feeRatePpm: number;
  readonly maxPositions: number;
  readonly durations: readonly {
    readonly seconds: number;
    readonly profitRatePpm: number;
    readonly minStake: number;
    readonly maxStake: number;
  }[];
}
/** Opens the ledger accounts of an owner. Again for the same owner: nothing happens. */
export interface OpenAccount {
  readonly type: 'open-account';
  readonly owner: number;
}
/** Brings units in from outside: play money, and the house's own capital. `to` is an owner, or a house account. */
export interface Issue {
  readonly type: 'issue';
  readonly owner: number;
  readonly wallet: number;
  readonly asset: number;
  readonly amount: number;
  readonly reason: 'play-money' | 'house-capital';
}
export interface Transfer {
  readonly type: 'transfer';
  readonly owner: number;
  readonly from: number;
  readonly to: number;
  readonly asset: number;
  readonly amount: number;
}
/**
 * A spot order. price 0 is a market order, bounded by the market's band. A market buy gives either lots or quoteAmount (units); 0 is absent.
 * Matching takes the other side's resting prices; what is left rests (GTC, POST_ONLY) or is cancelled (IOC, market).
 */
export interface PlaceOrder {
  readonly type: 'place-order';
  readonly owner: number;
  readonly market: number;
  readonly side: Side;
  readonly price: number;
  readonly lots: number;
  readonly quoteAmount: number;
  readonly timeInForce: number;
  readonly clientOrderId: string | null;
}
export interface CancelOrder {
  readonly type: 'cancel-order';
  readonly owner: number;
  readonly order: number;
}
/** market -1 is every market. */
export interface CancelAll {
  readonly type: 'cancel-all';
  readonly owner: number;
  readonly market: number;
}
/** Replaces all quotes of a market maker on a market: [price, lots, price, lots, ...], best first. Quotes that would trade at once are left out. */
export interface ReplaceQuotes {
  readonly type: 'replace-quotes';
  readonly owner: number;
  readonly market: number;
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}
/** stake in units of the market's quote asset, from the owner's seconds-contract account. */
export interface OpenPosition {
  readonly type: 'open-position';
  readonly owner: number;
  readonly market: number;
  readonly direction: 1 | 2;
  readonly stake: number;
  readonly seconds: number;
}
/**
 * A public price tick: prices[market] at the market's index decimals, 0 where the source has none. Drives all that is due.
 * `tickMs` is its published time, a whole second; `tick` its number. Both only rise.
 */
export interface Tick {
  readonly type: 'tick';
  readonly tick: number;
  readonly tickMs: number;
  readonly prices: readonly number[];
}

export type Command =
  | DefineAsset
  | DefineMarket
  | DefineSecondsContract
  | OpenAccount
  | Issue
  | Transfer
  | PlaceOrder
  | CancelOrder
  | CancelAll
  | ReplaceQuotes
  | OpenPosition
  | Tick;
export type CommandType = Command['type'];

/** What a command came to. `error` null means done. `id`: the order or position made; `count`: orders cancelled. */
export interface Outcome {
  readonly error: RefusalName | null;
  readonly id: number;
  readonly count: number;
}
