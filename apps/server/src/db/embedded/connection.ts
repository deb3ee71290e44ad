/**
 * The main thread's side of the worker that runs PGlite: sends requests, receives answers and the
 * one message that the database has stopped.
 */
import { Worker } from 'node:worker_threads';
import {
  DATABASE_CODES,
  DatabaseError,
  type FatalListener,
  type Parameter,
  type QueryResult,
  type Session,
} from '../database.ts';
import {
  type BoundStatement,
  READY_ID,
  type TakenCommits,
  type Work,
  type WorkerAnswer,
  type WorkerOptions,
  type WorkerRequest,
} from './messages.ts';

interface Pending {
  resolve(result: QueryResult<unknown>): void;
  reject(error: Error): void;
}

export class EmbeddedConnection implements Session {
  readonly #worker: Worker;
  readonly #onFatal: FatalListener;
  readonly #pending = new Map<number, Pending>();
  #lastId = READY_ID;
  #stopped: Error | null = null;
  #closing = false;

  private constructor(worker: Worker, onFatal: FatalListener) {
    this.#worker = worker;
    this.#onFatal = onFatal;
    worker.on('message', (message: WorkerAnswer) => this.#receive(message));
    worker.on('error', (error) => this.#stop(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) =>
      this.#stop(new DatabaseError(DATABASE_CODES.stopped, `the database worker ended with ${code}`)),
    );
  }

  static async open(options: WorkerOptions, onFatal: FatalListener): Promise<EmbeddedConnection> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options });
    let isOpen = false;
    const connection = new EmbeddedConnection(worker, (error) => isOpen && onFatal(error));
    await new Promise<QueryResult<unknown>>((resolve, reject) =>
      connection.#pending.set(READY_ID, { resolve, reject }),
    );
    isOpen = true;
    return connection;
  }

  async query<R>(text: string, params: readonly Parameter[] = []): Promise<QueryResult<R>> {
    return (await this.#send({ kind: 'query', text, params })) as QueryResult<R>;
  }

  /** Takes the memory of the bound statement. */
  async write(work: BoundStatement): Promise<void> {
    await this.#send(work);
  }

  /** Takes the memory of the bound statements. */
  async takeOver(commits: Omit<TakenCommits, 'kind'>): Promise<void> {
    await this.#send({ kind: 'take-over', ...commits });
  }

  async exec(sql: string): Promise<void> {
    await this.#send({ kind: 'exec', text: sql });
  }

  async close(): Promise<void> {
    if (this.#stopped === null) {
      await this.#send({ kind: 'close' });
      this.#closing = true;
    }
    await this.#worker.terminate();
  }

  #send(work: Work): Promise<QueryResult<unknown>> {
    if (this.#stopped !== null) return Promise.reject(this.#stopped);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, work } satisfies WorkerRequest, memoryOf(work));
    });
  }

  #receive(message: WorkerAnswer): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error === null) return pending?.resolve({ rows: message.rows, rowCount: message.rowCount });
    const error = new DatabaseError(message.error.code, message.error.message, message.error.detail);
    pending?.reject(error);
    if (message.error.fatal) this.#stop(error);
  }

  /** Fails all waiting requests, once, and reports that the process must end. */
  #stop(error: Error): void {
    if (this.#stopped !== null) return;
    this.#stopped = error;
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
    if (!this.#closing) this.#onFatal(error);
  }
}

/** What goes to the thread without being copied. */
function memoryOf(work: Work): ArrayBuffer[] {
  if (work.kind === 'bound') return [work.bound.buffer];
  return work.kind === 'take-over' ? work.writes.map(({ bound }) => bound.buffer) : [];
}
