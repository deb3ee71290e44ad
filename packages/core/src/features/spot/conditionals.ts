/**
 * Orders that wait for a price: stop orders, trailing stops, and the stops of OCOs.
 *
 * They fire only on public ticks, so that anyone can check why an order was placed. By default they
 * compare the index price, so that the last trade of a thin book cannot fire them. Orders fired by
 * one tick are placed in order of acceptance. A waiting order freezes what it needs; an OCO freezes
 * what its dearer leg needs.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { Side } from '../../matching/side.ts';
import type { PlaceConditional } from './commands.ts';
import type { DueOrders } from './due-orders.ts';
import type { HeldPrices } from './held-prices.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import type { Market, Registry } from '../../registry.ts';
import type { OpenOrders } from './open-orders.ts';
import { flagsOf, selfTradeOf, sideOf, timeInForceOf } from './order-flags.ts';
import type { Execution, SpotParts } from './execution.ts';
import { marketTerms, OwnOrders, protectionLimit, unitsToFreeze, valueRefusal } from './terms.ts';
import {
  extraOf,
  followed,
  isExpiry,
  isOffsetNear,
  isTrailing,
  stopBuyCap,
  triggerPrice,
  triggerRefusal,
  waitingNeed,
  waitingShape,
  waitingValue,
  type Waiting,
} from './conditional-terms.ts';
import * as ACCOUNTS from '../../accounts.ts';
import * as SIDE from '../../matching/side.ts';
import * as REGISTRY from '../../registry.ts';
import * as COMMANDS from './commands.ts';
import * as EVENTS from './events.ts';
import * as RECORD from '../../matching/order-record.ts';
import * as SPOT_RECORD from './order-record.ts';

const { WALLET } = ACCOUNTS;
const { BUY } = SIDE;
const { MARKET_STATUS } = REGISTRY;
const { TIME_IN_FORCE: TIF, TRIGGER_SOURCE } = COMMANDS;
const { ORDER_END, ORDER_STATUS } = EVENTS;
const { FIELDS, OPEN, OWNER, PLACE, PLACE_MASK, PRICE, QUANTITIES, SLOT_MASK } = RECORD;
const {
  FEE,
  FILLED_QUOTE,
  FROZEN,
  HAS_EXTRA,
  INCOMING_LOTS,
  INCOMING_NEED,
  INCOMING_PLACED_MS,
  INCOMING_WHOLE,
  IS_LINKED,
  IS_WAITING,
  LOTS,
  PLACED_MS,
  TAKEN_FEE,
  TAKEN_LOTS,
  TAKEN_QUOTE,
} = SPOT_RECORD;

/**
 * Most waiting orders of one owner on one market, and most trailing ones, which every tick checks.
 * Further ones are refused.
 */
export const WAITING_OWNER_MAX = 200;
export const TRAILING_OWNER_MAX = 20;
/**
 * A moved trailing trigger is reported at ticks whose number is divisible by this. Open orders
 * always show the current trigger.
 */
export const TRAIL_TOLD_TICKS = 10;

export class Conditionals {
  declare private readonly ledger: Ledger;
  declare private readonly log: EventLog;
  declare private readonly registry: Registry;
  declare private readonly pool: OrderPool;
  declare private readonly execution: Execution;
  declare private readonly orders: OpenOrders;
  declare private readonly own: OwnOrders;
  lastOrder = 0;
  declare private readonly due: DueOrders;
  declare private readonly held: HeldPrices;

  constructor(parts: SpotParts & { execution: Execution }) {
    this.ledger = parts.ledger;
    this.registry = parts.registry;
    this.pool = parts.pool;
    this.due = parts.due;
    this.held = parts.held;
    this.execution = parts.execution;
    this.orders = parts.execution.orders;
    this.log = parts.log;
    this.own = new OwnOrders({ ...parts, orders: this.orders, rounds: COMMANDS.FIRED_ROUNDS });
  }

