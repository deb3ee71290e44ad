/**
 * The commands of spot trading: markets, orders, quotes, fees. Prices are in ticks, quantities in
 * lots, amounts in units of the quote asset.
 */
import { command, type CodeReader, type CommandOf } from '../../contract/feature.ts';
import { numberOf, records, text, textOrNull, whole, wholes } from '../../encoding/fields.ts';
import { BUY, SELF_TRADE, SELL } from '../../matching/side.ts';
import { MARKET_STATUS } from '../../registry.ts';
import { PLAIN_CANCELS, PLAIN_ORDERS, writeCancelOrder, writePlaceOrder } from './plain-forms.ts';

/**
 * A stop that fires may meet so many times as many orders as a command, because its owner may not
 * be there to send the rest again.
 */
export const FIRED_ROUNDS = 10;

export const TIME_IN_FORCE = { GTC: 0, IOC: 1, FOK: 2, POST_ONLY: 3 } as const;
/**
 * The direction in which a stop fires. stopLoss: a sell when the index price falls to its trigger,
 * a buy when it rises to it. takeProfit: the reverse. bracket: at its trigger like a stopLoss, at
 * its target like a takeProfit. none: trailing stops.
 */
export const STOP_KIND = { none: 0, stopLoss: 1, takeProfit: 2, bracket: 3 } as const;
/** The price that a waiting order compares at each public tick: the index, or the last trade. */
export const TRIGGER_SOURCE = { index: 0, last: 1 } as const;

const side = numberOf([BUY, SELL]);
const timeInForce = numberOf<number>(Object.values(TIME_IN_FORCE));
const selfTrade = numberOf<number>(Object.values(SELF_TRADE));
const source = numberOf<number>(Object.values(TRIGGER_SOURCE));
const status = numberOf<number>([MARKET_STATUS.trading, MARKET_STATUS.halted]);
const clientOrderId = textOrNull(64);

const readStatus: CodeReader = (input) => ({
  type: 'set-market-status',
  market: input.number(),
  status: input.number(),
  cancels: 1,
});

