/**
 * A fair semaphore: runs a bounded number of tasks of many users at once. The others wait, and the
 * users take turns. Callers bound how many tasks can wait.
 */
import { inPlace } from './held-place.ts';

/** Whose turn is next. By default whoever has waited longest since their last turn. */
export interface TurnOrder {
  /**
   * The number of users whose last turn is remembered. If it is above 0, users without running
   * tasks go first, and among them one without a remembered turn, or the one with the oldest.
   */
  readonly rememberedMax: number;
  /** Of users without a remembered turn the newest goes first; default: whoever waits longest. */
  readonly isNewestFirst?: boolean;
}

export class FairPool {
  readonly #atOnceMax: number;
  readonly #rememberedMax: number;
  readonly #isNewestFirst: boolean;
  /** The last turn of each remembered user, the oldest first. */
  readonly #turns = new Map<string, number>();
  #turnCount = 0;
  /**
   * Waiting tasks by user, users in the order of their turns. Calling a task's function with true
   * starts it, with false gives it up.
   */
  readonly #waiting = new Map<string, ((isTurn: boolean) => void)[]>();
  /** The number of running tasks by user. */
  readonly #running = new Map<string, number>();
  #runningCount = 0;
  #waitingCount = 0;

  constructor(atOnceMax: number, { rememberedMax, isNewestFirst = false }: TurnOrder = { rememberedMax: 0 }) {
    this.#atOnceMax = atOnceMax;
    this.#rememberedMax = rememberedMax;
    this.#isNewestFirst = isNewestFirst;
  }

  /** The number of waiting tasks. */
  get waiting(): number {
    return this.#waitingCount;
  }

  /** The number of a user's tasks that run or wait. */
  heldBy(user: string): number {
    return (this.#running.get(user) ?? 0) + this.waitingOf(user);
  }

  /** The number of a user's waiting tasks. */
  waitingOf(user: string): number {
    return this.#waiting.get(user)?.length ?? 0;
  }

  /** The user whose turn is next; undefined if nobody waits. */
  get next(): string | undefined {
    let next: string | undefined;
    let longestAgo = Infinity;
    for (const user of this.#waiting.keys()) {
      const turn = this.#turnOf(user);
      if (turn > longestAgo || (turn === longestAgo && !this.#isNewestFirst)) continue;
      [next, longestAgo] = [user, turn];
      if (turn === 0 && !this.#isNewestFirst) break;
    }
    return next;
  }

  /** Runs a task in a slot, which it may leave while it waits; it uses a turn of `user`. */
  run<T>(user: string, work: () => Promise<T>): Promise<T> {
    return inPlace(async () => (await this.enter(user)) ?? (() => {}), work);
  }

  /**
   * Waits for a slot. Returns a function that gives it back, to be called once; null if the wait
   * was given up.
   */
  async enter(user: string, gone?: AbortSignal): Promise<(() => void) | null> {
    if (this.#runningCount < this.#atOnceMax) this.#begin(user);
    else if (!(await this.#wait(user, gone))) return null;
    return () => this.#end(user);
  }

  /**
   * Gives up one waiting task in favour of `user`: the newest one of the user with most waiting
   * tasks, among equals of the one with the latest turn. False if all others have only one task
   * waiting and no later turn than `user`.
   */
  makeRoomFor(user: string): boolean {
    let [worst, most, latest] = ['', 1, this.#turnOf(user)];
    for (const [other, own] of this.#waiting) {
      const turn = this.#turnOf(other);
      if (own.length < most || (own.length === most && turn <= latest)) continue;
      [worst, most, latest] = [other, own.length, turn];
    }
    const newest = this.#waiting.get(worst)?.at(-1);
    if (newest === undefined) return false;
    this.#drop(worst, newest);
    newest(false);
    return true;
  }

  /** Resolves with true when the task's turn comes, with false if the wait was given up. */
  #wait(user: string, gone?: AbortSignal): Promise<boolean> {
    this.#waitingCount++;
    return new Promise((resolve) => {
      const own = this.#waiting.get(user);
      if (own === undefined) this.#waiting.set(user, [resolve]);
      else own.push(resolve);
      gone?.addEventListener('abort', () => {
        if (this.#drop(user, resolve)) resolve(false);
      });
    });
  }

  /** Removes a waiting task; false if it was not waiting. */
  #drop(user: string, work: (isTurn: boolean) => void): boolean {
    const own = this.#waiting.get(user) ?? [];
    const left = own.filter((each) => each !== work);
    if (left.length === own.length) return false;
    this.#waitingCount--;
    if (left.length > 0) this.#waiting.set(user, left);
    else this.#waiting.delete(user);
    return true;
  }

  #begin(user: string): void {
    this.#runningCount++;
    this.#running.set(user, (this.#running.get(user) ?? 0) + 1);
    if (this.#rememberedMax === 0) return;
    this.#turns.delete(user);
    this.#turns.set(user, ++this.#turnCount);
    if (this.#turns.size <= this.#rememberedMax) return;
    const [oldest = ''] = this.#turns.keys();
    this.#turns.delete(oldest);
  }

  /**
   * Frees the slot and starts the next user's oldest task; that user then goes to the end of the
   * round.
   */
  #end(user: string): void {
    this.#runningCount--;
    const left = (this.#running.get(user) ?? 1) - 1;
    if (left > 0) this.#running.set(user, left);
    else this.#running.delete(user);
    const next = this.next;
    const own = next === undefined ? undefined : this.#waiting.get(next);
    if (next === undefined || own === undefined) return;
    const work = own.shift();
    this.#waitingCount--;
    this.#waiting.delete(next);
    if (own.length > 0) this.#waiting.set(next, own);
    this.#begin(next);
    work?.(true);
  }

  /**
   * The number of the turn in which a user's last task began; 0 if not remembered. Users with
   * running tasks come last.
   */
  #turnOf(user: string): number {
    if (this.#rememberedMax === 0) return 0;
    return this.#running.has(user) ? Number.MAX_SAFE_INTEGER : (this.#turns.get(user) ?? 0);
  }
}
