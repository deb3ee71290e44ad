/** The engines that play XB1: our book alone, our full core, and npm's nodejs-order-book. */
import { OrderBook, Side as PeerSide } from 'nodejs-order-book';
import {
  Exchange,
  FIRST_USER,
  SELF_TRADE,
  TIME_IN_FORCE,
  type CancelOrder,
  type Command,
  type Outcome,
  type PlaceOrder,
} from '@glasshouse/core';
import { Book, OPEN, OrderPool, PRICE_MAX, QUANTITIES, SLOTS } from '@glasshouse/core/matching';
import { MARKET, opened } from './market.ts';
import type { Engine, Tape, WorkloadOrder } from './xb1.ts';

/** A plausible clock time. */
const START_MS = 1_700_000_000_000;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Our book alone: matching, no users, no money. */
export class BookEngine implements Engine {
  readonly #pool = new OrderPool();
  readonly #book = new Book(0, this.#pool);
  readonly #tape: Tape;
  readonly #slotOf: Int32Array;
  readonly #idOf: Int32Array;
  readonly #resting = { side: 0 as 0 | 1, price: 0, lots: 0, owner: 0, flags: 0 };

  constructor(tape: Tape, handles: number) {
    this.#tape = tape;
    this.#slotOf = new Int32Array(handles);
    this.#idOf = new Int32Array(slotsOf(handles));
  }

  limit(id: number, order: WorkloadOrder): void {
    const left = this.#match(order, order.price);
    if (left === 0) return;
    const slot = this.#pool.take();
    const resting = this.#resting;
    resting.side = order.side;
    resting.price = order.price;
    resting.lots = left;
    resting.owner = order.user;
    this.#book.rest(slot, resting);
    this.#slotOf[order.handle] = slot;
    this.#idOf[slot] = id;
    this.#tape.rests(id);
  }

  market(_id: number, order: WorkloadOrder): void {
    this.#match(order, order.side === 0 ? PRICE_MAX : 1);
  }

  cancel(handle: number): void {
    const slot = this.#slotOf[handle]!;
    this.#book.remove(slot);
    this.#pool.release(slot);
  }

  #match(order: WorkloadOrder, limit: number): number {
    const book = this.#book;
    if (!book.crosses(order.side, limit)) return order.lots;
    const left = book.match(order.side, limit, order.lots, order.user, SELF_TRADE.allow);
    const quantities = this.#pool.quantities;
    for (let i = 0; i < book.fillCount; i++) {
      const slot = book.fillSlots[i]!;
      const maker = this.#idOf[slot]!;
      this.#tape.trade(maker, book.fillPrices[i]!, book.fillLots[i]!);
      if (quantities[slot * QUANTITIES + OPEN] === 0) {
        this.#tape.gone(maker);
        this.#pool.release(slot);
      }
    }
    return left;
  }
}

/** The peer, used as its README shows. */
export class PeerEngine implements Engine {
  readonly #idOf: string[] = [];
  readonly #book = new OrderBook({ enableJournaling: false });
  readonly #tape: Tape;

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  limit(id: number, order: WorkloadOrder): void {
    const orderId = String(id);
    this.#idOf[order.handle] = orderId;
    const result = this.#book.limit({
      side: order.side === 0 ? PeerSide.BUY : PeerSide.SELL,
      id: orderId,
      size: order.lots,
      price: order.price,
    });
    if (result.err) throw result.err;
    this.#report(result);
    if (
      result.partial === null
        ? result.done.every((done) => done.id !== orderId)
        : result.partial.id === orderId
    )
      this.#tape.rests(id);
  }

  market(_id: number, order: WorkloadOrder): void {
    this.#report(
      this.#book.market({ side: order.side === 0 ? PeerSide.BUY : PeerSide.SELL, size: order.lots }),
    );
  }

  cancel(handle: number): void {
    const id = this.#idOf[handle]!;
    if (this.#book.cancel(id) === undefined) throw new Error(`peer lost order ${id}`);
  }

  #report(result: ReturnType<OrderBook['limit']>): void {
    const taker = String(this.#tape.taker);
    for (const done of result.done) {
      if (done.id === taker) continue;
      const maker = Number(done.id);
      this.#tape.trade(maker, (done as { price: number }).price, done.size);
      this.#tape.gone(maker);
    }
    const partial = result.partial;
    if (partial !== null && partial.id !== taker)
      this.#tape.trade(Number(partial.id), partial.price, result.partialQuantityProcessed);
  }
}

