/** The exchange's side of the tick thread. */
import { Worker } from 'node:worker_threads';
import type { ToTickFeed, TickFeedStart, TicksMade } from './messages.ts';
import type { SourceTick } from './tick-log.ts';

export class TickFeed {
  readonly #worker: Worker;
  readonly #onError: (error: Error) => void;
  #isStopped = false;

  /** `onError`: the thread has ended and will make no more ticks. */
  constructor(start: TickFeedStart, onError: (error: Error) => void) {
    this.#onError = onError;
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: start });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', (code) =>
      this.#fail(new Error(`the thread that makes ticks ended with ${code}`)),
    );
  }

  /** Calls the listener with ticks in order. The first call has the missed ones, if any. */
  onTicks(listener: (ticks: readonly SourceTick[]) => void): void {
    this.#worker.on('message', (ticks: TicksMade) => listener(ticks));
  }

  /** The exchange has committed this tick: the thread may drop much older ones. */
  committed(committedTick: number): void {
    this.#worker.postMessage({ committedTick } satisfies ToTickFeed);
  }

  /** Makes the ticks of a future span of time (see `RunningMarket`). */
  forward(forwardMs: number): void {
    this.#worker.postMessage({ forwardMs } satisfies ToTickFeed);
  }

  setUnopened(unopened: readonly number[]): void {
    this.#worker.postMessage({ unopened } satisfies ToTickFeed);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker.terminate();
  }

  #fail(error: unknown): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#onError(error instanceof Error ? error : new Error(String(error)));
  }
}
