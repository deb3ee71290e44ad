/**
 * What the core knows of each resting order beyond the book: who owns it, what it has frozen, what it has filled.
 * Records in a typed array by slot, and a linked list of each owner's orders; no object per order.
 */
import { ORDER, ORDER_SIZE, type EventLog } from '../../event-log.ts';
import { GENERATION, OWNER, PLACE, PRICE, SLOTS, type OrderPool } from '../../matching/order-pool.ts';
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

export class OpenOrders {
  records = new Float64Array(1024 * 8);
  readonly pool: OrderPool;
  /** Next and previous order of the same owner, at slot * 2 and slot * 2 + 1; 0 is none. */
  #links = new Int32Array(2 * 1024);
  /** First order and number of orders of an owner, at owner * 2 and owner * 2 + 1. */
  #owners = new Int32Array(2 * 4096);
  readonly #clientOrderIds = new Map<number, string>();
  constructor(pool: OrderPool) {
    this.pool = pool;
  }

  count(owner: number): number {
    return owner * 2 < this.#owners.length ? this.#owners[owner * 2 + 1]! : 0;
  }

  /** Files a resting order under its owner; the caller fills its record. */
  add(slot: number, owner: number, clientOrderId: string | null): void {
    if (slot * 2 >= this.#links.length) this.#growSlots(slot);
    if (owner * 2 >= this.#owners.length) this.#owners = grown(this.#owners, owner * 2);
    const links = this.#links;
    const owners = this.#owners;
    const head = owners[owner * 2]!;
    links[slot * 2] = head;
    links[slot * 2 + 1] = 0;
    if (head !== 0) links[head * 2 + 1] = slot;
    owners[owner * 2] = slot;
    owners[owner * 2 + 1] = owners[owner * 2 + 1]! + 1;
    if (clientOrderId !== null) this.#clientOrderIds.set(slot, clientOrderId);
  }

  /** Forgets an order and frees its slot. */
  drop(slot: number, owner: number): void {
    const links = this.#links;
    const owners = this.#owners;
    const next = links[slot * 2]!;
    const previous = links[slot * 2 + 1]!;
    if (previous === 0) owners[owner * 2] = next;
    else links[previous * 2] = next;
    if (next !== 0) links[next * 2 + 1] = previous;
    owners[owner * 2 + 1] = owners[owner * 2 + 1]! - 1;
    if (this.#clientOrderIds.size > 0) this.#clientOrderIds.delete(slot);
    this.pool.release(slot);
  }

  /** Slots of an owner's orders in the order of their slots: the same after a restore. */
  slotsOf(owner: number): number[] {
    const slots: number[] = [];
    if (this.count(owner) === 0) return slots;
    for (let slot = this.#owners[owner * 2]!; slot !== 0; slot = this.#links[slot * 2]!) slots.push(slot);
    return slots.sort((a, b) => a - b);
  }

  clientOrderId(slot: number): string | null {
    return this.#clientOrderIds.size === 0 ? null : (this.#clientOrderIds.get(slot) ?? null);
  }

  /** The order in a slot as it now is. */
  describe(slot: number, status: number): OrderChanged {
    const fields = this.pool.fields;
    const at = slot * 8;
    const records = this.records;
    const place = fields[at + PLACE]!;
    return {
      type: 'order-changed',
      order: this.pool.idOf(slot),
      owner: fields[at + OWNER]!,
      market: place >> 1,
      side: (place & 1) as Side,
      price: fields[at + PRICE]!,
      lots: records[at + LOTS]!,
      quoteAmount: 0,
      filledLots: records[at + FILLED_LOTS]!,
      filledQuote: records[at + FILLED_QUOTE]!,
      fee: records[at + FEE]!,
      timeInForce: records[at + TIME_IN_FORCE]!,
      status,
      placedMs: records[at + PLACED_MS]!,
      clientOrderId: this.clientOrderId(slot),
    };
  }

  /** Writes the same as an event, straight from array to array. */
  report(slot: number, status: number, log: EventLog): void {
    const fields = this.pool.fields;
    const records = this.records;
    const from = slot * 8;
    const at = log.reserve(ORDER_SIZE);
    const data = log.data;
    const place = fields[from + PLACE]!;
    data[at] = ORDER;
    data[at + 1] = (fields[from + GENERATION]! >>> 0) * SLOTS + slot;
    data[at + 2] = fields[from + OWNER]!;
    data[at + 3] = place >> 1;
    data[at + 4] = place & 1;
    data[at + 5] = fields[from + PRICE]!;
    data[at + 6] = records[from + LOTS]!;
    data[at + 7] = 0;
    data[at + 8] = records[from + FILLED_LOTS]!;
    data[at + 9] = records[from + FILLED_QUOTE]!;
    data[at + 10] = records[from + FEE]!;
    data[at + 11] = records[from + TIME_IN_FORCE]!;
    data[at + 12] = status;
    data[at + 13] = records[from + PLACED_MS]!;
    data[at + 14] = this.#clientOrderIds.size === 0 ? 0 : log.text(this.clientOrderId(slot));
  }

  #growSlots(slot: number): void {
    this.#links = grown(this.#links, slot * 2);
    const records = new Float64Array(this.#links.length * 4);
    records.set(this.records);
    this.records = records;
  }
}

/** The same numbers with room for `index`. */
function grown(old: Int32Array, index: number): Int32Array<ArrayBuffer> {
  let length = old.length;
  while (length <= index) length *= 2;
  const larger = new Int32Array(length);
  larger.set(old);
  return larger;
}
