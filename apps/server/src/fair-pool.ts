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
  /** In the order of turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;
  #waitingCount = 0;

  /**
   * `rememberedMax`: of so many users the last turn is remembered. Whoever had theirs longest ago
   * goes first, and before them whoever is not remembered.
   */
  constructor(atOnceMax: number, rememberedMax = 0) {
    this.#atOnceMax = atOnceMax;
    this.#rememberedMax = rememberedMax;
  }

  /** How much work waits. */
  get waiting(): number {
    return this.#waitingCount;
  }

  /** How much of one user's work waits. */
  waitingOf(user: string): number {
    return this.#waiting.get(user)?.length ?? 0;
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

  /** Returns what gives the slot back, to be called once; null if the signal came first. */
  async enter(user: string, gone?: AbortSignal): Promise<(() => void) | null> {
    if (this.#running < this.#atOnceMax) {
      this.#running++;
      this.#remember(user);
    } else if (!(await this.#turnOf(user, gone))) return null;
    return () => this.#passOn();
  }

  /** False if whoever waits has left before. */
  #turnOf(user: string, gone?: AbortSignal): Promise<boolean> {
    this.#waitingCount++;
    return new Promise((resolve) => {
      const begin = (): void => resolve(true);
      const own = this.#waiting.get(user);
      if (own === undefined) this.#waiting.set(user, [begin]);
      else own.push(begin);
      gone?.addEventListener('abort', () => {
        if (this.#drop(user, begin)) resolve(false);
      });
    });
  }

  /** False if it does not wait. */
  #drop(user: string, begin: () => void): boolean {
    const own = this.#waiting.get(user) ?? [];
    const left = own.filter((each) => each !== begin);
    if (left.length === own.length) return false;
    this.#waitingCount--;
    if (left.length > 0) this.#waiting.set(user, left);
    else this.#waiting.delete(user);
    return true;
  }

  #remember(user: string): void {
    this.#turns.delete(user);
    this.#turns.set(user, ++this.#turnCount);
    if (this.#turns.size <= this.#rememberedMax) return;
    const [oldest = ''] = this.#turns.keys();
    this.#turns.delete(oldest);
  }

  /** Gives the slot to the next user, who then goes to the end of the round. */
  #passOn(): void {
    const user = this.#next();
    const own = user === undefined ? undefined : this.#waiting.get(user);
    if (user === undefined || own === undefined) {
      this.#running--;
      return;
    }
    const begin = own.shift();
    this.#waitingCount--;
    this.#waiting.delete(user);
    if (own.length > 0) this.#waiting.set(user, own);
    this.#remember(user);
    begin?.();
  }

  /** Of those whose last turn is equally long ago, the first of the round. */
  #next(): string | undefined {
    let next: string | undefined;
    let longestAgo = Infinity;
    for (const user of this.#waiting.keys()) {
      const turn = this.#turns.get(user) ?? 0;
      if (turn >= longestAgo) continue;
      [next, longestAgo] = [user, turn];
      if (turn === 0) break;
    }
    return next;
  }
}
