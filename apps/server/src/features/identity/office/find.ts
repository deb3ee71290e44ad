/** Finds users for operators. Each way goes by an index and ends at the number that is answered. */
import { isIP } from 'node:net';
import { FOUND_MAX, type FoundRow } from '@glasshouse/protocol/identity/office';
import type { FreezeKind } from '@glasshouse/protocol/identity/freeze-kinds';
import { withChecksum } from '@glasshouse/protocol/wallet/address-formats';
import { sql, type RawBuilder } from 'kysely';
import type { Ports } from '../../../contract/ports.ts';
import { isFrozen } from '../restrictions.ts';
import { maskedEmail } from '../profile.ts';

type FoundBy = FoundRow['foundBy'][number];
export type FindParts = Pick<Ports, 'database' | 'chains' | 'funding' | 'kyc'>;

const LIMIT = FOUND_MAX + 1;
/** Fewer characters are the beginning of too many. */
const PREFIX_MIN = 3;
/** Logins from one network that are looked through, newest first. */
const LOGINS_MAX = 1_000;
const ETHEREUM = /^0x[\da-f]{40}$/;
/** After every text that begins like another one, in the order of bytes. */
const LAST_SIGN = '\u{10ffff}';

export async function findPeople(
  parts: FindParts,
  text: string,
): Promise<{ list: FoundRow[]; hasMore: boolean }> {
  const found = new Map<number, Set<FoundBy>>();
  const { byAddress, byTransaction } = await parts.funding.ownersOf(text, LIMIT);
  const ways: Way[] = [
    ['address', byAddress],
    ['transaction', byTransaction],
    ['address', depositorsOf(parts, text)],
    ...(await Promise.all(statementsOf(text).map((one) => run(parts, one)))),
  ];
  for (const [by, users] of ways)
    for (const user of users) found.set(user, (found.get(user) ?? new Set()).add(by));
  const list = await rowsOf(parts, found);
  return { list: list.slice(0, FOUND_MAX), hasMore: list.length > FOUND_MAX };
}

type Way = readonly [by: FoundBy, users: readonly number[]];
type Statement = readonly [by: FoundBy, statement: RawBuilder<{ user_id: number }>];

async function run({ database }: FindParts, [by, statement]: Statement): Promise<Way> {
  const { rows } = await statement.execute(database.kysely);
  return [by, rows.map(({ user_id }) => user_id)];
}

/** Whose deposit address it is. Those of Ethereum are found in any case of their letters. */
function depositorsOf({ chains }: FindParts, text: string): readonly number[] {
  const lower = text.toLowerCase();
  const owner = chains.ownerOf(ETHEREUM.test(lower) ? withChecksum(lower) : text);
  return owner === undefined ? [] : [owner];
}

function statementsOf(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  if (/^\d{1,15}$/.test(text))
    statements.push(['number', sql`select user_id from users where user_id = ${Number(text)}`]);
  if (isIP(text) !== 0)
    statements.push([
      'network',
      sql`select distinct user_id from
        (select user_id from login_history where ip = ${text} order by login_id desc limit ${LOGINS_MAX}) as logins
        limit ${LIMIT}`,
    ]);
  if (text.length >= PREFIX_MIN) {
    const lower = text.toLowerCase();
    const begins = (column: RawBuilder<unknown>) =>
      sql`${column} ~>=~ ${lower} and ${column} ~<~ ${lower + LAST_SIGN}`;
    const name = sql`lower(account_name)`;
    statements.push(
      [
        'email',
        sql`select user_id from users where ${begins(sql`email`)} order by email using ~<~ limit ${LIMIT}`,
      ],
      [
        'name',
        sql`select user_id from users where account_name is not null and ${begins(name)}
          order by ${name} using ~<~ limit ${LIMIT}`,
      ],
    );
  }
  return statements;
}

/** In the order of their numbers. */
async function rowsOf(
  { database, kyc }: FindParts,
  found: ReadonlyMap<number, ReadonlySet<FoundBy>>,
): Promise<FoundRow[]> {
  const ids = [...found.keys()].toSorted((a, b) => a - b).slice(0, LIMIT);
  if (ids.length === 0) return [];
  const [rows, freezes, states] = await Promise.all([
    database.reads
      .selectFrom('users')
      .select(['user_id', 'email', 'account_name', 'created_ms', 'frozen_ms', 'unfreeze_ms'])
      .where('user_id', 'in', ids)
      .orderBy('user_id')
      .execute(),
    database.reads
      .selectFrom('user_freezes')
      .select(['user_id', 'kind'])
      .where('user_id', 'in', ids)
      .orderBy('kind')
      .execute(),
    kyc.statesOf(ids),
  ]);
  const nowMs = Date.now();
  return rows.map((row) => ({
    userId: row.user_id,
    maskedEmail: maskedEmail(row.email),
    name: row.account_name ?? '',
    sinceTime: row.created_ms,
    kycState: states[ids.indexOf(row.user_id)] ?? 0,
    isFrozen: isFrozen({ frozenMs: row.frozen_ms, unfreezeMs: row.unfreeze_ms }, nowMs),
    freezes: freezes.flatMap(({ user_id: of, kind }) => (of === row.user_id ? [kind as FreezeKind] : [])),
    foundBy: [...(found.get(row.user_id) ?? [])],
  }));
}
