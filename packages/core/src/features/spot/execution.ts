/**
 * Executes an order: match, then rest, finish or cancel; release funds and emit the record. New,
 * fired and amended orders all pass through here, as `incoming`.
 */
import type { DueOrders } from './due-orders.ts';
import { type EventLog } from '../../events/event-log.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import type { Registry } from '../../registry.ts';
import type { HeldPrices } from './held-prices.ts';
import { isTrailing } from './conditional-terms.ts';
import { Expiries } from './expiries.ts';
import { Fees } from './fees.ts';
import { nothingIncoming } from './incoming.ts';
import { OpenOrders } from './open-orders.ts';
import { sideOf } from './order-flags.ts';
import { Reductions } from './reductions.ts';
import { Settlement, type Exit } from './settlement.ts';
import { unitsToFreeze } from './terms.ts';
import { WaitingOrders } from './waiting-orders.ts';
import * as SIDE from '../../matching/side.ts';
import * as COMMANDS from './commands.ts';
import * as EVENT_RECORDS from './event-records.ts';
import * as EVENTS from './events.ts';
import * as BOOK from '../../matching/book.ts';
import * as RECORD from '../../matching/order-record.ts';
import * as SPOT_RECORD from './order-record.ts';

const { BUY } = SIDE;
const { TIME_IN_FORCE: TIF } = COMMANDS;
const { ORDER, ORDER_AT, ORDER_SIZE } = EVENT_RECORDS;
const { MATCH_ENDED } = BOOK;
const ENDED_OWN = MATCH_ENDED.own;
const ENDED_FULL = MATCH_ENDED.full;
const { FIRED_ROUNDS } = COMMANDS;
/** In place of an ORDER_END: the order does not end. */
const RESTS = -1;
const { ORDER_END, ORDER_STATUS } = EVENTS;
const {
  FIELDS,
  GENERATION,
  IS_ICEBERG,
  OPEN,
  OWNER,
  PLACE,
  PLACE_MASK,
  PRICE,
  QUANTITIES,
  SLOT_MASK,
  SLOTS,
} = RECORD;
const {
  FEE,
  FILLED_QUOTE,
  FROZEN,
  HAS_EXITS,
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

export interface SpotParts {
  readonly ledger: Ledger;
  readonly registry: Registry;
  readonly log: EventLog;
  readonly pool: OrderPool;
  readonly due: DueOrders;
  readonly held: HeldPrices;
}

export class Execution {
  declare readonly orders: OpenOrders;
  declare readonly fees: Fees;
  declare readonly settlement: Settlement;
  declare readonly reductions: Reductions;
  declare private readonly pool: OrderPool;
  declare private readonly ledger: Ledger;
  declare private readonly registry: Registry;
  declare private readonly log: EventLog;
  readonly incoming = nothingIncoming();
  readonly quantities = new Float64Array(4);
  readonly waiting = new WaitingOrders();
  readonly expiries = new Expiries((order) => this.pool.slotOf(order) !== 0);
  /** Places the exits of ended orders and empties the list. Set by `Spot`. */
  onExits: (exits: Exit[]) => void = () => {};
  declare private readonly due: DueOrders;
  readonly #resting = { side: 0 as 0 | 1, price: 0, lots: 0, owner: 0, flags: 0 };

  constructor(parts: SpotParts) {
    this.ledger = parts.ledger;
    this.registry = parts.registry;
    this.log = parts.log;
    this.pool = parts.pool;
    this.due = parts.due;
    this.orders = new OpenOrders(parts);
    this.fees = new Fees(parts);
    this.settlement = new Settlement({ ...parts, orders: this.orders, fees: this.fees });
    this.reductions = new Reductions({ ...parts, orders: this.orders, settlement: this.settlement });
  }

  /**
   * Matches `incoming`, then rests, finishes or cancels it. The caller has set its quantities, put
   * its earlier fills into `settlement.taken`, and checked its balance. Trades are paid from
   * available units.
   */
  execute(): void {
    const { incoming, quantities, settlement } = this;
    const { market, side, block } = incoming;
    const { book } = market;
    let left = quantities[INCOMING_LOTS]!;
    let ended = 0;
    const { extra } = incoming;
    let rounds = extra === undefined || extra.firedTick === 0 ? 1 : FIRED_ROUNDS;
    for (; rounds > 0 && book.crosses(side, incoming.limit); rounds--) {
      left = book.match(side, incoming.limit, left, block, incoming.selfTrade);
      ended = book.ended;
      if (book.fillCount > 0) settlement.settle(market, incoming);
      if (book.ownSlots.length > 0) this.#cancelOwn(book.ownSlots);
      if (book.preventedLots > 0) this.reductions.takePrevented(book, this, left);
      if (ended !== ENDED_FULL) break;
    }
    // Each is called at one place only, because V8 inlines it at every call.
    const end = this.#endOf(left, ended);
    if (end === RESTS) this.#rest(left);
    else this.#end(end);
    if (settlement.partners.length > 0) this.endPartners(settlement.partners);
    this.placeExits();
  }

  /** ORDER_END of `incoming` after its match, or RESTS. */
  #endOf(left: number, ended: number): number {
    const { price, timeInForce } = this.incoming;
    if (ended === ENDED_OWN) return ORDER_END.selfTrade;
    if (left === 0 && this.quantities[INCOMING_LOTS]! > 0) {
      // A market buy asks for no more than its owner can pay.
      const whole = this.quantities[INCOMING_WHOLE]!;
      return whole <= this.settlement.taken[TAKEN_LOTS]! ? ORDER_END.none : ORDER_END.money;
    }
    if (ended === ENDED_FULL) return ORDER_END.matchLimit;
    const isTaker = price === 0 || timeInForce === TIF.IOC || timeInForce === TIF.FOK;
    return isTaker ? ORDER_END.unfilled : RESTS;
  }

  /**
   * Places the exits of the orders that have ended. Every caller that ends orders calls it at the
   * end.
   */
  placeExits(): void {
    const { exits } = this.settlement;
    if (exits.length > 0) this.onExits(exits);
  }

  /** Whether an open order of the owner has this id of his own. An empty one is none. */
  isIdTaken(block: number, clientOrderId: string): boolean {
    return clientOrderId !== '' && this.orders.slotOfClientId(block, clientOrderId) !== 0;
  }

  /**
   * Cancels the owner's orders that self-trade prevention removed from the book, and the other legs
   * of their OCOs.
   */
  #cancelOwn(slots: readonly number[]): void {
    for (const slot of slots) {
      const partner = this.partnerOf(slot);
      if (partner !== 0) this.settlement.partners.push(partner);
      this.#close(slot, ORDER_END.selfTrade);
    }
  }

  #rest(left: number): void {
    const { incoming, quantities } = this;
    const { market, slot, block, side, price, flags } = incoming;
    if ((flags & IS_ICEBERG) !== 0) {
      const { visible } = incoming.extra!;
      this.pool.icebergs.set(slot, { visible, shown: Math.min(visible, left) });
    }
    const resting = this.#resting;
    resting.side = side;
    resting.price = price;
    resting.lots = left;
    resting.owner = block;
    resting.flags = flags;
    market.book.rest(slot, resting);
    this.orders.add(slot, block);
    if (incoming.extra !== undefined) this.orders.extras.set(slot, incoming.extra);
    const whole = quantities[INCOMING_WHOLE]!;
    // If nothing was filled, the need that the check of the terms computed is still right.
    const frozen = left === whole ? quantities[INCOMING_NEED]! : unitsToFreeze(market, resting);
    const placedMs = quantities[INCOMING_PLACED_MS]!;
    const { taken } = this.settlement;
    const filledQuote = taken[TAKEN_QUOTE]!;
    const fee = taken[TAKEN_FEE]!;
    const { base, quote } = market;
    const { balances, stride } = this.ledger;
    const source = (Math.imul(block, stride) + (side === BUY ? quote : base)) << 1;
    balances[source] = balances[source]! - frozen;
    balances[source | 1] = balances[source | 1]! + frozen;
    const pool = this.pool;
    const record = pool.quantities;
    const from = (slot & SLOT_MASK) * QUANTITIES;
    record[from + LOTS] = whole;
    record[from + FILLED_QUOTE] = filledQuote;
    record[from + FEE] = fee;
    record[from + FROZEN] = frozen;
    record[from + PLACED_MS] = placedMs;
    // Inlines `orders.report`, which would read the order again.
    const log = this.log;
    const at = log.reserve(ORDER_SIZE);
    const { data } = log;
    data[at] = log.head + ORDER;
    data[at + ORDER_AT.order] = (pool.fields[(slot & SLOT_MASK) * FIELDS + GENERATION]! >>> 0) * SLOTS + slot;
    data[at + ORDER_AT.block] = block;
    data[at + ORDER_AT.place] = (market.book.index * 2 + side) | flags;
    data[at + ORDER_AT.price] = price;
    data[at + ORDER_AT.lots] = whole;
    data[at + ORDER_AT.filledLots] = whole - left;
    data[at + ORDER_AT.filledQuote] = filledQuote;
    data[at + ORDER_AT.fee] = fee;
    data[at + ORDER_AT.frozen] = frozen;
    data[at + ORDER_AT.placedMs] = placedMs;
    data[at + ORDER_AT.extra] = log.file(incoming.extra);
    data[at + ORDER_AT.status] = ORDER_STATUS.unfinished;
    data[at + ORDER_AT.end] = ORDER_END.none;
  }

  /** Emits the record of an order that no longer rests, or never did; frees its slot. */
  #end(end: number): void {
    const { incoming, quantities } = this;
    const { slot } = incoming;
    const { taken } = this.settlement;
    const log = this.log;
    const at = log.reserve(ORDER_SIZE);
    const { data } = log;
    data[at] = log.head + ORDER;
    data[at + ORDER_AT.order] = this.pool.idOf(slot);
    data[at + ORDER_AT.block] = incoming.block;
    data[at + ORDER_AT.place] = (incoming.market.book.index * 2 + incoming.side) | incoming.flags;
    data[at + ORDER_AT.price] = incoming.price;
    data[at + ORDER_AT.lots] = quantities[INCOMING_WHOLE]!;
    data[at + ORDER_AT.filledLots] = taken[TAKEN_LOTS]!;
    data[at + ORDER_AT.filledQuote] = taken[TAKEN_QUOTE]!;
    data[at + ORDER_AT.fee] = taken[TAKEN_FEE]!;
    data[at + ORDER_AT.frozen] = 0;
    data[at + ORDER_AT.placedMs] = quantities[INCOMING_PLACED_MS]!;
    data[at + ORDER_AT.extra] = log.file(incoming.extra);
    data[at + ORDER_AT.status] = end === ORDER_END.none ? ORDER_STATUS.finished : ORDER_STATUS.cancelled;
    data[at + ORDER_AT.end] = end;
    if ((incoming.flags & HAS_EXITS) !== 0) this.#noteOwnExits();
    this.pool.release(slot);
  }

  /** Notes the exits of `incoming`, which has ended. */
  #noteOwnExits(): void {
    const { slot, block, market, side, flags, extra } = this.incoming;
    const { taken, exits } = this.settlement;
    exits.push({
      entry: this.pool.idOf(slot),
      block,
      place: (market.book.index * 2 + side) | flags,
      extra: extra!,
      lots: taken[TAKEN_LOTS]!,
      quoteUnits: taken[TAKEN_QUOTE]!,
      fee: taken[TAKEN_FEE]!,
    });
  }

  /** Removes an order from the book or from the waiting orders, and releases its frozen units. */
  close(slot: number, end: number): void {
    const place = this.pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    if ((place & IS_WAITING) === 0) this.registry.markets[(place & PLACE_MASK) >> 1]!.book.remove(slot);
    else this.#endWaiting(slot);
    this.#close(slot, end);
  }

  /**
   * Releases an order's frozen units, reports its end and frees its slot. Combines `release` and
   * `orders.report` to read the order once.
   */
  #close(slot: number, end: number): void {
    const { fields, quantities } = this.pool;
    const at = (slot & SLOT_MASK) * FIELDS;
    const from = (slot & SLOT_MASK) * QUANTITIES;
    const place = fields[at + PLACE]!;
    const block = fields[at + OWNER]!;
    const released = quantities[from + FROZEN]!;
    const lots = quantities[from + LOTS]!;
    const { base, quote } = this.registry.markets[(place & PLACE_MASK) >> 1]!;
    const { balances, stride } = this.ledger;
    const source = (Math.imul(block, stride) + (sideOf(place) === BUY ? quote : base)) << 1;
    balances[source] = balances[source]! + released;
    balances[source | 1] = balances[source | 1]! - released;
    const log = this.log;
    const record = log.reserve(ORDER_SIZE);
    const { data } = log;
    data[record] = log.head + ORDER;
    data[record + ORDER_AT.order] = (fields[at + GENERATION]! >>> 0) * SLOTS + slot;
    data[record + ORDER_AT.block] = block;
    data[record + ORDER_AT.place] = place;
    data[record + ORDER_AT.price] = fields[at + PRICE]!;
    data[record + ORDER_AT.lots] = lots;
    data[record + ORDER_AT.filledLots] = lots - quantities[from + OPEN]!;
    data[record + ORDER_AT.filledQuote] = quantities[from + FILLED_QUOTE]!;
    data[record + ORDER_AT.fee] = quantities[from + FEE]!;
    data[record + ORDER_AT.frozen] = -released;
    data[record + ORDER_AT.placedMs] = quantities[from + PLACED_MS]!;
    data[record + ORDER_AT.extra] = (place & HAS_EXTRA) === 0 ? 0 : log.file(this.orders.extras.get(slot));
    data[record + ORDER_AT.status] = ORDER_STATUS.cancelled;
    data[record + ORDER_AT.end] = end;
    if ((place & HAS_EXITS) !== 0) this.settlement.noteExits(slot);
    this.orders.drop(slot, block);
  }

  /** Releases an order's frozen units; returns them. The caller reports the change. */
  release(slot: number): number {
    const { fields, quantities } = this.pool;
    const place = fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    const { base, quote } = this.registry.markets[(place & PLACE_MASK) >> 1]!;
    const { balances, stride } = this.ledger;
    const source =
      (fields[(slot & SLOT_MASK) * FIELDS + OWNER]! * stride + (sideOf(place) === BUY ? quote : base)) * 2;
    const released = quantities[(slot & SLOT_MASK) * QUANTITIES + FROZEN]!;
    balances[source] = balances[source]! + released;
    balances[source | 1] = balances[source | 1]! - released;
    quantities[(slot & SLOT_MASK) * QUANTITIES + FROZEN] = 0;
    return released;
  }

  /** Removes a reached order from the due queue too, unless it is being processed. */
  #endWaiting(slot: number): void {
    const { reachedTick, firedTick } = this.orders.extras.get(slot)!;
    if (reachedTick > 0 && firedTick === 0) this.due.leave(this.#marketOf(slot), this.pool.idOf(slot));
    this.forget(slot);
  }

  /** Removes an order from the waiting orders. */
  forget(slot: number): void {
    const block = this.pool.fields[(slot & SLOT_MASK) * FIELDS + OWNER]!;
    this.due.leaveTrail(this.pool.idOf(slot));
    const trails = isTrailing(this.orders.extras.get(slot)!);
    this.waiting.remove(this.#marketOf(slot), { slot, block, isTrailing: trails });
  }

  #marketOf(slot: number): number {
    return (this.pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]! & PLACE_MASK) >> 1;
  }

  partnerOf(slot: number): number {
    const { fields } = this.pool;
    if ((fields[(slot & SLOT_MASK) * FIELDS + PLACE]! & IS_LINKED) === 0) return 0;
    return this.orders.extras.get(slot)!.partner;
  }

  /**
   * Ends the other legs of OCOs, given by id, and empties the list. The remainders of the first
   * legs are no longer linked.
   */
  endPartners(partners: number[]): void {
    const { extras } = this.orders;
    for (const id of partners.splice(0)) {
      const slot = this.pool.slotOf(id);
      if (slot === 0) continue;
      const first = this.pool.slotOf(extras.get(slot)!.partner);
      if (first !== 0)
        this.pool.fields[(first & SLOT_MASK) * FIELDS + PLACE] =
          this.pool.fields[(first & SLOT_MASK) * FIELDS + PLACE]! & ~IS_LINKED;
      this.close(slot, ORDER_END.partner);
    }
  }
}
