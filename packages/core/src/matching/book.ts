/**
 * A price-time order book that accepts, fills and cancels orders. It knows no users and no money.
 *
 * Fills of the last `match` are in `fillSlots`, `fillPrices` and `fillLots`, in order. A fully
 * filled maker has left the book, but its slot stays readable: the caller settles it and then calls
 * `pool.release`.
 */
import type { Side } from './side.ts';
import { Ladder } from './ladder.ts';
import type { OrderPool } from './order-pool.ts';
import * as SIDE from './side.ts';
import * as RECORD from './order-record.ts';

const { BUY, SELF_TRADE } = SIDE;
const { FIELDS, NEXT, OPEN, OWNER, PLACE, PREVIOUS, PRICE, PRICE_MAX, QUANTITIES, SLOT_MASK } = RECORD;

/** own: stopped at an order of the taker's owner. full: met the maximum number of orders. */
export const MATCH_ENDED = { none: 0, own: 1, full: 2 } as const;
const ENDED_OWN = MATCH_ENDED.own;
const ENDED_FULL = MATCH_ENDED.full;

/** `flags` are stored in the order's PLACE, above the book and side bits. */
export interface RestingOrder {
  readonly side: Side;
  readonly price: number;
  readonly lots: number;
  readonly owner: number;
  readonly flags: number;
}

