/**
 * The events: what a command did, for projections and streams. Decoded objects; inside the core they are numbers in a typed array.
 * Amounts are units, prices ticks (index prices: index ticks), quantities lots. Events of one command are in the order they happened.
 */
import type { Side } from './commands.ts';

export const POSTING_REASONS = [
  'play-money',
  'house-capital',
  'transfer',
  'order-frozen',
  'order-released',
  'trade',
  'fee',
  'position-stake',
  'position-fee',
  'position-reserve',
  'position-payout',
  'position-returned',
  'position-lost',
  'referral',
] as const;
export type PostingReason = (typeof POSTING_REASONS)[number];
export const REASON = Object.fromEntries(POSTING_REASONS.map((name, index) => [name, index])) as Readonly<
  Record<PostingReason, number>
>;

/** One change of one ledger account. `reference` is the order, trade or position it belongs to, 0 where there is none. */
export interface Posting {
  readonly type: 'posting';
  readonly owner: number;
  readonly wallet: number;
  readonly asset: number;
  readonly available: number;
  readonly frozen: number;
  readonly reason: PostingReason;
  readonly reference: number;
}
export const ORDER_STATUS = { unfinished: 0, finished: 1, cancelled: 2 } as const;
/**
 * Why an order was cancelled. unfilled: what IOC, FOK or a market order could not fill. partner: the other leg of its OCO pair traded, fired
 * or was cancelled. refused: when it fired, its price was outside the limits or, by the first rules, the market was halted. matchLimit: it
 * had met as many orders as one command may (FILLS_MAX).
 */
export const ORDER_END = {
  none: 0,
  byOwner: 1,
  unfilled: 2,
  selfTrade: 3,
  partner: 4,
  refused: 5,
  matchLimit: 6,
} as const;

/**
 * What an order may have beyond its numbers. trigger: index price in ticks at which a waiting order fires, 0 for none; trailPpm: how far a
 * trailing stop follows; extreme: the best index price it has seen; isAbove: it fires at or above its trigger; firedTick: the public tick that fired it.
 */
export interface OrderExtra {
  readonly clientOrderId: string | null;
  readonly quoteAmount: number;
  readonly trigger: number;
  readonly isAbove: boolean;
  readonly trailPpm: number;
  readonly extreme: number;
  readonly firedTick: number;
  /** The other leg of an OCO pair, 0 for none. */
  readonly partner: number;
  /** The tick that reached its trigger, 0 before; it fires when its turn in the queue comes. */
  readonly reachedTick: number;
  /** STOP_KIND. */
  readonly kind: number;
  /** Of a trailing stop, the trigger that was told last. */
  readonly told: number;
}

export const NO_EXTRA: OrderExtra = {
  clientOrderId: null,
  quoteAmount: 0,
  trigger: 0,
  isAbove: false,
  trailPpm: 0,
  extreme: 0,
  firedTick: 0,
  partner: 0,
  reachedTick: 0,
  kind: 0,
  told: 0,
};

/**
 * The whole order as it now is; never sent for a market maker's quotes. price 0: a market order (a waiting one becomes one when it
 * fires). Status 0 unfinished, 1 finished, 2 cancelled; an order with a trigger and firedTick 0 is waiting. end: ORDER_END.
 */
export interface OrderChanged {
  readonly type: 'order-changed';
  readonly order: number;
  readonly owner: number;
  readonly market: number;
  readonly side: Side;
  readonly price: number;
  readonly lots: number;
  readonly quoteAmount: number;
  readonly filledLots: number;
  readonly filledQuote: number;
  readonly fee: number;
  readonly timeInForce: number;
  readonly status: number;
  readonly placedMs: number;
  readonly end: number;
  readonly clientOrderId: string | null;
  readonly trigger: number;
  readonly trailPpm: number;
  readonly partner: number;
  readonly firedTick: number;
  /** STOP_KIND: which way it fires. */
  readonly kind: number;
}
/** quoteUnits = floor(price * lots) in units. Fees are in what each side receives: base units for the buyer, quote units for the seller. */
export interface Traded {
  readonly type: 'traded';
  readonly trade: number;
  readonly market: number;
  readonly price: number;
  readonly lots: number;
  readonly quoteUnits: number;
  readonly takerSide: Side;
  readonly takerOrder: number;
  readonly makerOrder: number;
  readonly taker: number;
  readonly maker: number;
  readonly takerFee: number;
  readonly makerFee: number;
}
/**
 * A position as it now is. status 0 holding, 1 completed, 2 liquidated. result: 0 none yet, 1 win, 2 lose, 3 draw. Ticks and times are 0 until known.
 * reason (status 2): 0 none, 1 no opening tick in time, 2 no closing tick in time.
 */
export interface PositionChanged {
  readonly type: 'position-changed';
  readonly position: number;
  readonly owner: number;
  readonly market: number;
  readonly direction: number;
  readonly stake: number;
  readonly fee: number;
  readonly feeRatePpm: number;
  readonly profitRatePpm: number;
  readonly seconds: number;
  readonly acceptedMs: number;
  readonly openTick: number;
  readonly openMs: number;
  readonly openPrice: number;
  readonly dueMs: number;
  readonly finishTick: number;
  readonly finishMs: number;
  readonly finishPrice: number;
  readonly status: number;
  readonly result: number;
  readonly reason: number;
}
/** A public price tick as the core took it: prices[market] at the market's index decimals, 0 where there was none. */
export interface Ticked {
  readonly type: 'ticked';
  readonly tick: number;
  readonly tickMs: number;
  readonly prices: readonly number[];
}
export type CoreEvent = Posting | OrderChanged | Traded | PositionChanged | Ticked;
export type EventVisitor = (event: CoreEvent, seq: number, timeMs: number) => void;
