/**
 * Bounds how many handlers of one caller run at once; the others wait for these, in order. So no
 * caller fills the line of the database, in which all wait for their turn. How many can wait is
 * bounded by admission.
 */
export class CallerSlots {
  readonly #atOnceMax: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
  }

  /** Answers at once if nothing makes it wait, neither other work nor its own. */
  run<T>(caller: string, work: () => T | Promise<T>): T | Promise<T> {
    const running = this.#running.get(caller) ?? 0;
    if (running >= this.#atOnceMax) return this.#turnOf(caller).then(() => this.#begin(caller, work));
    this.#running.set(caller, running + 1);
    return this.#begin(caller, work);
  }

  #begin<T>(caller: string, work: () => T | Promise<T>): T | Promise<T> {
    let isWaiting = false;
    try {
      const result = work();
      if (!(result instanceof Promise)) return result;
      isWaiting = true;
      return this.#passOnAfter(caller, result);
    } finally {
      if (!isWaiting) this.#passOn(caller);
    }
  }

  async #passOnAfter<T>(caller: string, result: Promise<T>): Promise<T> {
    try {
      return await result;
    } finally {
      this.#passOn(caller);
    }
  }

  #turnOf(caller: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(caller);
      if (own === undefined) this.#waiting.set(caller, [resolve]);
      else own.push(resolve);
    });
  }

  #passOn(caller: string): void {
    const own = this.#waiting.get(caller);
    const next = own?.shift();
    if (own?.length === 0) this.#waiting.delete(caller);
    if (next !== undefined) {
      next();
      return;
    }
    const left = (this.#running.get(caller) ?? 1) - 1;
    if (left === 0) this.#running.delete(caller);
    else this.#running.set(caller, left);
  }
}
