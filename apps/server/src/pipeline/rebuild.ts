/**
 * Rewrites the projections from the journal, which alone is the truth: the projector follows it
 * from the first record. One transaction: readers see the old rows until the new ones are complete,
 * and a failure changes nothing.
 */
import type { Exchange } from '@glasshouse/core';
import { assertCounts, type CountedWrite, type Session } from '../db/database.ts';
import { exchangeFactory } from './exchange-factory.ts';
import type { Projection } from './projection.ts';
import { takeProjected } from './projected.ts';
import { Projector } from './projector/projector.ts';
import { JOURNAL_START, type JournalPosition } from './record.ts';
import { journalAfter, RecoveryError } from './recovery.ts';

export interface RebuildOptions {
  readonly projections: readonly Projection[];
  /** Called after each batch. */
  readonly onBatch?: (exchange: Exchange, position: JournalPosition) => void;
}

/** `rows`: the number of rows of each table, by its name. */
export interface Rebuilt {
  readonly commands: number;
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * The caller guarantees that nobody else writes. Throws RecoveryError if the journal is damaged or
 * does not begin at the first command.
 */
export async function rebuildProjections(session: Session, options: RebuildOptions): Promise<Rebuilt> {
  await assertWhole(session);
  await session.exec('begin');
  try {
    for (const { table } of options.projections) await session.exec(`truncate ${table.name}`);
    await session.exec('update projected set batch = 0, seq = 0');
    const { writer } = await takeProjected(session);
    const commands = await writeAll(session, options, writer);
    const rows: Record<string, number> = {};
    for (const { table } of options.projections) rows[table.name] = await countOf(session, table.name);
    await session.exec('commit');
    return { commands, rows };
  } catch (error) {
    await session.exec('rollback');
    throw error;
  }
}

async function assertWhole(session: Session): Promise<void> {
  const { rows } = await session.query<{ first: number | null; saved: number | null }>(
    'select (select min(first_seq) from journal) as first, (select max(seq) from snapshots) as saved',
  );
  const { first = null, saved = null } = rows[0] ?? {};
  if (first === null ? saved !== null : first !== 1)
    throw new RecoveryError('its beginning was dropped, as a demo does');
}

async function writeAll(
  session: Session,
  { projections, onBatch }: RebuildOptions,
  writer: number,
): Promise<number> {
  const projector = await Projector.open(session, {
    exchange: exchangeFactory.create(),
    position: JOURNAL_START,
    projectedBatch: 0,
    writer,
    projections,
    write: (write) => writeIn(session, write),
    paceMs: 0,
    // Reported by `room` and `flushed`.
    onError: () => {},
  });
  for await (const record of journalAfter(session, 0)) {
    projector.follow(record);
    onBatch?.(projector.exchange, projector.position);
    await projector.room();
  }
  await projector.flushed();
  return projector.position.seq;
}

async function writeIn(session: Session, write: CountedWrite): Promise<void> {
  const { rows } = await session.query<Record<string, number>>(write.statement.text, write.params);
  assertCounts(write, rows[0]);
}

async function countOf(session: Session, table: string): Promise<number> {
  const { rows } = await session.query<{ count: number }>(`select count(*) as count from ${table}`);
  return rows[0]?.count ?? 0;
}
