/**
 * The maintenance that PGlite lacks: checkpoints, which keep the log and the next start short, and
 * vacuum with fresh statistics. Small steps, one statement at a time with pauses between, so that
 * no commit waits long behind one.
 */
import type { Session } from '../database.ts';

export interface UpkeepOptions {
  readonly checkpointEveryMs: number;
  readonly vacuumEveryMs: number;
  readonly checkpoint: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}
const EVERY = { checkpointEveryMs: 60_000, vacuumEveryMs: 15_000 };

/**
 * The table with the most rows that are dead or new to the statistics; no row if nothing has
 * changed.
 */
const MOST_CHANGED_TEXT = `
  select quote_ident(relname) as name
    from pg_stat_user_tables
   where schemaname = 'public' and n_dead_tup + n_mod_since_analyze > 0
   order by n_dead_tup + n_mod_since_analyze desc, relname
   limit 1`;

/**
 * Vacuums the table that needs it most, one per run; checkpoints have their own interval. Returns
 * the function that stops both.
 */
export function scheduleUpkeep(
  session: Session,
  options: Pick<UpkeepOptions, 'checkpoint' | 'onError'> & Partial<UpkeepOptions>,
): () => void {
  const { checkpointEveryMs, vacuumEveryMs, checkpoint, onError } = { ...EVERY, ...options };
  const vacuumNext = async (): Promise<void> => {
    const { rows } = await session.query<{ name: string }>(MOST_CHANGED_TEXT);
    if (rows[0] !== undefined) await session.exec(`vacuum (analyze) ${rows[0].name}`);
  };
  const timers = [
    setInterval(() => void checkpoint().catch(onError), checkpointEveryMs),
    setInterval(() => void vacuumNext().catch(onError), vacuumEveryMs),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach((timer) => clearInterval(timer));
}
