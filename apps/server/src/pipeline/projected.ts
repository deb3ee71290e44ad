/** How far the rows follow the journal, as the database has it. */
import type { Session } from '../db/database.ts';
import type { ProjectedTable } from '../db/tables/pipeline.ts';

export type Projected = Pick<ProjectedTable, 'batch' | 'seq' | 'writer'>;

export function readProjected(session: Session): Promise<Projected> {
  return onlyRow(session, 'select batch, seq, writer from projected');
}

/**
 * Takes the rows over for a new writer, once it is the only one. Waits for a statement of the last
 * projector that is under way, and lets none that it sends later write: a writer that was frozen
 * may wake, and its projector has a connection of its own.
 */
export function takeProjected(session: Session): Promise<Projected> {
  return onlyRow(session, 'update projected set writer = writer + 1 returning batch, seq, writer');
}

async function onlyRow(session: Session, text: string): Promise<Projected> {
  const { rows } = await session.query<Projected>(text);
  if (rows[0] === undefined) throw new Error('the table "projected" has lost its row: put back a backup');
  return rows[0];
}
