/**
 * The auditor's model of orders that wait for the index price: stops, trailing stops and pairs,
 * which of them a tick reaches, and how they fire. Written from docs/features/spot.md.
 */
import type { PlaceConditional, PlaceOco, Tick } from '../../src/index.ts';
import type { AuditedMarket } from './markets.ts';
import { END, type ModelOrder, type SpotOrders, type SpotParts } from './spot-orders.ts';
import {
  bandLimit,
  isNearTrigger,
  ocoShape,
  triggerRefusal,
  UNITS_MAX,
  valueRefusal,
  waitingShape,
  type Refusal,
} from './spot-terms.ts';

const WAITING_MAX = 200;
const TRAILING_MAX = 20;
const TOLD_EVERY_TICKS = 10;

export class WaitingModel {
  readonly #parts: SpotParts;
  readonly #orders: SpotOrders;

  constructor(parts: SpotParts & { readonly orders: SpotOrders }) {
    this.#parts = parts;
    this.#orders = parts.orders;
  }

  /** Sequence number of the next item in the queue. */
  get nextDue(): number {
    return this.#orders.due[0]?.at ?? Infinity;
  }

  // oxlint-disable-next-line complexity -- The checks in the order of the page, each a line.
  placeConditional(command: PlaceConditional): Refusal {
    const market = this.#parts.markets.get(command.market);
    if (market === undefined) return 'market/unknown-pair';
    if (this.#orders.isIdTaken(command)) return 'spot/client-order-id-taken';
    if (market.isHalted) return 'market/halted';
    const refusal = waitingShape(command, market) ?? triggerRefusal(command, market);
    if (refusal !== null) return refusal;
    const { owner, side, price, lots, quoteAmount, trailPpm, kind } = command;
    const value =
      lots > 0 ? market.needed(0, price || command.trigger || market.reference, lots) : BigInt(quoteAmount);
    const second = valueRefusal(market, value) ?? this.#roomRefusal(command, market, 1, trailPpm > 0);
    if (second !== null) return second;
    const isSized = side === 0 && price === 0 && lots > 0;
    const cost = isSized ? market.needed(0, bandLimit(market, 0, command.trigger), lots) : value;
    const frozen = side === 0 ? cost : BigInt(lots) * market.unitsPerLot;
    if (frozen > UNITS_MAX) return 'spot/above-maximum';
    if (this.#orders.available(owner, market, side) < frozen) return 'wallet/insufficient-balance';
    const order = this.#orders.newOrder(command, { price, lots, quoteAmount: lots > 0 ? 0 : quoteAmount });
    Object.assign(order, { kind, trailPpm, frozen, trigger: command.trigger });
    order.isAbove = trailPpm > 0 ? side === 0 : (side === 0) === (kind === 1);
    if (trailPpm > 0) this.#follow(order, market, market.index);
    order.told = order.trigger;
    this.#orders.live.push(order);
    this.#orders.touched.add(order);
    this.#orders.made = order;
    return null;
  }

  placeOco(command: PlaceOco): Refusal {
    const market = this.#parts.markets.get(command.market);
    if (market === undefined) return 'market/unknown-pair';
    if (this.#orders.isIdTaken(command)) return 'spot/client-order-id-taken';
    if (market.isHalted) return 'market/halted';
    const refusal = ocoShape(command, market) ?? this.#ocoRefusal(command, market);
    if (refusal !== null) return refusal;
    const { owner, side, price, lots, trigger, stopPrice } = command;
    const need = market.needed(side, price, lots);
    const worst = stopPrice || bandLimit(market, 0, trigger);
    const stopNeed = side === 0 ? market.needed(0, worst, lots) : need;
    if (stopNeed > UNITS_MAX) return 'spot/above-maximum';
    const whole = need > stopNeed ? need : stopNeed;
    if (this.#orders.available(owner, market, side) < whole) return 'wallet/insufficient-balance';
    const terms = { ...command, timeInForce: 0 };
    const stop = this.#orders.newOrder(terms, { price: stopPrice, lots, quoteAmount: 0 });
    Object.assign(stop, { trigger, told: trigger, isAbove: side === 0, kind: 1, frozen: whole - need });
    const leg = this.#orders.newOrder(terms, { price, lots, quoteAmount: 0 });
    [stop.partner, leg.partner] = [leg, stop];
    leg.rested = ++this.#orders.time;
    leg.frozen = need;
    this.#orders.live.push(stop, leg);
    for (const order of [stop, leg]) this.#orders.touched.add(order);
    this.#orders.made = leg;
    return null;
  }

  #ocoRefusal(command: PlaceOco, market: AuditedMarket): Refusal {
    const { side, price, lots, trigger, stopPrice } = command;
    if (market.index === 0) return 'market/no-price';
    const [at, stopAt] = [market.indexOf(price), market.indexOf(trigger)];
    const isAround =
      side === 0 ? at < market.index && stopAt > market.index : at > market.index && stopAt < market.index;
    if (!isAround) return 'spot/would-trigger';
    const isStopNear = stopPrice === 0 || isNearTrigger(stopPrice, trigger, market);
    if (!market.isNear(price, market.definition.limitBandPpm) || !isStopNear)
      return 'spot/price-out-of-range';
    const refusal =
      valueRefusal(market, market.needed(0, price, lots)) ??
      valueRefusal(market, market.needed(0, stopPrice || trigger, lots));
    if (refusal !== null) return refusal;
    if (this.#orders.crosses(market, side, price)) return 'spot/would-take';
    return this.#roomRefusal(command, market, 2, false);
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
    const trailing = waiting.filter(({ trailPpm }) => trailPpm > 0).length;
    const isFull =
      this.#orders.countOf(owner) + count > maxOpenOrders ||
      waiting.length >= WAITING_MAX ||
      (isTrailing && trailing >= TRAILING_MAX);
    return isFull ? 'spot/too-many-orders' : null;
  }

  onTick({ tick, prices }: Tick): void {
    for (const number of [...this.#parts.markets.keys()].sort((a, b) => a - b)) {
      const market = this.#parts.markets.get(number)!;
      if ((prices[number] ?? 0) > 0) this.#onIndex(number, market, tick);
    }
  }

  #onIndex(number: number, market: AuditedMarket, tick: number): void {
    const waiting = this.#orders.live.filter(
      (order) => order.market === number && order.rested === 0 && order.reachedTick === 0,
    );
    for (const order of waiting) if (order.trailPpm > 0) this.#follow(order, market, market.index);
    const reached = waiting.filter(({ isAbove, trigger }) =>
      isAbove ? market.index >= market.indexOf(trigger) : market.index <= market.indexOf(trigger),
    );
    if (tick % TOLD_EVERY_TICKS === 0)
      for (const order of waiting)
        if (order.trailPpm > 0 && order.trigger !== order.told && !reached.includes(order))
          if (!this.#orders.due.some((due) => due.isTrail && due.order === order))
            this.#orders.due.push({ order, isTrail: true, tick, at: this.#parts.nextPlace() });
    for (const order of reached.sort((a, b) => a.accepted - b.accepted)) {
      order.reachedTick = tick;
      const at = this.#parts.nextPlace();
      (market.isHalted ? this.#orders.held : this.#orders.due).push({ order, isTrail: false, tick, at });
    }
  }

  /** The best price since acceptance, and the trigger at its distance. */
  #follow(order: ModelOrder, market: AuditedMarket, index: number): void {
    const isBetter = order.extreme === 0 || (order.isAbove ? index < order.extreme : index > order.extreme);
    if (!isBetter) return;
    order.extreme = index;
    order.trigger = market.trailed(index, order.trailPpm, order.isAbove);
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

  /** Processes the next item. Returns false if its market is halted and the item is held. */
  process(): boolean {
    const due = this.#orders.due.shift()!;
    const { order, isTrail, tick } = due;
    const market = this.#parts.markets.get(order.market)!;
    if (isTrail) {
      order.told = order.trigger;
      this.#orders.touched.add(order);
    } else if (market.isHalted) {
      this.#orders.held.push(due);
      return false;
    } else this.#fire(order, market, tick);
    return true;
  }

  #fire(order: ModelOrder, market: AuditedMarket, tick: number): void {
    order.firedTick = tick;
    const { partner, price, side } = order;
    if (partner !== null) this.#orders.end(partner, 2, END.partner);
    order.partner = null;
    if (price > 0 && !market.isNear(price, market.definition.limitBandPpm))
      return this.#orders.end(order, 2, END.refused);
    this.#orders.live = this.#orders.live.filter((one) => one !== order);
    this.#orders.leaveQueue(order);
    order.frozen = 0n;
    if (price > 0) return this.#orders.execute(order, market, { limit: price, lots: order.lots });
    let { lots } = order;
    let limit = bandLimit(market, side, market.reference);
    if (side === 0 && lots > 0) limit = Math.min(limit, bandLimit(market, 0, order.trigger));
    if (lots === 0) {
      const terms = this.#orders.marketTerms({ ...order, timeInForce: 1 }, market);
      lots = typeof terms === 'string' ? 0 : terms.lots;
    }
    this.#orders.execute(order, market, { limit, lots });
  }
}
