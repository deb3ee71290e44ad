/**
 * Audits a whole installation: the core's invariants, each product's tables against memory, each
 * product's money recomputed, the journal's chain, and recovery from older snapshots, which must
 * yield the same state. Works on a running server between two batches, or on a database at rest.
 */
import type { Session } from '../db/database.ts';
import type { JournalBeginTable } from '../db/tables/pipeline.ts';
import {
  checkKeys,
  crossCheck,
  finding,
  type Audited,
  type AuditSubject,
  type Finding,
} from './cross-checks.ts';
import { exchangeFactory } from './exchange-factory.ts';
import { findRecordFault, JOURNAL_START, type JournalPosition, positionOf } from './record.ts';
import { readProjected, type Projected } from './projected.ts';
import { journalAfter, recover } from './recovery.ts';

/** `subject` is at the end of the journal, as are the rows of all projections. */
export async function auditState(session: Session, subject: AuditSubject): Promise<readonly Finding[]> {
  return [
    ...subject.exchange.audit(),
    ...(await crossCheck(session, subject)),
    await checkKeys(session, subject.position),
    ...(await auditJournal(session, subject)),
  ];
}

async function auditJournal(session: Session, subject: AuditEnd): Promise<readonly Finding[]> {
  return [await checkChain(session, subject.position), ...(await checkRecoveries(session, subject))];
}

type AuditEnd = Pick<AuditSubject, 'exchange' | 'position'>;

/**
 * Recovers the state from the tables, as a server would, and audits it. Rows may be behind the
 * journal, as after a crash: they are compared with the state that they belong to.
 */
export async function auditAtRest(session: Session, audited: Audited): Promise<readonly Finding[]> {
  const notes: string[] = [];
  const recoverTo = (upTo: number) =>
    recover(session, { factory: exchangeFactory, upTo, onNote: (note) => notes.push(note) });
  try {
    const end = await recoverTo(Infinity);
    const projected = await readProjected(session);
    const ofRows = projected.seq === end.position.seq ? end : await recoverTo(projected.seq);
    return [
      ...end.exchange.audit(),
      ...(await crossCheck(session, { ...ofRows, ...audited })),
      await checkKeys(session, end.position),
      checkProjected(projected, { rows: ofRows.position, journal: end.position }),
      ...(await auditJournal(session, end)),
      finding('every snapshot is as it was written', 'the newest', notes),
    ];
  } catch (error) {
    return [
      finding('the state can be recovered', 'nothing', [
        ...notes,
        error instanceof Error ? error.message : String(error),
      ]),
    ];
  }
}

/** The rows end with a record of the journal; the projector goes on with the next one. */
function checkProjected(
  { batch, seq }: Projected,
  { rows, journal }: { readonly rows: JournalPosition; readonly journal: JournalPosition },
): Finding {
  const isThere = rows.batch === batch && rows.seq === seq;
  return finding(
    'the rows follow the journal',
    `${journal.seq - seq} commands behind`,
    isThere
      ? []
      : [`rows up to command ${seq} of batch ${batch}, the journal has ${rows.seq} of ${rows.batch}`],
  );
}

/** Verifies that each kept record follows the one before it, from first to last. */
async function checkChain(session: Session, end: JournalPosition): Promise<Finding> {
  const name = 'the journal has no gap, and every record fits its checksum';
  const begin = await chainBegin(session);
  let position = begin;
  let batches = 0;
  for await (const record of journalAfter(session, position.batch)) {
    const fault = findRecordFault(position, record);
    if (fault !== null) return finding(name, `${batches} batches`, [fault]);
    position = positionOf(record);
    batches++;
  }
  const differences =
    position.checksum === end.checksum ? [] : [`it ends at batch ${position.batch} instead of ${end.batch}`];
  const from = begin.seq === 0 ? '' : ` after command ${begin.seq}, where a demo dropped what was before,`;
  return finding(name, `${batches} batches${from} up to command ${position.seq}`, differences);
}

/** The journal's beginning, or its last dropped record if a demo has dropped the oldest part. */
async function chainBegin(session: Session): Promise<JournalPosition> {
  const { rows } = await session.query<JournalBeginTable>('select * from journal_begin');
  const row = rows[0];
  if (row === undefined) return JOURNAL_START;
  return { batch: row.batch, seq: row.seq, timeMs: row.time_ms, checksum: row.checksum };
}

/**
 * Recovery from the newest snapshot and from the one before it must each yield the current state.
 */
async function checkRecoveries(session: Session, subject: AuditEnd): Promise<readonly Finding[]> {
  const hash = subject.exchange.hash();
  const { rows } = await session.query<{ seq: number }>(
    'select seq from snapshots order by seq desc limit 2',
  );
  const findings: Finding[] = [];
  for (const { seq } of rows) findings.push(await checkRecovery(session, { seq, hash }));
  return findings;
}

async function checkRecovery(
  session: Session,
  expected: { readonly seq: number; readonly hash: string },
): Promise<Finding> {
  const name = `snapshot ${expected.seq} and the journal after it lead to this state`;
  try {
    const { exchange, snapshotSeq, replayedCommands } = await recover(session, {
      factory: exchangeFactory,
      from: expected.seq,
    });
    const differences: string[] = [];
    if (snapshotSeq !== expected.seq) differences.push('the snapshot is damaged');
    if (exchange.hash() !== expected.hash)
      differences.push(`state hash ${exchange.hash()} instead of ${expected.hash}`);
    return finding(name, `${replayedCommands} commands replayed`, differences);
  } catch (error) {
    return finding(name, 'nothing', [error instanceof Error ? error.message : String(error)]);
  }
}
