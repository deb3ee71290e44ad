/**
 * Sign-ins, attempts that got as far as the password, and the networks that an account is known at.
 */
import type { LoginRow } from '@glasshouse/protocol/identity';
import type { Database } from '../../db/database.ts';
import { pagedOfTotal, type PageRequest } from '../../db/paged.ts';
import type { Caller } from '../../http/handler.ts';
import { networkOf } from './sign-in-networks.ts';
import { totalOf } from './queries.ts';
import { deviceOf } from './requesters.ts';

/** A network stays known for this long after its last sign-in. */
const KNOWN_FOR_MS = 90 * 86_400_000;
const HISTORY_KEPT_MS = 365 * 86_400_000;
const USER_AGENT_MAX = 200;
const PLACES_COMPARED_MAX = 200;

export interface LoginTry {
  readonly userId: number;
  readonly method: LoginRow['method'];
  readonly outcome: LoginRow['outcome'];
}

export async function recordLogin(
  database: Database,
  { userId, method, outcome }: LoginTry,
  caller: Pick<Caller, 'ip' | 'userAgent' | 'cookies'>,
): Promise<void> {
  const row = {
    user_id: userId,
    time_ms: Date.now(),
    ip: caller.ip,
    user_agent: caller.userAgent.slice(0, USER_AGENT_MAX),
    method,
    outcome,
    device_hash: deviceOf(caller),
  };
  await database.kysely
    .with('added', (within) => within.insertInto('login_history').values(row))
    .updateTable('users')
    .set((set) => ({ logins: set('logins', '+', 1) }))
    .where('user_id', '=', userId)
    .execute();
}

/** Whether the user has signed in from this network before; 'first': from no network yet. */
export async function placeOf(
  database: Database,
  userId: number,
  ip: string,
): Promise<'known' | 'new' | 'first'> {
  const rows = await database.reads
    .selectFrom('login_history')
    .select('ip')
    .distinct()
    .where('user_id', '=', userId)
    .where('outcome', '=', 'success')
    .where('time_ms', '>', Date.now() - KNOWN_FOR_MS)
    .limit(PLACES_COMPARED_MAX)
    .execute();
  const network = networkOf(ip);
  if (rows.length === 0) return 'first';
  return rows.some((row) => networkOf(row.ip) === network) ? 'known' : 'new';
}

export interface KnownSignIns {
  /** The caller's browser, if it has signed in to this account before. */
  readonly device: string | null;
  /** Whether somebody has signed in to this account from the caller's network before. */
  readonly isNetwork: boolean;
}

/** One query, whether or not the address has an account. */
export async function knownSignIns(
  database: Database,
  email: string,
  caller: Pick<Caller, 'ip' | 'cookies'>,
): Promise<KnownSignIns> {
  const rows = await database.reads
    .selectFrom('login_history')
    .innerJoin('users', 'users.user_id', 'login_history.user_id')
    .select(['ip', 'device_hash'])
    .distinct()
    .where('users.email', '=', email)
    .where('outcome', '=', 'success')
    .where('time_ms', '>', Date.now() - KNOWN_FOR_MS)
    .limit(PLACES_COMPARED_MAX)
    .execute();
  const device = deviceOf(caller);
  const network = networkOf(caller.ip);
  return {
    device: device !== null && rows.some((row) => row.device_hash === device) ? device : null,
    isNetwork: rows.some((row) => networkOf(row.ip) === network),
  };
}

export function readLogins(database: Database, userId: number, page: PageRequest) {
  const rows = database.reads
    .selectFrom('login_history')
    .where('user_id', '=', userId)
    .selectAll()
    .orderBy('login_id', 'desc');
  const rowOf = (row: Awaited<ReturnType<typeof rows.execute>>[number]) => ({
    id: String(row.login_id),
    time: row.time_ms,
    ip: row.ip,
    device: row.user_agent,
    method: row.method as LoginRow['method'],
    outcome: row.outcome as LoginRow['outcome'],
  });
  return pagedOfTotal(rows, page, { total: totalOf(database, userId, 'logins'), rowOf });
}

/** Logins before a time, newest first. */
export async function loginsBefore(
  database: Database,
  userId: number,
  { timeMs, limit }: { readonly timeMs: number; readonly limit: number },
) {
  const rows = await database.reads
    .selectFrom('login_history')
    .select(['time_ms', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where('outcome', '=', 'success')
    .where('time_ms', '<', timeMs)
    .orderBy('login_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ time: row.time_ms, ip: row.ip, device: row.user_agent }));
}

export async function removeOldLogins(database: Database): Promise<void> {
  await database.kysely
    .with('removed', (within) =>
      within
        .deleteFrom('login_history')
        .where('time_ms', '<', Date.now() - HISTORY_KEPT_MS)
        .returning('user_id'),
    )
    .with('counted', (within) =>
      within
        .selectFrom('removed')
        .select((select) => ['user_id', select.fn.countAll<number>().as('count')])
        .groupBy('user_id'),
    )
    .updateTable('users')
    .from('counted')
    .set((set) => ({ logins: set('users.logins', '-', set.ref('counted.count')) }))
    .whereRef('users.user_id', '=', 'counted.user_id')
    .execute();
}
