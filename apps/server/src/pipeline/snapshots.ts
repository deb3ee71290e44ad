/**
 * Snapshots: now and then the whole state, so that a start replays minutes instead of months. The state is serialised between two batches,
 * which is the only pause; compressing and writing go on beside the commands.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { hashBytes } from '@glasshouse/core';
import type { Database } from '../db/database.ts';
import type { Pipeline } from './pipeline.ts';
import type { JournalPosition } from './record.ts';

const compress = promisify(zstdCompress);

export const SNAPSHOT_VERSION = 1;
export const SNAPSHOTS_KEPT = 3;
export const SNAPSHOT_EVERY_COMMANDS = 50_000;
export const SNAPSHOT_EVERY_MS = 10 * 60_000;

export interface SnapshotOptions {
  readonly everyCommands: number;
  readonly everyMs: number;
  /** After a snapshot is saved: retention, where there is any. */
  readonly onSaved: (snapshot: SavedSnapshot) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface SavedSnapshot {
  readonly seq: number;
  readonly bytes: number;
  /** How long the writer stood still. */
  readonly pauseMs: number;
  /** The oldest snapshot still kept: what lies before it is needed by no recovery. */
  readonly oldestKeptSeq: number;
}

/** Watches the commits and takes snapshots when they are due. Answers the function that stops it. */
export function scheduleSnapshots(
  pipeline: Pipeline,
  database: Database,
  options: SnapshotOptions,
): () => Promise<void> {
  let lastSeq = pipeline.position.seq;
  let lastMs = performance.now();
  let running: Promise<void> | null = null;
  const stopListening = pipeline.onCommitted(({ lastSeq: seq }) => {
    const isDue = seq - lastSeq >= options.everyCommands || performance.now() - lastMs >= options.everyMs;
    if (!isDue || running !== null) return;
    lastSeq = seq;
    lastMs = performance.now();
    running = takeSnapshot(pipeline, database)
      .then(options.onSaved)
      .catch(options.onError)
      .finally(() => (running = null));
  });
  return async () => {
    stopListening();
    await running;
  };
}

export async function takeSnapshot(pipeline: Pipeline, database: Database): Promise<SavedSnapshot> {
  const taken = await pipeline.paused(() => {
    const startMs = performance.now();
    const { exchange, position } = pipeline;
    const state = exchange.snapshot();
    return { state, position, pauseMs: performance.now() - startMs };
  });
  const body = await compress(taken.state);
  const stateHash = hashBytes(taken.state);
  const oldestKeptSeq = await saveSnapshot(database, { position: taken.position, stateHash, body });
  return { seq: taken.position.seq, bytes: body.length, pauseMs: taken.pauseMs, oldestKeptSeq };
}

interface SnapshotContent {
  readonly stateHash: string;
  readonly position: JournalPosition;
  readonly body: Uint8Array;
}

async function saveSnapshot(database: Database, content: SnapshotContent): Promise<number> {
  const { position, stateHash, body } = content;
  const { seq, batch, timeMs, checksum } = position;
  await database.query(
    `insert into snapshots (seq, batch, time_ms, version, state_hash, journal_checksum, checksum, body)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (seq) do nothing`,
    [seq, batch, timeMs, SNAPSHOT_VERSION, stateHash, checksum, hash('sha256', body, 'hex'), body],
  );
  await database.query(
    'delete from snapshots where seq not in (select seq from snapshots order by seq desc limit $1)',
    [SNAPSHOTS_KEPT],
  );
  const { rows } = await database.query<{ oldest: number }>('select min(seq) as oldest from snapshots');
  return rows[0]?.oldest ?? seq;
}
