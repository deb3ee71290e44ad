/** The writer's end of its shadow: records out, snapshots in. */
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
  /** Snapshots asked for and not there yet, in order. */
  readonly #pending: Pending[] = [];
  #failure: Error | null = null;

  /** Takes the memory of `base.state` with it. */
  constructor(base: ShadowBase) {
    const { position, state } = base;
    // A small one may lie in a buffer that others share.
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
    // A process that has nothing else to do may end. Last: a listener for messages takes it back.
    this.#worker.unref();
  }

  /** Why it has ended, where it has. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** The next record of the journal. */
  follow(record: JournalRecord): void {
    if (this.#failure === null) this.#send({ kind: 'record', record });
  }

  /** The state after the last record that was given. */
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
