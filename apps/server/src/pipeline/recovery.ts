/**
 * Recovers the exchange: the newest valid snapshot, then the journal after it, with every checksum
 * and every outcome verified. On any mismatch the server refuses to start: a wrong state is worse
 * than none.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { hashBytes } from '@glasshouse/core';
import type { Session } from '../db/database.ts';
import type { JournalTable, SnapshotsTable } from '../db/tables/pipeline.ts';
import {
  commandsOf,
  findRecordFault,
  hashResults,
  JOURNAL_START,
  type JournalPosition,
  positionOf,
} from './record.ts';
import type { StateMachine, StateMachineFactory } from './state-machine.ts';

const decompress = promisify(zstdDecompress);
/** Batches per query. */
const PAGE_BATCHES = 200;

export interface RecoveryOptions<S extends StateMachine> {
  readonly factory: StateMachineFactory<S>;
  /**
   * 'newest' starts fastest; 'oldest' verifies as much of the journal as exists; 'none' uses the
   * journal alone; a number names a snapshot.
   */
  readonly from?: 'newest' | 'oldest' | 'none' | number;
  /** The last command to apply; by default the last of the journal. */
  readonly upTo?: number;
  /** A snapshot of a later batch is passed over. */
  readonly snapshotUpToBatch?: number;
  /** Receives notes on what was skipped, such as a damaged snapshot. */
  readonly onNote?: (note: string) => void;
  /**
   * Receives the starting point with the bytes of its state, which the listener then owns. Each
   * record follows.
   */
  readonly onBase?: (base: { readonly state: Uint8Array; readonly position: JournalPosition }) => void;
  readonly onRecord?: (record: JournalTable) => void;
  /** Called after each batch. */
  readonly onBatch?: (exchange: S, position: JournalPosition) => void;
}

export interface Recovered<S extends StateMachine> {
  readonly exchange: S;
  readonly position: JournalPosition;
  /** The snapshot at the start; null: from the first command. */
  readonly snapshotSeq: number | null;
  readonly replayedCommands: number;
}

interface Base<S> {
  readonly exchange: S;
  /** The bytes of that snapshot; null: an empty exchange. */
  readonly state: Uint8Array | null;
  readonly position: JournalPosition;
  readonly snapshotSeq: number | null;
}

/** The journal or a snapshot contradicts itself or the core. */
export class RecoveryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(`the journal cannot be replayed: ${message}`, options);
    this.name = 'RecoveryError';
  }
}

export async function recover<S extends StateMachine>(
  session: Session,
  options: RecoveryOptions<S>,
): Promise<Recovered<S>> {
  const base = await findBase(session, options);
  options.onBase?.({ state: base.state ?? base.exchange.snapshot(), position: base.position });
  const { position, replayedCommands } = await replayTail(session, base, options);
  return { exchange: base.exchange, position, snapshotSeq: base.snapshotSeq, replayedCommands };
}

async function findBase<S extends StateMachine>(
  session: Session,
  options: RecoveryOptions<S>,
): Promise<Base<S>> {
  const { factory, from = 'newest', upTo = Infinity, snapshotUpToBatch = Infinity, onNote } = options;
  let passedOver = '';
  for (const { seq, batch } of await snapshotsToTry(session, from)) {
    if (seq > upTo || batch > snapshotUpToBatch) continue;
    try {
      return await restoreSnapshot(session, factory, seq);
    } catch (error) {
      passedOver = `snapshot ${seq} is passed over: ${error instanceof Error ? error.message : String(error)}`;
      onNote?.(passedOver);
    }
  }
  if (passedOver !== '' && !(await isWhole(session)))
    throw new RecoveryError(
      `${passedOver}, and the journal before it was dropped, as a demo does. Put back a backup, or start the version that wrote the data (docs/operating/upgrades.md)`,
    );
  return { exchange: factory.create(), state: null, position: JOURNAL_START, snapshotSeq: null };
}

/** Whether the journal still begins at its first batch. */
async function isWhole(session: Session): Promise<boolean> {
  const { rows } = await session.query<{ first: number | null }>('select min(batch) as first from journal');
  return rows[0]?.first === 1;
}

