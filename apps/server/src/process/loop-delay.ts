/**
 * Samples the delay of the event loop in seconds into a histogram. Node's own histogram would have
 * to be reset at each reading.
 */

const EVERY_MS = 10;

export class LoopDelay {
  readonly #timer: NodeJS.Timeout;
  #dueMs = performance.now() + EVERY_MS;

  constructor(seconds: { observe(value: number): void }) {
    this.#timer = setInterval(() => {
      const nowMs = performance.now();
      seconds.observe(Math.max(0, nowMs - this.#dueMs) / 1000);
      this.#dueMs = nowMs + EVERY_MS;
    }, EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
