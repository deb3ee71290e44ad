/**
 * Recomputes seconds contracts from the rows: the public ticks that had to open and finish each,
 * its result, its fee, and its user's payout. Shares no code with the core.
 */
import type { Exchange } from '@glasshouse/core';
import type { Session } from '../../db/database.ts';
import type { PositionsTable } from './tables.ts';
import { finding, type Finding } from '../../pipeline/cross-checks.ts';

const PAGE_ROWS = 1_000;
const GRACE_MS = 5_000;
const MILLION = 1_000_000n;
const [WIN, LOSE, DRAW] = [1, 2, 3];
const [HOLDING, COMPLETED, LIQUIDATED] = [0, 1, 2];

/** A position, the postings to its user's account, and the ticks that decide it. */
interface Row extends PositionsTable {
  readonly net: string;
  readonly opening: string | null;
  readonly finishing: string | null;
  readonly opening_ms: number;
  readonly finishing_ms: number;
  /** Time of the last tick with a price before the one that finished it; 0 if there is none. */
  readonly before_finish_ms: number;
}

/** `$3` is a JSON list of the markets' numbers with their names in ticks. */
const POSITIONS = `
  select p.*, coalesce(n.net, 0)::text as net,
    (select t.prices::json ->> m.symbol from ticks t where t.tick = p.open_tick) as opening,
    (select t.prices::json ->> m.symbol from ticks t where t.tick = p.finish_tick) as finishing,
    coalesce((select t.time_ms from ticks t where t.tick = p.open_tick), 0) as opening_ms,
    coalesce((select t.time_ms from ticks t where t.tick = p.finish_tick), 0) as finishing_ms,
    coalesce((select max(t.time_ms) from ticks t where t.tick between p.finish_tick - 10 and p.finish_tick - 1
      and t.prices::json ->> m.symbol is not null), 0) as before_finish_ms
  from positions p
  join (select * from json_to_recordset($3::json) as x(market integer, symbol text)) m on m.market = p.market
  left join lateral (
    select sum(available + frozen) as net from postings
    where owner = p.owner and wallet = 1 and reference = p.position_id and reason like 'position-%'
  ) n on true
  where p.position_id > $1 order by p.position_id limit $2`;

export async function checkSettlements(session: Session, exchange: Exchange): Promise<readonly Finding[]> {
  const codes = new Map(exchange.assets.map(({ asset, code }) => [asset, code]));
  const decimals = new Map(
    exchange.markets.map(({ definition }) => [definition.market, definition.indexDecimals]),
  );
  const symbols = exchange.markets.map(({ definition: { market, base, quote } }) => ({
    market,
    symbol: `${codes.get(base)}${codes.get(quote)}`.toLowerCase(),
  }));
  const outcomes: string[] = [];
  const payments: string[] = [];
  let count = 0;
  for (let last = -1; ;) {
    const { rows } = await session.query<Row>(POSITIONS, [last, PAGE_ROWS, JSON.stringify(symbols)]);
    for (const row of rows) {
      outcomes.push(...faultsOfOutcome(row, decimals.get(row.market) ?? 0));
      payments.push(...faultsOfPayment(row));
    }
    count += rows.length;
    last = rows.at(-1)?.position_id ?? last;
    if (rows.length < PAGE_ROWS) break;
  }
  return [
    finding('contracts end as their two public ticks say', `${count} positions`, outcomes),
    finding('contracts are charged and paid what their outcome says', `${count} positions`, payments),
  ];
}

/** '60000.12' at two decimals is 6000012. */
function unitsOf(text: string | null, decimals: number): number {
  if (text === null) return 0;
  const [whole = '', part = ''] = text.split('.');
  return Number(BigInt(whole + part.padEnd(decimals, '0')));
}

// oxlint-disable-next-line complexity -- One fact of a position after the other.
function faultsOfOutcome(row: Row, decimals: number): string[] {
  const faults: string[] = [];
  const name = `position ${row.position_id}`;
  const { open_tick, open_price, open_ms, accepted_ms, due_ms, status, result } = row;
  if (open_tick > 0) {
    if (unitsOf(row.opening, decimals) !== open_price)
      faults.push(`${name} opened at ${open_price}, tick ${open_tick} says ${row.opening}`);
    if (open_ms <= accepted_ms || open_ms !== row.opening_ms)
      faults.push(`${name} opened at tick ${open_tick}, which is not of its time`);
    if (due_ms !== open_ms + row.seconds * 1000) faults.push(`${name} is due at ${due_ms}`);
  }
  if (status === COMPLETED) {
    const { finish_tick, finish_price, finish_ms, direction } = row;
    if (unitsOf(row.finishing, decimals) !== finish_price)
      faults.push(`${name} finished at ${finish_price}, tick ${finish_tick} says ${row.finishing}`);
    const isFirst =
      finish_ms === row.finishing_ms &&
      finish_ms >= due_ms &&
      finish_ms - due_ms <= GRACE_MS &&
      row.before_finish_ms < due_ms;
    if (!isFirst) faults.push(`${name} finished at tick ${finish_tick}, not the first when it was due`);
    const move = Math.sign(finish_price - open_price) * (direction === 1 ? 1 : -1);
    const due = move === 0 ? DRAW : move > 0 ? WIN : LOSE;
    if (result !== due) faults.push(`${name} ended as ${result} instead of ${due}`);
  } else if (status === LIQUIDATED ? result !== 0 || row.reason === 0 : status !== HOLDING || result !== 0)
    faults.push(`${name} has status ${status}, result ${result}, reason ${row.reason}`);
  return faults;
}

function faultsOfPayment(row: Row): string[] {
  const { position_id, stake, fee, fee_rate_ppm, profit_rate_ppm, status, result, net } = row;
  const faults: string[] = [];
  const dueFee = (BigInt(stake) * BigInt(fee_rate_ppm)) / MILLION;
  if (BigInt(fee) !== dueFee) faults.push(`position ${position_id} has fee ${fee} instead of ${dueFee}`);
  const profit = (BigInt(stake) * BigInt(profit_rate_ppm)) / MILLION;
  const isReturned = status === LIQUIDATED || result === DRAW;
  const dueNet = result === WIN ? profit - dueFee : isReturned ? 0n : -BigInt(stake) - dueFee;
  if (BigInt(net) !== dueNet)
    faults.push(`position ${position_id} brought its user ${net} instead of ${dueNet}`);
  return faults;
}
