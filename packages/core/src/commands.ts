/**
 * The commands: all that can change the exchange. Plain data, safe to keep for ever; amounts are integers in units, prices in ticks,
 * quantities in lots. A command's sequence number and time come beside it, from the pipeline.
 */

import type { RefusalName } from '@glasshouse/protocol';
import type { RuleFeature } from './rules.ts';

export type Side = 0 | 1;
export const BUY = 0;
export const SELL = 1;

export const TIME_IN_FORCE = { GTC: 0, IOC: 1, FOK: 2, POST_ONLY: 3 } as const;
/** What happens when an order meets another one of its owner. */
export const SELF_TRADE = { allow: 0, cancelNewest: 1, cancelOldest: 2, cancelBoth: 3 } as const;
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
  /** Open positions of one user on all markets. */
  readonly maxPositions: number;
  /** Open stakes on this market: of one user, and of all users together; 0 is no limit. */
  readonly maxUserStake: number;
  readonly maxOpenStake: number;
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
  /** SELF_TRADE: what happens when it meets an order of the same owner. */
  readonly selfTrade: number;
  readonly clientOrderId: string | null;
}
/**
 * Which way a stop fires. stopLoss: a sell when the index price falls to its trigger, a buy when it rises to it. takeProfit: the other way
 * round. none: of trailing stops; and of stops by the first rules, whose side of the index price at acceptance decided.
 */
export const STOP_KIND = { none: 0, stopLoss: 1, takeProfit: 2 } as const;
/**
 * An order that waits for the index price. A public tick that reaches `trigger` (ticks of the market) from its side, by `kind`, makes it due;
 * one that is reached at acceptance is refused. With trailPpm it follows the best index price since then at that
 * distance instead, and trigger is 0. Once fired it is placed: at `price`, or as a market order (price 0; a buy then gives quoteAmount).
 */
export interface PlaceConditional {
  readonly type: 'place-conditional';
  readonly owner: number;
  readonly market: number;
  readonly side: Side;
  /** STOP_KIND. */
  readonly kind: number;
  readonly trigger: number;
  readonly trailPpm: number;
  readonly price: number;
  readonly lots: number;
  readonly quoteAmount: number;
  readonly timeInForce: number;
  readonly selfTrade: number;
  readonly clientOrderId: string | null;
}
/**
 * One cancels the other: a limit order at `price`, and one that waits for `trigger` on the other side of the index price and is then placed
 * at stopPrice (0: as a market order; sells only). What trades, fires or is cancelled first ends the other.
 */
export interface PlaceOco {
  readonly type: 'place-oco';
  readonly owner: number;
  readonly market: number;
  readonly side: Side;
  readonly price: number;
  readonly lots: number;
  readonly trigger: number;
  readonly stopPrice: number;
  readonly selfTrade: number;
  readonly clientOrderId: string | null;
}
/** Changes a resting order's price and whole quantity (`lots`, what is filled included; no more than that cancels the rest). Only a smaller quantity at the same price keeps its place. */
export interface AmendOrder {
  readonly type: 'amend-order';
  readonly owner: number;
  readonly order: number;
  readonly price: number;
  readonly lots: number;
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
export const MARKET_STATUS = { trading: 0, halted: 1 } as const;
/** A halted market takes no orders and nothing trades on it; orders can be cancelled. Waiting orders that reach their trigger are cancelled. */
export interface SetMarketStatus {
  readonly type: 'set-market-status';
  readonly market: number;
  readonly status: number;
}
/**
 * Fees by trading volume. A tier counts from `volume` units of `asset` over the last 30 whole days (UTC); its shares, in ppm, are what is
 * left of a market's fees. The first tier has volume 0, and volumes rise.
 */
export interface DefineFeeTiers {
  readonly type: 'define-fee-tiers';
  readonly asset: number;
  readonly tiers: readonly {
    readonly volume: number;
    readonly makerSharePpm: number;
    readonly takerSharePpm: number;
  }[];
}
/** From now on `referrer` gets sharePpm of the trading fees of `owner`. Once set it stays. */
export interface SetReferrer {
  readonly type: 'set-referrer';
  readonly owner: number;
  readonly referrer: number;
  readonly sharePpm: number;
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
 * A public price tick: prices[market] at the market's index decimals, 0 where the source has none. Queues all that is due.
 * `tickMs` is its published time, a whole second; `tick` its number. Both only rise.
 */
export interface Tick {
  readonly type: 'tick';
  readonly tick: number;
  readonly tickMs: number;
  readonly prices: readonly number[];
}

/** From here on a feature follows these rules (`rules.ts`). A version only rises. */
export interface SetRules {
  readonly type: 'set-rules';
  readonly feature: RuleFeature;
  readonly version: number;
}

/**
 * Does what ticks have made due (`exchange.dueCount`), at most `limit` items, 1 to DUE_LIMIT_MAX; fewer where their events are many. Its
 * outcome counts what was done.
 */
export interface ProcessDue {
  readonly type: 'process-due';
  readonly limit: number;
}

export type Command =
  | SetRules
  | ProcessDue
  | DefineAsset
  | DefineMarket
  | DefineSecondsContract
  | OpenAccount
  | Issue
  | Transfer
  | PlaceOrder
  | PlaceConditional
  | PlaceOco
  | AmendOrder
  | CancelOrder
  | CancelAll
  | ReplaceQuotes
  | SetMarketStatus
  | DefineFeeTiers
  | SetReferrer
  | OpenPosition
  | Tick;
export type CommandType = Command['type'];

/** What a command came to. `error` null means done. `id`: the order or position made; `count`: orders cancelled, quotes placed, due items done. */
export interface Outcome {
  readonly error: RefusalName | null;
  readonly id: number;
  readonly count: number;
}
