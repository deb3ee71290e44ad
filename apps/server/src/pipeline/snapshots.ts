/**
 * Takes snapshots of the whole state at intervals, so that a start replays minutes instead of
 * months. The projector makes them when the rows up to them are written, so that no row is ever
 * older than the oldest state that a start begins with. They are saved in small parts between
 * commits; the writer never pauses.
 */
import type { Exchange } from '@glasshouse/core';
import type { Database } from '../db/database.ts';
import { FIRST_SNAPSHOT_VERSION } from '../db/first-release.ts';
import type { Pipeline } from './pipeline.ts';
import type { ProjectorThread } from './projector/projector-thread.ts';
import type { Snapshot } from './snapshot-content.ts';

const SNAPSHOT_VERSION = FIRST_SNAPSHOT_VERSION;
export const SNAPSHOTS_KEPT = 3;
export const SNAPSHOT_EVERY_COMMANDS = 50_000;
export const SNAPSHOT_EVERY_MS = 10 * 60_000;
/** One statement writes one part, so a commit waits for at most one part. */
const PART_BYTES = 256 * 1024;

export interface SnapshotOptions {
  readonly projector: Pick<ProjectorThread, 'snapshot'>;
  readonly everyCommands: number;
  readonly everyMs: number;
  /** Called after a snapshot is saved, for retention. */
  readonly onSaved: (snapshot: SavedSnapshot) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface SavedSnapshot {
  readonly seq: number;
  readonly bytes: number;
  readonly elapsedMs: number;
  /** The oldest snapshot kept: no recovery needs anything earlier. */
  readonly oldestKeptSeq: number;
}

export class Snapshots {
  readonly #database: Database;
  readonly #options: SnapshotOptions;
  readonly #stopListening: () => void;
  #lastSeq: number;
  #lastMs = performance.now();
  #running: Promise<void> | null = null;
  /** Snapshots are saved one at a time. */
  #saving: Promise<unknown> = Promise.resolve();

  /** To be created before the first command. */
  constructor(pipeline: Pipeline<Exchange>, database: Database, options: SnapshotOptions) {
    this.#database = database;
    this.#options = options;
    this.#lastSeq = pipeline.position.seq;
    this.#stopListening = pipeline.onCommitted(({ record }) => this.#takeWhenDue(record.last_seq));
  }

  /** Saves a snapshot of the state after the last commit. */
  take(): Promise<SavedSnapshot> {
    const taken = this.#saving.then(async () => {
      const startMs = performance.now();
      const snapshot = await this.#options.projector.snapshot();
      const oldestKeptSeq = await saveSnapshot(this.#database, snapshot);
      const { position, body } = snapshot;
      const elapsedMs = performance.now() - startMs;
      return { seq: position.seq, bytes: body.length, elapsedMs, oldestKeptSeq };
    });
    this.#saving = taken.catch(() => {});
    return taken;
  }

  /** Waits for the running snapshot. `take` still works until `close`. */
  async stop(): Promise<void> {
    this.#lastSeq = Infinity;
    this.#lastMs = Infinity;
    await this.#running;
  }

  close(): void {
    this.#stopListening();
  }

  #takeWhenDue(seq: number): void {
    const { everyCommands, everyMs, onSaved, onError } = this.#options;
    const isDue = seq - this.#lastSeq >= everyCommands || performance.now() - this.#lastMs >= everyMs;
    if (!isDue || this.#running !== null) return;
    this.#lastSeq = seq;
    this.#lastMs = performance.now();
    this.#running = this.take()
      .then(onSaved)
      .catch(onError)
      .finally(() => (this.#running = null));
  }
}

/** Writes the parts first: a snapshot exists once its row exists. Returns the oldest one kept. */
export async function saveSnapshot(database: Database, snapshot: Snapshot): Promise<number> {
  const { position, stateHash, checksum, body } = snapshot;
  const { seq, batch, timeMs } = position;
  const known = await database.query('select 1 from snapshots where seq = $1', [seq]);
  if (known.rows.length === 0) {
    // Deletes parts of a process that ended before it finished.
    await database.query('delete from snapshot_parts where seq = $1', [seq]);
    const parts = Math.ceil(body.length / PART_BYTES);
    for (let part = 0; part < parts; part++)
      await database.query('insert into snapshot_parts (seq, part, body) values ($1, $2, $3)', [
        seq,
        part,
        body.slice(part * PART_BYTES, (part + 1) * PART_BYTES),
      ]);
    await database.query(
      `insert into snapshots (seq, batch, time_ms, version, state_hash, journal_checksum, checksum, body, parts)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [seq, batch, timeMs, SNAPSHOT_VERSION, stateHash, position.checksum, checksum, new Uint8Array(), parts],
    );
  }
  return dropOldSnapshots(database, seq);
}

/** Returns the oldest snapshot kept. */
async function dropOldSnapshots(database: Database, newest: number): Promise<number> {
  await database.query(
    'delete from snapshots where seq not in (select seq from snapshots order by seq desc limit $1)',
    [SNAPSHOTS_KEPT],
  );
  await database.query('delete from snapshot_parts where seq not in (select seq from snapshots)');
  const { rows } = await database.query<{ oldest: number }>('select min(seq) as oldest from snapshots');
  return rows[0]?.oldest ?? newest;
}
