/**
 * The simulated database of one simulated process. Reads return at once; commits and the
 * projector's writes when the simulation decides, with the faults that it draws. After a kill
 * nothing returns.
 */
import type { CountedWrite, Database, Parameter, QueryResult, WriterSession } from '../src/db/database.ts';
import { assertCounts, DATABASE_CODES, DatabaseError } from '../src/db/database.ts';
import { LateTables } from '../src/db/late-tables.ts';
import type { SnapshotsTable } from '../src/db/tables/pipeline.ts';
import type { Chance } from './chance.ts';
import type { Disk } from './disk.ts';
import type { IdempotencyTable } from '../src/db/tables/pipeline.ts';

/**
 * The fate of a write. lost-before: the connection broke before the disk had it. lost-after: after
 * that. hollow: the answer is a rollback's, which is no error. frozen: it answers when the process
 * wakes.
 */
export type CommitFate = 'done' | 'lost-before' | 'lost-after' | 'hollow';

export interface Later {
  /** Runs `work` after so many simulated milliseconds. */
  after(delayMs: number, work: () => void): void;
}

/** Writes to the disk, and returns the numbers of rows of the parts. */
type Write = () => Record<string, number>;

type Handler = (disk: Disk, params: readonly Parameter[]) => readonly unknown[];

/** The pipeline's own statements, by their beginning. */
const QUERIES: readonly (readonly [RegExp, Handler])[] = [
  [/^select \* from journal where batch > \$1/, readJournal],
  [
    /^select min\(batch\) as first from journal$/,
    ({ journal }) => [{ first: journal.size === 0 ? null : Math.min(...journal.keys()) }],
  ],
  [/^select batch, seq, writer from projected$/, ({ projected }) => [projected]],
  [
    /^update projected set writer = writer \+ 1 returning batch, seq, writer$/,
    (disk) => [(disk.projected = { ...disk.projected, writer: disk.projected.writer + 1 })],
  ],
  [/^select seq, batch from snapshots order by seq (asc|desc)$/, ({ snapshots }) => newestFirst(snapshots)],
  [/^select \* from snapshots where seq = \$1/, ({ snapshots }, [seq]) => found(snapshots.get(Number(seq)))],
  [/^select 1 from snapshots where seq = \$1/, ({ snapshots }, [seq]) => found(snapshots.get(Number(seq)))],
  [
    /^select body from snapshot_parts/,
    ({ parts }, [seq, part]) => parts.filter((p) => p.seq === seq && p.part === part),
  ],
  [/^insert into snapshot_parts/, insertPart],
  [/^insert into snapshots/, insertSnapshot],
  [
    /^delete from snapshot_parts where seq = \$1/,
    ({ parts }, [seq]) => removeParts(parts, (at) => at === seq),
  ],
  [/^delete from snapshots where seq not in/, dropSnapshots],
  [
    /^delete from snapshot_parts where seq not in/,
    ({ parts, snapshots }) => removeParts(parts, (seq) => !snapshots.has(seq)),
  ],
  [
    /^select min\(seq\) as oldest from snapshots/,
    ({ snapshots }) => [{ oldest: Math.min(...snapshots.keys()) }],
  ],
  [/^select \* from idempotency where time_ms > \$1 and/, loadKeys],
  [
    /^select \* from idempotency where owner = \$1 and key = \$2/,
    ({ keys }, [owner, key]) => keys.filter((row) => row.owner === owner && row.key === key),
  ],
];

export class SimulatedDatabase implements Database {
  readonly kind = 'postgres';
  readonly dataDir = null;
  readonly kysely = null as never;
  readonly reads = null as never;
  readonly projectedTables = new LateTables();
  readonly writer: WriterSession;
  readonly #disk: Disk;
  readonly #later: Later;
  readonly #chance: Chance;
  readonly #fateOf: () => CommitFate;
  /** 'frozen' delays its commits until it wakes. */
  #state: 'running' | 'frozen' | 'killed' = 'running';
  #onWake: (() => void)[] = [];
  /** The commit and the projector's write in flight. */
  readonly #underWay = new Map<Write, () => void>();

  constructor(disk: Disk, parts: { later: Later; chance: Chance; fateOf: () => CommitFate }) {
    this.#disk = disk;
    this.#later = parts.later;
    this.#chance = parts.chance;
    this.#fateOf = parts.fateOf;
    this.writer = {
      claim: async () => {},
      commit: (write) => this.#write(write, () => this.#disk.commit(write)),
    };
  }

