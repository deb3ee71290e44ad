/**
 * The commands of spot trading: markets, orders, quotes, fees. Prices are in ticks, quantities in
 * lots, amounts in units of the quote asset.
 */
import { command, type CommandOf } from '../../feature.ts';
import { numberOf, records, textOrNull, whole, wholes } from '../../fields.ts';
import { BUY, SELF_TRADE, SELL } from '../../matching/side.ts';
import { MARKET_STATUS } from '../../registry.ts';
import { CONDITIONAL_FORMER, CANCEL_FORMER, ORDER_FORMER } from './former-commands.ts';
import { writeCancelOrder, writePlaceOrder } from './plain-forms.ts';

export const TIME_IN_FORCE = { GTC: 0, IOC: 1, FOK: 2, POST_ONLY: 3 } as const;
/**
 * Which way a stop fires. stopLoss: a sell when the index price falls to its trigger, a buy when it
 * rises to it. takeProfit: the other way round. none: of trailing stops; and of stops by the first
 * rules, whose side of the index price at acceptance decided.
 */
export const STOP_KIND = { none: 0, stopLoss: 1, takeProfit: 2 } as const;

const side = numberOf([BUY, SELL]);
const timeInForce = numberOf<number>(Object.values(TIME_IN_FORCE));
const selfTrade = numberOf<number>(Object.values(SELF_TRADE));
const clientOrderId = textOrNull(64);

export const SPOT_COMMANDS = {
  /**
   * A pair. priceDecimals and lotDecimals give the size of a tick and a lot; fees and bands are in
   * ppm. The bands say how far from the index price a limit price may lie, and a market order reach.
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
  /** While a market is halted it takes no orders and nothing trades; orders can be cancelled. */
  'set-market-status': command({
    code: 23,
    shape: { market: whole, status: numberOf<number>(Object.values(MARKET_STATUS)) },
  }),
  /**
   * A spot order. price 0 is a market order, bounded by the market's band. A market buy gives either
   * lots or quoteAmount; 0 is absent. Matching takes the other side's resting prices; what is left
   * rests (GTC, POST_ONLY) or is cancelled (IOC, market).
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
    former: ORDER_FORMER,
    write: writePlaceOrder,
  }),
  /**
   * An order that waits for the index price. A public tick that reaches `trigger` from its side, by
   * `kind`, makes it due; one that is reached at acceptance is refused. With trailPpm it follows the
   * best index price since then at that distance instead, and trigger is 0. Once fired it is placed
   * at `price`, or as a market order (price 0; a buy then gives quoteAmount).
   */
  'place-conditional': command({
    code: 29,
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
    },
    former: CONDITIONAL_FORMER,
  }),
  /**
   * One cancels the other: a limit order at `price`, and one that waits for `trigger` on the other
   * side of the index price and is then placed at stopPrice (0: as a market order; sells only). What
   * trades, fires or is cancelled first ends the other.
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
   * Changes a resting order's price and whole quantity (`lots`, what is filled included; no more
   * than that cancels the rest). Only a smaller quantity at the same price keeps its place.
   */
  'amend-order': command({
    code: 22,
    shape: { owner: whole, order: whole, price: whole, lots: whole },
  }),
  'cancel-order': command({
    code: 8,
    shape: { owner: whole, order: whole },
    former: CANCEL_FORMER,
    write: writeCancelOrder,
  }),
  /** market -1 is every market. */
  'cancel-all': command({ code: 9, shape: { owner: whole, market: whole } }),
  /** Replaces all quotes of a market maker on a market: [price, lots, price, lots, ...], best first. */
  'replace-quotes': command({
    code: 10,
    shape: { owner: whole, market: whole, bids: wholes, asks: wholes },
  }),
  /**
   * Fees by trading volume. A tier counts from `volume` units of `asset` over the last 30 whole days
   * (UTC); its shares, in ppm, are what is left of a market's fees. Volumes rise from 0.
   */
  'define-fee-tiers': command({
    code: 24,
    shape: { asset: whole, tiers: records('volume', 'makerSharePpm', 'takerSharePpm') },
  }),
  /** From now on `referrer` gets sharePpm of the trading fees of `owner`. Once set it stays. */
  'set-referrer': command({
    code: 25,
    shape: { owner: whole, referrer: whole, sharePpm: whole },
  }),
} as const;

export type SpotCommand = CommandOf<typeof SPOT_COMMANDS>;
type Of<T extends SpotCommand['type']> = Extract<SpotCommand, { readonly type: T }>;
export type DefineMarket = Of<'define-market'>;
export type SetMarketStatus = Of<'set-market-status'>;
export type PlaceOrder = Of<'place-order'>;
export type PlaceConditional = Of<'place-conditional'>;
export type PlaceOco = Of<'place-oco'>;
export type AmendOrder = Of<'amend-order'>;
export type CancelOrder = Of<'cancel-order'>;
export type CancelAll = Of<'cancel-all'>;
export type ReplaceQuotes = Of<'replace-quotes'>;
export type DefineFeeTiers = Of<'define-fee-tiers'>;
export type SetReferrer = Of<'set-referrer'>;
