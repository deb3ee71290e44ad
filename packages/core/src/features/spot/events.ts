/**
 * The events of spot trading. Amounts are units, prices ticks (index prices: index ticks),
 * quantities lots.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { Side } from '../../matching/side.ts';

export const ORDER_STATUS = { unfinished: 0, finished: 1, cancelled: 2 } as const;
/**
 * Why an order was cancelled. unfilled: the part that IOC, FOK or a market order could not fill.
 * partner: the other leg of its OCO traded, fired or was cancelled. refused: when it fired, its
 * price was outside the limits. matchLimit: it met as many orders as one command may (FILLS_MAX).
 * expired: its time had come. money: a market buy for which icebergs hid more than its owner could
 * pay. delisted: its market has ended. countdown: the countdown of its owner (`cancel-after`).
 */
export const ORDER_END = {
  none: 0,
  byOwner: 1,
  unfilled: 2,
  selfTrade: 3,
  partner: 4,
  refused: 5,
  matchLimit: 6,
  expired: 7,
  money: 8,
  delisted: 9,
  countdown: 10,
} as const;

/**
 * The fields that only some orders have. trigger: the price in ticks at which a waiting order
 * fires, 0 for none. trailPpm: the distance of a trailing stop, in ppm. extreme: the best price
 * that a trailing stop has seen, in index ticks. isAbove: whether the order fires at or above its
 * trigger. firedTick: the public tick that fired the order.
 */
export interface OrderExtra {
  readonly clientOrderId: string | null;
  /** The name of the list whose leg it is; null for none. */
  readonly listClientOrderId: string | null;
  readonly quoteAmount: number;
  readonly trigger: number;
  readonly isAbove: boolean;
  readonly trailPpm: number;
  readonly extreme: number;
  readonly firedTick: number;
  /** The other leg of an OCO; 0 for an order without one. */
  readonly partner: number;
  /** The tick that reached the trigger; 0 before. The order fires when `process-due` gets to it. */
  readonly reachedTick: number;
  /** STOP_KIND. */
  readonly kind: number;
  /** The trigger of a trailing stop that was last reported in an event. */
  readonly told: number;
  /** TRIGGER_SOURCE: the price that the order waits for. */
  readonly source: number;
  /** The second trigger of a bracket: its take-profit price in ticks; 0 for none. */
  readonly target: number;
  /** The distance of a trailing stop in ticks, instead of trailPpm. */
  readonly trail: number;
  /**
   * The price in ticks from which a trailing stop follows the market; 0 follows from the start.
   * Until then `extreme` is 0.
   */
  readonly activation: number;
  /**
   * When a trailing stop fires, its limit price is this many ticks behind its trigger; 0: a market
   * order.
   */
  readonly offset: number;
  /** The order ends at the first public tick at or after this time; 0: never. */
  readonly expiresMs: number;
  /** Triggers of the exit that is placed when this order ends; 0 for none. */
  readonly stopLoss: number;
  readonly takeProfit: number;
  /** If this order is an exit: the order that it exits from; 0 otherwise. */
  readonly entry: number;
  /** An iceberg shows at most this many lots at a time; 0 shows all. */
  readonly visible: number;
  /** Lots that self-trade prevention (`decrement`) took from the order. */
  readonly prevented: number;
}

export const NO_EXTRA: OrderExtra = {
  clientOrderId: null,
  listClientOrderId: null,
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
  source: 0,
  target: 0,
  trail: 0,
  activation: 0,
  offset: 0,
  expiresMs: 0,
  stopLoss: 0,
  takeProfit: 0,
  entry: 0,
  visible: 0,
  prevented: 0,
};

/**
 * An order after a change; not emitted for a market maker's quotes. price 0: a market order (a
 * waiting one becomes one when it fires). Status 0 unfinished, 1 finished, 2 cancelled. An order
 * with a trigger and firedTick 0 is waiting. end: ORDER_END.
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
  /** SELF_TRADE. */
  readonly selfTrade: number;
  readonly status: number;
  readonly placedMs: number;
  readonly end: number;
  readonly clientOrderId: string | null;
  readonly trigger: number;
  readonly trailPpm: number;
  readonly partner: number;
  readonly firedTick: number;
  /** STOP_KIND: the direction in which it fires. */
  readonly kind: number;
  /** See `OrderExtra` for these. */
  readonly listClientOrderId: string | null;
  readonly source: number;
  readonly target: number;
  readonly trail: number;
  readonly activation: number;
  readonly offset: number;
  readonly expiresMs: number;
  readonly stopLoss: number;
  readonly takeProfit: number;
  readonly entry: number;
  readonly visible: number;
  readonly prevented: number;
}
/**
 * quoteUnits = floor(price * lots) in units. Fees are in the asset that each side receives: base
 * units for the buyer, quote units for the seller.
 */
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

/** An order was cancelled to be replaced, and the new one was refused. */
export interface ReplacementRefused {
  readonly type: 'replacement-refused';
  readonly owner: number;
  /** The order that was cancelled. */
  readonly order: number;
  readonly refusal: RefusalName;
}

/** A countdown (`cancel-after`) has cancelled what was open. */
export interface CountdownEnded {
  readonly type: 'countdown-ended';
  readonly owner: number;
  /** -1 means every market. */
  readonly market: number;
  /** Orders that were cancelled. */
  readonly count: number;
}

export type SpotEvent = OrderChanged | Traded | ReplacementRefused | CountdownEnded;
