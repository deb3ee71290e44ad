/**
 * Journal records: the permanent content of one batch, and the chain of checksums that links each
 * record to its predecessors.
 */
import { createHash, hash } from 'node:crypto';
import { decodeCommands, encodeCommands, encodeOutcomes, type Command, type Outcome } from '@glasshouse/core';
import { FIRST_RECORD_VERSION } from '../db/first-release.ts';
import type { JournalTable } from '../db/tables/pipeline.ts';

/** The version of new records. Older ones stay readable for ever. */
export const RECORD_VERSION = FIRST_RECORD_VERSION;

interface RecordForm {
  readonly decode: (commands: Uint8Array) => readonly Command[];
  /** The bytes under the hash of a batch's results. */
  readonly results: (results: BatchResults) => Uint8Array;
}

/** The encoding of `commands` and of the hashed results, by record version. */
const FORMS: Readonly<Record<number, RecordForm>> = {
  /**
   * The hash also covers the money that moved, so that a changed rounding cannot replay silently.
   */
  [FIRST_RECORD_VERSION]: {
    decode: decodeCommands,
    results: ({ outcomes, postings }) => Buffer.concat([encodeOutcomes(outcomes), postings]),
  },
};

/** The predecessor's checksum of the first record. */
export const GENESIS_CHECKSUM = '0'.repeat(64);

export type JournalRecord = Readonly<JournalTable>;

/** The end of the journal, which the next record continues. */
export interface JournalPosition {
  readonly batch: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly checksum: string;
}
export const JOURNAL_START: JournalPosition = { batch: 0, seq: 0, timeMs: 0, checksum: GENESIS_CHECKSUM };

/** The results of a batch's commands. */
export interface BatchResults {
  readonly outcomes: readonly Outcome[];
  /** `StateMachine.postingsDigest` after the batch. */
  readonly postings: Uint8Array;
}
export interface BatchContent extends BatchResults {
  readonly timeMs: number;
  readonly commands: readonly Command[];
}

export function makeRecord(previous: JournalPosition, content: BatchContent): JournalRecord {
  const body = {
    batch: previous.batch + 1,
    first_seq: previous.seq + 1,
    last_seq: previous.seq + content.commands.length,
    time_ms: content.timeMs,
    version: RECORD_VERSION,
    commands: encodeCommands(content.commands).slice(),
    outcomes_hash: hashResults(RECORD_VERSION, content),
  };
  return { ...body, checksum: checksumOf(previous.checksum, body) };
}

export function positionOf(record: JournalRecord): JournalPosition {
  return { batch: record.batch, seq: record.last_seq, timeMs: record.time_ms, checksum: record.checksum };
}

/**
 * Checks that `record` follows `previous` and is unchanged. Returns a description of the fault, or
 * null.
 */
export function findRecordFault(previous: JournalPosition, record: JournalRecord): string | null {
  if (record.batch !== previous.batch + 1)
    return `batch ${previous.batch + 1} is missing; the next one there is ${record.batch}`;
  if (FORMS[record.version] === undefined)
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
  const commands = formOf(record.version).decode(record.commands);
  if (commands.length !== record.last_seq - record.first_seq + 1)
    throw new Error(`batch ${record.batch} does not hold commands ${record.first_seq} to ${record.last_seq}`);
  return commands;
}

export function hashResults(version: number, results: BatchResults): string {
  return hash('sha256', formOf(version).results(results), 'hex');
}

function formOf(version: number): RecordForm {
  const form = FORMS[version];
  if (form === undefined) throw new Error(`there are no journal records of version ${version}`);
  return form;
}

/** The same for all versions. */
function checksumOf(previousChecksum: string, body: Omit<JournalRecord, 'checksum'>): string {
  const { batch, first_seq, last_seq, time_ms, version, outcomes_hash, commands } = body;
  const head = [previousChecksum, batch, first_seq, last_seq, time_ms, version, outcomes_hash, ''].join('\n');
  return createHash('sha256').update(head).update(commands).digest('hex');
}
