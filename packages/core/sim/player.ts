/** Turns random steps into commands as a run goes on: which orders there are to cancel, which tick comes next at which prices. */
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

  /** After one tick commands come at its time, after the next half a second later, and then at the time of the one that may follow. */
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
    // Half of them only shrink the order.
    if (picked === undefined || step.pick % 2 === 1)
      return { type: 'amend-order', owner, order, price: step.price, lots: step.lots };
    const lots = Math.max(picked.filledLots + 1, picked.lots - 100);
    return { type: 'amend-order', owner, order, price: picked.price, lots };
  }

  /** A move that is not a number is a price that is missing in this tick. */
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
