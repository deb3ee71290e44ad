/**
 * What the audit compares between memory and tables: the same facts kept twice must be the same. Every check answers with its figures,
 * so that "passed" can be told from "looked at nothing".
 */
import type { CoreEvent, Exchange } from '@glasshouse/core';
import type { Session } from '../db/database.ts';
import { USER_OWNER_MIN } from './projection.ts';
import { type JournalPosition } from './record.ts';

export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly figures: string;
}

/** How many differences a finding names. */
const NAMED_MAX = 5;

/** `exchange` must be the state after the last batch in `session`'s view of the tables. */
export async function crossCheck(
  session: Session,
  exchange: Exchange,
  position: JournalPosition,
): Promise<readonly Finding[]> {
  return [
    await checkPostings(session, exchange),
    await checkOpenOrders(session, exchange),
    await checkOpenPositions(session, exchange),
    await checkFills(session),
    await checkKeys(session, position),
    await checkEnds(session, position),
  ];
}

export function finding(name: string, figures: string, differences: readonly string[]): Finding {
  if (differences.length === 0) return { name, ok: true, figures };
  const named = differences.slice(0, NAMED_MAX).join('; ');
  return { name, ok: false, figures: `${differences.length} differ of ${figures}: ${named}` };
}

async function checkPostings(session: Session, exchange: Exchange): Promise<Finding> {
  const { rows } = await session.query<{ account: string; available: string; frozen: string }>(
    // As text: a sum that has gone astray may be any number.
    `select owner || '/' || wallet || '/' || asset as account, sum(available)::text as available, sum(frozen)::text as frozen
     from postings group by owner, wallet, asset`,
  );
  const sums = new Map(rows.map((row) => [row.account, `${row.available} + ${row.frozen}`]));
  const differences: string[] = [];
  let accounts = 0;
  exchange.forEachAccount(({ owner, wallet, asset, available, frozen }) => {
    const name = `${owner}/${wallet}/${asset}`;
    const sum = sums.get(name) ?? '0 + 0';
    if (sum !== `${available} + ${frozen}`)
      differences.push(`${name} holds ${available} + ${frozen}, postings say ${sum}`);
    sums.delete(name);
    accounts++;
  });
  for (const [name, sum] of sums)
    if (sum !== '0 + 0') differences.push(`${name} has postings of ${sum}, and no account`);
  return finding('postings sum to the balances, account by account', `${accounts} accounts`, differences);
}

type OpenOrder = Extract<CoreEvent, { type: 'order-changed' }>;

async function checkOpenOrders(session: Session, exchange: Exchange): Promise<Finding> {
  const { rows } = await session.query<{ order_id: number; facts: string }>(
    `select order_id, concat_ws('/', owner, market, side, price, lots, filled_lots, filled_quote, fee, placed_ms) as facts
     from spot_orders where status = 0`,
  );
  const open = new Map<number, string>();
  exchange.features.spot.forEachOrder((order, isQuote) => {
    if (!isQuote) open.set(order.order, factsOfOrder(order));
  });
  return finding(
    'open orders in the table are those in the books',
    `${open.size} orders`,
    differencesOf(
      open,
      rows.map((row) => [row.order_id, row.facts]),
    ),
  );
}

function factsOfOrder(order: OpenOrder): string {
  const { owner, market, side, price, lots, filledLots, filledQuote, fee, placedMs } = order;
  return [owner, market, side, price, lots, filledLots, filledQuote, fee, placedMs].join('/');
}

async function checkOpenPositions(session: Session, exchange: Exchange): Promise<Finding> {
  const { rows } = await session.query<{ position_id: number; facts: string }>(
    `select position_id, concat_ws('/', owner, market, direction, stake, fee, profit_rate_ppm, seconds, open_tick, open_price, due_ms) as facts
     from positions where status = 0`,
  );
  const open = new Map<number, string>();
  for (const position of exchange.features['seconds-contract'].open()) {
    const { owner, market, direction, stake, fee, profitRatePpm, seconds, openTick, openPrice, dueMs } =
      position;
    open.set(
      position.position,
      [owner, market, direction, stake, fee, profitRatePpm, seconds, openTick, openPrice, dueMs].join('/'),
    );
  }
  return finding(
    'open positions in the table are those in memory',
    `${open.size} positions`,
    differencesOf(
      open,
      rows.map((row) => [row.position_id, row.facts]),
    ),
  );
}

