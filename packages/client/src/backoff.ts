/** How long to wait before a lost line is opened again: longer each time, by chance. */

export interface BackoffOptions {
  readonly firstMs: number;
  readonly maxMs: number;
}
export const BACKOFF: BackoffOptions = { firstMs: 100, maxMs: 10_000 };

export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /** The line has served. */
  reset(): void {
    this.#failures = 0;
  }

  /** From half of the bound to all of it, so that many clients do not come at once. */
  nextMs(): number {
    const { firstMs, maxMs } = this.#options;
    const boundMs = Math.min(maxMs, firstMs * 2 ** Math.min(this.#failures++, 30));
    return boundMs * (0.5 + Math.random() / 2);
  }
}

/** Resolves after that time, or at once when `stop` aborts. */
export function delay(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    stop.addEventListener('abort', done);
  });
}
