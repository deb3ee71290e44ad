/**
 * Fills the tables of lists with the history of a large exchange: rows of one user with very many,
 * of one with few, and of many others. The rows have no journal: only lists read them.
 */
import type { Session } from '../../apps/server/src/db/database.ts';

export interface Users {
  readonly heavy: number;
  readonly light: number;
}

/** Owners that nobody is. */
const OTHERS_FROM = 1_000_000;
const OTHERS = 100_000;
/** Above every id that the server gives. */
const FIRST_ID = 2 ** 50;
const FIRST_MS = Date.UTC(2025, 0, 1);
const STEP_MS = 3;
const MARKETS = 4;
const HEAVY_SHARE = 20;
const LIGHT_ROWS = 100;
const TABLES = ['spot_orders', 'spot_fills', 'postings', 'positions'];
const NAMES = TABLES.map((table) => `'${table}'`).join(', ');

/**
 * Fills for every order 1.2 fills, 4 postings and 0.1 contracts. Indexes are made anew at the end,
 * as a restored backup would.
 */
export async function fill(session: Session, users: Users, orders: number): Promise<void> {
  await session.query(
    "set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'",
  );
  const restore = await dropIndexes(session);
  const n = { orders, fills: orders * 1.2, postings: orders * 4, positions: orders / 10 };
  const owner = (i: string, count: number): string =>
    `case when ${i} % ${HEAVY_SHARE} = 0 then ${users.heavy}
      when ${i} % ${Math.floor(count / LIGHT_ROWS)} = 1 then ${users.light}
      else ${OTHERS_FROM} + (${i} * 7919) % ${OTHERS} end`;
  // Independent of whose row it is.
  const kind = `(i / ${HEAVY_SHARE})`;
  const time = `${FIRST_MS}::bigint + i * ${STEP_MS}`;
  await session.query(
    `insert into spot_orders (order_id, owner, market, side, price, lots, quote_amount, filled_lots, filled_quote, fee,
       time_in_force, status, placed_ms, changed_ms, changed_seq, client_order_id, end_reason, trigger_price, trail_ppm,
       partner_order, fired_tick, stop_kind)
     select ${FIRST_ID} + i, ${owner('i', n.orders)}, ${kind} % ${MARKETS}, i % 2, 6000000 + i % 1000, 1000, 0, 1000, 6000, 6,
       0, 1 + (${kind} / 4) % 2, ${time}, ${time} + 500, 0, null, 0, 0, 0, 0, 0, 0
     from generate_series(1::bigint, ${n.orders}) as i`,
  );
  await session.query(
    `insert into spot_fills (trade_id, seq, time_ms, market, price, lots, quote_units, taker_side, taker_order, maker_order,
       taker, maker, taker_fee, maker_fee)
     select ${FIRST_ID} + i, 0, ${time}, ${kind} % ${MARKETS}, 6000000 + i % 1000, 1000, 6000, i % 2, ${FIRST_ID} + i, ${FIRST_ID} + i + 1,
       ${owner('i', n.fills)}, ${owner('(i + 7)', n.fills)}, 6, 6
     from generate_series(1::bigint, ${n.fills}) as i`,
  );
  await session.query(
    `insert into postings (seq, ordinal, time_ms, owner, wallet, asset, available, frozen, reason, reference)
     select ${FIRST_ID} + i, 0, ${time}, ${owner('i', n.postings)}, 1 + ((${kind} / ${HEAVY_SHARE}) % 5 + 3) / 4, ${kind} % ${MARKETS}, 5 - i % 10, 0,
       (array['order-frozen', 'order-released', 'trade', 'fee', 'referral'])[1 + (${kind} / 4) % 5], i
     from generate_series(1::bigint, ${n.postings}) as i`,
  );
  await session.query(
    `insert into positions (position_id, owner, market, direction, stake, fee, fee_rate_ppm, profit_rate_ppm, seconds, accepted_ms,
       open_tick, open_ms, open_price, due_ms, finish_tick, finish_ms, finish_price, status, result, reason, changed_seq)
     select ${FIRST_ID} + i, ${owner('i', n.positions)}, ${kind} % ${MARKETS}, 1, 1000000, 2000, 2000, 820000, 60, ${time},
       1, ${time}, 6000000, ${time} + 60000, 2, ${time} + 60000, 6000001, 1, 1, 0, 0
     from generate_series(1::bigint, ${n.positions}) as i`,
  );
  for (const statement of [...restore, ...TOTALS]) await session.query(statement);
  for (const table of TABLES) await session.query(`vacuum analyze ${table}`);
}

const TOTALS = [
  `insert into spot_order_totals select owner, market, status, side, count(*) from spot_orders where order_id > ${FIRST_ID} group by 1, 2, 3, 4`,
  `insert into spot_fill_totals select owner, market, side, count(*) from (
     select taker as owner, market, taker_side as side from spot_fills where trade_id > ${FIRST_ID}
     union all select maker, market, 1 - taker_side from spot_fills where trade_id > ${FIRST_ID} and maker <> taker) as sides group by 1, 2, 3`,
  // A server that has run has totals of the users' first postings.
  `insert into posting_totals as t select owner, wallet, asset, reason, count(*)
     from postings where seq > ${FIRST_ID} group by 1, 2, 3, 4
     on conflict (owner, wallet, asset, reason) do update set postings = t.postings + excluded.postings`,
  `insert into statement_days as t select owner, asset,
       (time_ms / 86400000)::integer, reason,
       sum(greatest(available + frozen, 0)), sum(greatest(-(available + frozen), 0))
     from postings where seq > ${FIRST_ID} and available + frozen <> 0 group by 1, 2, 3, 4
     on conflict (owner, asset, day, reason) do update set received = t.received + excluded.received, paid = t.paid + excluded.paid`,
  `insert into position_totals select owner, market, count(*) from positions where position_id > ${FIRST_ID} group by 1, 2`,
];

/** Returns the statements that make them again. */
async function dropIndexes(session: Session): Promise<readonly string[]> {
  const { rows: keys } = await session.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'p' and conrelid::regclass::text in (${NAMES})`,
  );
  for (const { table, name } of keys) await session.query(`alter table ${table} drop constraint ${name}`);
  const { rows: indexes } = await session.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename in (${NAMES})`,
  );
  for (const { indexname } of indexes) await session.query(`drop index ${indexname}`);
  return [
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...indexes.map(({ indexdef }) => indexdef),
  ];
}
