/**
 * PGlite takes over what the commit log has: in order, each commit once, as many at a time as have
 * gathered, in one transaction with the number of the last.
 */
import { Pace } from '../../process/pace.ts';
import type { CountedWrite } from '../database.ts';
import type { CommitLog } from './commit-log.ts';
import type { LoggedCommit } from './commit-log-file.ts';
import { boundMessage } from './bound.ts';
import type { EmbeddedConnection } from './connection.ts';

/** How long commits gather that nobody waits to read. */
const PACE_MS = 50;
/** Commits of one transaction after a crash. */
const AT_ONCE = 1_000;

interface Waiter {
  readonly n: number;
  resolve(): void;
  reject(error: unknown): void;
}

export class TakeOver {
  readonly #log: CommitLog;
  readonly #connection: Pick<EmbeddedConnection, 'takeOver'>;
  readonly #held: (work: () => Promise<void>) => Promise<void>;
  readonly #onFatal: (error: Error) => void;
  readonly #pace = new Pace(PACE_MS);
  #commits: LoggedCommit[] = [];
  /** In the order of their numbers. */
  #waiters: Waiter[] = [];
  #isRunning = false;
  #failure: Error | null = null;
  /** The last commit that is in the log, and the last one that PGlite has. */
  #logged: number;
  #taken: number;

  constructor(parts: {
    readonly log: CommitLog;
    readonly connection: Pick<EmbeddedConnection, 'takeOver'>;
    /** Runs its work while nobody else uses the connection. */
    readonly held: (work: () => Promise<void>) => Promise<void>;
    readonly onFatal: (error: Error) => void;
  }) {
    this.#log = parts.log;
    this.#logged = parts.log.last;
    this.#taken = parts.log.last;
    this.#connection = parts.connection;
    this.#held = parts.held;
    this.#onFatal = parts.onFatal;
  }

  /** Resolves when the commit is on the disk: in the log. */
  async commit(write: CountedWrite): Promise<void> {
    const commit = await this.#log.append(write);
    this.#commits.push(commit);
    this.#logged = commit.n;
    if (!this.#isRunning) void this.#run();
  }

  /** What to wait for until PGlite has all commits so far; null if it has. Rejects if it cannot. */
  reached(): Promise<void> | null {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    const n = this.#logged;
    if (this.#taken >= n) return null;
    this.#pace.hurry();
    return new Promise((resolve, reject) => this.#waiters.push({ n, resolve, reject }));
  }

  /** `run` makes a checkpoint of PGlite. What it had before then leaves the log. */
  async checkpoint(run: () => Promise<void>): Promise<void> {
    const dropUpTo = this.#log.rotate();
    const taken = this.#taken;
    await run();
    dropUpTo(taken);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#commits.length > 0) {
        if (this.#waiters.length > 0) this.#pace.hurry();
        await this.#pace.due();
        await this.#held(async () => {
          const commits = this.#commits.splice(0);
          await takeOver(this.#connection, commits, { isSynced: false });
          this.#reach(commits.at(-1)?.n ?? this.#taken);
        });
      }
      this.#isRunning = false;
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      for (const waiter of this.#waiters.splice(0)) waiter.reject(this.#failure);
      this.#onFatal(this.#failure);
    }
  }

  #reach(taken: number): void {
    this.#taken = taken;
    const next = this.#waiters.findIndex(({ n }) => n > taken);
    for (const waiter of this.#waiters.splice(0, next < 0 ? this.#waiters.length : next)) waiter.resolve();
  }
}

/** `isSynced`: it resolves when they are on the disk. */
export async function takeOver(
  connection: Pick<EmbeddedConnection, 'takeOver'>,
  commits: readonly LoggedCommit[],
  { isSynced }: { readonly isSynced: boolean },
): Promise<void> {
  for (let from = 0; from < commits.length; from += AT_ONCE) {
    const part = commits.slice(from, from + AT_ONCE);
    const last = part.at(-1);
    if (last !== undefined)
      await connection.takeOver({ writes: part.map(boundMessage), last: last.n, isSynced });
  }
}