/**
 * Our full core: the same orders as commands, with freezing, fees, postings, events and guards.
 * Events are cleared every 256 commands.
 */
export class CoreEngine implements Engine {
  readonly #exchange = new Exchange();
  readonly #book: Book;
  readonly #tape: Tape;
  /** The order and its owner by handle, which clients know. */
  readonly #orderOf: Float64Array;
  readonly #ownerOf: Int32Array;
  /** The workload's id of the order in a slot. */
  readonly #idOf: Int32Array;
  readonly #place: Writable<PlaceOrder> = {
    type: 'place-order',
    owner: 0,
    market: 0,
    side: 0,
    price: 0,
    lots: 0,
    quoteAmount: 0,
    timeInForce: TIME_IN_FORCE.GTC,
    selfTrade: SELF_TRADE.allow,
    clientOrderId: null,
  };
  readonly #cancel: Writable<CancelOrder> = { type: 'cancel-order', owner: 0, order: 0 };

  constructor(tape: Tape, handles: number) {
    this.#tape = tape;
    this.#orderOf = new Float64Array(handles);
    this.#ownerOf = new Int32Array(handles);
    this.#idOf = new Int32Array(slotsOf(handles));
    for (const command of MARKET) this.#apply(command);
    this.#book = this.#exchange.registry.markets[0]!.book;
    for (let user = 0; user < 1000; user++)
      for (const command of opened(FIRST_USER + user, 5e12)) this.#apply(command);
  }

  limit(id: number, order: WorkloadOrder): void {
    const left = this.#trade(id, order, order.price);
    if (left > 0) this.#tape.rests(id);
  }

  market(id: number, order: WorkloadOrder): void {
    this.#trade(id, order, 0);
  }

  cancel(handle: number): void {
    this.#cancel.order = this.#orderOf[handle]!;
    this.#cancel.owner = this.#ownerOf[handle]!;
    this.#apply(this.#cancel);
  }

  #trade(id: number, order: WorkloadOrder, price: number): number {
    const place = this.#place;
    place.owner = FIRST_USER + order.user;
    place.side = order.side;
    place.price = price;
    place.lots = order.lots;
    this.#book.fillCount = 0;
    const outcome = this.#apply(place);
    const left = this.#report(order.lots);
    this.#orderOf[order.handle] = outcome.id;
    this.#ownerOf[order.handle] = place.owner;
    this.#idOf[outcome.id & (SLOTS - 1)] = id;
    return left;
  }

  #report(lots: number): number {
    const book = this.#book;
    const { quantities } = this.#exchange.features.spot.pool;
    let left = lots;
    for (let i = 0; i < book.fillCount; i++) {
      const slot = book.fillSlots[i]!;
      const maker = this.#idOf[slot]!;
      this.#tape.trade(maker, book.fillPrices[i]!, book.fillLots[i]!);
      left -= book.fillLots[i]!;
      if (quantities[slot * QUANTITIES + OPEN] === 0) this.#tape.gone(maker);
    }
    return left;
  }

  #apply(command: Command): Outcome {
    const exchange = this.#exchange;
    const seq = exchange.seq + 1;
    // A batch's commands share its time.
    const timeMs = START_MS + (seq >> 8);
    if (seq % 256 === 0) exchange.log.clear();
    const outcome = exchange.apply(seq, timeMs, command);
    if (outcome.error !== null) throw new Error(`command ${seq} was refused: ${outcome.error}`);
    return outcome;
  }
}

/**
 * Most slots in use: one per resting order, one for the incoming order, and the reserved slot 0.
 */
function slotsOf(handles: number): number {
  return handles + 2;
}
