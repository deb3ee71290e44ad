/**
 * The facts about live orders that the book does not need: owner, frozen units, fills.
 *
 * Numbers are in the order's record in the pool, and a linked list holds each owner's orders.
 * Fields that few orders have are stored as objects (`OrderExtra`). An order's OWNER is the ledger
 * block of its owner's exchange wallet.
 */
import { orderChanged } from './event-decoder.ts';
import { type EventLog } from '../../events/event-log.ts';
import type { OrderChanged, OrderExtra } from './events.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import { SlotMap } from '../../matching/slot-map.ts';
import * as ACCOUNTS from '../../accounts.ts';
import * as EVENT_RECORDS from './event-records.ts';
import * as EVENTS from './events.ts';
import * as RECORD from '../../matching/order-record.ts';
import * as SPOT_RECORD from './order-record.ts';

const { WALLET } = ACCOUNTS;
const { ORDER, ORDER_AT, ORDER_SIZE } = EVENT_RECORDS;
const { ORDER_STATUS } = EVENTS;
const { FIELDS, GENERATION, IS_ICEBERG, OPEN, OWNER, PLACE, PRICE, QUANTITIES, SLOT_MASK, SLOTS } = RECORD;
const { FEE, FILLED_QUOTE, HAS_EXTRA, IS_WAITING, LOTS, OWNER_NEXT, OWNER_PREVIOUS, PLACED_MS } = SPOT_RECORD;

export class OpenOrders {
  declare readonly pool: OrderPool;
  readonly extras = new SlotMap<OrderExtra>();
  declare private readonly ledger: Ledger;
  declare private readonly log: EventLog;
  /** First order and number of orders of an owner, at block << 1 and (block << 1) | 1. */
  #owners = new Int32Array(2 * 1024);

  constructor(parts: { pool: OrderPool; ledger: Ledger; log: EventLog }) {
    this.pool = parts.pool;
    this.ledger = parts.ledger;
    this.log = parts.log;
  }

  count(block: number): number {
    return block << 1 < this.#owners.length ? this.#owners[(block << 1) | 1]! : 0;
  }

