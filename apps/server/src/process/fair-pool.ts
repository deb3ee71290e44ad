/**
 * Runs work of many users, some of it at once; the rest waits, and the users take turns. Callers
 * bound how much can wait.
 */
export class FairPool {
  readonly #atOnceMax: number;
  readonly #rememberedMax: number;
  /** The last turns of users who are remembered, the oldest first. */
  readonly #turns = new Map<string, number>();
  #turnCount = 0;
  /** In the order of turns: what tells each piece of work whether its turn has come. */
  readonly #waiting = new Map<string, ((isTurn: boolean) => void)[]>();
  /** How much of each user's work runs. */
  readonly #running = new Map<string, number>();
  #runningCount = 0;
  #waitingCount = 0;

  /**
   * `rememberedMax`: of so many users the last turn is remembered. Then whoever has nothing running
   * goes first, of them whoever had their turn longest ago, or none that is remembered.
   */
  constructor(atOnceMax: number, rememberedMax = 0) {
    this.#atOnceMax = atOnceMax;
    this.#rememberedMax = rememberedMax;
  }

  /** How much work waits. */
  get waiting(): number {
    return this.#waitingCount;
  }

  /** How much of one user's work runs or waits. */
  heldBy(user: string): number {
    return (this.#running.get(user) ?? 0) + this.waitingOf(user);
  }

  /** How much of one user's work waits. */
  waitingOf(user: string): number {
    return this.#waiting.get(user)?.length ?? 0;
  }

  /** Whose turn is next; undefined if nobody waits. */
  get next(): string | undefined {
    let next: string | undefined;
    let longestAgo = Infinity;
    for (const user of this.#waiting.keys()) {
      const turn = this.#turnOf(user);
      if (turn >= longestAgo) continue;
      [next, longestAgo] = [user, turn];
      if (turn === 0) break;
    }
    return next;
  }

  /** `user` is whoever's turn the work uses. */
  async run<T>(user: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(user);
    try {
      return await work();
    } finally {
      leave?.();
    }
  }

  /** Returns what gives the slot back, to be called once; null if it waits no more. */
  async enter(user: string, gone?: AbortSignal): Promise<(() => void) | null> {
    if (this.#runningCount < this.#atOnceMax) this.#begin(user);
    else if (!(await this.#wait(user, gone))) return null;
    return () => this.#end(user);
  }

  /**
   * The newest work of whoever has most of it waiting, or had their turn last, waits no more. False
   * if nobody waits with more than one piece of work, or had a later turn than `user`.
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

  /** False if it waits no more, without a turn. */
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

  /** False if it does not wait. */
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

  /** Gives the slot to the next user, who then goes to the end of the round. */
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

  /** When a user's last work began, counted in turns; 0 if nobody remembers. */
  #turnOf(user: string): number {
    if (this.#rememberedMax === 0) return 0;
    return this.#running.has(user) ? Number.MAX_SAFE_INTEGER : (this.#turns.get(user) ?? 0);
  }
}
