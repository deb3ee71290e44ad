/** How long each part of a start takes: one line of the log when the server is ready. */
import type { Log } from '../process/log.ts';

export class StartPhases {
  readonly #ms: Record<string, number> = {};
  #sinceMs = performance.now();

  /**
   * `loadedMs`: how long the process has taken so far, to begin and to load its modules; null if
   * it does not begin with this start.
   */
  constructor(loadedMs: number | null) {
    if (loadedMs !== null) this.#ms['load'] = Math.round(loadedMs);
  }

  /** Ends a part, which began when the last one ended. */
  end(part: string): void {
    const nowMs = performance.now();
    this.#ms[part] = Math.round(nowMs - this.#sinceMs);
    this.#sinceMs = nowMs;
  }

  writeTo(log: Log): void {
    const parts = Object.values(this.#ms);
    const readyMs = parts.reduce((total, ms) => total + ms, 0);
    log.info({ readyMs, ...this.#ms }, 'ready: milliseconds by part of the start');
  }
}
