/** Looks every few seconds at what is new, within a budget, and opens or extends cases. */
import { errorFields, type Log } from '../../process/log.ts';
import type { CaseStore } from './case-store.ts';
import { BUDGET } from './rules.ts';
import { SOURCES, type Facts } from './steps.ts';

interface WatchParts {
  readonly facts: Facts;
  readonly store: CaseStore;
  readonly log: Log;
  /** 0: it looks only when it is asked to. */
  readonly everyMs: number;
}

export class Watch {
  readonly #parts: WatchParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isStopping = false;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  start(): void {
    const { everyMs } = this.#parts;
    if (everyMs === 0) return;
    this.#timer = setInterval(() => {
      if (this.#running === null) void this.look();
    }, everyMs).unref();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Looks at what is there now; what exceeds the budget waits for the next look. */
  async look(): Promise<void> {
    while (this.#running !== null) await this.#running;
    this.#running = this.#lookAtAll().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #lookAtAll(): Promise<void> {
    for (const source of Object.keys(SOURCES)) {
      try {
        await this.#lookAt(source);
      } catch (error) {
        this.#parts.log.error({ source, ...errorFields(error) }, 'the watch tries again');
      }
    }
  }

  async #lookAt(source: string): Promise<void> {
    const { facts, store } = this.#parts;
    const takeStep = SOURCES[source]!;
    let mark = (await store.marks()).get(source) ?? 0;
    for (let steps = 0; steps < BUDGET.steps && !this.#isStopping; steps++) {
      const step = await takeStep(facts, mark);
      if (step === null || !(await store.take(source, mark, step))) return;
      ({ mark } = step);
    }
  }
}
