/**
 * Keeps a demo's data small: drops the journal that no recovery needs, and sums up the older
 * postings of the platform's own accounts (below 1000). Never runs in production, where the journal
 * is kept for ever. Sums still hold: each account keeps one posting with the amount brought
 * forward.
 */
import type { Session } from '../db/database.ts';
import { KEY_KEPT_MS } from './idempotency.ts';
import { USER_OWNER_MIN } from './projection.ts';

export const BROUGHT_FORWARD = 'brought-forward';

/**
 * Ordinals are negative: no event has such a one, and no earlier sum has the same sequence number.
 */
const SUM_UP_POSTINGS = `
  with gone as (
    delete from postings where owner < $2 and seq <= $1 returning owner, wallet, asset, available, frozen, time_ms
  ), sums as (
    select owner, wallet, asset, sum(available)::bigint as available, sum(frozen)::bigint as frozen, max(time_ms) as time_ms
    from gone group by owner, wallet, asset
  )
  insert into postings (seq, ordinal, time_ms, owner, wallet, asset, available, frozen, reason, reference)
  select $1, -row_number() over (order by owner, wallet, asset), time_ms, owner, wallet, asset, available, frozen, '${BROUGHT_FORWARD}', 0
  from sums`;

const DROP_JOURNAL = `
  with gone as (
    delete from journal where last_seq <= $1 returning batch, last_seq, time_ms, checksum
  )
  insert into journal_begin (batch, seq, time_ms, checksum)
  select batch, last_seq, time_ms, checksum from gone order by batch desc limit 1
  on conflict (singleton) do update
  set batch = excluded.batch, seq = excluded.seq, time_ms = excluded.time_ms, checksum = excluded.checksum`;

const STEPS: readonly string[] = [
  DROP_JOURNAL,
  'delete from spot_fills where seq <= $1 and taker < $2 and maker < $2',
  'delete from spot_orders where changed_seq <= $1 and owner < $2 and status <> 0',
];

/**
 * `seq`: the oldest snapshot kept, from which everything later can be recovered. Called once per
 * snapshot.
 */
export async function forgetBefore(session: Session, seq: number): Promise<void> {
  const { rows } = await session.query<{ n: number }>(
    'select count(*) as n from postings where owner < $2 and seq = $1 and ordinal < 0',
    [seq, USER_OWNER_MIN],
  );
  if (rows[0]?.n === 0) await session.query(SUM_UP_POSTINGS, [seq, USER_OWNER_MIN]);
  for (const text of STEPS) await session.query(text, text.includes('$2') ? [seq, USER_OWNER_MIN] : [seq]);
}

/** Deletes the answers of expired keys, in every mode. */
export async function forgetExpiredKeys(session: Session, nowMs: number): Promise<void> {
  await session.query('delete from idempotency where time_ms < $1', [nowMs - 2 * KEY_KEPT_MS]);
}