  place(command: PlaceConditional, timeMs: number): RefusalName | null {
    const checked = this.check(command, timeMs);
    if (typeof checked === 'string') return checked;
    const { side, price, lots, timeInForce, selfTrade } = command;
    const slot = this.pool.take();
    this.lastOrder = this.pool.idOf(slot);
    this.wait(slot, {
      ...checked,
      side,
      price,
      lots,
      flags: flagsOf(timeInForce, selfTrade),
      timeMs,
      extra: extraOf(command, checked.market),
    });
    this.execution.expiries.add(this.lastOrder, command.expiresMs);
    return null;
  }

  /**
   * Checks in this order: account, market, clientOrderId, halt, shape, trigger, index of held
   * owners, price band, time of its end, value, number of orders, balance.
   */
  check(
    command: PlaceConditional,
    timeMs: number,
  ): RefusalName | Pick<Waiting, 'block' | 'market' | 'frozen'> {
    const block = this.ledger.blockOf(command.owner, WALLET.exchange);
    if (block === 0) return 'wallet/account-unknown';
    const market = this.registry.markets[command.market];
    if (market === undefined) return 'market/unknown-pair';
    const { clientOrderId } = command;
    if (clientOrderId !== null && this.execution.isIdTaken(block, clientOrderId))
      return 'spot/client-order-id-taken';
    if (market.status !== MARKET_STATUS.trading) return market.closedRefusal;
    const refusal = waitingShape(command, market) ?? triggerRefusal(command, market);
    if (refusal !== null) return refusal;
    if (this.held.isStale(block, market, timeMs)) return 'spot/held-price';
    const { trigger } = extraOf(command, market);
    if (!isOffsetNear(market, command.offset, trigger)) return 'spot/price-out-of-range';
    if (!isExpiry(command.expiresMs, timeMs)) return 'spot/expiry-out-of-range';
    const second =
      valueRefusal(market, waitingValue(command, market)) ??
      this.roomRefusal(market, block, isTrailing(command));
    if (second !== null) return second;
    const frozen = waitingNeed(command, market);
    if (frozen < 0) return 'spot/above-maximum';
    if (this.available(block, market, command.side) < frozen) return 'wallet/insufficient-balance';
    return { block, market, frozen };
  }

  /** Files an order that waits, and reports it. Its slot is allocated, its funds are available. */
  wait(slot: number, order: Waiting): void {
    const { block, market, side, price, lots, frozen, timeMs } = order;
    const { fields, quantities } = this.pool;
    fields[(slot & SLOT_MASK) * FIELDS + PRICE] = price;
    fields[(slot & SLOT_MASK) * FIELDS + PLACE] =
      (market.book.index * 2 + side) | order.flags | IS_WAITING | HAS_EXTRA;
    fields[(slot & SLOT_MASK) * FIELDS + OWNER] = block;
    const from = (slot & SLOT_MASK) * QUANTITIES;
    quantities[from + OPEN] = lots;
    quantities[from + LOTS] = lots;
    quantities[from + FILLED_QUOTE] = 0;
    quantities[from + FEE] = 0;
    quantities[from + FROZEN] = frozen;
    quantities[from + PLACED_MS] = timeMs;
    const { balances } = this.ledger;
    const source = this.#source(block, market, side) * 2;
    balances[source] = balances[source]! - frozen;
    balances[source + 1] = balances[source + 1]! + frozen;
    this.orders.add(slot, block);
    this.orders.extras.set(slot, order.extra);
    this.file(market, slot, block);
    this.orders.report(slot, frozen, ORDER_STATUS.unfinished, ORDER_END.none);
  }

  /** Indexes a waiting order, whose record and extra are set, for the ticks. */
  file(market: Market, slot: number, block: number): void {
    const extra = this.orders.extras.get(slot)!;
    this.execution.waiting.add(market.book.index, {
      ...extra,
      slot,
      block,
      isTrailing: isTrailing(extra),
      isReached: extra.reachedTick > 0,
    });
  }

  /**
   * Handles a public tick with an index price: moves trailing triggers and queues the orders that
   * it reaches.
   */
  onTick(market: Market, tick: number): void {
    if (this.execution.waiting.count(market.book.index) === 0) return;
    for (const source of Object.values(TRIGGER_SOURCE)) this.#queueReached(market, tick, source);
  }

