/**
 * How the exchange comes back: the newest good snapshot, then the journal after it, with every checksum and every outcome verified.
 * Whatever does not fit refuses to start: a wrong state is worse than none.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { Session } from '../db/database.ts';
import type { JournalTable, SnapshotsTable } from '../db/tables/pipeline.ts';
import { applyCommands } from './batch.ts';
import {
  commandsOf,
  findRecordFault,
  hashOutcomes,
  JOURNAL_START,
  type JournalPosition,
  positionOf,
} from './record.ts';
import type { StateMachine, StateMachineFactory } from './state-machine.ts';

const decompress = promisify(zstdDecompress);
/** Batches fetched at once. */
const PAGE_BATCHES = 200;

export interface RecoveryOptions<S extends StateMachine> {
  readonly factory: StateMachineFactory<S>;
  /** 'newest': the quick way, for starting. 'oldest': as much of the journal as there is, for checking. 'none': the journal alone. A number: that snapshot. */
  readonly from?: 'newest' | 'oldest' | 'none' | number;
  /** Told what was passed over, such as a damaged snapshot. */
  readonly onNote?: (note: string) => void;
  /** Called after each batch. */
  readonly onBatch?: (exchange: S, position: JournalPosition) => void;
}

export interface Recovered<S extends StateMachine> {
  readonly exchange: S;
  readonly position: JournalPosition;
  /** The snapshot it began with; null: from the first command. */
  readonly snapshotSeq: number | null;
  readonly replayedCommands: number;
}

interface Base<S> {
  readonly exchange: S;
  readonly position: JournalPosition;
  readonly snapshotSeq: number | null;
}

/** What the journal or a snapshot says cannot be so. */
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
  const { position, replayedCommands } = await replayTail(session, base, options);
  return { exchange: base.exchange, position, snapshotSeq: base.snapshotSeq, replayedCommands };
}

async function findBase<S extends StateMachine>(
  session: Session,
  options: RecoveryOptions<S>,
): Promise<Base<S>> {
  const { factory, from = 'newest', onNote } = options;
  for (const seq of await snapshotsToTry(session, from)) {
    try {
      return await restoreSnapshot(session, factory, seq);
    } catch (error) {
      onNote?.(`snapshot ${seq} is passed over: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { exchange: factory.create(), position: JOURNAL_START, snapshotSeq: null };
}

async function snapshotsToTry(
  session: Session,
  from: 'newest' | 'oldest' | 'none' | number,
): Promise<readonly number[]> {
  if (from === 'none') return [];
  if (typeof from === 'number') return [from];
  const { rows } = await session.query<{ seq: number }>(
    `select seq from snapshots order by seq ${from === 'oldest' ? 'asc' : 'desc'}`,
  );
  return rows.map(({ seq }) => seq);
}

async function restoreSnapshot<S extends StateMachine>(
  session: Session,
  factory: StateMachineFactory<S>,
  seq: number,
): Promise<Base<S>> {
  const { rows } = await session.query<SnapshotsTable>('select * from snapshots where seq = $1', [seq]);
  const row = rows[0];
  if (row === undefined) throw new Error('it is gone');
  if (hash('sha256', row.body, 'hex') !== row.checksum)
    throw new Error('its bytes do not match their checksum');
  const exchange = factory.restore(await decompress(row.body));
  if (exchange.seq !== row.seq) throw new Error(`it holds command ${exchange.seq} instead of ${row.seq}`);
  if (exchange.hash() !== row.state_hash) throw new Error('its state does not match the state hash');
  const position = { batch: row.batch, seq: row.seq, timeMs: row.time_ms, checksum: row.journal_checksum };
  return { exchange, position, snapshotSeq: row.seq };
}

async function replayTail<S extends StateMachine>(
  session: Session,
  base: Base<S>,
  options: RecoveryOptions<S>,
): Promise<{ position: JournalPosition; replayedCommands: number }> {
  let position = base.position;
  for (;;) {
    const { rows } = await session.query<JournalTable>(
      'select * from journal where batch > $1 order by batch limit $2',
      [position.batch, PAGE_BATCHES],
    );
    for (const record of rows) {
      position = replayRecord(base.exchange, position, record);
      options.onBatch?.(base.exchange, position);
    }
    if (rows.length < PAGE_BATCHES) return { position, replayedCommands: position.seq - base.position.seq };
  }
}

function replayRecord(
  exchange: StateMachine,
  previous: JournalPosition,
  record: JournalTable,
): JournalPosition {
  const fault = findRecordFault(previous, record);
  if (fault !== null) throw new RecoveryError(fault);
  const outcomes = applyCommands(exchange, {
    firstSeq: record.first_seq,
    timeMs: record.time_ms,
    commands: commandsOf(record),
  });
  exchange.drainEvents(() => {});
  if (hashOutcomes(outcomes) !== record.outcomes_hash) {
    throw new RecoveryError(
      `batch ${record.batch} answers differently than it did; the rules were changed without a version`,
    );
  }
  return positionOf(record);
}
