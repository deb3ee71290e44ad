/** Turns random steps into commands during a run, which depend on its orders and its last tick. */
import type { Command, Exchange } from '../src/index.ts';
import { commandAtLimit } from './limit-commands.ts';
import type { RandomStep } from './random-commands.ts';

export const START_MS = 1_700_000_000_000;
/** The first index price of each market of the set-up, at its index decimals. */
const FIRST_PRICES = [9_000_000, 125_000];

export class Player {
  readonly #prices = [...FIRST_PRICES];
  #tick = 0;
  #tickMs = START_MS;

  /**
   * After one tick commands have its time; after the next they come half a second later, and then
   * at the time of the tick that may follow.
   */
  get timeMs(): number {
    return this.#tickMs + 500 * (this.#tick % 3);
  }

  commandOf(step: RandomStep, exchange: Exchange): Command {
    if (step.type === 'next-tick') return this.#nextTick(step);
    if (step.type === 'at-limit') return commandAtLimit(step, exchange, this.#prices[0]!);
    if (step.type !== 'cancel-some' && step.type !== 'amend-some') return step;
    const orders = exchange.features.spot.openOrders(step.owner);
    const picked = orders[step.pick % Math.max(1, orders.length)];
    const order = picked?.order ?? step.pick;
    const { owner } = step;
    if (step.type === 'cancel-some') return { type: 'cancel-order', owner, order };
    // Half of the amendments only shrink the order.
    if (picked === undefined || step.pick % 2 === 1)
      return { type: 'amend-order', owner, order, price: step.price, lots: step.lots };
    const lots = Math.max(picked.filledLots + 1, picked.lots - 100);
    return { type: 'amend-order', owner, order, price: picked.price, lots };
  }

  /** A move that is NaN is a missing price in this tick. */
  #nextTick(step: Extract<RandomStep, { type: 'next-tick' }>): Command {
    this.#tickMs += step.gap * 1000;
    const prices = this.#prices.map((price, i) => {
      const move = step.moves[i] ?? 0;
      if (Number.isNaN(move)) return 0;
      this.#prices[i] = price + move;
      return price + move;
    });
    return { type: 'tick', tick: ++this.#tick, tickMs: this.#tickMs, prices };
  }
}
