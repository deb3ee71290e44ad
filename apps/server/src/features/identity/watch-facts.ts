/** Sign-ins, and what accounts have in common, for the watch. */
import { sql } from 'kysely';
import { linksBy, type AccountLink, type SignIn, type SignInFacts } from '../../contract/watch-facts.ts';
import type { Database } from '../../db/database.ts';
import { anyOf } from '../../db/lists.ts';
import { networkOf } from './sign-in-networks.ts';

const COMPARED_FOR_MS = 90 * 86_400_000;
const COMPARED_OF_EACH = 200;
/** A row with a lower number than one that was read may still be on its way to the table. */
const SETTLED_MS = 10_000;

interface Row {
  readonly login_id: number;
  readonly user_id: number;
  readonly time_ms: number;
  readonly device_hash: string | null;
}
const signInOf = ({ login_id: id, user_id: user, time_ms: timeMs, device_hash: device }: Row): SignIn => ({
  id,
  user,
  timeMs,
  device,
});

export function signInFacts(database: Database, nowMs: () => number = Date.now): SignInFacts {
  return {
    newSignIns: async (after, limit) => {
      const { rows } = await sql<Row>`
        select login_id, user_id, time_ms, device_hash from login_history
        where login_id > ${after} and outcome = 'success'
        order by login_id limit ${limit}`.execute(database.kysely);
      const unsettled = rows.findIndex(({ time_ms }) => time_ms > nowMs() - SETTLED_MS);
      return (unsettled < 0 ? rows : rows.slice(0, unsettled)).map(signInOf);
    },
    usersOfDevice: async (device, { sinceMs, untilMs, limit }) => {
      const { rows } = await sql<Row>`
        select distinct on (user_id) login_id, user_id, time_ms, device_hash from login_history
        where device_hash = ${device} and outcome = 'success'
          and time_ms >= ${sinceMs} and time_ms <= ${untilMs}
        order by user_id, login_id desc limit ${limit}`.execute(database.kysely);
      return rows.map(signInOf);
    },
    linksAmong: (users) => linksAmong(database, users, nowMs() - COMPARED_FOR_MS),
  };
}

async function linksAmong(
  database: Database,
  users: readonly number[],
  sinceMs: number,
): Promise<AccountLink[]> {
  if (users.length < 2) return [];
  const { rows } = await sql<{ user_id: number; ip: string; device_hash: string | null }>`
    select l.user_id, l.ip, l.device_hash
    from (values ${sql.join(users.map((user) => sql`(${user}::bigint)`))}) as u (user_id)
    cross join lateral (
      select user_id, ip, device_hash from login_history
      where user_id = u.user_id and outcome = 'success' and time_ms >= ${sinceMs}
      order by login_id desc limit ${COMPARED_OF_EACH}
    ) as l`.execute(database.kysely);
  const invited = await sql<{ user_id: number; invited_by: number }>`
    select user_id, invited_by from users
    where ${anyOf('user_id', users)} and ${anyOf('invited_by', users)}`.execute(database.kysely);
  return [
    ...linksBy(
      'device',
      rows.flatMap(({ user_id: user, device_hash: value }) => (value === null ? [] : [{ user, value }])),
    ),
    ...linksBy(
      'network',
      rows.map(({ user_id: user, ip }) => ({ user, value: networkOf(ip) })),
    ),
    ...invited.rows.map(({ user_id, invited_by }): AccountLink => ({
      a: Math.min(user_id, invited_by),
      b: Math.max(user_id, invited_by),
      by: 'invite',
    })),
  ];
}