async function snapshotsToTry(
  session: Session,
  from: 'newest' | 'oldest' | 'none' | number,
): Promise<readonly Pick<SnapshotsTable, 'seq' | 'batch'>[]> {
  if (from === 'none') return [];
  if (typeof from === 'number') return [{ seq: from, batch: 0 }];
  const { rows } = await session.query<Pick<SnapshotsTable, 'seq' | 'batch'>>(
    `select seq, batch from snapshots order by seq ${from === 'oldest' ? 'asc' : 'desc'}`,
  );
  return rows;
}

async function restoreSnapshot<S extends StateMachine>(
  session: Session,
  factory: StateMachineFactory<S>,
  seq: number,
): Promise<Base<S>> {
  const { rows } = await session.query<SnapshotsTable>('select * from snapshots where seq = $1', [seq]);
  const row = rows[0];
  if (row === undefined) throw new Error('it is gone');
  const body = await readParts(session, row);
  if (hash('sha256', body, 'hex') !== row.checksum) throw new Error('its bytes do not match their checksum');
  const state = await decompress(body);
  // Hashes the stored bytes: encoding the restored state again would take longer than reading it.
  if (hashBytes(state) !== row.state_hash) throw new Error('its state does not match the state hash');
  const exchange = factory.restore(state);
  if (exchange.seq !== row.seq) throw new Error(`it holds command ${exchange.seq} instead of ${row.seq}`);
  const position = { batch: row.batch, seq: row.seq, timeMs: row.time_ms, checksum: row.journal_checksum };
  return { exchange, state, position, snapshotSeq: row.seq };
}

async function readParts(session: Session, { seq, parts }: SnapshotsTable): Promise<Uint8Array> {
  const bodies: Uint8Array[] = [];
  for (let part = 0; part < parts; part++) {
    const { rows } = await session.query<{ body: Uint8Array }>(
      'select body from snapshot_parts where seq = $1 and part = $2',
      [seq, part],
    );
    bodies.push(rows[0]?.body ?? new Uint8Array());
  }
  return Buffer.concat(bodies);
}

async function replayTail<S extends StateMachine>(
  session: Session,
  base: Base<S>,
  options: RecoveryOptions<S>,
): Promise<{ position: JournalPosition; replayedCommands: number }> {
  const { upTo = Infinity } = options;
  let position = base.position;
  for await (const record of journalAfter(session, base.position.batch)) {
    if (record.first_seq > upTo) break;
    position = applyRecord(base.exchange, position, record, upTo);
    base.exchange.log.clear();
    options.onRecord?.(record);
    options.onBatch?.(base.exchange, position);
  }
  return { position, replayedCommands: position.seq - base.position.seq };
}

/** The records after a batch, in order, read a page at a time. */
export async function* journalAfter(session: Session, batch: number): AsyncGenerator<JournalTable> {
  for (let after = batch; ;) {
    const { rows } = await session.query<JournalTable>(
      'select * from journal where batch > $1 order by batch limit $2',
      [after, PAGE_BATCHES],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_BATCHES) return;
    after = last.batch;
  }
}

/**
 * Verifies a record, applies its commands, verifies their outcomes, discards the events, and
 * returns the new end of the journal.
 */
export function replayRecord(
  exchange: StateMachine,
  previous: JournalPosition,
  record: JournalTable,
): JournalPosition {
  const position = applyRecord(exchange, previous, record);
  exchange.log.clear();
  return position;
}

/** Like `replayRecord`, up to one of its commands; the events stay in the exchange's log. */
// oxlint-disable-next-line max-params -- One more than allowed, for a call per record of millions.
export function applyRecord(
  exchange: StateMachine,
  previous: JournalPosition,
  record: JournalTable,
  upTo = Infinity,
): JournalPosition {
  const fault = findRecordFault(previous, record);
  if (fault !== null) throw new RecoveryError(fault);
  const { first_seq: firstSeq, last_seq: lastSeq, time_ms: timeMs } = record;
  const commands = commandsOf(record);
  const isWhole = lastSeq <= upTo;
  const wanted = isWhole ? commands : commands.slice(0, upTo - firstSeq + 1);
  const outcomes = exchange.applyAll({ firstSeq, timeMs, commands: wanted });
  if (!isWhole) return { ...positionOf(record), seq: upTo };
  const results = { outcomes, postings: exchange.postingsDigest() };
  if (hashResults(record.version, results) !== record.outcomes_hash) {
    throw new RecoveryError(
      `batch ${record.batch} answers differently or moves other money than it did; the rules were changed without a version`,
    );
  }
  return positionOf(record);
}