  async query<R>(text: string, params: readonly Parameter[] = []): Promise<QueryResult<R>> {
    const handler = QUERIES.find(([pattern]) => pattern.test(text))?.[1];
    if (handler === undefined) throw new Error(`the simulated database does not know: ${text}`);
    const rows = handler(this.#disk, params) as R[];
    return { rows, rowCount: rows.length };
  }

  async exec(): Promise<void> {}

  projectorLink(): never {
    throw new Error('the simulated projector has no thread');
  }

  /** A write of the projector. */
  project(write: CountedWrite): Promise<void> {
    return this.#write(write, () => this.#disk.project(write));
  }

  session<T>(work: (session: Database) => Promise<T>): Promise<T> {
    return work(this);
  }

  async close(): Promise<void> {}

  /** SIGKILL: what is in flight has reached the disk or not; nobody can know. */
  kill(): void {
    for (const finish of this.#underWay.values())
      if (this.#state !== 'killed' && this.#chance.percent(50)) finish();
    this.#state = 'killed';
    this.#underWay.clear();
  }

  freeze(): void {
    if (this.#state === 'running') this.#state = 'frozen';
  }

  wake(): void {
    if (this.#state !== 'frozen') return;
    this.#state = 'running';
    for (const work of this.#onWake.splice(0)) work();
  }

  #write(counted: CountedWrite, write: Write): Promise<void> {
    const fate = this.#fateOf();
    return new Promise((resolve, reject) => {
      const lost = new DatabaseError(DATABASE_CODES.stopped, 'the connection is lost');
      const answer = (written: Record<string, number> | undefined): void => {
        try {
          assertCounts(counted, written);
          resolve();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      this.#underWay.set(write, () => {
        if (fate === 'lost-before' || fate === 'hollow') return;
        try {
          write();
        } catch (error) {
          // Another writer was first: nothing of the batch is on the disk.
          if (!(error instanceof DatabaseError)) throw error;
        }
      });
      this.#reply(() => {
        this.#underWay.delete(write);
        if (fate === 'lost-before') return reject(lost);
        if (fate === 'hollow') return answer(undefined);
        try {
          const counts = write();
          if (fate === 'lost-after') reject(lost);
          else this.#reply(() => answer(counts));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  }

  /** Answers after a delay if the process runs; never if it is dead. */
  #reply(work: () => void): void {
    const run = (): void => {
      if (this.#state === 'running') work();
      else if (this.#state === 'frozen') this.#onWake.push(work);
    };
    this.#later.after(1 + this.#chance.below(20), run);
  }
}

function found<T>(row: T | undefined): T[] {
  return row === undefined ? [] : [row];
}

function newestFirst(snapshots: ReadonlyMap<number, SnapshotsTable>): SnapshotsTable[] {
  return [...snapshots.values()].sort((a, b) => b.seq - a.seq);
}

function readJournal({ journal }: Disk, [after, limit]: readonly Parameter[]): unknown[] {
  return [...journal.values()]
    .filter(({ batch }) => batch > Number(after))
    .sort((a, b) => a.batch - b.batch)
    .slice(0, Number(limit));
}

function insertPart({ parts }: Disk, [seq, part, body]: readonly Parameter[]): [] {
  parts.push({ seq: Number(seq), part: Number(part), body: body as Uint8Array });
  return [];
}

function insertSnapshot(disk: Disk, params: readonly Parameter[]): [] {
  const [seq, batch, time_ms, version, state_hash, journal_checksum, checksum, body, parts] = params;
  const row = { seq, batch, time_ms, version, state_hash, journal_checksum, checksum, body, parts };
  disk.snapshots.set(Number(seq), row as unknown as SnapshotsTable);
  disk.sync();
  return [];
}

function removeParts(parts: { seq: number }[], isGone: (seq: number) => boolean): [] {
  const kept = parts.filter(({ seq }) => !isGone(seq));
  parts.splice(0, parts.length, ...kept);
  return [];
}

function dropSnapshots({ snapshots }: Disk, [kept]: readonly Parameter[]): [] {
  for (const { seq } of newestFirst(snapshots).slice(Number(kept))) snapshots.delete(seq);
  return [];
}

function loadKeys({ keys }: Disk, [since, timeMs, seq, owner, key, limit]: readonly Parameter[]): unknown[] {
  const isBefore = (row: IdempotencyTable): boolean =>
    row.time_ms - Number(timeMs) < 0 ||
    (row.time_ms === timeMs &&
      (row.seq < Number(seq) ||
        (row.seq === seq && (row.owner < Number(owner) || (row.owner === owner && row.key < String(key))))));
  return keys
    .filter((row) => row.time_ms > Number(since) && isBefore(row))
    .sort((a, b) => b.time_ms - a.time_ms || b.seq - a.seq || b.owner - a.owner || (a.key < b.key ? 1 : -1))
    .slice(0, Number(limit));
}