export class Book {
  declare readonly index: number;
  declare private readonly pool: OrderPool;
  readonly #bids = new Ladder();
  readonly #asks = new Ladder();
  /** Bids and asks. */
  readonly ladders: readonly Ladder[] = [this.#bids, this.#asks];
  /** Best prices in ticks; 0 when the side is empty. */
  bestBid = 0;
  bestAsk = 0;
  /** Incremented by every change that is visible in the depth. */
  version = 0;
  fillCount = 0;
  fillSlots = new Int32Array(64);
  fillPrices = new Int32Array(64);
  fillLots = new Float64Array(64);
  /** Own orders that the last `match` removed without a trade. The caller cancels them. */
  readonly ownSlots: number[] = [];
  /** Why the last `match` left lots at an acceptable price: MATCH_ENDED. */
  ended = 0;

  constructor(index: number, pool: OrderPool) {
    this.index = index;
    this.pool = pool;
  }

  /** Whether an order at `price` would trade at once. */
  crosses(side: Side, price: number): boolean {
    return side === BUY
      ? this.bestAsk !== 0 && price >= this.bestAsk
      : this.bestBid !== 0 && price <= this.bestBid;
  }

  /**
   * Trades up to `lots` against the other side at `limit` or better, at the prices of the resting
   * orders. Returns the remaining lots. Unless `selfTrade` is `allow`, orders of `owner` do not
   * trade with it: the match stops there, or they leave the book, or both. The match also stops
   * after `pool.fillsMax` orders.
   */
  // oxlint-disable-next-line max-params -- Hot path: an options object would allocate.
  match(side: Side, limit: number, lots: number, owner: number, selfTrade: number): number {
    this.fillCount = 0;
    this.ended = 0;
    if (this.ownSlots.length > 0) this.ownSlots.length = 0;
    let left = lots;
    if (side === BUY) {
      while (left > 0 && this.bestAsk !== 0 && this.bestAsk <= limit && this.ended === 0)
        left = this.#takeLevel(this.#asks, this.bestAsk, left, owner, selfTrade);
    } else {
      while (left > 0 && this.bestBid !== 0 && this.bestBid >= limit && this.ended === 0)
        left = this.#takeLevel(this.#bids, this.bestBid, left, owner, selfTrade);
    }
    if (this.fillCount > 0 || this.ownSlots.length > 0) this.version++;
    return left;
  }

  // oxlint-disable-next-line max-params -- As `match`.
  #takeLevel(ladder: Ladder, price: number, lots: number, owner: number, selfTrade: number): number {
    const { fields, quantities } = this.pool;
    const level = ladder.find(price);
    let slot = ladder.links[level << 2]!;
    let left = lots;
    let total = ladder.totals[(level << 1) | 1]!;
    const { fillsMax } = this.pool;
    let met = this.fillCount + this.ownSlots.length;
    while (slot !== 0 && left > 0) {
      if (met === fillsMax) {
        this.ended = ENDED_FULL;
        break;
      }
      met = (met + 1) | 0;
      const open = quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]!;
      if (selfTrade !== 0 && fields[(slot & SLOT_MASK) * FIELDS + OWNER] === owner) {
        if (selfTrade !== SELF_TRADE.cancelOldest) this.ended = ENDED_OWN;
        if (selfTrade === SELF_TRADE.cancelNewest) break;
        this.ownSlots.push(slot);
        total -= open;
        slot = fields[(slot & SLOT_MASK) * FIELDS + NEXT]!;
        if (selfTrade === SELF_TRADE.cancelBoth) break;
        continue;
      }
      const traded = open < left ? open : left;
      this.#addFill(slot, price, traded);
      left -= traded;
      total -= traded;
      quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN] = open - traded;
      if (traded < open) break;
      slot = fields[(slot & SLOT_MASK) * FIELDS + NEXT]!;
    }
    ladder.links[level << 2] = slot;
    ladder.totals[(level << 1) | 1] = total;
    if (slot === 0) {
      ladder.links[(level << 2) | 1] = 0;
      this.#closeLevel(ladder, price, level);
    } else {
      fields[(slot & SLOT_MASK) * FIELDS + PREVIOUS] = 0;
    }
    return left;
  }

  #addFill(slot: number, price: number, lots: number): void {
    const index = this.fillCount++;
    if (index === this.fillSlots.length) this.#growFills();
    this.fillSlots[index] = slot;
    this.fillPrices[index] = price;
    this.fillLots[index] = lots;
  }

  #growFills(): void {
    const size = this.fillSlots.length * 2;
    const slots = new Int32Array(size);
    slots.set(this.fillSlots);
    this.fillSlots = slots;
    const prices = new Int32Array(size);
    prices.set(this.fillPrices);
    this.fillPrices = prices;
    const lots = new Float64Array(size);
    lots.set(this.fillLots);
    this.fillLots = lots;
  }

  /**
   * Adds an order at the end of its level's queue. The caller has matched it, so it does not cross.
   */
  rest(slot: number, order: RestingOrder): void {
    const { fields, quantities } = this.pool;
    const { side, price, lots } = order;
    const ladder = side === BUY ? this.#bids : this.#asks;
    const level = ladder.at(price);
    const links = ladder.links;
    const tail = links[(level << 2) | 1]!;
    const at = (slot & SLOT_MASK) * FIELDS;
    fields[at + PRICE] = price;
    fields[at + NEXT] = 0;
    fields[at + PREVIOUS] = tail;
    fields[at + PLACE] = (this.index * 2 + side) | order.flags;
    fields[at + OWNER] = order.owner;
    quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN] = lots;
    links[(level << 2) | 1] = slot;
    if (tail === 0) {
      links[level << 2] = slot;
      ladder.totals[(level << 1) | 1] = lots;
      ladder.open(price, level);
      if (side === BUY) {
        if (price > this.bestBid) this.bestBid = price;
      } else if (this.bestAsk === 0 || price < this.bestAsk) this.bestAsk = price;
    } else {
      fields[(tail & SLOT_MASK) * FIELDS + NEXT] = slot;
      ladder.totals[(level << 1) | 1] = ladder.totals[(level << 1) | 1]! + lots;
    }
    this.version++;
  }

  /** Removes a resting order from its queue. Its slot stays readable until `pool.release`. */
  remove(slot: number): void {
    const { fields, quantities } = this.pool;
    const at = (slot & SLOT_MASK) * FIELDS;
    const price = fields[at + PRICE]!;
    const ladder = (fields[at + PLACE]! & 1) === BUY ? this.#bids : this.#asks;
    const level = ladder.at(price);
    const next = fields[at + NEXT]!;
    const previous = fields[at + PREVIOUS]!;
    const links = ladder.links;
    if (previous === 0) links[level << 2] = next;
    else fields[(previous & SLOT_MASK) * FIELDS + NEXT] = next;
    if (next === 0) links[(level << 2) | 1] = previous;
    else fields[(next & SLOT_MASK) * FIELDS + PREVIOUS] = previous;
    if (next === 0 && previous === 0) this.#closeLevel(ladder, price, level);
    else
      ladder.totals[(level << 1) | 1] =
        ladder.totals[(level << 1) | 1]! - quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]!;
    this.version++;
  }

  /** Reduces a resting order by `lots`, fewer than are open. It keeps its position in the queue. */
  shrink(slot: number, lots: number): void {
    const { fields, quantities } = this.pool;
    const price = fields[(slot & SLOT_MASK) * FIELDS + PRICE]!;
    const ladder = (fields[(slot & SLOT_MASK) * FIELDS + PLACE]! & 1) === BUY ? this.#bids : this.#asks;
    const level = ladder.at(price);
    quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN] =
      quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]! - lots;
    ladder.totals[(level << 1) | 1] = ladder.totals[(level << 1) | 1]! - lots;
    this.version++;
  }

  #closeLevel(ladder: Ladder, price: number, level: number): void {
    ladder.close(price, level);
    if (ladder === this.#bids) {
      if (price === this.bestBid) this.bestBid = ladder.highest(price);
    } else if (price === this.bestAsk) this.bestAsk = ladder.lowest(price);
  }

  /** The price of the next level after `price` on a side (0: the best), or 0. */
  nextPrice(side: Side, price: number): number {
    if (side === BUY) return price === 0 ? this.bestBid : this.#bids.highest(price - 1);
    if (price === 0) return this.bestAsk;
    return price >= PRICE_MAX ? 0 : this.#asks.lowest(price + 1);
  }

  /** Lots that rest at a price. */
  lotsAt(side: Side, price: number): number {
    const ladder = side === BUY ? this.#bids : this.#asks;
    const level = ladder.find(price);
    return level < 0 ? 0 : ladder.totals[(level << 1) | 1]!;
  }

  /** The first order at a price, or 0. */
  headAt(side: Side, price: number): number {
    const ladder = side === BUY ? this.#bids : this.#asks;
    return ladder.links[ladder.levelOf(price) << 2]!;
  }

  /** Slots at a price, in queue order. */
  queueAt(side: Side, price: number): number[] {
    const ladder = side === BUY ? this.#bids : this.#asks;
    const level = ladder.find(price);
    const slots: number[] = [];
    if (level < 0) return slots;
    for (
      let slot = ladder.links[level << 2]!;
      slot !== 0;
      slot = this.pool.fields[(slot & SLOT_MASK) * FIELDS + NEXT]!
    )
      slots.push(slot);
    return slots;
  }

  /** Best levels first: [price, lots]. */
  depth(side: Side, count: number): [number, number][] {
    const levels: [number, number][] = [];
    for (
      let price = this.nextPrice(side, 0);
      price !== 0 && levels.length < count;
      price = this.nextPrice(side, price)
    )
      levels.push([price, this.lotsAt(side, price)]);
    return levels;
  }

  levelCount(side: Side): number {
    return side === BUY ? this.#bids.levelCount : this.#asks.levelCount;
  }
}
