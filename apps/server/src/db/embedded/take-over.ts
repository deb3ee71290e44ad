/**
 * PGlite takes over what the commit log has: in order, each commit once, as many at a time as have
 * gathered, in one transaction with the number of the last.
 */
import { Pace } from '../../process/pace.ts';
import { Waiters } from '../../process/waiters.ts';
import type { CountedWrite } from '../database.ts';
import type { CommitLog } from './commit-log.ts';
import type { LoggedCommit } from './commit-log-file.ts';
import { boundMessage } from './bound.ts';
import type { EmbeddedConnection } from './connection.ts';

/** How long commits gather that nobody waits to read. */
const PACE_MS = 50;
/** Commits of one transaction after a crash. */
const AT_ONCE = 1_000;

export class TakeOver {
  readonly #log: CommitLog;
  readonly #connection: Pick<EmbeddedConnection, 'takeOver'>;
  readonly #held: (work: () => Promise<void>) => Promise<void>;
  readonly #onFatal: (error: Error) => void;
  readonly #pace = new Pace(PACE_MS);
  #commits: LoggedCommit[] = [];
  readonly #waiters = new Waiters();
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
    if (this.#taken >= this.#logged) return null;
    this.#pace.hurry();
    return this.#waiters.until(this.#logged);
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
        if (this.#waiters.last !== null) this.#pace.hurry();
        await this.#pace.due();
        await this.#held(async () => {
          const commits = this.#commits.splice(0);
          await takeOver(this.#connection, commits, { isSynced: false });
          this.#taken = commits.at(-1)?.n ?? this.#taken;
          this.#waiters.reach(this.#taken);
        });
      }
      this.#isRunning = false;
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      this.#waiters.fail(this.#failure);
      this.#onFatal(this.#failure);
    }
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
