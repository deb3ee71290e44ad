/** How far the rows follow the journal, as the database has it. */
import type { Session } from '../db/database.ts';
import type { ProjectedTable } from '../db/tables/pipeline.ts';

export type Projected = Pick<ProjectedTable, 'batch' | 'seq'>;

export async function readProjected(session: Session): Promise<Projected> {
  const { rows } = await session.query<Projected>('select batch, seq from projected');
  if (rows[0] === undefined) throw new Error('the table "projected" has lost its row: put back a backup');
  return rows[0];
}
