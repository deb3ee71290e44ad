/**
 * Objects of a feature that a time makes due: the first tick at or after that time queues them, and
 * `process-due` acts on them in portions (D0013). Each object has at most one deadline.
 */
import type { DueQueue } from '../due-queue.ts';
import type { PricedTick } from '../feature.ts';
import { Timers } from '../timers.ts';

/** What happens to an object, and when. Both `id` and `action` belong to the feature. */
export interface Deadline {
  readonly id: number;
  readonly action: number;
  /** Milliseconds since 1970. */
  readonly dueMs: number;
}

/** Deadlines belong to no market. */
const NO_MARKET = 0;

export class Deadlines {
  readonly #due: DueQueue;
  readonly #featureCode: number;
  /** Also those that were replaced or removed, which are skipped. */
  readonly #timers = new Timers<Deadline>();
  /** By object. */
  readonly #current = new Map<number, Deadline>();

  /** `featureCode` is `FeatureDefinition.code`. */
  constructor(due: DueQueue, featureCode: number) {
    this.#due = due;
    this.#featureCode = featureCode;
  }

  /** Sets the deadline of an object, in place of an earlier one. */
  set(deadline: Deadline): void {
    this.#current.set(deadline.id, deadline);
    this.#timers.add(deadline.dueMs, deadline);
  }

  /**
   * Removes the deadline of an object, if it has one. `restoreDue` calls it for what a snapshot has
   * in the queue already.
   */
  remove(id: number): void {
    this.#current.delete(id);
  }

  /** Whether an object has a deadline that no tick has reached. */
  isSet(id: number): boolean {
    return this.#current.has(id);
  }

  /** Queues what this tick makes due: the earliest first, then by object. */
  onTick({ tick, tickMs }: PricedTick): void {
    if (this.#timers.nextMs > tickMs) return;
    const due: Deadline[] = [];
    let isSorted = true;
    for (const each of this.#timers.takeDue(tickMs)) {
      if (this.#current.get(each.id) !== each) continue;
      isSorted &&= due.length === 0 || isBefore(due[due.length - 1]!, each);
      due.push(each);
      this.#current.delete(each.id);
    }
    // Timers of one time come in the order in which they were set, which a snapshot does not keep.
    if (!isSorted) due.sort((a, b) => (isBefore(a, b) ? -1 : 1));
    const feature = this.#featureCode;
    for (const { id, action } of due)
      this.#due.add({ feature, tick, market: NO_MARKET, id, action, tickMs, price: 0 });
  }
}

const isBefore = (a: Deadline, b: Deadline): boolean =>
  a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.id < b.id);
