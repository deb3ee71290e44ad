/**
 * What the core knows of each resting order beyond the book: who owns it, what it has frozen, what it has filled.
 * Records in a typed array by slot, and a linked list of each owner's orders; no object per order.
 */
import { OWNER, PLACE, PRICE, type OrderPool } from '../../matching/order-pool.ts';
import type { OrderChanged } from '../../events.ts';
import type { Side } from '../../commands.ts';

/** Fields of a record; index slot * 8 + field. */
export const LOTS = 0;
export const FILLED_LOTS = 1;
export const FILLED_QUOTE = 2;
export const FEE = 3;
export const FROZEN = 4;
export const PLACED_MS = 5;
/** What was paid by a market buy is never resting, so a resting order keeps no quoteAmount. */
export const TIME_IN_FORCE = 6;
/** 1 for a market maker's quote: it leaves no rows in the order history. */
export const IS_QUOTE = 7;

export type OrderFields = Omit<OrderChanged, 'type'>;
type Writable<T> = { -readonly [K in keyof T]: T[K] };

export class OpenOrders {
  records = new Float64Array(1024 * 8);
  readonly pool: OrderPool;
  #next = new Int32Array(1024);
  #previous = new Int32Array(1024);
  #heads = new Int32Array(4096);
  #counts = new Int32Array(4096);
  readonly #clientOrderIds = new Map<number, string>();
  /** Reused for every event: the log copies it at once. */
  readonly #event: Writable<OrderFields> = {
    order: 0,
    owner: 0,
    market: 0,
    side: 0,
    price: 0,
    lots: 0,
    quoteAmount: 0,
    filledLots: 0,
    filledQuote: 0,
    fee: 0,
    timeInForce: 0,
    status: 0,
    placedMs: 0,
    clientOrderId: null,
  };

  constructor(pool: OrderPool) {
    this.pool = pool;
  }

  count(owner: number): number {
    return owner < this.#counts.length ? this.#counts[owner]! : 0;
  }

  /** Files a resting order under its owner; the caller fills its record. */
  add(slot: number, owner: number, clientOrderId: string | null): void {
    if (slot >= this.#next.length) this.#growSlots(slot);
    if (owner >= this.#heads.length) this.#growOwners(owner);
    const head = this.#heads[owner]!;
    this.#next[slot] = head;
    this.#previous[slot] = 0;
    if (head !== 0) this.#previous[head] = slot;
    this.#heads[owner] = slot;
    this.#counts[owner] = this.#counts[owner]! + 1;
    if (clientOrderId !== null) this.#clientOrderIds.set(slot, clientOrderId);
  }

  /** Forgets an order and frees its slot. */
  drop(slot: number, owner: number): void {
    const next = this.#next[slot]!;
    const previous = this.#previous[slot]!;
    if (previous === 0) this.#heads[owner] = next;
    else this.#next[previous] = next;
    if (next !== 0) this.#previous[next] = previous;
    this.#counts[owner] = this.#counts[owner]! - 1;
    if (this.#clientOrderIds.size > 0) this.#clientOrderIds.delete(slot);
    this.pool.release(slot);
  }

  /** Slots of an owner's orders in the order of their slots: the same after a restore. */
  slotsOf(owner: number): number[] {
    const slots: number[] = [];
    if (owner >= this.#heads.length) return slots;
    for (let slot = this.#heads[owner]!; slot !== 0; slot = this.#next[slot]!) slots.push(slot);
    return slots.sort((a, b) => a - b);
  }

  clientOrderId(slot: number): string | null {
    return this.#clientOrderIds.size === 0 ? null : (this.#clientOrderIds.get(slot) ?? null);
  }

  /** The order in a slot as it now is, in an object that the next call reuses. */
  describe(slot: number, status: number): OrderFields {
    const fields = this.pool.fields;
    const at = slot * 8;
    const records = this.records;
    const event = this.#event;
    const place = fields[at + PLACE]!;
    event.order = this.pool.idOf(slot);
    event.owner = fields[at + OWNER]!;
    event.market = place >> 1;
    event.side = (place & 1) as Side;
    event.price = fields[at + PRICE]!;
    event.lots = records[at + LOTS]!;
    event.quoteAmount = 0;
    event.filledLots = records[at + FILLED_LOTS]!;
    event.filledQuote = records[at + FILLED_QUOTE]!;
    event.fee = records[at + FEE]!;
    event.timeInForce = records[at + TIME_IN_FORCE]!;
    event.status = status;
    event.placedMs = records[at + PLACED_MS]!;
    event.clientOrderId = this.clientOrderId(slot);
    return event;
  }

  #growSlots(slot: number): void {
    let size = this.#next.length;
    while (size <= slot) size *= 2;
    const records = new Float64Array(size * 8);
    records.set(this.records);
    this.records = records;
    this.#next = grown(this.#next, size);
    this.#previous = grown(this.#previous, size);
  }

  #growOwners(owner: number): void {
    let size = this.#heads.length;
    while (size <= owner) size *= 2;
    this.#heads = grown(this.#heads, size);
    this.#counts = grown(this.#counts, size);
  }
}

function grown(old: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(old);
  return larger;
}
