/** Runs the work of one key one after the other, with a limit on how much of it may wait. */
import type { Refusal } from '@glasshouse/protocol';
import AsyncLock from 'async-lock';
import { EDGE_LIMITS } from './edge-limits.ts';

export class KeyedMutex {
  readonly #lock = new AsyncLock({ maxPending: EDGE_LIMITS.inFlightOfOneCaller });

  /** Refuses the work, without running it, if too much of the same key waits. */
  async run<T>(key: string, work: () => T | Promise<T>): Promise<T | Refusal> {
    let isBegun = false;
    const begin = async (): Promise<T> => {
      isBegun = true;
      return work();
    };
    return this.#lock.acquire(key, begin).catch((error: unknown): Refusal => {
      // Without time limits, a full queue is the only reason not to begin.
      if (!isBegun) return { error: 'request/too-many' };
      throw error;
    });
  }
}
