/**
 * Spot trading: orders match in the book, money moves in the ledger.
 *
 * A resting buy freezes its possible cost in quote units (rounded up), a resting sell its base.
 * Refusals of a new order are checked in this order: account, market, clientOrderId, the terms
 * (`terms.ts`), number of open orders, balance.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';
import type { DueItem } from '../../due/due-queue.ts';
import type { CoreFeature, Finding, Hold, Kernel } from '../../contract/feature.ts';
import type { Obligation, Outcome, PricedTick } from '../../contract/feature.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { OrderPool } from '../../matching/order-pool.ts';
import { counted, done, made, unknownAccount } from '../../contract/outcomes.ts';
import type { Market, Registry } from '../../registry.ts';
import { Amendments } from './amendments.ts';
import { findingsOf } from './audit.ts';
import type { CancelNamed, CancelOrder, PlaceOrder, SpotCommand } from './commands.ts';
import { Conditionals } from './conditionals.ts';
import { OrderLists } from './order-lists.ts';
import { Countdowns } from './countdowns.ts';
import { DueOrders } from './due-orders.ts';
import { Exits } from './exits.ts';
import { ExtendedOrders } from './extended-orders.ts';
import { OrderRecords } from './event-decoder.ts';
import type { OrderChanged, OrderExtra, SpotEvent } from './events.ts';
import { Execution } from './execution.ts';
import type { Fees } from './fees.ts';
import { HeldPrices } from './held-prices.ts';
import { Listings } from './listings.ts';
import { liveOrders } from './live-orders.ts';
import { MassCancels } from './mass-cancels.ts';
import type { OpenOrders } from './open-orders.ts';
import { flagsOf } from './order-flags.ts';
import { Previews } from './preview.ts';
import { Quotes } from './quotes.ts';
import { ReadAhead } from './read-ahead.ts';
import { cancelNamed, replaceOrder } from './replacements.ts';
import { loadSpot, saveSpot } from './snapshot.ts';
import { StopAmendments } from './stop-amendments.ts';
import { OwnOrders, termsOf, type Terms } from './terms.ts';
import * as ACCOUNTS from '../../accounts.ts';
import * as RECORD from '../../matching/order-record.ts';
import * as SIDE from '../../matching/side.ts';
import * as REGISTRY from '../../registry.ts';
import * as COMMANDS from './commands.ts';
import * as DUE from './due-orders.ts';
import * as EVENTS from './events.ts';
import * as SPOT_RECORD from './order-record.ts';

const { WALLET } = ACCOUNTS;
const { BUY } = SIDE;
const { MARKET_STATUS } = REGISTRY;
const { TIME_IN_FORCE: TIF } = COMMANDS;
const { DUE_ORDER } = DUE;
const { NO_EXTRA, ORDER_END } = EVENTS;
const { FIELDS, PLACE, PLACE_MASK, QUANTITIES, SLOT_MASK } = RECORD;
const {
  FROZEN,
  HAS_EXTRA,
  IS_QUOTE,
  INCOMING_LOTS,
  INCOMING_NEED,
  INCOMING_PLACED_MS,
  INCOMING_WHOLE,
  TAKEN_FEE,
  TAKEN_LOTS,
  TAKEN_QUOTE,
} = SPOT_RECORD;

export class Spot implements CoreFeature<SpotCommand, SpotEvent> {
  declare readonly pool: OrderPool;
  declare readonly execution: Execution;
  declare readonly conditionals: Conditionals;
  declare readonly amendments: Amendments;
  declare readonly extended: ExtendedOrders;
  declare readonly lists: OrderLists;
  declare readonly stopAmendments: StopAmendments;
  declare readonly previews: Previews;
  declare readonly quotes: Quotes;
  declare readonly listings: Listings;
  declare readonly massCancels: MassCancels;
  declare readonly countdowns: Countdowns;
  declare readonly due: DueOrders;
  /** Decodes spot's records of the event log. */
  declare readonly records: OrderRecords;
  declare private readonly readAhead: ReadAhead;
  declare private readonly orders: OpenOrders;
  declare readonly ledger: Ledger;
  declare readonly registry: Registry;
  readonly #terms: Terms = { limit: 0, lots: 0, need: 0 };
  declare private readonly own: OwnOrders;
  /** The order that the last place-order created. */
  lastOrder = 0;
  /** With fewer orders (5 MB) the caches suffice, and prefetching costs more than it saves. */
  readAheadFrom = 2 ** 16;
  readonly snapshotVersion = 1;
  declare readonly commands: CoreFeature<SpotCommand, SpotEvent>['commands'];

  constructor(kernel: Kernel) {
    this.ledger = kernel.ledger;
    this.registry = kernel.registry;
    this.pool = new OrderPool();
    this.due = new DueOrders(kernel.due);
    const parts = {
      ledger: this.ledger,
      registry: this.registry,
      log: kernel.log,
      pool: this.pool,
      due: this.due,
      held: new HeldPrices(kernel.heldMoney),
    };
    this.execution = new Execution(parts);
    this.orders = this.execution.orders;
    this.own = new OwnOrders({ ...parts, orders: this.orders, rounds: 1 });
    this.conditionals = new Conditionals({ ...parts, execution: this.execution });
    this.amendments = new Amendments({ ...parts, execution: this.execution });
    this.extended = new ExtendedOrders({ ...parts, execution: this.execution, own: this.own });
    const waiting = { ...parts, execution: this.execution, conditionals: this.conditionals };
    this.lists = new OrderLists(waiting);
    this.stopAmendments = new StopAmendments({ ...waiting, lists: this.lists });
    this.previews = new Previews(this);
    const exits = new Exits({ ...parts, conditionals: this.conditionals });
    this.execution.onExits = (ended) => exits.place(ended);
    this.quotes = new Quotes({ ...parts, orders: this.orders });
    this.listings = new Listings({ ...parts, kernel, fees: this.fees, waiting: this.execution.waiting });
    const cancel = (slot: number, end: number): number => this.#cancel(slot, end);
    this.massCancels = new MassCancels({ ...parts, execution: this.execution, cancel });
    this.countdowns = new Countdowns({ ...parts, queue: kernel.due, cancels: this.massCancels });
    this.records = new OrderRecords({ ...parts, fees: this.fees });
    this.readAhead = new ReadAhead(parts);
    this.commands = commandsOf(this, kernel.log);
    kernel.onAccountOpened.push((owner) => this.fees.fit(this.ledger.blockOf(owner, WALLET.exchange)));
  }

  get fees(): Fees {
    return this.execution.fees;
  }

  /** Applies the most frequent commands without a table look-up; returns null for any other. */
  applyHot(command: { readonly type: string }, timeMs: number): Outcome | null {
    switch (command.type) {
      case 'place-order':
        return made(this.placeOrder(command as PlaceOrder, timeMs), this.lastOrder);
      case 'cancel-order':
        return done(this.cancelOrder(command as CancelOrder));
      default:
        return null;
    }
  }

  /** Prefetches for the commands from `from` up to but excluding `to`, if there are many orders. */
  prefetch(commands: readonly { readonly type: string }[], from: number, to: number): void {
    if (this.pool.highWater >= this.readAheadFrom) this.readAhead.read(commands, from, to);
  }

  placeOrder(command: PlaceOrder, timeMs: number): RefusalName | null {
    const block = this.ledger.blockOf(command.owner, WALLET.exchange);
    if (block === 0) return 'wallet/account-unknown';
    const market = this.registry.markets[command.market];
    if (market === undefined) return 'market/unknown-pair';
    const { clientOrderId } = command;
    if (clientOrderId !== null && this.execution.isIdTaken(block, clientOrderId))
      return 'spot/client-order-id-taken';
    const terms = this.#terms;
    const refusal =
      termsOf(command, market, this.own.of(block, timeMs), terms) ??
      this.#roomRefusal(command, market, block);
    if (refusal !== null) return refusal;
    const { base, quote } = market;
    const { side } = command;
    const source = block * this.ledger.stride + (side === BUY ? quote : base);
    if (this.ledger.available(source) < terms.need) return 'wallet/insufficient-balance';

    const slot = this.pool.take();
    this.lastOrder = this.pool.idOf(slot);
    const { incoming, quantities, settlement } = this.execution;
    incoming.market = market;
    incoming.slot = slot;
    incoming.block = block;
    incoming.side = side;
    incoming.price = command.price;
    incoming.limit = terms.limit;
    incoming.timeInForce = command.timeInForce;
    incoming.selfTrade = command.selfTrade;
    const needsExtra = clientOrderId !== null || (command.price === 0 && command.lots === 0);
    incoming.extra = needsExtra ? extraOf(command) : undefined;
    incoming.flags = flagsOf(command.timeInForce, command.selfTrade) | (needsExtra ? HAS_EXTRA : 0);
    quantities[INCOMING_LOTS] = terms.lots;
    // 0 if limited by a quote amount, even if the command gives negative lots.
    quantities[INCOMING_WHOLE] = command.lots > 0 ? command.lots : 0;
    quantities[INCOMING_PLACED_MS] = timeMs;
    quantities[INCOMING_NEED] = terms.need;
    const { taken } = settlement;
    taken[TAKEN_LOTS] = 0;
    taken[TAKEN_QUOTE] = 0;
    taken[TAKEN_FEE] = 0;
    this.execution.execute();
    return null;
  }

  /**
   * The refusal if there is no room for one more order. An order that never rests needs a slot only
   * briefly.
   */
  #roomRefusal(command: PlaceOrder, market: Market, block: number): RefusalName | null {
    if (!this.pool.hasRoom) return 'spot/too-many-orders';
    if (this.orders.count(block) < market.definition.maxOpenOrders) return null;
    return isTaker(command) ? null : 'spot/too-many-orders';
  }

  /** Cancels an open order and, if it is part of an OCO, the other leg. */
  cancelOrder(command: CancelOrder): RefusalName | null {
    const slot = this.orders.slotOfOwner(command);
    if (slot === 0) return 'spot/unknown-order';
    if (!this.#marketOf(slot).takesCancels) return 'market/halted';
    this.#cancel(slot, ORDER_END.byOwner);
    this.execution.placeExits();
    return null;
  }

  /** The id of an owner's open order on a market by its clientOrderId; 0 if there is none. */
  orderNamed({ owner, market, clientOrderId }: Omit<CancelNamed, 'type'>): number {
    const slot = this.orders.slotOfClientId(this.ledger.blockOf(owner, WALLET.exchange), clientOrderId);
    return slot !== 0 && this.#marketOf(slot).book.index === market ? this.pool.idOf(slot) : 0;
  }

  #marketOf(slot: number): Market {
    const place = this.pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    return this.registry.markets[(place & PLACE_MASK) >> 1]!;
  }

  /** Cancels an order and its OCO partner; returns the number cancelled. */
  #cancel(slot: number, end: number): number {
    const partner = this.execution.partnerOf(slot);
    this.execution.close(slot, end);
    if (partner !== 0) this.execution.endPartners([partner]);
    return partner === 0 ? 1 : 2;
  }

  /** Moves trailing triggers and queues the orders that the index prices reach. */
  onTick(priced: PricedTick): void {
    const { tick, tickMs, prices } = priced;
    this.fees.onTick(tickMs);
    this.countdowns.onTick(priced);
    const expired = this.#expiredByMarket(tickMs);
    // The queue is in order of markets.
    for (const market of this.registry.defined()) {
      const { index } = market.book;
      const isOver = market.status === MARKET_STATUS.delisted;
      if (!isOver && (prices[index] ?? 0) !== 0) this.conditionals.onTick(market, tick);
      for (const order of expired.get(index) ?? []) this.due.addExpiry({ market: index, order, tick });
      this.listings.onTick(market, priced);
    }
  }

  #expiredByMarket(tickMs: number): ReadonlyMap<number, readonly number[]> {
    const byMarket = new Map<number, number[]>();
    for (const order of this.execution.expiries.takeUntil(tickMs)) {
      const place = this.pool.fields[(this.pool.slotOf(order) & SLOT_MASK) * FIELDS + PLACE]!;
      const market = (place & PLACE_MASK) >> 1;
      const orders = byMarket.get(market) ?? [];
      orders.push(order);
      byMarket.set(market, orders);
    }
    return byMarket;
  }

  processDue(item: DueItem): void {
    const { id, market, tick } = item;
    if (item.action === DUE_ORDER.delist) return this.#cancelDelisted(this.registry.markets[market]!);
    if (item.action === DUE_ORDER.countdown) return this.countdowns.process(item);
    this.due.take(item);
    if (item.action === DUE_ORDER.reportTrail) this.conditionals.reportTrail(id);
    else if (item.action === DUE_ORDER.expire) this.#expire(id);
    else if (this.registry.markets[market]!.status === MARKET_STATUS.trading)
      this.conditionals.fireDue(id, tick);
    else this.due.hold({ market, order: id, tick });
  }

  /** Cancels the next order of a delisted market, with its OCO partner. */
  #cancelDelisted(market: Market): void {
    this.#cancel(this.listings.nextOrder(market), ORDER_END.delisted);
    this.execution.placeExits();
  }

  /** Ends an order whose time has come, unless it ended before its turn. */
  #expire(order: number): void {
    const slot = this.pool.slotOf(order);
    if (slot === 0) return;
    this.execution.close(slot, ORDER_END.expired);
    this.execution.placeExits();
  }

  restoreDue(item: DueItem): void {
    if (item.action === DUE_ORDER.delist) this.listings.restoreDue(item);
    else if (item.action === DUE_ORDER.countdown) this.countdowns.restoreDue(item);
    else this.due.restore(item);
  }

  onRules(): void {}

  save(out: ByteWriter): void {
    saveSpot(this, out);
  }

  load(input: ByteReader): void {
    loadSpot(this, input);
  }

  *holds(): Iterable<Hold> {
    for (const { slot, owner, side, base, quote } of liveOrders(this)) {
      const units = this.pool.quantities[(slot & SLOT_MASK) * QUANTITIES + FROZEN]!;
      const asset = side === BUY ? quote : base;
      yield { owner, wallet: WALLET.exchange, asset, part: 'frozen', units };
    }
  }

  /** None, because orders freeze money of their owners and the house promises nothing. */
  obligations(): Obligation[] {
    return [];
  }

  needs(market: number): boolean {
    return this.listings.prices(this.registry.markets[market]!);
  }

  findings(): Finding[] {
    return findingsOf(this);
  }

  /** Open orders, without market makers' quotes. */
  *open(owner?: number): Iterable<SpotEvent> {
    if (owner !== undefined) yield* this.openOrders(owner);
    else for (const { slot, isQuote } of liveOrders(this)) if (!isQuote) yield this.orders.describe(slot);
  }

  /** An open order of an owner by its id; null if there is none. */
  openOrder(owner: number, order: number): OrderChanged | null {
    const slot = this.orders.slotOfOwner({ owner, order });
    return slot === 0 ? null : this.orders.describe(slot);
  }

  /**
   * The owner's open order with this clientOrderId. The legs of an OCO share one; then it is the
   * leg that rests.
   */
  openOrderOfClient(owner: number, clientOrderId: string): OrderChanged | null {
    const block = this.ledger.blockOf(owner, WALLET.exchange);
    const slot = this.orders.slotOfClientId(block, clientOrderId);
    return slot === 0 ? null : this.orders.describe(slot);
  }

  hasOpenOrders(owner: number): boolean {
    return this.orders.count(this.ledger.blockOf(owner, WALLET.exchange)) > 0;
  }

  /** Open orders of an owner, newest first, without a market maker's quotes. */
  openOrders(owner: number): OrderChanged[] {
    return this.orders
      .slotsOf(this.ledger.blockOf(owner, WALLET.exchange))
      .filter((slot) => (this.pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]! & IS_QUOTE) === 0)
      .map((slot) => this.orders.describe(slot))
      .sort((a, b) => b.placedMs - a.placedMs || b.order - a.order);
  }

  /** All orders, resting and waiting, by slot. */
  forEachOrder(visit: (order: OrderChanged, isQuote: boolean) => void): void {
    for (const { slot, isQuote } of liveOrders(this)) visit(this.orders.describe(slot), isQuote);
  }
}

