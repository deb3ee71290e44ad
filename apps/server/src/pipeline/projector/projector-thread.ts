/**
 * The main thread's side of the projector: sends records, receives snapshots, and knows how far the
 * rows are behind.
 */
import { Worker } from 'node:worker_threads';
import type { JournalRecord } from '../record.ts';
import type { Snapshot } from '../snapshot-content.ts';
import type { ProjectorBase, ProjectorOrder, ProjectorReport } from './messages.ts';
import { Backlog } from './backlog.ts';

interface Pending {
  resolve(snapshot: Snapshot): void;
  reject(error: Error): void;
}

export class ProjectorThread {
  readonly backlog: Backlog;
  readonly #worker: Worker;
  /** Snapshots that were requested and have not arrived, in order. */
  readonly #pending: Pending[] = [];
  readonly #onFatal: (error: Error) => void;
  #failure: Error | null = null;

  /** Transfers the memory of `base.state` to the thread. `onFatal`: rows are written no more. */
  constructor(base: ProjectorBase, onFatal: (error: Error) => void) {
    const { state, link } = base;
    this.backlog = new Backlog({ batch: base.projectedBatch, onWait: () => this.#send({ kind: 'hurry' }) });
    this.#onFatal = onFatal;
    // A small array may share its buffer with others.
    const own = state.byteLength === state.buffer.byteLength ? state : new Uint8Array(state);
    const ports = link.kind === 'embedded' ? [link.port] : [];
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { ...base, state: own } satisfies ProjectorBase,
      transferList: [own.buffer as ArrayBuffer, ...ports],
    });
    this.#worker.on('message', (report: ProjectorReport) => {
      if (report.kind === 'projected') this.backlog.reach(report.batch);
      else this.#pending.shift()?.resolve(report.snapshot);
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`it ended with ${code}`)));
    // The thread does not keep the process alive. Must come last, because adding a message listener
    // undoes it.
    this.#worker.unref();
  }

  /** Sends the next record of the journal. */
  follow(record: JournalRecord): void {
    this.backlog.add(record);
    this.#send({ kind: 'record', record });
  }

  /** Resolves with a snapshot of the state after the last record sent, whose rows are written. */
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

  #send(order: ProjectorOrder): void {
    if (this.#failure === null) this.#worker.postMessage(order);
  }

  #fail(cause: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = new Error('the projector ended', { cause });
    for (const pending of this.#pending) pending.reject(this.#failure);
    this.backlog.fail(this.#failure);
    this.#onFatal(this.#failure);
  }
}
