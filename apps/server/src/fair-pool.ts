/**
 * Runs work of many users, some of it at once; the rest waits, and the users take turns. Callers
 * bound how much can wait.
 */
export class FairPool {
  readonly #atOnceMax: number;
  /** In the order of turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;
  #waitingCount = 0;

  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
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
    if (this.#running >= this.#atOnceMax) await this.#turnOf(user);
    else this.#running++;
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  #turnOf(user: string): Promise<void> {
    this.#waitingCount++;
    return new Promise((resolve) => {
      const own = this.#waiting.get(user);
      if (own === undefined) this.#waiting.set(user, [resolve]);
      else own.push(resolve);
    });
  }

  /** Gives the slot to the next user, who then goes to the end of the round. */
  #passOn(): void {
    const next = this.#waiting.entries().next();
    if (next.done === true) {
      this.#running--;
      return;
    }
    const [user, own] = next.value;
    const begin = own.shift();
    this.#waitingCount--;
    this.#waiting.delete(user);
    if (own.length > 0) this.#waiting.set(user, own);
    begin?.();
  }
}
