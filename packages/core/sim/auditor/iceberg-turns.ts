/**
 * How the auditor follows icebergs whose further parts trade. Once an order has taken all that a
 * price shows, its icebergs give a part each in turn, and all that one of them gives is one trade.
 */
import type { Report } from './books.ts';

export interface TurningOrder {
  readonly id: number;
  readonly price: number;
  readonly open: number;
  readonly visible: number;
  shown: number;
  rested: number;
}

export class IcebergTurns {
  readonly #report: Report;
  readonly #nextTime: () => number;
  /** The order that takes the parts. */
  #taker = 0;
  /** Icebergs of which it has taken what they showed, with the number of further parts. */
  readonly #turns = new Map<TurningOrder, number>();

  constructor(report: Report, nextTime: () => number) {
    this.#report = report;
    this.#nextTime = nextTime;
  }

  /** A trade of an order begins. */
  begin(taker: number): void {
    if (taker !== this.#taker) this.end();
    this.#taker = taker;
  }

  /** The most lots that a resting order can trade next. */
  mostOf(order: TurningOrder): number {
    return this.#turns.has(order) ? order.open : order.shown;
  }

  /** After a trade of an order, whose open lots have become fewer by `lots`. */
  take(order: TurningOrder, lots: number): void {
    if (this.#turns.has(order)) return this.#turn(order, lots);
    order.shown -= lots;
    if (order.shown > 0 || order.open === 0) return;
    // The next part of an iceberg waits behind all others of its price.
    order.shown = Math.min(order.visible, order.open);
    order.rested = this.#nextTime();
    this.#turns.set(order, 0);
  }

  /**
   * Further parts of an iceberg, of which the last may be left in part. Those that have given most
   * parts wait behind the others.
   */
  #turn(iceberg: TurningOrder, lots: number): void {
    this.#turns.set(iceberg, Math.floor(lots / iceberg.visible));
    iceberg.shown = Math.min(iceberg.visible - (lots % iceberg.visible), iceberg.open);
    for (const [order] of [...this.#turns].filter(([, turns]) => turns > 0).sort(([, a], [, b]) => a - b))
      order.rested = this.#nextTime();
  }

  /** No iceberg that goes on resting has given two parts more than another one at its price. */
  end(): void {
    const resting = [...this.#turns].filter(([order]) => order.open > 0);
    for (const [order, turns] of resting)
      for (const [other, fewer] of resting)
        if (other.price === order.price && turns > fewer + 1)
          this.#report(`order ${order.id} gave ${turns} further parts, order ${other.id} ${fewer}`);
    this.#turns.clear();
  }
}
