/**
 * The commit log of the embedded database: the truth of what is committed and not yet on the disk
 * of PGlite. The writer's commits are synced here, in half a millisecond, and PGlite takes them
 * over behind it, so that no commit waits for a statement. After a crash the start takes over what
 * is left, before anybody reads.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { DATABASE_CODES, DatabaseError, type CountedWrite } from '../database.ts';
import { commitsAfter, frameOf, segmentsOf, UNFINISHED, type LoggedCommit } from './commit-log-file.ts';
import type { CommitLogAnswer, CommitLogOrder, CommitLogStart } from './commit-log-worker.ts';

interface Pending {
  resolve(): void;
  reject(error: Error): void;
}

export class CommitLog {
  readonly #folder: string;
  readonly #worker: Worker;
  /** Commits that are being written, in order. */
  readonly #pending: Pending[] = [];
  #last: number;
  #failure: Error | null = null;

  /** `last`: the number of the last commit that PGlite or the folder has. */
  private constructor(folder: string, last: number) {
    this.#folder = folder;
    this.#last = last;
    this.#worker = new Worker(new URL('./commit-log-worker.ts', import.meta.url), {
      workerData: { folder, next: last + 1 } satisfies CommitLogStart,
    });
    this.#worker.on('message', ({ error }: CommitLogAnswer) => {
      if (error === null) this.#pending.shift()?.resolve();
      else this.#fail(new DatabaseError(DATABASE_CODES.stopped, `the commit log failed: ${error}`));
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`the commit log ended with ${code}`)));
    // Must come last, because adding a message listener undoes it.
    this.#worker.unref();
  }

  /**
   * Opens the log beside a database that has taken over the commits up to `taken`. What it has not
   * is given to `takeOver`, in order, and is in the database when that resolves.
   */
  static async open(
    folder: string,
    {
      taken,
      takeOver,
    }: { readonly taken: number; readonly takeOver: (commits: readonly LoggedCommit[]) => Promise<void> },
  ): Promise<CommitLog> {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const left = [...commitsAfter(folder, taken)];
    if (left.length > 0) await takeOver(left);
    const last = left.at(-1)?.n ?? taken;
    for (const { file } of segmentsOf(folder)) fs.rmSync(file);
    // Of a segment that was being made.
    for (const name of fs.readdirSync(folder))
      if (name.endsWith(UNFINISHED)) fs.rmSync(path.join(folder, name));
    return new CommitLog(folder, last);
  }

  /** The number of the last commit. */
  get last(): number {
    return this.#last;
  }

  /** Resolves with the commit when it is on the disk. Any error is final. */
  async append(write: CountedWrite): Promise<LoggedCommit> {
    if (this.#failure !== null) throw this.#failure;
    const commit = { ...write, n: ++this.#last };
    const frame = frameOf(commit);
    await new Promise<void>((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      this.#send({ kind: 'append', n: commit.n, frame }, [frame.buffer]);
    });
    return commit;
  }

  /** What follows goes into another segment. Returns the function that drops those before it. */
  rotate(): (taken: number) => void {
    this.#send({ kind: 'rotate' });
    return (taken) => {
      const segments = segmentsOf(this.#folder);
      segments.forEach(({ file }, i) => {
        const next = segments[i + 1];
        if (next !== undefined && next.first <= taken + 1) fs.rmSync(file);
      });
    };
  }

  async close(): Promise<void> {
    this.#failure ??= new DatabaseError(DATABASE_CODES.stopped, 'the commit log is closed');
    await this.#worker.terminate();
  }

  #send(order: CommitLogOrder, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(order, transfer);
  }

  #fail(cause: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = cause instanceof Error ? cause : new Error(String(cause));
    for (const pending of this.#pending.splice(0)) pending.reject(this.#failure);
  }
}

/** Beside the folder of the cluster. */
export const commitLogFolder = (dataDir: string): string => path.resolve(dataDir, 'commit-log');
