/** Keeps one connection open: when it breaks the next one is opened, after a growing wait. */
import { Backoff, delay, type BackoffOptions } from './backoff.ts';

export interface Line {
  readonly closed: Promise<void>;
  close(): void;
}

interface LastingOptions<L> {
  /** Opens a connection and prepares it. */
  readonly open: () => Promise<L>;
  /** Called when it can be used. */
  readonly opened: (line: L) => void;
  /** Whether the next attempt would fail as this one did. */
  readonly isFinal: (error: unknown) => boolean;
  readonly backoff: BackoffOptions;
}

interface Waiting<L> {
  readonly resolve: (line: L) => void;
  readonly reject: (error: unknown) => void;
}

/** A connection that has lived so long begins again with the shortest wait. */
const SERVED_MS = 1_000;

export class LastingLine<L extends Line> {
  /** Rejects, with the reason, when there will be no connection any more. */
  readonly ended: Promise<never>;
  readonly #options: LastingOptions<L>;
  readonly #stop = new AbortController();
  readonly #backoff: Backoff;
  #line: L | null = null;
  #ended: unknown = null;
  #tellEnd!: (error: unknown) => void;
  #waiting: Waiting<L>[] = [];

  constructor(options: LastingOptions<L>) {
    this.#options = options;
    this.ended = new Promise((_resolve, reject) => (this.#tellEnd = reject));
    // Nobody has to wait for it.
    this.ended.catch(() => undefined);
    this.#backoff = new Backoff(options.backoff);
    void this.#run();
  }

  /** The connection that can be used now; null while there is none. */
  get line(): L | null {
    return this.#line;
  }

  get isClosed(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Resolves when there is a connection; rejects when there will be none any more. */
  ready(): Promise<L> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    if (this.#line !== null) return Promise.resolve(this.#line);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  close(): void {
    this.#end(new Error('closed'));
  }

  #end(error: unknown): void {
    if (this.#ended !== null) return;
    this.#ended = error;
    this.#stop.abort();
    this.#line?.close();
    this.#line = null;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    this.#tellEnd(error);
  }

  async #run(): Promise<void> {
    while (!this.isClosed) {
      try {
        await this.#serve(await this.#options.open());
      } catch (error) {
        if (this.#options.isFinal(error)) this.#end(error);
      }
      this.#line = null;
      await delay(this.#backoff.nextMs(), this.#stop.signal);
    }
  }

  async #serve(line: L): Promise<void> {
    if (this.isClosed) return line.close();
    this.#line = line;
    const openedMs = Date.now();
    this.#options.opened(line);
    for (const { resolve } of this.#waiting.splice(0)) resolve(line);
    await line.closed;
    if (Date.now() - openedMs >= SERVED_MS) this.#backoff.reset();
  }
}
