/** Deposits and withdrawals of users, and the limits that they know, for the watch. */
import { WITHDRAWAL_STATUS } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import { sql, type RawBuilder } from 'kysely';
import type { Ports } from '../../contract/ports.ts';
import {
  linksBy,
  type Movement,
  type MovementFacts,
  type MovementKind,
  type PublishedLimit,
} from '../../contract/watch-facts.ts';
import type { Database } from '../../db/database.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';
import { VALUE_DECIMALS, type LimitLevel } from './withdrawals/decide.ts';
import type { WithdrawalExchange } from './withdrawals/exchange.ts';

const COMPARED_OF_EACH = 200;
const USDT_UNIT = 10 ** VALUE_DECIMALS;
const { rejected, cancelled } = WITHDRAWAL_STATUS;

interface Row {
  readonly id: number;
  readonly owner: number;
  readonly time_ms: number;
  readonly asset: number;
  readonly amount: number;
  readonly value: number | null;
}
interface Parts {
  readonly database: Database;
  readonly exchange: Pick<WithdrawalExchange, 'valueOf' | 'coinAt'>;
  readonly parameters: Pick<Ports['parameters'], 'get'>;
  /** Units of USDT. */
  readonly limitOf: (level: LimitLevel) => number;
}

const SOURCES: Readonly<Record<MovementKind, RawBuilder<unknown>>> = {
  deposit: sql`
    (select deposit_id as id, owner, credited_ms as time_ms, asset, amount, null::bigint as value
    from funding_deposits where owner >= ${USER_OWNER_MIN})`,
  withdrawal: sql`
    (select w.withdrawal_id as id, w.owner, w.requested_ms as time_ms, w.asset, w.amount,
      (select value from withdrawal_requests r where r.withdrawal_id = w.withdrawal_id) as value
    from funding_withdrawals w
    where w.owner >= ${USER_OWNER_MIN} and w.status not in (${rejected}, ${cancelled}))`,
};

export function movementFacts({ database, exchange, parameters, limitOf }: Parts): MovementFacts {
  const read = async (
    kind: MovementKind,
    condition: RawBuilder<unknown>,
    order: RawBuilder<unknown>,
  ): Promise<Movement[]> => {
    const { rows } = await sql<Row>`
      select * from ${SOURCES[kind]} as m where ${condition} ${order}`.execute(database.kysely);
    return rows.map(({ id, owner, time_ms: timeMs, asset, amount, value }) => {
      const { code, decimals } = exchange.coinAt(asset);
      return {
        kind,
        id,
        owner,
        timeMs,
        amount: `${formatDecimal(amount, decimals)} ${code}`,
        value: value ?? exchange.valueOf(asset, amount),
      };
    });
  };
  const threshold = (name: 'withdrawal_large' | 'withdrawal_very_large') =>
    Number(parameters.get(name)) * USDT_UNIT;
  return {
    newMovements: (kind, after, limit) => read(kind, sql`id > ${after}`, sql`order by id limit ${limit}`),
    movementsOf: async (owner, { sinceMs, untilMs, ofEach }) => {
      const condition = sql`owner = ${owner} and time_ms >= ${sinceMs} and time_ms <= ${untilMs}`;
      const order = sql`order by time_ms desc, id desc limit ${ofEach}`;
      const found = await Promise.all([
        read('deposit', condition, order),
        read('withdrawal', condition, order),
      ]);
      return found.flat();
    },
    limits: (): PublishedLimit[] => [
      { name: 'large', units: threshold('withdrawal_large') },
      { name: 'very-large', units: threshold('withdrawal_very_large') },
      { name: 'daily-unverified', units: limitOf('unverified') },
      { name: 'daily-verified', units: limitOf('verified') },
    ],
    valueOf: (asset, units) => exchange.valueOf(asset, units),
    linksAmong: async (users) => {
      if (users.length < 2) return [];
      const { rows } = await sql<{ owner: number; address: string; memo: string }>`
        select w.owner, w.address, w.memo
        from (values ${sql.join(users.map((user) => sql`(${user}::bigint)`))}) as u (owner)
        cross join lateral (
          select owner, address, memo from funding_withdrawals where owner = u.owner
          order by requested_ms desc, withdrawal_id desc limit ${COMPARED_OF_EACH}
        ) as w`.execute(database.kysely);
      return linksBy(
        'address',
        rows.map(({ owner: user, address, memo }) => ({ user, value: `${address} ${memo}` })),
      );
    },
  };
}
