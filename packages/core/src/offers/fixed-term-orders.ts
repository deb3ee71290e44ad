/**
 * Open orders of fixed terms, as records in one typed array: a purchase allocates no object. Orders
 * are found by number, and by owner through a list that runs through the records.
 *
 * A record is a line of a cache, 64 bytes: memory that is new costs more than anything else that a
 * purchase does. What follows from the rest, or is 0 while an order is open, is not in it.
 */
import * as MONEY from '@glasshouse/money';
import * as RECORD from './fixed-term-record.ts';
import { SlotsByNumber } from './slots-by-number.ts';

const { DAY_MS } = MONEY;
const { AT } = RECORD;

/** Numbers of 64 bits, from slot << DOUBLES on. */
const DOUBLES = 3;
const [ORDER, AMOUNT, INTEREST, BOUGHT_MS] = [0, 1, 2, 3];
/** Numbers of 32 bits, from slot << INTS on, behind those. */
const INTS = 4;
const [OWNER, OFFER, PLACE, RATE, DAYS, STATE, PREVIOUS, NEXT] = [8, 9, 10, 11, 12, 13, 14, 15];
/** STATE is status << ASSET_BITS | asset. */
const ASSET_BITS = 16;
const ASSET_MASK = 2 ** ASSET_BITS - 1;

const CAPACITY_MIN = 1024;
/** An owner has 2^OWNERS numbers: the first order, the last one, the number of open orders. */
const OWNERS = 2;
const [FIRST, LAST, OPEN] = [0, 1, 2];

/** The terms of a new order. */
export interface NewOrder {
  readonly order: number;
  readonly owner: number;
  readonly offer: number;
  readonly place: number;
  readonly asset: number;
  readonly amount: number;
  readonly dailyRatePpb: number;
  readonly days: number;
  readonly interest: number;
  readonly boughtMs: number;
}

export class FixedTermOrders {
  #doubles = new Float64Array(CAPACITY_MIN << DOUBLES);
  /** The same buffer. Slot 0 means none. */
  #ints = new Int32Array(this.#doubles.buffer);
  readonly #slots = new SlotsByNumber();
  /** The numbers of each owner. */
  #owners = new Int32Array(CAPACITY_MIN << OWNERS);
  /** Slots that are free again, a stack. */
  readonly #free: number[] = [];
  /** The first slot that was never used. */
  #highWater = 1;

  get size(): number {
    return this.#slots.size;
  }

  /** The slot of an open order, or 0. */
  slotOf(order: number): number {
    return this.#slots.get(order);
  }

  /** How many open orders an owner has. */
  countOf(owner: number): number {
    return this.#owners[(owner << OWNERS) + OPEN] ?? 0;
  }

  ownerOf(slot: number): number {
    return this.#ints[(slot << INTS) + OWNER]!;
  }

  offerOf(slot: number): number {
    return this.#ints[(slot << INTS) + OFFER]!;
  }

  assetOf(slot: number): number {
    return this.#ints[(slot << INTS) + STATE]! & ASSET_MASK;
  }

  amountOf(slot: number): number {
    return this.#doubles[(slot << DOUBLES) + AMOUNT]!;
  }

  interestOf(slot: number): number {
    return this.#doubles[(slot << DOUBLES) + INTEREST]!;
  }

  setStatus(slot: number, status: number): void {
    this.#ints[(slot << INTS) + STATE] = (status << ASSET_BITS) | this.assetOf(slot);
  }

