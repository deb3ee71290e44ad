/**
 * The auditor's model of countdowns (`cancel-after`): which of them a tick ends, and in what order.
 * Written from docs/features/spot.md.
 */
import type { CancelAfter, CoreEvent, Tick } from '../../src/index.ts';
import type { SpotModel } from './spot-model.ts';
import type { SpotParts } from './spot-orders.ts';
import type { Refusal } from './spot-terms.ts';

const DAY_MS = 86_400_000;

interface Countdown {
  readonly owner: number;
  readonly market: number;
  readonly atMs: number;
}

/** `at` is its sequence number in the common due queue. */
interface Ended extends Countdown {
  readonly at: number;
}

export class CountdownModel {
  readonly #parts: SpotParts;
  readonly #spot: SpotModel;
  /** By owner and market. One that replaces another keeps its place. */
  readonly #all = new Map<string, Countdown>();
  #ended: Ended[] = [];
  /** What the command's events must tell. */
  #told: string[] = [];

  constructor(parts: SpotParts & { readonly spot: SpotModel }) {
    this.#parts = parts;
    this.#spot = parts.spot;
  }

  /** Sequence number of the next one in the queue. */
  get nextDue(): number {
    return this.#ended[0]?.at ?? Infinity;
  }

  set({ owner, market, atMs }: CancelAfter, timeMs: number): Refusal {
    if (market !== -1 && !this.#parts.markets.has(market)) return 'market/unknown-pair';
    if (atMs < 0 || atMs - timeMs > DAY_MS) return 'request/invalid';
    const key = `${owner}/${market}`;
    this.#ended = this.#ended.filter((one) => one.owner !== owner || one.market !== market);
    if (atMs === 0) this.#all.delete(key);
    else this.#all.set(key, { owner, market, atMs });
    return null;
  }

  onTick({ tickMs }: Tick): void {
    const waits = (one: Countdown): boolean =>
      !this.#ended.some(({ owner, market }) => owner === one.owner && market === one.market);
    const reached = [...this.#all.values()].filter((one) => one.atMs <= tickMs && waits(one));
    for (const one of reached.sort((a, b) => a.atMs - b.atMs))
      this.#ended.push({ ...one, at: this.#parts.nextPlace() });
  }

  process(): void {
    const { owner, market } = this.#ended.shift()!;
    this.#all.delete(`${owner}/${market}`);
    this.#told.push(`${owner}/${market}/${this.#spot.countedDown(owner, market)}`);
  }

  endCommand(events: readonly CoreEvent[]): void {
    const told = events.flatMap((event) =>
      event.type === 'countdown-ended' ? [`${event.owner}/${event.market}/${event.count}`] : [],
    );
    if (told.join() !== this.#told.join())
      this.#parts.report(`the countdowns are ${told.join()}, due were ${this.#told.join()}`);
    this.#told = [];
  }
}
