/**
 * The events of spot trading. Amounts are units, prices ticks (index prices: index ticks),
 * quantities lots.
 */
import type { Side } from '../../matching/side.ts';

export const ORDER_STATUS = { unfinished: 0, finished: 1, cancelled: 2 } as const;
/**
 * Why an order was cancelled. unfilled: the part that IOC, FOK or a market order could not fill.
 * partner: the other leg of its OCO pair traded, fired or was cancelled. refused: when it fired,
 * its price was outside the limits. matchLimit: it met as many orders as one command may
 * (FILLS_MAX). expired: its time had come.
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
} as const;

/**
 * The part of an order that only some have. trigger: the index price in ticks at which a waiting
 * order fires, 0 for none. trailPpm: the distance of a trailing stop. extreme: the best index price
 * it has seen. isAbove: it fires at or above its trigger. firedTick: the public tick that fired it.
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
  /** The tick that reached its trigger, 0 before. The order fires when `process-due` gets to it. */
  readonly reachedTick: number;
  /** STOP_KIND. */
  readonly kind: number;
  /** The last reported trigger of a trailing stop. */
  readonly told: number;
  /** TRIGGER_SOURCE: the price that the order waits for. */
  readonly source: number;
  /** The second trigger, of a bracket, at which it takes its profit. */
  readonly target: number;
  /** The distance of a trailing stop in ticks, instead of trailPpm. */
  readonly trail: number;
  /** A trailing stop follows the price from here on; 0 from the start. `extreme` is 0 before. */
  readonly activation: number;
  /** A trailing stop is placed this many ticks behind its trigger; 0 at market. */
  readonly offset: number;
  /** The order ends at the first public tick from here on; 0 never. */
  readonly expiresMs: number;
  /** Triggers of the exits that follow when this order ends; 0 for none. */
  readonly stopLoss: number;
  readonly takeProfit: number;
  /** The order whose exit this is; 0 for none. */
  readonly entry: number;
  /** An iceberg shows at most this many lots at a time; 0 shows all. */
  readonly visible: number;
  /** Lots that meetings with the owner's own orders took away (`decrement`). */
  readonly prevented: number;
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

export type SpotEvent = OrderChanged | Traded;
