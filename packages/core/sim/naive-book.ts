/**
 * The naive book: an array of orders, sorted by price and time, searched from the front. Slow and
 * obviously correct, it is the oracle of the fast book.
 */
import type { Side } from '../src/index.ts';

interface NaiveOrder {
  readonly id: number;
  readonly side: Side;
  readonly price: number;
  time: number;
  readonly owner: number;
  /** All open lots; below, the most that an iceberg shows of them, and what it shows now. */
  lots: number;
  readonly visible: number;
  shown: number;
}
export interface NaiveFill {
  readonly maker: number;
  readonly price: number;
  lots: number;
}

/** An incoming order. */
export interface NaiveArrival {
  side: Side;
  price: number;
  lots: number;
  rests: boolean;
  owner: number;
  selfTrade: number;
  meetsMax: number;
  /** Infinity for an order that shows all its lots. */
  visible: number;
}

export class NaiveBook {
  #orders: NaiveOrder[] = [];
  #time = 0;

  /**
   * Trades, then rests the remainder if `rests` and the match did not stop. Returns the fills in
   * order, own orders that left the book, the remaining lots, and why it stopped early: 1 at an own
   * order, 2 after `meetsMax` orders, an iceberg counting once. All further parts of an iceberg are
   * one fill. `selfTrade` is the mode for own orders: 0 they trade, 1 the
   * match stops, 2 they leave the book, 3 both, 4 both lose the same lots (`prevented`).
   */
  // oxlint-disable-next-line complexity -- The rule read from the top.
  place(order: NaiveArrival & { id: number }): {
    fills: NaiveFill[];
    own: number[];
    left: number;
    ended: number;
    prevented: number;
  } {
    const fills: NaiveFill[] = [];
    const own: number[] = [];
    let left = order.lots;
    let ended = 0;
    let prevented = 0;
    // The orders met, and the fill of each iceberg that has come to a further turn.
    const met = new Set<number>();
    const further = new Map<number, NaiveFill>();
    while (left > 0 && ended === 0) {
      const maker = this.#best(order.side === 0 ? 1 : 0);
      if (maker === undefined || (order.side === 0 ? maker.price > order.price : maker.price < order.price))
        break;
      const isFurther = met.has(maker.id);
      if (met.size === order.meetsMax && !isFurther) {
        ended = 2;
        break;
      }
      met.add(maker.id);
      if (maker.owner === order.owner && order.selfTrade === 4) {
        const lost = Math.min(left, maker.lots);
        left -= lost;
        prevented += lost;
        if (left === 0) ended = 1;
        if (lost === maker.lots) {
          own.push(maker.id);
          this.cancel(maker.id);
        } else this.#shrink(maker, lost);
        continue;
      }
      if (maker.owner === order.owner && order.selfTrade !== 0) {
        if (order.selfTrade !== 2) ended = 1;
        if (order.selfTrade !== 1) own.push(maker.id);
        if (order.selfTrade !== 1) this.cancel(maker.id);
        continue;
      }
      const lots = Math.min(left, maker.shown);
      const fill = further.get(maker.id) ?? { maker: maker.id, price: maker.price, lots: 0 };
      if (fill.lots === 0) fills.push(fill);
      if (isFurther) further.set(maker.id, fill);
      fill.lots += lots;
      maker.lots -= lots;
      maker.shown -= lots;
      left -= lots;
      if (maker.lots === 0) this.cancel(maker.id);
      else if (maker.shown === 0) {
        maker.shown = Math.min(maker.visible, maker.lots);
        maker.time = this.#time++;
      }
    }
    const { id, side, price, owner, visible } = order;
    const shown = Math.min(visible, left);
    if (left > 0 && order.rests && ended === 0)
      this.#orders.push({ id, side, price, owner, lots: left, visible, shown, time: this.#time++ });
    return { fills, own, left, ended, prevented };
  }

  /** Takes lots, fewer than are open; the order keeps its time. */
  shrink(id: number, lots: number): void {
    this.#shrink(
      this.#orders.find((order) => order.id === id)!,
      lots,
    );
  }

  #shrink(order: NaiveOrder, lots: number): void {
    order.lots -= lots;
    order.shown = Math.min(order.shown, order.lots);
  }

  openOf(id: number): number {
    return this.#orders.find((order) => order.id === id)?.lots ?? 0;
  }

  cancel(id: number): boolean {
    const before = this.#orders.length;
    this.#orders = this.#orders.filter((order) => order.id !== id);
    return this.#orders.length < before;
  }

  depth(side: Side): [number, number][] {
    const levels = new Map<number, number>();
    for (const order of this.#orders)
      if (order.side === side) levels.set(order.price, (levels.get(order.price) ?? 0) + order.shown);
    return [...levels].sort((a, b) => (side === 0 ? b[0] - a[0] : a[0] - b[0]));
  }

  /** Ids at a price, in queue order. */
  queueAt(side: Side, price: number): number[] {
    return this.#orders
      .filter((order) => order.side === side && order.price === price)
      .sort((a, b) => a.time - b.time)
      .map(({ id }) => id);
  }

  #best(side: Side): NaiveOrder | undefined {
    let best: NaiveOrder | undefined;
    for (const order of this.#orders) {
      if (order.side !== side) continue;
      const isBetter =
        best === undefined ||
        (side === 0 ? order.price > best.price : order.price < best.price) ||
        (order.price === best.price && order.time < best.time);
      if (isBetter) best = order;
    }
    return best;
  }
}
