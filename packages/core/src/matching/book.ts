/**
 * A price-time order book that accepts, fills and cancels orders. It knows no users and no money.
 *
 * Fills of the last `match` are in `fillSlots`, `fillPrices`, `fillLots` and `fillOpens`, in order.
 * A fully filled maker has left the book, but its slot stays readable: the caller settles it and
 * then calls `pool.release`.
 *
 * An iceberg trades in parts. The next part joins the end of its level's queue when one is filled.
 * Once a match has taken all that a level shows, it takes further parts of its icebergs in turn, as
 * one fill for each of them. Levels count what is shown.
 */
import type { Side } from './side.ts';
import { Ladder } from './ladder.ts';
import { LevelWatchers } from './level-watchers.ts';
import type { OrderPool, RestingOrder } from './order-pool.ts';
import * as SIDE from './side.ts';
import * as RECORD from './order-record.ts';

const { BUY, SELF_TRADE, SELL } = SIDE;
const { FIELDS, IS_ICEBERG, NEXT, OPEN, OWNER, PLACE, PREVIOUS, PRICE, PRICE_MAX, QUANTITIES, SLOT_MASK } =
  RECORD;

/** own: stopped at an order of the taker's owner. full: met the maximum number of orders. */
export const MATCH_ENDED = { none: 0, own: 1, full: 2 } as const;
const ENDED_OWN = MATCH_ENDED.own;
const ENDED_FULL = MATCH_ENDED.full;

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
  /** The maker's open lots after the fill. */
  fillOpens = new Float64Array(64);
  /** Own orders that the last `match` removed without a trade. The caller cancels them. */
  readonly ownSlots: number[] = [];
  /** The lots that the taker lost to its owner's orders by `decrement`. */
  preventedLots = 0;
  /** The own order that lost `reducedLots` of them and still rests, 0 for none. */
  reducedSlot = 0;
  reducedLots = 0;
  /** Orders that the last `match` has met. */
  #met = 0;
  /** The icebergs of a level whose hidden lots trade, in turn, and the lots that each trades. */
  readonly #hidden: number[] = [];
  readonly #hiddenLots: number[] = [];
  /** Why the last `match` left lots at an acceptable price: MATCH_ENDED. */
  ended = 0;
  /** Told of each level that changes. */
  readonly watchers = new LevelWatchers();

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
   * trade with it: the match stops there, or they leave the book, or both, or `decrement` takes the
   * same lots from both. The match also stops after `pool.fillsMax` orders.
   */
  // oxlint-disable-next-line max-params -- Hot path: an options object would allocate.
  match(side: Side, limit: number, lots: number, owner: number, selfTrade: number): number {
    this.fillCount = 0;
    this.ended = 0;
    this.preventedLots = 0;
    this.reducedSlot = 0;
    this.#met = 0;
    if (this.ownSlots.length > 0) this.ownSlots.length = 0;
    let left = lots;
    const isBuy = side === BUY;
    const ladder = isBuy ? this.#asks : this.#bids;
    // One call of `#takeLevel`, because V8 inlines it at each.
    while (left > 0 && this.ended === 0) {
      const price = isBuy ? this.bestAsk : this.bestBid;
      const isReached = isBuy ? price <= limit : price >= limit;
      if (price === 0 || !isReached) break;
      if (this.watchers.isAny) this.watchers.tell(isBuy ? SELL : BUY, price);
      left = this.#takeLevel(ladder, price, left, owner, selfTrade);
    }
    if (this.fillCount > 0 || this.ownSlots.length > 0) this.version++;
    return left;
  }

  // oxlint-disable-next-line max-params, complexity -- As `match`: one loop keeps values at hand.
  #takeLevel(ladder: Ladder, price: number, lots: number, owner: number, selfTrade: number): number {
    const { pool } = this;
    const { fields, quantities, fillsMax } = pool;
    const level = ladder.find(price);
    let slot = ladder.links[level << 2]!;
    let left = lots;
    let total = ladder.totals[(level << 1) | 1]!;
    let met = this.#met;
    // The first iceberg that waits for another turn: from there on the queue holds only such.
    let again = 0;
    while (slot !== 0 && left > 0) {
      if (slot === again) {
        left = this.#takeHidden(slot, price, left);
        slot = this.#relink(ladder, level);
        total = this.#shownAt(slot);
        break;
      }
      if (met === fillsMax) {
        this.ended = ENDED_FULL;
        break;
      }
      met = (met + 1) | 0;
      const open = quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]!;
      if (selfTrade !== 0 && fields[(slot & SLOT_MASK) * FIELDS + OWNER] === owner) {
        const before = pool.shownLots(slot);
        left = this.#meetOwn(slot, left, selfTrade);
        // The owner's resting order stays in the book, whole or with fewer lots.
        if (this.ownSlots.at(-1) !== slot) {
          total -= before - pool.shownLots(slot);
          break;
        }
        total -= before;
        slot = fields[(slot & SLOT_MASK) * FIELDS + NEXT]!;
        if (selfTrade === SELF_TRADE.cancelBoth) break;
        continue;
      }
      const isIceberg = (fields[(slot & SLOT_MASK) * FIELDS + PLACE]! & IS_ICEBERG) !== 0;
      const shown = isIceberg ? pool.shownLots(slot) : open;
      const traded = shown < left ? shown : left;
      this.#addFill(slot, price, traded);
      this.fillOpens[this.fillCount - 1] = open - traded;
      left -= traded;
      total -= traded;
      quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN] = open - traded;
      if (traded < shown) {
        if (isIceberg) pool.show(slot, shown - traded);
        break;
      }
      // The next part of an iceberg.
      if (traded < open) {
        total += pool.show(slot, open - traded);
        if (again === 0) again = slot;
        slot = this.#requeue(ladder, level, slot);
        continue;
      }
      slot = fields[(slot & SLOT_MASK) * FIELDS + NEXT]!;
    }
    this.#met = met;
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

  /**
   * Meets an order of the taker's owner, which becomes one of `ownSlots` unless it stays. Returns
   * the taker's lots.
   */
  #meetOwn(slot: number, lots: number, selfTrade: number): number {
    if (selfTrade === SELF_TRADE.decrement) return this.#decrement(slot, lots);
    if (selfTrade !== SELF_TRADE.cancelOldest) this.ended = ENDED_OWN;
    if (selfTrade !== SELF_TRADE.cancelNewest) this.ownSlots.push(slot);
    return lots;
  }

  #decrement(slot: number, lots: number): number {
    const open = this.pool.quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]!;
    const prevented = Math.min(open, lots);
    this.preventedLots += prevented;
    if (prevented === lots) this.ended = ENDED_OWN;
    if (prevented === open) this.ownSlots.push(slot);
    else {
      this.reducedSlot = slot;
      this.reducedLots = prevented;
      if (this.#reduce(slot, prevented) > 0) this.version++;
    }
    return lots - prevented;
  }

  /**
   * Trades `lots` with the icebergs from `head` on, which are all that is left at `price`, and
   * returns what remains. Each gives a part in turn, until the lots or the icebergs end. Full turns
   * are computed at once, so that an iceberg has one fill however many parts it gives. Notes in
   * `#hidden` the icebergs that keep lots, in the order of their next turns.
   */
  #takeHidden(head: number, price: number, lots: number): number {
    const { pool } = this;
    const { fields, quantities, icebergs } = pool;
    const slots = this.#hidden;
    const given = this.#hiddenLots;
    slots.length = 0;
    for (let slot = head; slot !== 0; slot = fields[(slot & SLOT_MASK) * FIELDS + NEXT]!) slots.push(slot);
    const giveUpTo = (turns: number): number => {
      let sum = 0;
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i]!;
        const open = quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]!;
        given[i] = Math.min(open, icebergs.get(slot)!.visible * turns);
        sum += given[i]!;
      }
      return sum;
    };
    // The most full turns for which the lots suffice: all, or fewer than `over`.
    let turns = Infinity;
    if (giveUpTo(turns) > lots) {
      let over = 1;
      while (giveUpTo(over) <= lots) over *= 2;
      for (turns = over >> 1; over - turns > 1;) {
        const middle = (turns + over) >> 1;
        if (giveUpTo(middle) <= lots) turns = middle;
        else over = middle;
      }
    }
    let left = lots - giveUpTo(turns);
    // In the turn that is not full, the iceberg at `next` gives less than its part.
    let next = 0;
    let shownOfNext = 0;
    for (; next < slots.length && left > 0; next++) {
      const slot = slots[next]!;
      const open = quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]! - given[next]!;
      const part = Math.min(open, icebergs.get(slot)!.visible);
      const taken = Math.min(part, left);
      given[next] = given[next]! + taken;
      left -= taken;
      if (taken === part) continue;
      shownOfNext = part - taken;
      break;
    }
    for (let i = 0; i < slots.length; i++) {
      const at = (slots[i]! & SLOT_MASK) * QUANTITIES + OPEN;
      if (given[i] === 0) continue;
      const open = quantities[at]! - given[i]!;
      this.#addFill(slots[i]!, price, given[i]!);
      this.fillOpens[this.fillCount - 1] = open;
      quantities[at] = open;
      if (open > 0) pool.show(slots[i]!, i === next && shownOfNext > 0 ? shownOfNext : open);
    }
    const inTurn = [...slots.slice(next), ...slots.slice(0, next)];
    slots.length = 0;
    for (const slot of inTurn) if (quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]! > 0) slots.push(slot);
    return left;
  }

  /** Makes the icebergs of `#hidden` the queue of a level. Returns its head, 0 if it is empty. */
  #relink(ladder: Ladder, level: number): number {
    const { fields } = this.pool;
    let before = 0;
    for (const slot of this.#hidden) {
      fields[(slot & SLOT_MASK) * FIELDS + PREVIOUS] = before;
      fields[(slot & SLOT_MASK) * FIELDS + NEXT] = 0;
      if (before !== 0) fields[(before & SLOT_MASK) * FIELDS + NEXT] = slot;
      before = slot;
    }
    ladder.links[(level << 2) | 1] = before;
    return this.#hidden[0] ?? 0;
  }

  /** The lots that the orders from `head` on show. */
  #shownAt(head: number): number {
    const { fields } = this.pool;
    let shown = 0;
    for (let slot = head; slot !== 0; slot = fields[(slot & SLOT_MASK) * FIELDS + NEXT]!)
      shown += this.pool.shownLots(slot);
    return shown;
  }

  /**
   * Moves `slot`, the head of a level's queue, to its end. Returns the new head.
   */
  #requeue(ladder: Ladder, level: number, slot: number): number {
    const { fields } = this.pool;
    const next = fields[(slot & SLOT_MASK) * FIELDS + NEXT]!;
    if (next === 0) return slot;
    const tail = ladder.links[(level << 2) | 1]!;
    fields[(tail & SLOT_MASK) * FIELDS + NEXT] = slot;
    fields[(slot & SLOT_MASK) * FIELDS + PREVIOUS] = tail;
    fields[(slot & SLOT_MASK) * FIELDS + NEXT] = 0;
    ladder.links[(level << 2) | 1] = slot;
    return next;
  }

  /** Takes `lots`, fewer than are open, from an order. Returns by how much it shows less. */
  #reduce(slot: number, lots: number): number {
    const { pool } = this;
    const before = pool.shownLots(slot);
    const open = pool.quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]! - lots;
    pool.quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN] = open;
    if ((pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]! & IS_ICEBERG) === 0) return lots;
    return before - pool.show(slot, Math.min(before, open));
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
    const opens = new Float64Array(size);
    opens.set(this.fillOpens);
    this.fillOpens = opens;
  }

  /**
   * Adds an order at the end of its level's queue. The caller has matched it, so it does not cross,
   * and has put an iceberg into `pool.icebergs`.
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
    const shown = (order.flags & IS_ICEBERG) === 0 ? lots : this.pool.shownLots(slot);
    if (tail === 0) {
      links[level << 2] = slot;
      ladder.totals[(level << 1) | 1] = shown;
      ladder.open(price, level);
      if (side === BUY) {
        if (price > this.bestBid) this.bestBid = price;
      } else if (this.bestAsk === 0 || price < this.bestAsk) this.bestAsk = price;
    } else {
      fields[(tail & SLOT_MASK) * FIELDS + NEXT] = slot;
      ladder.totals[(level << 1) | 1] = ladder.totals[(level << 1) | 1]! + shown;
    }
    if (this.watchers.isAny) this.watchers.tell(side, price);
    this.version++;
  }

  /** Removes a resting order from its queue. Its slot stays readable until `pool.release`. */
  remove(slot: number): void {
    const { fields } = this.pool;
    const at = (slot & SLOT_MASK) * FIELDS;
    const price = fields[at + PRICE]!;
    const ladder = (fields[at + PLACE]! & 1) === BUY ? this.#bids : this.#asks;
    if (this.watchers.isAny) this.watchers.tell(ladder === this.#bids ? BUY : SELL, price);
    const level = ladder.at(price);
    const next = fields[at + NEXT]!;
    const previous = fields[at + PREVIOUS]!;
    const links = ladder.links;
    if (previous === 0) links[level << 2] = next;
    else fields[(previous & SLOT_MASK) * FIELDS + NEXT] = next;
    if (next === 0) links[(level << 2) | 1] = previous;
    else fields[(next & SLOT_MASK) * FIELDS + PREVIOUS] = previous;
    if (next === 0 && previous === 0) this.#closeLevel(ladder, price, level);
    else ladder.totals[(level << 1) | 1] = ladder.totals[(level << 1) | 1]! - this.pool.shownLots(slot);
    this.version++;
  }

  /** Reduces a resting order by `lots`, fewer than are open. It keeps its position in the queue. */
  shrink(slot: number, lots: number): void {
    const { fields } = this.pool;
    const price = fields[(slot & SLOT_MASK) * FIELDS + PRICE]!;
    const ladder = (fields[(slot & SLOT_MASK) * FIELDS + PLACE]! & 1) === BUY ? this.#bids : this.#asks;
    if (this.watchers.isAny) this.watchers.tell(ladder === this.#bids ? BUY : SELL, price);
    const level = ladder.at(price);
    const less = this.#reduce(slot, lots);
    ladder.totals[(level << 1) | 1] = ladder.totals[(level << 1) | 1]! - less;
    if (less > 0) this.version++;
  }

  #closeLevel(ladder: Ladder, price: number, level: number): void {
    ladder.close(price, level);
    if (ladder === this.#bids) {
      if (price === this.bestBid) this.bestBid = ladder.highest(price);
    } else if (price === this.bestAsk) this.bestAsk = ladder.lowest(price);
  }

  /** The best price of a side; 0 when it is empty. */
  best(side: Side): number {
    return side === BUY ? this.bestBid : this.bestAsk;
  }

  /** The price of the next level after that at `price` on a side, or 0. */
  nextPrice(side: Side, price: number): number {
    if (side === BUY) return this.#bids.highest(price - 1);
    return price >= PRICE_MAX ? 0 : this.#asks.lowest(price + 1);
  }

  /** Lots that are shown at a price. */
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
      let price = this.best(side);
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