function commandsOf(spot: Spot, log: EventLog): Spot['commands'] {
  const { amendments, conditionals, extended, fees, ledger, listings, quotes, stopAmendments } = spot;
  const { countdowns, lists, massCancels } = spot;
  const replacing = { log, extended, spot };
  return {
    'define-market': (command) => made(listings.define(command), command.market),
    'set-market-status': (command) => made(listings.setStatus(command), command.market),
    'change-market': (command) => made(listings.change(command), command.market),
    'delist-market': (command, timeMs) => made(listings.delist(command, timeMs), command.market),
    'open-market': (command, timeMs) => made(listings.open(command, timeMs), command.market),
    'place-order': (command, timeMs) => made(spot.placeOrder(command, timeMs), spot.lastOrder),
    'place-conditional': (command, timeMs) =>
      made(conditionals.place(command, timeMs), conditionals.lastOrder),
    'place-oco': (command, timeMs) => made(lists.placeOco(command, timeMs), lists.lastOrder),
    'place-order-list': (command, timeMs) => made(lists.placeList(command, timeMs), lists.lastOrder),
    'place-extended': (command, timeMs) => made(extended.place(command, timeMs), extended.lastOrder),
    'amend-conditional': (command, timeMs) => made(stopAmendments.amend(command, timeMs), command.order),
    'amend-oco': (command, timeMs) => made(stopAmendments.amendOco(command, timeMs), command.order),
    'amend-order': (command, timeMs) => made(amendments.amend(command, timeMs), command.order),
    'cancel-order': (command) => done(spot.cancelOrder(command)),
    'cancel-named': (command) => cancelNamed(spot, command),
    'replace-order': (command, timeMs) => replaceOrder(replacing, command, timeMs),
    'cancel-all': (command) => counted(massCancels.all(command)),
    'cancel-prefixed': (command) => counted(massCancels.prefixed(command)),
    'cancel-after': (command, timeMs) => done(countdowns.set(command, timeMs)),
    'replace-quotes': (command, timeMs) =>
      ledger.isOpen(command.owner) ? counted(quotes.replace(command, timeMs)) : unknownAccount,
    'define-fee-tiers': (command) => done(fees.define(command)),
    'set-referrer': (command) => made(fees.setReferrer(command), command.owner),
  };
}

const isTaker = ({ price, timeInForce }: PlaceOrder): boolean =>
  price === 0 || timeInForce === TIF.IOC || timeInForce === TIF.FOK;

/** The non-numeric part of a plain order. */
function extraOf(command: PlaceOrder): OrderExtra {
  const quoteAmount = command.lots > 0 ? 0 : command.quoteAmount;
  return { ...NO_EXTRA, clientOrderId: command.clientOrderId, quoteAmount };
}