  /** Adds an order to its owner's list. The caller fills its record. */
  add(slot: number, block: number): void {
    if (block << 1 >= this.#owners.length) this.#owners = grown(this.#owners, block << 1);
    const { fields } = this.pool;
    const owners = this.#owners;
    const head = owners[block << 1]!;
    fields[(slot & SLOT_MASK) * FIELDS + OWNER_NEXT] = head;
    fields[(slot & SLOT_MASK) * FIELDS + OWNER_PREVIOUS] = 0;
    if (head !== 0) fields[(head & SLOT_MASK) * FIELDS + OWNER_PREVIOUS] = slot;
    owners[block << 1] = slot;
    owners[(block << 1) | 1] = owners[(block << 1) | 1]! + 1;
  }

  /** Removes an order from its owner's list. Its slot stays allocated. */
  detach(slot: number, block: number): void {
    const { fields } = this.pool;
    const owners = this.#owners;
    const next = fields[(slot & SLOT_MASK) * FIELDS + OWNER_NEXT]!;
    const previous = fields[(slot & SLOT_MASK) * FIELDS + OWNER_PREVIOUS]!;
    if (previous === 0) owners[block << 1] = next;
    else fields[(previous & SLOT_MASK) * FIELDS + OWNER_NEXT] = next;
    if (next !== 0) fields[(next & SLOT_MASK) * FIELDS + OWNER_PREVIOUS] = previous;
    owners[(block << 1) | 1] = owners[(block << 1) | 1]! - 1;
  }

  /** Removes an order and frees its slot. */
  drop(slot: number, block: number): void {
    this.detach(slot, block);
    const place = this.pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    if ((place & HAS_EXTRA) !== 0) this.extras.delete(slot);
    if ((place & IS_ICEBERG) !== 0) this.pool.icebergs.delete(slot);
    this.pool.release(slot);
  }

  /** The slot of an order, 0 if it does not exist or belongs to someone else. */
  slotOfOwner(command: { owner: number; order: number }): number {
    const slot = this.pool.slotOf(command.order);
    const block = this.ledger.blockOf(command.owner, WALLET.exchange);
    return slot !== 0 && this.pool.fields[(slot & SLOT_MASK) * FIELDS + OWNER] === block ? slot : 0;
  }

  /**
   * The slot of an owner's open order with this clientOrderId, or 0. The legs of an OCO share one;
   * then it is the leg that rests. Visits all orders of the owner, who has few.
   */
  slotOfClientId(block: number, clientOrderId: string): number {
    let found = 0;
    if (this.count(block) === 0) return found;
    const { fields } = this.pool;
    for (
      let slot = this.#owners[block << 1]!;
      slot !== 0;
      slot = fields[(slot & SLOT_MASK) * FIELDS + OWNER_NEXT]!
    ) {
      const place = fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
      if ((place & HAS_EXTRA) === 0 || this.extras.get(slot)!.clientOrderId !== clientOrderId) continue;
      if ((place & IS_WAITING) === 0) return slot;
      found = slot;
    }
    return found;
  }

  /** Whether a leg of an owner's list of this name is open. */
  hasList(block: number, listClientOrderId: string): boolean {
    return this.slotsOf(block).some((slot) => this.extras.get(slot)?.listClientOrderId === listClientOrderId);
  }

  /** Slots of an owner's orders in ascending order, which a restore preserves. */
  slotsOf(block: number): number[] {
    const slots: number[] = [];
    if (this.count(block) === 0) return slots;
    const { fields } = this.pool;
    for (
      let slot = this.#owners[block << 1]!;
      slot !== 0;
      slot = fields[(slot & SLOT_MASK) * FIELDS + OWNER_NEXT]!
    )
      slots.push(slot);
    return slots.sort((a, b) => a - b);
  }

  /** The order in a slot, as an event. */
  describe(slot: number): OrderChanged {
    const { fields, quantities } = this.pool;
    const at = (slot & SLOT_MASK) * FIELDS;
    const from = (slot & SLOT_MASK) * QUANTITIES;
    return orderChanged(
      {
        order: this.pool.idOf(slot),
        owner: this.ledger.ownerOf(fields[at + OWNER]!),
        place: fields[at + PLACE]!,
        price: fields[at + PRICE]!,
        lots: quantities[from + LOTS]!,
        filledLots: quantities[from + LOTS]! - quantities[from + OPEN]!,
        filledQuote: quantities[from + FILLED_QUOTE]!,
        fee: quantities[from + FEE]!,
        placedMs: quantities[from + PLACED_MS]!,
        status: ORDER_STATUS.unfinished,
        end: 0,
      },
      this.extras.get(slot),
    );
  }

  /**
   * Reports the order, and the change of its frozen units, which the caller has already applied to
   * its balance and its FROZEN. Writes from array to array.
   */
  // oxlint-disable-next-line max-params -- One of the hottest calls of the core.
  report(slot: number, frozen: number, status: number, end: number): void {
    const log = this.log;
    const at = log.reserve(ORDER_SIZE);
    const { data } = log;
    const { fields, quantities } = this.pool;
    const place = fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    data[at] = log.head + ORDER;
    data[at + ORDER_AT.order] = (fields[(slot & SLOT_MASK) * FIELDS + GENERATION]! >>> 0) * SLOTS + slot;
    data[at + ORDER_AT.block] = fields[(slot & SLOT_MASK) * FIELDS + OWNER]!;
    data[at + ORDER_AT.place] = place;
    data[at + ORDER_AT.price] = fields[(slot & SLOT_MASK) * FIELDS + PRICE]!;
    const from = (slot & SLOT_MASK) * QUANTITIES;
    data[at + ORDER_AT.lots] = quantities[from + LOTS]!;
    data[at + ORDER_AT.filledLots] = quantities[from + LOTS]! - quantities[from + OPEN]!;
    data[at + ORDER_AT.filledQuote] = quantities[from + FILLED_QUOTE]!;
    data[at + ORDER_AT.fee] = quantities[from + FEE]!;
    data[at + ORDER_AT.frozen] = frozen;
    data[at + ORDER_AT.placedMs] = quantities[from + PLACED_MS]!;
    data[at + ORDER_AT.extra] = (place & HAS_EXTRA) === 0 ? 0 : log.file(this.extras.get(slot));
    data[at + ORDER_AT.status] = status;
    data[at + ORDER_AT.end] = end;
  }
}

/** A copy with room for `index`. */
function grown(old: Int32Array, index: number): Int32Array<ArrayBuffer> {
  let length = old.length;
  while (length <= index) length *= 2;
  const larger = new Int32Array(length);
  larger.set(old);
  return larger;
}
