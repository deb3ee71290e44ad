/**
 * The auditor's model of orders that trade or rest at once: plain orders, their amendments and
 * cancels, and quotes. It predicts for every command whether and why it is refused. Written from
 * docs/features/spot.md.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type {
  AmendOrder,
  CancelAll,
  CancelNamed,
  CancelPrefixed,
  PlaceExtended,
  PlaceOrder,
  ReplaceQuotes,
} from '../../src/index.ts';
import type { AuditedMarket } from './markets.ts';
import type { ModelOrder } from './model-order.ts';
import { END, type SpotOrders, type SpotParts } from './spot-orders.ts';
import {
  isCount,
  isExact,
  isExpiry,
  isPrice,
  limitShape,
  marketShape,
  UNITS_MAX,
  valueRefusal,
  type Refusal,
} from './spot-terms.ts';

const FIRST_USER = 1000;
const CANCELS_MAX = 1_000;
const PARTS_MAX = 100;
const QUOTES_MAX = 500;
const SLOTS = 2 ** 21;

export class SpotModel {
  readonly #parts: SpotParts;
  readonly #orders: SpotOrders;

  constructor(parts: SpotParts & { readonly orders: SpotOrders }) {
    this.#parts = parts;
    this.#orders = parts.orders;
  }

  // oxlint-disable-next-line complexity -- The checks in the order of the page, each a line.
  place(command: PlaceOrder, timeMs: number): Refusal {
    const market = this.#parts.markets.get(command.market);
    if (market === undefined) return 'market/unknown-pair';
    if (this.#orders.isIdTaken(command)) return 'spot/client-order-id-taken';
    if (market.closed !== null) return market.closed;
    const { side, price, timeInForce, owner } = command;
    const shape = price === 0 ? marketShape(command) : limitShape(command);
    if (shape !== null) return shape;
    // An order by total gives no lots.
    const lots = command.lots > 0 ? command.lots : 0;
    const quoteAmount = lots > 0 ? 0 : command.quoteAmount;
    if (BigInt(lots) * market.unitsPerLot > UNITS_MAX) return 'spot/above-maximum';
    const order = this.#orders.newOrder(command, { price, lots, quoteAmount });
    // An order with negative lots, which no route accepts, records no total.
    order.isTotalTold = command.lots === 0 || command.clientOrderId !== null;
    if (this.#orders.isHeldFrom(order, market, timeMs)) return 'spot/held-price';
    const terms = price === 0 ? this.#orders.marketTerms(order, market) : this.#limitTerms(order, market);
    if (typeof terms === 'string') return terms;
    const neverRests = price === 0 || timeInForce === 1 || timeInForce === 2;
    if (!neverRests && this.#orders.countOf(owner) >= market.definition.maxOpenOrders)
      return 'spot/too-many-orders';
    if (this.#orders.available(owner, market, side) < terms.need) return 'wallet/insufficient-balance';
    this.#orders.made = order;
    this.#orders.execute(order, market, { limit: terms.limit, lots: terms.lots });
    return null;
  }

  // oxlint-disable-next-line complexity -- The checks in the order of the page, each a line.
  placeExtended(command: PlaceExtended, timeMs: number): Refusal {
    const market = this.#parts.markets.get(command.market);
    if (market === undefined) return 'market/unknown-pair';
    if (this.#orders.isIdTaken(command)) return 'spot/client-order-id-taken';
    const { side, price, timeInForce, owner, slippagePpm, expiresMs, stopLoss, takeProfit } = command;
    const neverRests = price === 0 || timeInForce === 1 || timeInForce === 2;
    if (neverRests && expiresMs !== 0) return 'request/invalid';
    if (!isExpiry(expiresMs, timeMs)) return 'spot/expiry-out-of-range';
    if (slippagePpm !== 0 && (price !== 0 || slippagePpm < 0 || slippagePpm > 1_000_000))
      return 'request/invalid';
    const hasExits = stopLoss !== 0 || takeProfit !== 0;
    const sign = side === 0 ? 1 : -1;
    const from = price || market.reference;
    const isExit = (exit: number, away: number): boolean =>
      exit === 0 || (isPrice(exit) && sign * away * (exit - from) > 0);
    if (hasExits && (from <= 0 || !isExit(stopLoss, -1) || !isExit(takeProfit, 1)))
      return 'spot/exit-out-of-range';
    const { visibleLots } = command;
    if (visibleLots !== 0) {
      if (neverRests) return 'request/invalid';
      const isWorthAnOrder = isPrice(price) && isCount(visibleLots) && this.#isWorth(command, market);
      const hasParts = visibleLots < command.lots && command.lots <= visibleLots * PARTS_MAX;
      if (!isWorthAnOrder || !hasParts) return 'spot/visible-out-of-range';
    }
    if (market.closed !== null) return market.closed;
    const shape = price === 0 ? marketShape(command) : limitShape(command);
    if (shape !== null) return shape;
    const lots = command.lots > 0 ? command.lots : 0;
    const quoteAmount = lots > 0 ? 0 : command.quoteAmount;
    if (BigInt(lots) * market.unitsPerLot > UNITS_MAX) return 'spot/above-maximum';
    const order = this.#orders.newOrder(command, { price, lots, quoteAmount });
    Object.assign(order, { expiresMs, stopLoss, takeProfit, visible: visibleLots });
    if (this.#orders.isHeldFrom(order, market, timeMs)) return 'spot/held-price';
    const terms =
      price === 0 ? this.#orders.marketTerms(order, market, slippagePpm) : this.#limitTerms(order, market);
    if (typeof terms === 'string') return terms;
    const counts = !neverRests || hasExits;
    if (counts && this.#orders.countOf(owner) >= market.definition.maxOpenOrders)
      return 'spot/too-many-orders';
    if (this.#orders.available(owner, market, side) < terms.need) return 'wallet/insufficient-balance';
    this.#orders.made = order;
    this.#orders.execute(order, market, { limit: terms.limit, lots: terms.lots });
    return null;
  }

  /** Whether what an iceberg shows is worth the smallest order. */
  #isWorth({ price, visibleLots }: PlaceExtended, market: AuditedMarket): boolean {
    return market.needed(0, price, visibleLots) >= BigInt(market.definition.minNotional);
  }

  #limitTerms(
    order: ModelOrder,
    market: AuditedMarket,
  ): RefusalName | { limit: number; lots: number; need: bigint } {
    const { side, price, lots, timeInForce } = order;
    if (!market.isNear(price, market.definition.limitBandPpm)) return 'spot/price-out-of-range';
    const refusal = valueRefusal(market, market.needed(0, price, lots));
    if (refusal !== null) return refusal;
    if (timeInForce === 3 && this.#orders.crosses(market, side, price)) return 'spot/would-take';
    if (timeInForce === 2) {
      const reach = this.#orders.reach(order, market, { limit: price, lots });
      if (!reach.hasOthers && reach.hasOwn) return 'spot/own-order';
      if (!reach.isEnough) return 'spot/would-not-fill';
    }
    return { limit: price, lots, need: market.needed(side, price, lots) };
  }

  // oxlint-disable-next-line complexity -- The checks in the order of the page, each a line.
  amend({ owner, order: id, price, lots }: AmendOrder, timeMs: number): Refusal | undefined {
    const order = this.#orders.live.find((one) => one.id === id && one.owner === owner && !one.isQuote);
    // A quote's id is published only to those who traded with it.
    if (order === undefined) return owner < FIRST_USER ? undefined : 'spot/unknown-order';
    if (order.rested === 0 || order.partner !== null) return 'spot/cannot-amend';
    const market = this.#parts.markets.get(order.market)!;
    if (market.closed !== null) return market.closed;
    const filled = order.lots - order.open;
    if (!isPrice(price)) return 'spot/price-missing';
    if (!isCount(lots)) return 'spot/amount-missing';
    if (lots <= filled) {
      this.#orders.end(order, 2, END.byOwner);
      this.#orders.placeExits();
      return null;
    }
    if (BigInt(lots) * market.unitsPerLot > UNITS_MAX) return 'spot/above-maximum';
    if (this.#orders.isHeldFrom({ ...order, price }, market, timeMs)) return 'spot/held-price';
    if (!market.isNear(price, market.definition.limitBandPpm)) return 'spot/price-out-of-range';
    const refusal = valueRefusal(market, market.needed(0, price, lots));
    if (refusal !== null) return refusal;
    if (order.visible > 0 && lots > order.visible * PARTS_MAX) return 'spot/visible-out-of-range';
    const open = lots - filled;
    if (price === order.price && open <= order.open) {
      const isLess = open < order.open;
      Object.assign(order, { lots, open });
      if (isLess) this.#orders.shrink(order);
      return null;
    }
    if (order.timeInForce === 3 && this.#orders.crosses(market, order.side, price)) return 'spot/would-take';
    const need = market.needed(order.side, price, open);
    if (this.#orders.available(owner, market, order.side) + order.frozen < need)
      return 'wallet/insufficient-balance';
    this.#orders.live = this.#orders.live.filter((one) => one !== order);
    this.#orders.release(order);
    Object.assign(order, { price, lots, open });
    this.#orders.execute(order, market, { limit: price, lots: open });
    return null;
  }

  /** undefined: the order may be a quote, whose id is not published. */
  cancel(owner: number, id: number): Refusal | undefined {
    const order = this.#orders.live.find((one) => one.id === id && one.owner === owner && !one.isQuote);
    if (order === undefined) return owner < FIRST_USER ? undefined : 'spot/unknown-order';
    if (!this.#parts.markets.get(order.market)!.takesCancels) return 'market/halted';
    this.#cancel(order);
    this.#orders.placeExits();
    return null;
  }

  /** The id of an owner's open order on a market by its clientOrderId; -1 if there is none. */
  named({ owner, market, clientOrderId }: Omit<CancelNamed, 'type'>): number {
    const same = this.#orders.live.filter(
      (one) => one.owner === owner && one.clientOrderId === clientOrderId && !one.isQuote,
    );
    // The legs of an OCO share one: then it is the leg that rests.
    const order = same.find(({ trigger, firedTick }) => trigger === 0 || firedTick > 0) ?? same[0];
    return order === undefined || order.market !== market ? -1 : order.id;
  }

  /** Number of cancelled orders, quotes included. */
  cancelAll({ owner, market }: CancelAll): number | undefined {
    const own = this.#ownOn(owner, market).filter(this.#takesCancel);
    return own.length > CANCELS_MAX ? undefined : this.#cancelAllOf(own, END.byOwner);
  }

  cancelPrefixed({ owner, market, prefix }: CancelPrefixed): Refusal | number {
    if (prefix.length === 0) return 'request/invalid';
    const own = this.#ownOn(owner, market).filter(this.#takesCancel);
    const named = own.filter(({ clientOrderId }) => clientOrderId?.slice(0, prefix.length) === prefix);
    return this.#cancelAllOf(named, END.byOwner);
  }

  /** Of a countdown that has ended: a halt does not keep the orders, and quotes stay. */
  countedDown(owner: number, market: number): number {
    const own = this.#ownOn(owner, market).filter(({ isQuote }) => !isQuote);
    return this.#cancelAllOf(own, END.countdown);
  }

  #ownOn(owner: number, market: number): ModelOrder[] {
    return this.#orders.live.filter((one) => one.owner === owner && (market < 0 || one.market === market));
  }

  readonly #takesCancel = ({ market }: ModelOrder): boolean => this.#parts.markets.get(market)!.takesCancels;

  #cancelAllOf(own: ModelOrder[], end: number): number {
    // By slot, which is part of the id. Of an OCO, the first leg ends for this reason.
    own.sort((a, b) => (a.id % SLOTS) - (b.id % SLOTS));
    let cancelled = 0;
    for (const order of own) if (this.#orders.live.includes(order)) cancelled += this.#cancel(order, end);
    this.#orders.placeExits();
    return cancelled;
  }

  /** Number of orders cancelled: with the other leg, whatever its name. */
  #cancel(order: ModelOrder, end: number = END.byOwner): number {
    const { partner } = order;
    this.#orders.end(order, 2, end);
    if (partner === null) return 1;
    this.#orders.end(partner, 2, END.partner);
    return 2;
  }

  /** Number of resting quotes. */
  replaceQuotes({ owner, market: number, bids, asks }: ReplaceQuotes): Refusal | number {
    const market = this.#parts.markets.get(number);
    if (market === undefined) return 'market/unknown-pair';
    if (owner >= FIRST_USER) return 'spot/unknown-order';
    if (bids.length > 2 * QUOTES_MAX || asks.length > 2 * QUOTES_MAX) return 'request/invalid';
    const old = this.#orders.live.filter(
      (order) => order.isQuote && order.owner === owner && order.market === number,
    );
    this.#orders.live = this.#orders.live.filter((order) => !old.includes(order));
    if (market.isHalted) return 0;
    let count = 0;
    for (const side of [0, 1]) {
      let budget = this.#orders.available(owner, market, side);
      for (const quote of old) if (quote.side === side) budget += quote.frozen;
      const levels = side === 0 ? bids : asks;
      for (let i = 0; i + 1 < levels.length; i += 2) {
        const [price, lots] = [levels[i]!, levels[i + 1]!];
        const isWhole = isPrice(price) && isExact(lots) && BigInt(lots) * market.unitsPerLot <= UNITS_MAX;
        if (!isWhole || this.#orders.crosses(market, side, price)) continue;
        const need = market.needed(side, price, lots);
        if (need > budget) break;
        budget -= need;
        const quote = this.#orders.newOrder(
          { owner, market: number, side, timeInForce: 3, selfTrade: 1, clientOrderId: null },
          { price, lots, quoteAmount: 0, isQuote: true },
        );
        Object.assign(quote, { rested: ++this.#orders.time, frozen: need });
        this.#orders.live.push(quote);
        count++;
      }
    }
    return count;
  }
}
