/** Positions that wait for their opening tick, and open positions by due time, then by opening. */
import { Timers } from '../../due/timers.ts';
import type { Position } from './position.ts';

export class Schedule {
  /** Accepted positions that wait for the first tick after acceptance, in order of acceptance. */
  pending: Position[] = [];
  /**
   * Due positions whose market had no price in the last tick. They wait for the next one within the
   * grace period.
   */
  late: Position[] = [];
  readonly #timers = new Timers<Position>();

  add(position: Position): void {
    this.#timers.add(position.dueMs, position);
  }

  /** Removes and returns all positions due at or before `timeMs`, late ones first. */
  takeDue(timeMs: number): Position[] {
    const { late } = this;
    this.late = [];
    return [...late, ...this.#timers.takeDue(timeMs)];
  }

  /** All positions that are open and not settled, in the order in which ticks check them. */
  *waiting(): Iterable<Position> {
    yield* this.late;
    yield* this.#timers.waiting();
  }
}
