/** Journal records: what one batch leaves for ever, and the chain of checksums that ties each record to all before it. */
import { hash } from 'node:crypto';
import type { Command, Outcome } from '@glasshouse/core';
import type { JournalTable } from '../db/tables/pipeline.ts';

/** The version new records are written with. Older versions stay readable for ever. */
export const RECORD_VERSION = 1;
/** What the first record is chained to. */
export const GENESIS_CHECKSUM = '0'.repeat(64);

export type JournalRecord = Readonly<JournalTable>;

/** Where the journal ends, and so what the next record continues. */
export interface JournalPosition {
  readonly batch: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly checksum: string;
}
export const JOURNAL_START: JournalPosition = { batch: 0, seq: 0, timeMs: 0, checksum: GENESIS_CHECKSUM };

export interface BatchContent {
  readonly timeMs: number;
  readonly commands: readonly Command[];
  readonly outcomes: readonly Outcome[];
}

export function makeRecord(previous: JournalPosition, content: BatchContent): JournalRecord {
  const body = {
    batch: previous.batch + 1,
    first_seq: previous.seq + 1,
    last_seq: previous.seq + content.commands.length,
    time_ms: content.timeMs,
    version: RECORD_VERSION,
    commands: JSON.stringify(content.commands),
    outcomes_hash: hashOutcomes(content.outcomes),
  };
  return { ...body, checksum: checksumOf(previous.checksum, body) };
}

export function positionOf(record: JournalRecord): JournalPosition {
  return { batch: record.batch, seq: record.last_seq, timeMs: record.time_ms, checksum: record.checksum };
}

/** Checks that `record` follows `previous` and is as it was written; answers what is wrong with it, or null. */
export function findRecordFault(previous: JournalPosition, record: JournalRecord): string | null {
  if (record.batch !== previous.batch + 1)
    return `batch ${previous.batch + 1} is missing; the next one there is ${record.batch}`;
  if (record.version !== RECORD_VERSION)
    return `batch ${record.batch} has record version ${record.version}, which this version cannot read`;
  if (record.first_seq !== previous.seq + 1)
    return `batch ${record.batch} begins with command ${record.first_seq} instead of ${previous.seq + 1}`;
  if (record.time_ms < previous.timeMs) return `batch ${record.batch} is older than the one before it`;
  if (record.checksum !== checksumOf(previous.checksum, record))
    return `batch ${record.batch} does not match its checksum`;
  return null;
}

/** The commands of a record whose checksum has been verified. */
export function commandsOf(record: JournalRecord): readonly Command[] {
  const commands: unknown = JSON.parse(record.commands);
  if (!Array.isArray(commands) || commands.length !== record.last_seq - record.first_seq + 1) {
    throw new Error(`batch ${record.batch} does not hold commands ${record.first_seq} to ${record.last_seq}`);
  }
  return commands as Command[];
}

export function hashOutcomes(outcomes: readonly Outcome[]): string {
  return hash('sha256', JSON.stringify(outcomes.map(({ error, id, count }) => [error, id, count])), 'hex');
}

function checksumOf(previousChecksum: string, body: Omit<JournalRecord, 'checksum'>): string {
  const { batch, first_seq, last_seq, time_ms, version, outcomes_hash, commands } = body;
  return hash(
    'sha256',
    [previousChecksum, batch, first_seq, last_seq, time_ms, version, outcomes_hash, commands].join('\n'),
    'hex',
  );
}
