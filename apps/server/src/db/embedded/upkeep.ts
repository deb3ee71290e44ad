/**
 * The upkeep that PGlite does not do by itself: checkpoints, so that its log and the next start stay short, and vacuum with fresh statistics.
 * Small steps, one statement at a time with pauses between, so that no commit waits long behind one.
 */
import type { Session } from '../database.ts';

export interface UpkeepOptions {
  readonly checkpointEveryMs: number;
  readonly vacuumEveryMs: number;
  readonly onError: (error: unknown) => void;
}
const DEFAULTS: UpkeepOptions = { checkpointEveryMs: 60_000, vacuumEveryMs: 15_000, onError: () => {} };

const TABLES_TEXT = `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`;

/** Each turn vacuums one table, round and round; the checkpoint has its own rhythm. Answers the function that stops both. */
export function scheduleUpkeep(session: Session, options: Partial<UpkeepOptions> = {}): () => void {
  const { checkpointEveryMs, vacuumEveryMs, onError } = { ...DEFAULTS, ...options };
  let turn = 0;
  const vacuumNext = async (): Promise<void> => {
    const { rows } = await session.query<{ name: string }>(TABLES_TEXT);
    const table = rows[turn++ % Math.max(rows.length, 1)];
    if (table !== undefined) await session.exec(`vacuum (analyze) ${table.name}`);
  };
  const timers = [
    setInterval(() => void session.exec('checkpoint').catch(onError), checkpointEveryMs),
    setInterval(() => void vacuumNext().catch(onError), vacuumEveryMs),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach((timer) => clearInterval(timer));
}