  /** Adds an order, as the last one of its owner. Returns its slot. */
  add(order: NewOrder, status: number): number {
    const slot = this.#take();
    const [doubles, ints] = [this.#doubles, this.#ints];
    const from = slot << DOUBLES;
    doubles[from + ORDER] = order.order;
    doubles[from + AMOUNT] = order.amount;
    doubles[from + INTEREST] = order.interest;
    doubles[from + BOUGHT_MS] = order.boughtMs;
    const at = slot << INTS;
    ints[at + OWNER] = order.owner;
    ints[at + OFFER] = order.offer;
    ints[at + PLACE] = order.place;
    ints[at + RATE] = order.dailyRatePpb;
    ints[at + DAYS] = order.days;
    ints[at + STATE] = (status << ASSET_BITS) | order.asset;
    this.#slots.set(order.order, slot);
    this.#append(slot, order.owner);
    return slot;
  }

  /** Removes an order. Its record stays as it is until the next one is added. */
  remove(slot: number): void {
    const ints = this.#ints;
    const owners = this.#owners;
    const own = this.ownerOf(slot) << OWNERS;
    const previous = ints[(slot << INTS) + PREVIOUS]!;
    const next = ints[(slot << INTS) + NEXT]!;
    if (previous === 0) owners[own + FIRST] = next;
    else ints[(previous << INTS) + NEXT] = next;
    if (next === 0) owners[own + LAST] = previous;
    else ints[(next << INTS) + PREVIOUS] = previous;
    owners[own + OPEN] = owners[own + OPEN]! - 1;
    this.#slots.delete(this.#doubles[(slot << DOUBLES) + ORDER]!);
    this.#free.push(slot);
  }

  /** Writes all numbers of an order to an array, at their places from `to` on. */
  write(slot: number, data: Float64Array, to: number): void {
    const [doubles, ints] = [this.#doubles, this.#ints];
    const from = slot << DOUBLES;
    const at = slot << INTS;
    const days = ints[at + DAYS]!;
    const boughtMs = doubles[from + BOUGHT_MS]!;
    data[to + AT.order] = doubles[from + ORDER]!;
    data[to + AT.owner] = ints[at + OWNER]!;
    data[to + AT.offer] = ints[at + OFFER]!;
    data[to + AT.place] = ints[at + PLACE]!;
    data[to + AT.asset] = ints[at + STATE]! & ASSET_MASK;
    data[to + AT.amount] = doubles[from + AMOUNT]!;
    data[to + AT.dailyRatePpb] = ints[at + RATE]!;
    data[to + AT.days] = days;
    data[to + AT.interest] = doubles[from + INTEREST]!;
    data[to + AT.boughtMs] = boughtMs;
    data[to + AT.dueMs] = boughtMs + days * DAY_MS;
    data[to + AT.status] = ints[at + STATE]! >> ASSET_BITS;
    data[to + AT.endedMs] = 0;
  }

  /** The slots of one owner's orders, or of all, in order of purchase. */
  *slots(owner?: number): Iterable<number> {
    if (owner === undefined) {
      yield* this.#slots.values();
      return;
    }
    let slot = this.#owners[(owner << OWNERS) + FIRST] ?? 0;
    while (slot !== 0) {
      yield slot;
      slot = this.#ints[(slot << INTS) + NEXT]!;
    }
  }

  #take(): number {
    const slot = this.#free.pop();
    if (slot !== undefined) return slot;
    if (this.#highWater << DOUBLES === this.#doubles.length) {
      const larger = new Float64Array(this.#doubles.length * 2);
      larger.set(this.#doubles);
      this.#doubles = larger;
      this.#ints = new Int32Array(larger.buffer);
    }
    return this.#highWater++;
  }

  #append(slot: number, owner: number): void {
    const own = owner << OWNERS;
    if (own >= this.#owners.length) this.#growOwners(own);
    const [ints, owners] = [this.#ints, this.#owners];
    const last = owners[own + LAST]!;
    ints[(slot << INTS) + PREVIOUS] = last;
    ints[(slot << INTS) + NEXT] = 0;
    if (last === 0) owners[own + FIRST] = slot;
    else ints[(last << INTS) + NEXT] = slot;
    owners[own + LAST] = slot;
    owners[own + OPEN] = owners[own + OPEN]! + 1;
  }

  #growOwners(own: number): void {
    let length = this.#owners.length;
    while (length <= own) length *= 2;
    const larger = new Int32Array(length);
    larger.set(this.#owners);
    this.#owners = larger;
  }
}
