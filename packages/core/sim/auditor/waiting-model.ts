/**
 * The auditor's model of orders that wait for the index price: stops, trailing stops and OCOs.
 * Decides which of them a tick reaches, and how they fire. Written from docs/features/spot.md.
 */
import type {
  AmendConditional,
  AmendOco,
  PlaceConditional,
  PlaceOco,
  PlaceOrderList,
  Side,
  Tick,
} from '../../src/index.ts';
import type { AuditedMarket } from './markets.ts';
import type { ModelOrder } from './model-order.ts';
import { END, type SpotOrders, type SpotParts } from './spot-orders.ts';
import {
  bandLimit,
  ocoNeeds,
  heldLimit,
  isExpiry,
  isIndexFresh,
  isNearTrigger,
  nearer,
  ocoShape,
  seen,
  triggerRefusal,
  UNITS_MAX,
  valueRefusal,
  waitingShape,
  type OcoTerms,
  type Refusal,
} from './spot-terms.ts';

const WAITING_MAX = 200;
const TRAILING_MAX = 20;
const TOLD_EVERY_TICKS = 10;
const FIRST_USER = 1000;

/** A trailing stop keeps the best price that it has seen while these stay. */
const TRAIL_FIELDS = ['trailPpm', 'trail', 'activation'] as const;

const trails = ({ trailPpm, trail }: { readonly trailPpm: number; readonly trail: number }): boolean =>
  trailPpm > 0 || trail > 0;

/** A delisted market, and its sequence number in the queue. */
interface Ended {
  readonly market: AuditedMarket;
  readonly at: number;
}

export class WaitingModel {
  readonly #parts: SpotParts;
  readonly #orders: SpotOrders;
  #ended: Ended[] = [];

  constructor(parts: SpotParts & { readonly orders: SpotOrders }) {
    this.#parts = parts;
    this.#orders = parts.orders;
  }

  /** Sequence number of the next item in the queue. */
  get nextDue(): number {
    return Math.min(this.#orders.due[0]?.at ?? Infinity, this.#nextEnded?.at ?? Infinity);
  }

  /** The first delisted market that still has orders. */
  get #nextEnded(): Ended | undefined {
    this.#ended = this.#ended.filter(({ market }) => this.#orders.nextOf(market) !== undefined);
    return this.#ended[0];
  }

