/** Reads, writes and ends keys in their table. */
import { ENDED_DAYS, KEYS_MAX } from '@glasshouse/protocol/api-keys/rules';
import type { KeyEnd } from '@glasshouse/protocol/api-keys';
import type { Database } from '../../db/database.ts';
import type { Within } from '../../contract/messages.ts';
import type { KeyRow } from './live-key.ts';

/** Ended keys that a list shows. */
const ENDED_MAX = 100;
const DAY_MS = 86_400_000;

/** All live ones and the last of those that have ended, newest first. */
export async function keysOf({ reads }: Pick<Database, 'reads'>, userId: number): Promise<readonly KeyRow[]> {
  const all = reads.selectFrom('api_keys').selectAll().where('user_id', '=', userId);
  const [live, ended] = await Promise.all([
    all.where('ended_ms', 'is', null).orderBy('created_ms', 'desc').execute(),
    all.where('ended_ms', 'is not', null).orderBy('ended_ms', 'desc').limit(ENDED_MAX).execute(),
  ]);
  return [...live, ...ended];
}

export function liveKeyOf(
  { kysely }: Within,
  { userId, keyId }: { readonly userId: number; readonly keyId: string },
): Promise<KeyRow | undefined> {
  return kysely
    .selectFrom('api_keys')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('user_id', '=', userId)
    .where('ended_ms', 'is', null)
    .executeTakeFirst();
}

export async function hasMost({ kysely }: Within, userId: number): Promise<boolean> {
  const { count } = await kysely
    .selectFrom('api_keys')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('ended_ms', 'is', null)
    .executeTakeFirstOrThrow();
  return count >= KEYS_MAX;
}

export interface Ending {
  readonly why: KeyEnd;
  readonly nowMs: number;
  /** Absent: of everybody. */
  readonly userId?: number;
  /** Absent: all. */
  readonly keyId?: string;
  /** Only those that were due by then. */
  readonly dueMs?: number;
}

/** Ends live keys; returns their rows. */
export function endKeys(
  { kysely }: Within,
  { why, nowMs, userId, keyId, dueMs }: Ending,
): Promise<readonly KeyRow[]> {
  let ending = kysely
    .updateTable('api_keys')
    .set({ ended_ms: nowMs, end_reason: why })
    .where('ended_ms', 'is', null);
  if (userId !== undefined) ending = ending.where('user_id', '=', userId);
  if (keyId !== undefined) ending = ending.where('key_id', '=', keyId);
  if (dueMs !== undefined) ending = ending.where('expires_ms', '<=', dueMs);
  return ending.returningAll().execute();
}

export async function removeOldKeys({ kysely }: Within, nowMs: number): Promise<void> {
  await kysely
    .deleteFrom('api_keys')
    .where('ended_ms', '<=', nowMs - ENDED_DAYS * DAY_MS)
    .execute();
}