export const SPOT_COMMANDS = {
  /**
   * Defines a pair. priceDecimals and lotDecimals give the size of a tick and a lot; fees and bands
   * are in ppm. The bands limit the distance from the index price of a limit price, and of the
   * fills of a market order.
   */
  'define-market': command({
    code: 2,
    shape: {
      market: whole,
      base: whole,
      quote: whole,
      priceDecimals: whole,
      lotDecimals: whole,
      indexDecimals: whole,
      makerFeePpm: whole,
      takerFeePpm: whole,
      minNotional: whole,
      maxNotional: whole,
      limitBandPpm: whole,
      marketBandPpm: whole,
      maxOpenOrders: whole,
    },
  }),
  /**
   * Changes a market's terms, all of them at once. They apply to what is placed or amended from
   * then on, and the fees to every trade from then on; orders that rest or wait keep what they have
   * frozen, and pay no more than that.
   */
  'change-market': command({
    code: 39,
    shape: {
      market: whole,
      makerFeePpm: whole,
      takerFeePpm: whole,
      minNotional: whole,
      maxNotional: whole,
      limitBandPpm: whole,
      marketBandPpm: whole,
      maxOpenOrders: whole,
    },
  }),
  /**
   * A halted market takes no orders and nothing trades. `cancels` says whether its orders can be
   * cancelled; they expire at their times in any case. Takes a time of opening back.
   */
  'set-market-status': command({
    code: 38,
    shape: { market: whole, status, cancels: numberOf([0, 1]) },
    // Orders of every halt could be cancelled.
    others: { 23: readStatus },
  }),
  /**
   * Gives notice that a market ends at the first tick at or after closesMs, for good; 0 takes the
   * notice back. Its orders are cancelled then, in portions.
   */
  'delist-market': command({ code: 40, shape: { market: whole, closesMs: whole } }),
  /**
   * Names the time at which a halted market opens: at the first tick at or after opensMs. Another
   * one replaces it, and `set-market-status` takes it back.
   */
  'open-market': command({ code: 127, shape: { market: whole, opensMs: whole } }),
  /**
   * Places a spot order. price 0 is a market order, limited by the market's band. A market buy
   * gives either lots or quoteAmount; 0 means absent. Fills take the prices of the resting orders.
   * The remainder rests (GTC, POST_ONLY) or is cancelled (IOC, market).
   */
  'place-order': command({
    code: 19,
    shape: {
      owner: whole,
      market: whole,
      side,
      price: whole,
      lots: whole,
      quoteAmount: whole,
      timeInForce,
      selfTrade,
      clientOrderId,
    },
    others: PLAIN_ORDERS,
    write: writePlaceOrder,
  }),
  /**
   * An order that rests or trades like `place-order`, with further terms; 0 means absent.
   * slippagePpm bounds the distance of a market order's fills from the best price. The order ends
   * at the first public tick at or after expiresMs. If it has traded when it ends, an exit is
   * placed, which waits for stopLoss, takeProfit or both: it sells the lots that a buy has
   * received, or spends the amount that a sale has received. An order with visibleLots is an
   * iceberg: it shows that many lots at a time.
   */
  'place-extended': command({
    code: 37,
    shape: {
      owner: whole,
      market: whole,
      side,
      price: whole,
      lots: whole,
      quoteAmount: whole,
      timeInForce,
      selfTrade,
      clientOrderId,
      slippagePpm: whole,
      expiresMs: whole,
      stopLoss: whole,
      takeProfit: whole,
      visibleLots: whole,
    },
  }),
  /**
   * Places an order that waits for the index price, or with `source` for the price of the last
   * trade. A public tick that reaches `trigger` in the direction of `kind` makes it due; a trigger
   * that is already reached is refused. A bracket waits for `trigger` and for `target`, which lie
   * on both sides of the price. A fired order is placed at `price`, or as a market order (price 0;
   * a buy then gives lots or quoteAmount, a trailing one quoteAmount).
   *
   * With trailPpm, or `trail` in ticks, the trigger instead follows the best price since acceptance
   * at that distance, and `trigger` is 0. With `activation` it follows once the price has been
   * there; with `offset` a sale is placed that many ticks below its trigger. At the first public
   * tick from expiresMs on the order ends; 0 means never.
   */
  'place-conditional': command({
    code: 34,
    shape: {
      owner: whole,
      market: whole,
      side,
      kind: numberOf<number>(Object.values(STOP_KIND)),
      trigger: whole,
      trailPpm: whole,
      price: whole,
      lots: whole,
      quoteAmount: whole,
      timeInForce,
      selfTrade,
      clientOrderId,
      source,
      target: whole,
      trail: whole,
      activation: whole,
      offset: whole,
      expiresMs: whole,
    },
  }),
  /**
   * Replaces the terms of a waiting order whose trigger is not reached yet. It keeps its id but
   * loses its place: of the orders that one tick reaches, it fires after those accepted before the
   * amendment.
   */
  'amend-conditional': command({
    code: 35,
    shape: {
      owner: whole,
      order: whole,
      trigger: whole,
      trailPpm: whole,
      price: whole,
      lots: whole,
      quoteAmount: whole,
      target: whole,
      trail: whole,
      activation: whole,
      offset: whole,
    },
  }),
  /** Replaces the terms of an OCO. `order` is the id of either leg. The legs keep their ids. */
  'amend-oco': command({
    code: 36,
    shape: {
      owner: whole,
      order: whole,
      price: whole,
      lots: whole,
      trigger: whole,
      stopPrice: whole,
    },
  }),
  /**
   * One cancels the other: a limit order at `price`, and a stop that waits for `trigger` on the
   * other side of the index price and is then placed at stopPrice (0: as a market order). The leg
   * that first trades, fires or is cancelled ends the other.
   */
  'place-oco': command({
    code: 21,
    shape: {
      owner: whole,
      market: whole,
      side,
      price: whole,
      lots: whole,
      trigger: whole,
      stopPrice: whole,
      selfTrade,
      clientOrderId,
    },
  }),
  /**
   * The same as a list of two orders. The list has a name of its own, and each leg: the limit order
   * clientOrderId, the stop stopClientOrderId. source: what the stop compares.
   */
  'place-order-list': command({
    code: 132,
    shape: {
      owner: whole,
      market: whole,
      side,
      price: whole,
      lots: whole,
      trigger: whole,
      stopPrice: whole,
      source,
      selfTrade,
      listClientOrderId: clientOrderId,
      clientOrderId,
      stopClientOrderId: clientOrderId,
    },
  }),
  /**
   * Changes the price and the whole quantity of a resting order. `lots` includes what is filled; a
   * quantity up to that cancels the rest. Only a smaller quantity at the same price keeps the
   * position in the queue.
   */
  'amend-order': command({
    code: 22,
    shape: { owner: whole, order: whole, price: whole, lots: whole },
  }),
  'cancel-order': command({
    code: 8,
    shape: { owner: whole, order: whole },
    others: PLAIN_CANCELS,
    write: writeCancelOrder,
  }),
  /** Cancels the owner's open order on a market that has this clientOrderId. */
  'cancel-named': command({
    code: 129,
    shape: { owner: whole, market: whole, clientOrderId: text(64) },
  }),
  /**
   * Cancels an order and places another one, which may use what the first had frozen: nothing comes
   * between. If the cancel is refused the new order is placed only with mustCancel 0. If the new
   * order is refused the cancel stands, and an event says why.
   */
  'replace-order': command({
    code: 128,
    shape: {
      owner: whole,
      order: whole,
      /** Names the order to cancel, on the same market; null: `order` does. */
      cancelled: textOrNull(64),
      mustCancel: numberOf([0, 1]),
      market: whole,
      side,
      price: whole,
      lots: whole,
      quoteAmount: whole,
      timeInForce,
      selfTrade,
      clientOrderId,
      slippagePpm: whole,
      expiresMs: whole,
      stopLoss: whole,
      takeProfit: whole,
      visibleLots: whole,
    },
  }),
  /** market -1 means every market. */
  'cancel-all': command({ code: 9, shape: { owner: whole, market: whole } }),
  /** Cancels the owner's open orders on a market whose clientOrderId begins with a prefix. */
  'cancel-prefixed': command({
    code: 131,
    shape: { owner: whole, market: whole, prefix: text(64) },
  }),
  /**
   * The dead man's switch: all open orders of the owner on a market (-1: on all) are cancelled at
   * the first tick from now on that is at or after atMs. Another one for the same market replaces
   * it; atMs 0 takes it back. Quotes stay.
   */
  'cancel-after': command({ code: 130, shape: { owner: whole, market: whole, atMs: whole } }),
  /**
   * Replaces all quotes of a market maker on a market: [price, lots, price, lots, ...], best first.
   */
  'replace-quotes': command({
    code: 10,
    shape: { owner: whole, market: whole, bids: wholes, asks: wholes },
  }),
  /**
   * Sets fees by trading volume. A tier applies from `volume` units of `asset` over the last 30
   * whole days (UTC). Its shares, in ppm, multiply a market's fees. Volumes rise from 0.
   */
  'define-fee-tiers': command({
    code: 24,
    shape: { asset: whole, tiers: records('volume', 'makerSharePpm', 'takerSharePpm') },
  }),
  /** From now on `referrer` gets sharePpm of the trading fees of `owner`. It cannot be changed. */
  'set-referrer': command({
    code: 25,
    shape: { owner: whole, referrer: whole, sharePpm: whole },
  }),
} as const;

