/** The writer's side of its shadow: sends records, receives snapshots. */
import { Worker } from 'node:worker_threads';
import type { JournalRecord } from '../record.ts';
import type { Snapshot } from '../snapshot-content.ts';
import type { ShadowBase, ShadowRequest } from './messages.ts';

interface Pending {
  resolve(snapshot: Snapshot): void;
  reject(error: Error): void;
}

export class Shadow {
  readonly #worker: Worker;
  /** Snapshots that were requested and have not arrived, in order. */
  readonly #pending: Pending[] = [];
  #failure: Error | null = null;

  /** Transfers the memory of `base.state` to the thread. */
  constructor(base: ShadowBase) {
    const { position, state } = base;
    // A small array may share its buffer with others.
    const own = state.byteLength === state.buffer.byteLength ? state : new Uint8Array(state);
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { position, state: own } satisfies ShadowBase,
      transferList: [own.buffer as ArrayBuffer],
    });
    this.#worker.on('message', (snapshot: Snapshot) => this.#pending.shift()?.resolve(snapshot));
    const fail = (error: Error): void => {
      if (this.#failure !== null) return;
      this.#failure = error;
      for (const pending of this.#pending) pending.reject(error);
    };
    this.#worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', (code) => fail(new Error(`it ended with ${code}`)));
    // The thread does not keep the process alive. Must come last, because adding a message listener
    // undoes it.
    this.#worker.unref();
  }

  /** The error that ended the thread, or null. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** Sends the next record of the journal. */
  follow(record: JournalRecord): void {
    if (this.#failure === null) this.#send({ kind: 'record', record });
  }

  /** Resolves with a snapshot of the state after the last record sent. */
  snapshot(): Promise<Snapshot> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      this.#send({ kind: 'snapshot' });
    });
  }

  async stop(): Promise<void> {
    this.#failure ??= new Error('it was stopped');
    await this.#worker.terminate();
  }

  #send(request: ShadowRequest): void {
    this.#worker.postMessage(request);
  }
}
