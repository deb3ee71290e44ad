/** Which positions wait for their opening tick, and which are due when. Order: by due time, then in the order they were opened. */
import { Timers } from '../../timers.ts';
import type { Position } from './position.ts';

export class Schedule {
  /** Accepted, waiting for the first tick after acceptance; in order of acceptance. */
  pending: Position[] = [];
  /** Due, but their market had no price in the tick that came: they wait for the next within the grace. */
  late: Position[] = [];
  readonly #timers = new Timers<Position>();

  add(position: Position): void {
    this.#timers.add(position.dueMs, position);
  }

  /** Takes out all that is due at or before `timeMs`: first what was late already. */
  takeDue(timeMs: number): Position[] {
    const { late } = this;
    this.late = [];
    return [...late, ...this.#timers.takeDue(timeMs)];
  }

  /** Everything that was opened and not settled, in the order it will be looked at. */
  *waiting(): Iterable<Position> {
    yield* this.late;
    yield* this.#timers.waiting();
  }
}
