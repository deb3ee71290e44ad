/** The naive book: an array of orders, sorted by price and time, searched from the front. Slow and plainly right: the oracle of the fast one. */
import type { Side } from '../src/index.ts';

interface NaiveOrder {
  readonly id: number;
  readonly side: Side;
  readonly price: number;
  readonly time: number;
  lots: number;
}
export interface NaiveFill {
  readonly maker: number;
  readonly price: number;
  readonly lots: number;
}

export class NaiveBook {
  #orders: NaiveOrder[] = [];
  #time = 0;

  /** Trades, then rests what is left when `rests`. Returns the fills in order and what is left. */
  place(order: { id: number; side: Side; price: number; lots: number; rests: boolean }): {
    fills: NaiveFill[];
    left: number;
  } {
    const fills: NaiveFill[] = [];
    let left = order.lots;
    while (left > 0) {
      const maker = this.#best(order.side === 0 ? 1 : 0);
      if (maker === undefined || (order.side === 0 ? maker.price > order.price : maker.price < order.price))
        break;
      const lots = Math.min(left, maker.lots);
      fills.push({ maker: maker.id, price: maker.price, lots });
      maker.lots -= lots;
      left -= lots;
      if (maker.lots === 0) this.#orders = this.#orders.filter((resting) => resting !== maker);
    }
    if (left > 0 && order.rests)
      this.#orders.push({
        id: order.id,
        side: order.side,
        price: order.price,
        lots: left,
        time: this.#time++,
      });
    return { fills, left };
  }

  cancel(id: number): boolean {
    const before = this.#orders.length;
    this.#orders = this.#orders.filter((order) => order.id !== id);
    return this.#orders.length < before;
  }

  depth(side: Side): [number, number][] {
    const levels = new Map<number, number>();
    for (const order of this.#orders)
      if (order.side === side) levels.set(order.price, (levels.get(order.price) ?? 0) + order.lots);
    return [...levels].sort((a, b) => (side === 0 ? b[0] - a[0] : a[0] - b[0]));
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
