/**
 * Keeps a demo's data small: drops the journal that no recovery needs, and what the platform's own
 * accounts did before. Never in production, which keeps its journal for ever.
 */
import type { Session } from '../db/database.ts';
import { KEY_KEPT_MS } from './idempotency.ts';
import { USER_OWNER_MIN, type Projection } from './projection.ts';

const DROP_JOURNAL = `
  with gone as (
    delete from journal where last_seq <= $1 returning batch, last_seq, time_ms, checksum
  )
  insert into journal_begin (batch, seq, time_ms, checksum)
  select batch, last_seq, time_ms, checksum from gone order by batch desc limit 1
  on conflict (singleton) do update
  set batch = excluded.batch, seq = excluded.seq, time_ms = excluded.time_ms, checksum = excluded.checksum`;

/**
 * `seq`: the oldest snapshot that is kept; everything before it can be recovered from that
 * snapshot. Once per snapshot is enough.
 */
export async function forgetBefore(
  session: Session,
  seq: number,
  projections: readonly Projection[],
): Promise<void> {
  await session.query(DROP_JOURNAL, [seq]);
  for (const { forget } of projections)
    if (forget !== null) await session.query(forget, [seq, USER_OWNER_MIN]);
}

/** Deletes the answers of expired keys, in every mode. */
export async function forgetExpiredKeys(session: Session, nowMs: number): Promise<void> {
  await session.query('delete from idempotency where time_ms < $1', [nowMs - 2 * KEY_KEPT_MS]);
}
