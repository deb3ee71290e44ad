/**
 * Bounds how many handlers of callers without a session run at once. The others wait, and their
 * networks take turns. The queue of admission before them only measures the event loop, which does
 * not show how long the database takes.
 */
import type { Refusal } from '@glasshouse/protocol';
import { FairPool, type TurnOrder } from '../process/fair-pool.ts';
import { areaOf, networkOf } from '../values/network.ts';
import { EDGE_LIMITS } from './edge-limits.ts';

const BUSY: Refusal = { error: 'request/busy' };

interface VisitorPlacesOptions {
  readonly atOnceMax: number;
  /** The key by which the calls of an address take turns. */
  readonly turnOf: (ip: string) => string;
  /** How many calls of one turn wait; more are refused. */
  readonly waitingOfOneMax: number;
  readonly order?: TurnOrder;
}

export class VisitorSlots {
  readonly #pool: FairPool;
  readonly #options: VisitorPlacesOptions;

  constructor(options: VisitorPlacesOptions) {
    this.#options = options;
    this.#pool = new FairPool(options.atOnceMax, options.order);
  }

  /** Runs the work, or refuses it where too many wait. */
  async run(ip: string, work: () => Promise<unknown>): Promise<unknown> {
    const { turnOf, waitingOfOneMax } = this.#options;
    const turn = turnOf(ip);
    const isFull = this.#pool.waiting >= EDGE_LIMITS.queued || this.#pool.waitingOf(turn) >= waitingOfOneMax;
    if (isFull) return BUSY;
    return this.#pool.run(turn, work);
  }
}

/** The slots of the site's visitors. Networks take turns. */
export const slotsOfVisitors = (): VisitorSlots =>
  new VisitorSlots({
    atOnceMax: EDGE_LIMITS.runningOfVisitors,
    turnOf: networkOf,
    waitingOfOneMax: EDGE_LIMITS.inFlightOfOneCaller,
  });

/**
 * Of those who log in to the back office. Few do, so whole areas take turns, and one that has not
 * tried lately goes first, the newest of these before all: whoever has filled the line comes later
 * than an operator at a new place.
 */
export const slotsOfOffice = (): VisitorSlots =>
  new VisitorSlots({
    atOnceMax: EDGE_LIMITS.runningOfOffice,
    turnOf: (ip) => areaOf(networkOf(ip)),
    waitingOfOneMax: EDGE_LIMITS.waitingOfOneArea,
    order: { rememberedMax: EDGE_LIMITS.turnsOfOffice, isNewestFirst: true },
  });

/** Of places from where operators have signed in: no stranger elsewhere is before them. */
export const slotsOfKnownOffice = (): VisitorSlots =>
  new VisitorSlots({
    atOnceMax: EDGE_LIMITS.runningOfKnownOffice,
    turnOf: networkOf,
    waitingOfOneMax: EDGE_LIMITS.waitingOfOneArea,
    order: { rememberedMax: EDGE_LIMITS.turnsOfOffice },
  });