  #queueReached(market: Market, tick: number, source: number): void {
    const price = triggerPrice(market, source);
    if (price === 0) return;
    const { waiting } = this.execution;
    const { extras } = this.orders;
    const { index } = market.book;
    const trailing = [...waiting.trailing(index, source)].filter((slot) => this.#isReached(market, slot));
    if (tick % TRAIL_TOLD_TICKS === 0) this.#queueTrails({ market, tick, source }, trailing);
    const reached = waiting.takeReached({ market: index, source }, trailing, (trigger, isAbove) =>
      isAbove ? price >= trigger * market.indexPerTick : price <= trigger * market.indexPerTick,
    );
    for (const slot of reached) {
      extras.set(slot, { ...extras.get(slot)!, reachedTick: tick });
      const stop = { tick, market: index, order: this.pool.idOf(slot) };
      if (market.status === MARKET_STATUS.trading) this.due.addStop(stop);
      else this.due.hold(stop);
    }
  }

  /**
   * Queues reports of trailing triggers that moved since the last report, except of reached orders.
   */
  #queueTrails(
    { market, tick, source }: { readonly market: Market; readonly tick: number; readonly source: number },
    reached: readonly number[],
  ): void {
    const { orders, due, pool } = this;
    const isReached = new Set(reached);
    for (const slot of this.execution.waiting.trailing(market.book.index, source)) {
      const { trigger, told } = orders.extras.get(slot)!;
      if (trigger !== told && !isReached.has(slot))
        due.addTrail({ tick, market: market.book.index, order: pool.idOf(slot) });
    }
  }

  /** Reports the current trigger of a trailing stop. */
  reportTrail(order: number): void {
    const slot = this.pool.slotOf(order);
    const extra = this.orders.extras.get(slot)!;
    this.orders.extras.set(slot, { ...extra, told: extra.trigger });
    this.orders.report(slot, 0, ORDER_STATUS.unfinished, ORDER_END.none);
  }

  /** Fires a reached stop when its turn comes. */
  fireDue(order: number, tick: number): void {
    const slot = this.pool.slotOf(order);
    const place = this.pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    this.#fire(slot, this.registry.markets[(place & PLACE_MASK) >> 1]!, tick);
  }

  #isReached(market: Market, slot: number): boolean {
    const { extras } = this.orders;
    let extra = extras.get(slot)!;
    const price = triggerPrice(market, extra.source);
    if (isTrailing(extra)) {
      extra = followed(extra, market, price);
      extras.set(slot, extra);
      if (extra.extreme === 0) return false;
    }
    const trigger = extra.trigger * market.indexPerTick;
    return extra.isAbove ? price >= trigger : price <= trigger;
  }

  /**
   * Places a waiting order: ends the other leg of its OCO, releases its frozen units, and enters it
   * like a new order.
   */
  #fire(slot: number, market: Market, tick: number): void {
    const extra = { ...this.orders.extras.get(slot)!, firedTick: tick };
    this.orders.extras.set(slot, extra);
    // Both legs of an OCO together have frozen what its dearer one needs.
    const frozen = this.#frozenFor(slot, extra.partner);
    if (extra.partner !== 0) this.execution.endPartners([extra.partner]);
    const { fields, quantities } = this.pool;
    const place = fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    // Only sales have an offset.
    if (extra.offset > 0)
      fields[(slot & SLOT_MASK) * FIELDS + PRICE] = Math.max(1, extra.trigger - extra.offset);
    const price = fields[(slot & SLOT_MASK) * FIELDS + PRICE]!;
    const block = fields[(slot & SLOT_MASK) * FIELDS + OWNER]!;
    const side = sideOf(place);
    const isHeld = this.held.binds(block) && this.held.refuses(market, { side, price }, this.log.timeMs);
    if (isHeld || (price > 0 && !market.isWithinBand(price)))
      return this.execution.close(slot, ORDER_END.refused);
    this.execution.forget(slot);
    const order = {
      block,
      market,
      side,
      price,
      lots: quantities[(slot & SLOT_MASK) * QUANTITIES + LOTS]!,
      frozen,
      flags: place & ~PLACE_MASK & ~IS_WAITING & ~IS_LINKED,
      timeMs: quantities[(slot & SLOT_MASK) * QUANTITIES + PLACED_MS]!,
      extra,
    };
    const released = this.execution.release(slot);
    this.orders.report(slot, -released, ORDER_STATUS.unfinished, ORDER_END.none);
    this.orders.detach(slot, block);
    this.orders.extras.delete(slot);
    this.enter(slot, order);
  }

  /** Units that a waiting order and its OCO partner, given by id, have frozen. */
  #frozenFor(slot: number, partner: number): number {
    const { quantities } = this.pool;
    const own = quantities[(slot & SLOT_MASK) * QUANTITIES + FROZEN]!;
    const other = partner === 0 ? 0 : this.pool.slotOf(partner);
    return other === 0 ? own : own + quantities[(other & SLOT_MASK) * QUANTITIES + FROZEN]!;
  }

  /** Enters an order into the book. Its slot is allocated and its funds are available. */
  enter(slot: number, order: Waiting): void {
    const { incoming, quantities, settlement } = this.execution;
    const { market, side, price, block } = order;
    let limit = price;
    let { lots } = order;
    if (price === 0) {
      limit = protectionLimit(market, side, market.referencePrice());
      if (this.held.binds(block)) limit = this.held.narrow(market, side, limit);
      if (lots === 0) lots = this.#marketBuyLots(order);
      else if (side === BUY) {
        // A band that became wider makes the order no dearer than what it has frozen.
        const payable = market.priceFor(order.frozen, order.lots);
        limit = Math.min(limit, stopBuyCap(market, order.extra.trigger), payable);
      }
    }
    incoming.market = market;
    incoming.slot = slot;
    incoming.block = block;
    incoming.side = side;
    incoming.price = price;
    incoming.limit = limit;
    incoming.timeInForce = timeInForceOf(order.flags);
    incoming.selfTrade = selfTradeOf(order.flags);
    incoming.flags = order.flags;
    incoming.extra = order.extra;
    quantities[INCOMING_LOTS] = lots;
    quantities[INCOMING_WHOLE] = order.lots;
    quantities[INCOMING_PLACED_MS] = order.timeMs;
    quantities[INCOMING_NEED] = price === 0 ? 0 : unitsToFreeze(market, { side, price, lots });
    const { taken } = settlement;
    taken[TAKEN_LOTS] = 0;
    taken[TAKEN_QUOTE] = 0;
    taken[TAKEN_FEE] = 0;
    this.execution.execute();
  }

  /** Lots that a fired market buy's quote amount buys now; 0 if there is nothing to buy. */
  #marketBuyLots({ market, block, side, extra, flags }: Waiting): number {
    const terms = { limit: 0, lots: 0, need: 0 };
    const { quoteAmount } = extra;
    const selfTrade = selfTradeOf(flags);
    const command = { side, lots: 0, quoteAmount, timeInForce: TIF.IOC, selfTrade };
    const refusal = marketTerms(command, market, this.own.of(block, market.indexMs), terms);
    return refusal === null ? terms.lots : 0;
  }

  // oxlint-disable-next-line max-params -- One more, for a count that is 1 except for an OCO.
  roomRefusal(market: Market, block: number, isTrailing: boolean, count = 1): RefusalName | null {
    const hasRoom =
      this.orders.count(block) + count <= market.definition.maxOpenOrders &&
      this.#mayWait(market.book.index, block, isTrailing) &&
      this.pool.hasRoomFor(count);
    return hasRoom ? null : 'spot/too-many-orders';
  }

  #mayWait(market: number, block: number, isTrailing: boolean): boolean {
    const { all, trailing } = this.execution.waiting.countsOf(market, block);
    return all < WAITING_OWNER_MAX && (!isTrailing || trailing < TRAILING_OWNER_MAX);
  }

  #source(block: number, market: Market, side: Side): number {
    const { base, quote } = market.definition;
    return block * this.ledger.stride + (side === BUY ? quote : base);
  }

  available(block: number, market: Market, side: Side): number {
    return this.ledger.available(this.#source(block, market, side));
  }
}
