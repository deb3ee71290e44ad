/** Who waits until work has got as far as a number: of a commit, or of a batch. */
interface Waiter {
  readonly n: number;
  resolve(): void;
  reject(error: Error): void;
}

export class Waiters {
  /** In the order of their numbers. */
  #waiters: Waiter[] = [];

  /** The highest number that somebody waits for; null if nobody waits. */
  get last(): number | null {
    return this.#waiters.at(-1)?.n ?? null;
  }

  /** Resolves when `n` is reached. Not below the number of an earlier call. */
  until(n: number): Promise<void> {
    return new Promise((resolve, reject) => this.#waiters.push({ n, resolve, reject }));
  }

  reach(n: number): void {
    const left = this.#waiters.findIndex((waiter) => waiter.n > n);
    const ready = this.#waiters.splice(0, left < 0 ? this.#waiters.length : left);
    for (const waiter of ready) waiter.resolve();
  }

  /** No number will be reached any more. */
  fail(error: Error): void {
    for (const waiter of this.#waiters.splice(0)) waiter.reject(error);
  }
}