export type SpotCommand = CommandOf<typeof SPOT_COMMANDS>;
type Of<T extends SpotCommand['type']> = Extract<SpotCommand, { readonly type: T }>;
export type DefineMarket = Of<'define-market'>;
export type SetMarketStatus = Of<'set-market-status'>;
export type ChangeMarket = Of<'change-market'>;
export type DelistMarket = Of<'delist-market'>;
export type OpenMarket = Of<'open-market'>;
export type PlaceOrder = Of<'place-order'>;
export type PlaceConditional = Of<'place-conditional'>;
export type PlaceExtended = Of<'place-extended'>;
export type AmendConditional = Of<'amend-conditional'>;
export type AmendOco = Of<'amend-oco'>;
export type PlaceOco = Of<'place-oco'>;
export type PlaceOrderList = Of<'place-order-list'>;
export type AmendOrder = Of<'amend-order'>;
export type CancelOrder = Of<'cancel-order'>;
export type CancelAfter = Of<'cancel-after'>;
export type CancelAll = Of<'cancel-all'>;
export type CancelNamed = Of<'cancel-named'>;
export type CancelPrefixed = Of<'cancel-prefixed'>;
export type ReplaceOrder = Of<'replace-order'>;
export type ReplaceQuotes = Of<'replace-quotes'>;
export type DefineFeeTiers = Of<'define-fee-tiers'>;
export type SetReferrer = Of<'set-referrer'>;
