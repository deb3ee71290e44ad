/** Ends acts that wait for a second person and will have none. */
import type { Database } from '../../db/database.ts';

/** Those of one operator, or all that were asked for until `beforeMs`. */
export async function lapseActs(
  { kysely }: Pick<Database, 'kysely'>,
  nowMs: number,
  those: string | { readonly beforeMs: number },
): Promise<void> {
  const waiting = kysely
    .updateTable('operator_acts')
    .set({ state: 'lapsed', decided_ms: nowMs })
    .where('state', '=', 'asked');
  await (
    typeof those === 'string'
      ? waiting.where('operator', '=', those)
      : waiting.where('asked_ms', '<=', those.beforeMs)
  ).execute();
}