  // oxlint-disable-next-line complexity -- The checks in the order of the page, each a line.
  placeConditional(command: PlaceConditional, timeMs: number): Refusal {
    const market = this.#parts.markets.get(command.market);
    if (market === undefined) return 'market/unknown-pair';
    if (this.#orders.isIdTaken(command)) return 'spot/client-order-id-taken';
    if (market.closed !== null) return market.closed;
    const refusal = waitingShape(command, market) ?? triggerRefusal(command, market);
    if (refusal !== null) return refusal;
    if (this.#isHeldStale(command.owner, market, timeMs)) return 'spot/held-price';
    if (!this.#isOffsetNear(command, market, null)) return 'spot/price-out-of-range';
    if (!isExpiry(command.expiresMs, timeMs)) return 'spot/expiry-out-of-range';
    const { owner, side, price, lots, quoteAmount } = command;
    const second =
      valueRefusal(market, this.#valueOf(command, market)) ??
      this.#roomRefusal(command, market, 1, trails(command));
    if (second !== null) return second;
    const frozen = this.#needOf(command, market);
    if (frozen > UNITS_MAX) return 'spot/above-maximum';
    if (this.#orders.available(owner, market, side) < frozen) return 'wallet/insufficient-balance';
    const order = this.#orders.newOrder(command, { price, lots, quoteAmount: lots > 0 ? 0 : quoteAmount });
    this.#wait(order, command, market);
    this.#orders.made = order;
    return null;
  }

  /** Whether money of the owner is held while there is no index price of the moment. */
  #isHeldStale(owner: number, market: AuditedMarket, timeMs: number): boolean {
    return this.#parts.held.isKept(owner) && !isIndexFresh(market, timeMs);
  }

  #valueOf({ lots, price, trigger, quoteAmount }: PlaceConditional, market: AuditedMarket): bigint {
    return lots > 0 ? market.needed(0, price || trigger || market.reference, lots) : BigInt(quoteAmount);
  }

  #needOf(command: PlaceConditional, market: AuditedMarket): bigint {
    const { side, price, lots, trigger } = command;
    if (side === 1) return BigInt(lots) * market.unitsPerLot;
    const isSized = price === 0 && lots > 0;
    return isSized ? market.needed(0, bandLimit(market, 0, trigger), lots) : this.#valueOf(command, market);
  }

  /** Sets the terms of a waiting order, which is then the last of those that wait. */
  #wait(order: ModelOrder, command: PlaceConditional, market: AuditedMarket): void {
    const { side, kind, trigger, target, trailPpm, trail, activation, offset, source, expiresMs } = command;
    Object.assign(order, { kind, trigger, target, trailPpm, trail, activation, offset, source, expiresMs });
    order.frozen = this.#needOf(command, market);
    order.isAbove = trails(command) ? side === 0 : (side === 0) === (kind !== 2);
    order.extreme = 0;
    order.isActive = activation === 0;
    if (!order.isActive) order.trigger = market.trailed(market.indexOf(activation), order);
    if (trails(command)) this.#follow(order, market);
    order.told = order.trigger;
    this.#orders.live = [...this.#orders.live.filter((one) => one !== order), order];
    this.#orders.touched.add(order);
  }

  /** undefined: the order may be a quote, whose id is not published. */
  // oxlint-disable-next-line complexity -- The checks in the order of the page, each a line.
  amendConditional(command: AmendConditional, timeMs: number): Refusal | undefined {
    const { owner, order: id, price, lots, quoteAmount } = command;
    const order = this.#orders.live.find((one) => one.id === id && one.owner === owner && !one.isQuote);
    if (order === undefined) return owner < FIRST_USER ? undefined : 'spot/unknown-order';
    if (order.rested !== 0 || order.partner !== null || order.reachedTick !== 0) return 'spot/cannot-amend';
    const market = this.#parts.markets.get(order.market)!;
    if (market.closed !== null) return market.closed;
    const { side, kind, source, expiresMs, timeInForce, selfTrade, clientOrderId } = order;
    const kept = { kind, source, expiresMs, timeInForce, selfTrade, clientOrderId };
    const placed: PlaceConditional = {
      ...command,
      ...kept,
      type: 'place-conditional',
      market: order.market,
      side: side as Side,
    };
    const shape = waitingShape(placed, market) ?? triggerRefusal(placed, market);
    if (shape !== null) return shape;
    if (this.#isHeldStale(owner, market, timeMs)) return 'spot/held-price';
    const { extreme, trigger, isActive } = order;
    const isSame = trails(placed) && TRAIL_FIELDS.every((field) => placed[field] === order[field]);
    if (!this.#isOffsetNear(placed, market, isSame ? trigger : null)) return 'spot/price-out-of-range';
    const refusal = valueRefusal(market, this.#valueOf(placed, market));
    if (refusal !== null) return refusal;
    const need = this.#needOf(placed, market);
    if (need > UNITS_MAX) return 'spot/above-maximum';
    if (this.#orders.available(owner, market, side) + order.frozen < need)
      return 'wallet/insufficient-balance';
    const size = { price, lots, open: lots, quoteAmount: lots > 0 ? 0 : quoteAmount };
    Object.assign(order, size, { accepted: ++this.#orders.time });
    this.#orders.leaveQueue(order);
    this.#wait(order, placed, market);
    // The best price that it has seen stays with the distance.
    if (isSame) Object.assign(order, { extreme, trigger, isActive, told: trigger });
    return null;
  }

  /** Whether the limit of a trailing sale is near its trigger; `trigger` null: the one it gets. */
  #isOffsetNear(command: PlaceConditional, market: AuditedMarket, trigger: number | null): boolean {
    const { offset, activation, trailPpm, trail, source, side } = command;
    if (offset === 0) return true;
    const now = seen(market, source);
    const from = activation === 0 ? now : Math.max(now, market.indexOf(activation));
    const at = trigger ?? market.trailed(from, { trailPpm, trail, isAbove: side === 0 });
    return isNearTrigger(Math.max(1, at - offset), at, market);
  }

  /** undefined: the order may be a quote, whose id is not published. */
  amendOco(command: AmendOco, timeMs: number): Refusal | undefined {
    const { owner, order: id, price, lots, trigger, stopPrice } = command;
    const order = this.#orders.live.find((one) => one.id === id && one.owner === owner && !one.isQuote);
    if (order === undefined) return owner < FIRST_USER ? undefined : 'spot/unknown-order';
    if (order.partner === null) return 'spot/cannot-amend';
    const [stop, leg] = order.rested === 0 ? [order, order.partner] : [order.partner, order];
    if (stop.reachedTick !== 0) return 'spot/cannot-amend';
    const market = this.#parts.markets.get(order.market)!;
    if (market.closed !== null) return market.closed;
    const side = order.side as Side;
    const pair = { side, price, lots, trigger, stopPrice, source: stop.source };
    const refusal = ocoShape(pair, market) ?? this.#ocoRefusal(pair, market);
    if (refusal !== null) return refusal;
    if (this.#orders.isHeldFrom({ ...pair, owner }, market, timeMs)) return 'spot/held-price';
    const [need, stopNeed] = ocoNeeds(pair, market);
    const whole = need > stopNeed ? need : stopNeed;
    if (stopNeed > UNITS_MAX) return 'spot/above-maximum';
    if (this.#orders.available(owner, market, side) + stop.frozen + leg.frozen < whole)
      return 'wallet/insufficient-balance';
    const accepted = ++this.#orders.time;
    Object.assign(stop, { price: stopPrice, lots, open: lots, trigger, told: trigger, accepted });
    stop.frozen = whole - need;
    Object.assign(leg, { price, lots, open: lots, frozen: need, rested: ++this.#orders.time });
    const { live } = this.#orders;
    this.#orders.live = [...live.filter((one) => one !== stop && one !== leg), stop, leg];
    for (const one of [stop, leg]) this.#orders.touched.add(one);
    return null;
  }

  /** The legs have one name, and compare the index. */
  placeOco(command: PlaceOco, timeMs: number): Refusal {
    const { clientOrderId } = command;
    const names = { listClientOrderId: null, stopClientOrderId: clientOrderId };
    return this.#placePair({ ...command, ...names, source: 0 }, timeMs);
  }

  placeList(command: PlaceOrderList, timeMs: number): Refusal {
    const { clientOrderId, stopClientOrderId } = command;
    if (clientOrderId !== null && clientOrderId === stopClientOrderId) return 'spot/client-order-id-taken';
    return this.#placePair(command, timeMs);
  }

  #placePair(command: Omit<PlaceOrderList, 'type'>, timeMs: number): Refusal {
    const market = this.#parts.markets.get(command.market);
    if (market === undefined) return 'market/unknown-pair';
    const names = [command.clientOrderId, command.stopClientOrderId];
    const isTaken = names.some((clientOrderId) => this.#orders.isIdTaken({ ...command, clientOrderId }));
    if (isTaken || this.#orders.isListTaken(command)) return 'spot/client-order-id-taken';
    if (market.closed !== null) return market.closed;
    const refusal =
      ocoShape(command, market) ??
      this.#ocoRefusal(command, market) ??
      (this.#orders.isHeldFrom(command, market, timeMs) ? 'spot/held-price' : null) ??
      this.#roomRefusal(command, market, 2, false);
    if (refusal !== null) return refusal;
    const { owner, side, price, lots, trigger, stopPrice, source } = command;
    const [need, stopNeed] = ocoNeeds(command, market);
    if (stopNeed > UNITS_MAX) return 'spot/above-maximum';
    const whole = need > stopNeed ? need : stopNeed;
    if (this.#orders.available(owner, market, side) < whole) return 'wallet/insufficient-balance';
    const terms = { ...command, timeInForce: 0 };
    const stopTerms = { ...terms, clientOrderId: command.stopClientOrderId };
    const stop = this.#orders.newOrder(stopTerms, { price: stopPrice, lots, quoteAmount: 0 });
    Object.assign(stop, { trigger, told: trigger, isAbove: side === 0, kind: 1, source });
    stop.frozen = whole - need;
    const leg = this.#orders.newOrder(terms, { price, lots, quoteAmount: 0 });
    [stop.partner, leg.partner] = [leg, stop];
    leg.rested = ++this.#orders.time;
    leg.frozen = need;
    this.#orders.live.push(stop, leg);
    for (const order of [stop, leg]) this.#orders.touched.add(order);
    this.#orders.made = leg;
    return null;
  }

  #ocoRefusal(command: OcoTerms, market: AuditedMarket): Refusal {
    const { side, price, lots, trigger, stopPrice } = command;
    const now = seen(market, command.source);
    if (now === 0 || market.index === 0) return 'market/no-price';
    const [at, stopAt] = [market.indexOf(price), market.indexOf(trigger)];
    const isAround = side === 0 ? at < now && stopAt > now : at > now && stopAt < now;
    if (!isAround) return 'spot/would-trigger';
    const isStopNear = stopPrice === 0 || isNearTrigger(stopPrice, trigger, market);
    if (!market.isNear(price, market.definition.limitBandPpm) || !isStopNear)
      return 'spot/price-out-of-range';
    const refusal =
      valueRefusal(market, market.needed(0, price, lots)) ??
      valueRefusal(market, market.needed(0, stopPrice || trigger, lots));
    if (refusal !== null) return refusal;
    return this.#orders.crosses(market, side, price) ? 'spot/would-take' : null;
  }

  // oxlint-disable-next-line max-params -- How many orders, and of which sort.
  #roomRefusal(
    { owner }: { owner: number },
    market: AuditedMarket,
    count: number,
    isTrailing: boolean,
  ): Refusal {
    const { market: number, maxOpenOrders } = market.definition;
    const waiting = this.#orders.live.filter(
      (order) => order.owner === owner && order.market === number && order.rested === 0,
    );
    const trailing = waiting.filter(trails).length;
    const isFull =
      this.#orders.countOf(owner) + count > maxOpenOrders ||
      waiting.length >= WAITING_MAX ||
      (isTrailing && trailing >= TRAILING_MAX);
    return isFull ? 'spot/too-many-orders' : null;
  }

  onTick({ tick, tickMs, prices }: Tick): void {
    for (const number of [...this.#parts.markets.keys()].sort((a, b) => a - b)) {
      const market = this.#parts.markets.get(number)!;
      if ((prices[number] ?? 0) > 0 && !market.isDelisted)
        for (const source of [0, 1]) this.#onPrice(number, market, { tick, source });
      this.#queueExpired(number, { tick, tickMs });
      if (market.endAt(tickMs)) this.#ended.push({ market, at: this.#parts.nextPlace() });
      else if (market.openAt(tickMs)) this.setStatus(number, false);
    }
  }

  #queueExpired(number: number, { tick, tickMs }: { readonly tick: number; readonly tickMs: number }): void {
    const expired = this.#orders.live.filter(
      ({ market, expiresMs, isExpiring }) =>
        market === number && expiresMs > 0 && expiresMs <= tickMs && !isExpiring,
    );
    for (const order of expired.sort((a, b) => a.expiresMs - b.expiresMs || a.id - b.id)) {
      order.isExpiring = true;
      this.#orders.due.push({ order, action: 'expire', tick, at: this.#parts.nextPlace() });
    }
  }

  #onPrice(
    number: number,
    market: AuditedMarket,
    { tick, source }: { readonly tick: number; readonly source: number },
  ): void {
    const price = seen(market, source);
    if (price === 0) return;
    const waiting = this.#orders.live.filter(
      (order) =>
        order.market === number && order.rested === 0 && order.reachedTick === 0 && order.source === source,
    );
    for (const order of waiting) if (trails(order)) this.#follow(order, market);
    const isThere = (at: number, isAbove: boolean): boolean =>
      isAbove ? price >= market.indexOf(at) : price <= market.indexOf(at);
    const reached = waiting.filter(
      ({ isAbove, trigger, target, isActive }) =>
        isActive && (isThere(trigger, isAbove) || (target > 0 && isThere(target, !isAbove))),
    );
    if (tick % TOLD_EVERY_TICKS === 0)
      for (const order of waiting)
        if (trails(order) && order.trigger !== order.told && !reached.includes(order))
          if (!this.#orders.due.some((due) => due.action === 'report-trail' && due.order === order))
            this.#orders.due.push({ order, action: 'report-trail', tick, at: this.#parts.nextPlace() });
    for (const order of reached.sort((a, b) => a.accepted - b.accepted)) {
      order.reachedTick = tick;
      const at = this.#parts.nextPlace();
      (market.isHalted ? this.#orders.held : this.#orders.due).push({ order, action: 'fire', tick, at });
    }
  }

  /** The best price since acceptance, and the trigger at its distance. */
  #follow(order: ModelOrder, market: AuditedMarket): void {
    const price = seen(market, order.source);
    if (!order.isActive) {
      const from = market.indexOf(order.activation);
      order.isActive = order.isAbove ? price <= from : price >= from;
      if (!order.isActive) return;
    }
    const isBetter = order.extreme === 0 || (order.isAbove ? price < order.extreme : price > order.extreme);
    if (!isBetter) return;
    order.extreme = price;
    order.trigger = market.trailed(price, order);
  }

  /**
   * Sets a market's status. On resume, held items enter the queue before the other items of their
   * tick.
   */
  setStatus(number: number, isHalted: boolean): void {
    if (isHalted) return;
    for (const due of this.#orders.held) {
      if (due.order.market !== number) continue;
      const same = this.#orders.due.filter(({ tick, order }) => tick === due.tick && order.market === number);
      this.#orders.due.push({ ...due, at: Math.min(due.at, ...same.map(({ at }) => at)) });
    }
    const held = new Set(this.#orders.held.map(({ order }) => order));
    this.#orders.due.sort((a, b) => a.at - b.at || Number(held.has(b.order)) - Number(held.has(a.order)));
    this.#orders.held = this.#orders.held.filter(({ order }) => order.market !== number);
  }

  /** Processes the next item at a time. It is held if its market is halted. */
  process(timeMs: number): void {
    const ended = this.#nextEnded;
    if (ended !== undefined && ended.at <= (this.#orders.due[0]?.at ?? Infinity))
      return this.#cancelOf(ended);
    const due = this.#orders.due.shift()!;
    const { order, action, tick } = due;
    const market = this.#parts.markets.get(order.market)!;
    if (action === 'expire') {
      if (!this.#orders.live.includes(order)) return;
      this.#orders.end(order, 2, END.expired);
      this.#orders.placeExits();
    } else if (action === 'report-trail') {
      order.told = order.trigger;
      this.#orders.touched.add(order);
    } else if (market.isHalted) this.#orders.held.push(due);
    else this.#fire(order, market, tick, timeMs);
  }

  #cancelOf({ market }: Ended): void {
    const order = this.#orders.nextOf(market)!;
    const { partner } = order;
    this.#orders.end(order, 2, END.delisted);
    if (partner !== null) this.#orders.end(partner, 2, END.partner);
    this.#orders.placeExits();
  }

  // oxlint-disable-next-line max-params -- One more, for the time of the command.
  #fire(order: ModelOrder, market: AuditedMarket, tick: number, timeMs: number): void {
    order.firedTick = tick;
    if (order.offset > 0) order.price = Math.max(1, order.trigger - order.offset);
    const { partner, price, side } = order;
    // The legs of an OCO together have frozen the need of the dearer one.
    const payable = order.lots > 0 ? market.priceFor(order.frozen + (partner?.frozen ?? 0n), order.lots) : 0;
    if (partner !== null) this.#orders.end(partner, 2, END.partner);
    order.partner = null;
    const isFar = price > 0 && !market.isNear(price, market.definition.limitBandPpm);
    if (isFar || this.#orders.isHeldFrom(order, market, timeMs))
      return this.#orders.end(order, 2, END.refused);
    this.#orders.live = this.#orders.live.filter((one) => one !== order);
    this.#orders.leaveQueue(order);
    this.#orders.release(order);
    if (price > 0) return this.#orders.execute(order, market, { limit: price, lots: order.lots });
    let { lots } = order;
    let limit = bandLimit(market, side, market.reference);
    if (this.#parts.held.isKept(order.owner)) limit = nearer(side, limit, heldLimit(market, side));
    if (side === 0 && lots > 0) limit = Math.min(limit, bandLimit(market, 0, order.trigger), payable);
    if (lots === 0) {
      const terms = this.#orders.marketTerms({ ...order, timeInForce: 1 }, market);
      lots = typeof terms === 'string' ? 0 : terms.lots;
    }
    this.#orders.execute(order, market, { limit, lots });
  }
}
