/** Which positions wait for their opening tick, and which are due when. Order: by due time, then in the order they were opened. */
import type { Position } from './position.ts';

export class Schedule {
  /** Accepted, waiting for the first tick after acceptance; in order of acceptance. */
  pending: Position[] = [];
  /** Due, but their market had no price in the tick that came: they wait for the next within the grace. */
  late: Position[] = [];
  readonly #buckets = new Map<number, Position[]>();
  /** Due times with positions, ascending. */
  #dueTimes: number[] = [];

  add(position: Position): void {
    const bucket = this.#buckets.get(position.dueMs);
    if (bucket !== undefined) {
      bucket.push(position);
      return;
    }
    this.#buckets.set(position.dueMs, [position]);
    let at = this.#dueTimes.length;
    while (at > 0 && this.#dueTimes[at - 1]! > position.dueMs) at--;
    this.#dueTimes.splice(at, 0, position.dueMs);
  }

  /** Takes out all that is due at or before `timeMs`: first what was late already. */
  takeDue(timeMs: number): Position[] {
    if (this.late.length === 0 && (this.#dueTimes[0] ?? Infinity) > timeMs) return [];
    const due = this.late;
    this.late = [];
    let count = 0;
    while (count < this.#dueTimes.length && this.#dueTimes[count]! <= timeMs) {
      const dueMs = this.#dueTimes[count++]!;
      for (const position of this.#buckets.get(dueMs)!) due.push(position);
      this.#buckets.delete(dueMs);
    }
    this.#dueTimes.splice(0, count);
    return due;
  }

  /** Everything that was opened and not settled, in the order it will be looked at. */
  *waiting(): Iterable<Position> {
    yield* this.late;
    for (const dueMs of this.#dueTimes) yield* this.#buckets.get(dueMs)!;
  }
}