function differencesOf(
  memory: ReadonlyMap<number, string>,
  table: readonly (readonly [number, string])[],
): string[] {
  const inTable = new Map(table);
  const differences: string[] = [];
  for (const [id, facts] of memory) {
    if (inTable.get(id) !== facts)
      differences.push(`${id} is ${facts}, the table says ${inTable.get(id) ?? 'nothing'}`);
  }
  for (const [id, facts] of inTable)
    if (!memory.has(id)) differences.push(`${id} is not open, the table says ${facts}`);
  return differences;
}

/** Of users' orders: what the order says was filled is the sum of its trades. The platform's own are summed up in time. */
async function checkFills(session: Session): Promise<Finding> {
  const { rows } = await session.query<{
    orders: number;
    fills: number;
    wrong: number;
    named: string | null;
  }>(
    `with sides as (
       select taker_order as order_id, lots, quote_units, taker_fee as fee from spot_fills where taker >= $1
       union all
       select maker_order, lots, quote_units, maker_fee from spot_fills where maker >= $1
     ), sums as (
       select order_id, count(*) as fills, sum(lots) as lots, sum(quote_units) as quote, sum(fee) as fee from sides group by order_id
     ), compared as (
       select coalesce(o.order_id, s.order_id) as order_id, coalesce(s.fills, 0) as fills,
         o.order_id is null or o.filled_lots <> coalesce(s.lots, 0) or o.filled_quote <> coalesce(s.quote, 0) or o.fee <> coalesce(s.fee, 0) as wrong
       from (select * from spot_orders where owner >= $1) o full join sums s on s.order_id = o.order_id
     )
     select count(*) as orders, coalesce(sum(fills), 0)::bigint as fills, count(*) filter (where wrong) as wrong,
       (array_agg(order_id::text) filter (where wrong))[1] as named
     from compared`,
    [USER_OWNER_MIN],
  );
  const { orders, fills, wrong, named } = rows[0] ?? { orders: 0, fills: 0, wrong: 0, named: null };
  const differences = Array.from({ length: wrong }, (_, i) => (i === 0 ? `order ${named ?? ''}` : 'more'));
  return finding(
    "users' orders are filled by what their trades say",
    `${orders} orders, ${fills} fills`,
    differences,
  );
}

async function checkKeys(session: Session, position: JournalPosition): Promise<Finding> {
  const { rows } = await session.query<{ keys: number; commands: number; last: number | null }>(
    'select count(*) as keys, count(distinct seq) as commands, max(seq) as last from idempotency',
  );
  const { keys, commands, last } = rows[0] ?? { keys: 0, commands: 0, last: null };
  const differences: string[] = [];
  if (keys !== commands) differences.push(`${keys} keys name ${commands} commands`);
  if ((last ?? 0) > position.seq)
    differences.push(`key of command ${last}, the journal ends at ${position.seq}`);
  return finding('every idempotency key names one command of the journal', `${keys} keys`, differences);
}

/** No table may know of a command that the journal does not have. */
async function checkEnds(session: Session, position: JournalPosition): Promise<Finding> {
  const { rows } = await session.query<{ name: string; last: number | null }>(
    `select 'postings' as name, max(seq) as last from postings
     union all select 'spot_fills', max(seq) from spot_fills
     union all select 'spot_orders', max(changed_seq) from spot_orders
     union all select 'positions', max(changed_seq) from positions
     union all select 'snapshots', max(seq) from snapshots`,
  );
  const beyond = rows.filter(({ last }) => (last ?? 0) > position.seq);
  return finding(
    'no table goes beyond the journal',
    `${rows.length} tables, ${position.seq} commands`,
    beyond.map(({ name, last }) => `${name} knows command ${last}`),
  );
}
