/** The engines that play XB1: our book alone, our full core, and npm's nodejs-order-book. */
import { OrderBook, Side as PeerSide } from 'nodejs-order-book';
import { Book, OrderPool, PRICE_MAX } from '@glasshouse/core/matching';
import type { Engine, Tape, WorkloadOrder } from './xb1.ts';

/** Our book alone: matching, no users, no money. */
export class BookEngine implements Engine {
  readonly #pool = new OrderPool();
  readonly #book = new Book(0, this.#pool);
  readonly #tape: Tape;
  readonly #slotOf: Int32Array;
  #idOf = new Int32Array(1 << 12);
  readonly #resting = { side: 0 as 0 | 1, price: 0, lots: 0, owner: 0 };

  constructor(tape: Tape) {
    this.#tape = tape;
    this.#slotOf = new Int32Array(tape.live.length);
  }

  limit(id: number, order: WorkloadOrder): void {
    const left = this.#match(order, order.price);
    if (left === 0) return;
    const slot = this.#pool.take();
    if (slot >= this.#idOf.length) {
      const larger = new Int32Array(this.#idOf.length * 2);
      larger.set(this.#idOf);
      this.#idOf = larger;
    }
    const resting = this.#resting;
    resting.side = order.side;
    resting.price = order.price;
    resting.lots = left;
    resting.owner = order.user;
    this.#book.rest(slot, resting);
    this.#slotOf[id] = slot;
    this.#idOf[slot] = id;
    this.#tape.rests(id);
  }

  market(_id: number, order: WorkloadOrder): void {
    this.#match(order, order.side === 0 ? PRICE_MAX : 1);
  }

  cancel(id: number): void {
    const slot = this.#slotOf[id]!;
    this.#book.remove(slot);
    this.#pool.release(slot);
  }

  #match(order: WorkloadOrder, limit: number): number {
    const book = this.#book;
    if (!book.crosses(order.side, limit)) return order.lots;
    const left = book.match(order.side, limit, order.lots);
    const quantities = this.#pool.quantities;
    for (let i = 0; i < book.fillCount; i++) {
      const slot = book.fillSlots[i]!;
      const maker = this.#idOf[slot]!;
      this.#tape.trade(maker, book.fillPrices[i]!, book.fillLots[i]!);
      if (quantities[slot * 4 + 2] === 0) {
        this.#tape.gone(maker);
        this.#pool.release(slot);
      }
    }
    return left;
  }
}

/** The peer, as its README shows it. */
export class PeerEngine implements Engine {
  readonly #book = new OrderBook({ enableJournaling: false });
  readonly #tape: Tape;

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  limit(id: number, order: WorkloadOrder): void {
    const result = this.#book.limit({
      side: order.side === 0 ? PeerSide.BUY : PeerSide.SELL,
      id: String(id),
      size: order.lots,
      price: order.price,
    });
    if (result.err) throw result.err;
    this.#report(result);
    if (
      result.partial === null
        ? result.done.every((done) => done.id !== String(id))
        : result.partial.id === String(id)
    )
      this.#tape.rests(id);
  }

  market(_id: number, order: WorkloadOrder): void {
    this.#report(
      this.#book.market({ side: order.side === 0 ? PeerSide.BUY : PeerSide.SELL, size: order.lots }),
    );
  }

  cancel(id: number): void {
    if (this.#book.cancel(String(id)) === undefined) throw new Error(`peer lost order ${id}`);
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
