/**
 * Checks the disk after a simulated run: the auditor's rules for every command of the journal, the
 * replies to clients, each key executed once, and every table against the journal.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  Exchange,
  FIRST_USER,
  HOUSE_MAX,
  type Command,
  type CoreEvent,
  type Outcome,
} from '@glasshouse/core';
import { Auditor } from '../../../packages/core/sim/auditor/auditor.ts';
import { viewOf } from '../../../packages/core/sim/auditor/view.ts';
import { exchangeFactory } from '../src/pipeline/exchange-factory.ts';
import { commandsOf, findRecordFault, JOURNAL_START, positionOf } from '../src/pipeline/record.ts';
import { recover } from '../src/pipeline/recovery.ts';
import type { Disk, Row } from './disk.ts';
import type { SimulatedDatabase } from './database.ts';

/** A client's request, and its reply. */
export interface Asked {
  readonly owner: number;
  readonly key: string;
  readonly command: Command;
  readonly answer: Outcome | null;
}

interface Replayed {
  readonly exchange: Exchange;
  readonly commands: readonly Command[];
  readonly outcomes: readonly Outcome[];
  readonly events: readonly CoreEvent[];
  readonly breaches: string[];
}

export async function checkRun(run: {
  readonly disk: Disk;
  readonly database: SimulatedDatabase;
  readonly exchange: Exchange;
  readonly asked: readonly Asked[];
}): Promise<readonly string[]> {
  const replayed = replay(run.disk);
  const { breaches } = replayed;
  if (breaches.length > 0) return breaches;
  const hash = replayed.exchange.hash();
  if (run.exchange.hash() !== hash) breaches.push('memory is not what the journal leads to');
  const recovered = await recover(run.database, { factory: exchangeFactory });
  if (recovered.exchange.hash() !== hash)
    breaches.push('snapshot and journal lead elsewhere than the journal alone');
  if (run.disk.projected.seq !== replayed.exchange.seq)
    breaches.push(`rows are written up to command ${run.disk.projected.seq} of ${replayed.exchange.seq}`);
  checkAnswers(run.disk, run.asked, replayed);
  checkTables(run.disk, replayed);
  return breaches;
}

function replay(disk: Disk): Replayed {
  const exchange = new Exchange();
  const auditor = new Auditor();
  const { breaches } = auditor;
  const commands: Command[] = [];
  const outcomes: Outcome[] = [];
  const events: CoreEvent[] = [];
  let position = JOURNAL_START;
  for (const record of [...disk.journal.values()].sort((a, b) => a.batch - b.batch)) {
    const fault = findRecordFault(position, record);
    if (fault !== null) breaches.push(fault);
    commandsOf(record).forEach((command, i) => {
      const seq = record.first_seq + i;
      const outcome = exchange.apply(seq, record.time_ms, command);
      const own: CoreEvent[] = [];
      exchange.drainEvents((event) => own.push(event));
      auditor.observe({ seq, timeMs: record.time_ms, command, outcome, events: own });
      commands.push(command);
      outcomes.push(outcome);
      events.push(...own);
    });
    position = positionOf(record);
  }
  auditor.compare(viewOf(exchange));
  for (const { name, ok, figures } of exchange.audit()) if (!ok) breaches.push(`${name}: ${figures}`);
  return { exchange, commands, outcomes, events, breaches };
}

/**
 * Every reply is that of one command of the journal, every key's command is there once, and no
 * command is there without a key.
 */
function checkAnswers(disk: Disk, asked: readonly Asked[], replayed: Replayed): void {
  const { commands, outcomes, breaches } = replayed;
  const seqs = new Map(disk.keys.map((row) => [`${row.owner}:${row.key}`, row]));
  if (new Set(disk.keys.map(({ seq }) => seq)).size !== seqs.size)
    breaches.push('two keys name the same command');
  for (const { owner, key, command, answer } of asked) {
    const row = seqs.get(`${owner}:${key}`);
    seqs.delete(`${owner}:${key}`);
    if (answer === null) breaches.push(`${key} was never answered`);
    else if (row === undefined) breaches.push(`${key} was answered ${answer.error} and is not there`);
    else {
      const same = (there: Outcome | undefined): boolean =>
        there?.error === answer.error && there.id === answer.id && there.count === answer.count;
      if (!same(outcomes[row.seq - 1]))
        breaches.push(`${key} was answered otherwise than command ${row.seq}`);
      if (!same(row as unknown as Outcome)) breaches.push(`${key} keeps another answer than it gave`);
      if (!isDeepStrictEqual(commands[row.seq - 1], command))
        breaches.push(`${key} is command ${row.seq}, which is another one`);
    }
  }
  for (const name of seqs.keys()) breaches.push(`${name} was never asked for`);
  const keyed = new Set(disk.keys.map(({ seq }) => seq));
  const unkeyed = commands.filter(
    ({ type }, i) => type !== 'tick' && type !== 'process-due' && !keyed.has(i + 1),
  );
  if (unkeyed.length > 0)
    breaches.push(`${unkeyed.length} commands ran without a key, such as ${unkeyed[0]?.type}`);
}

/** The days of statements are the sums of the kept postings; those of the house, its balances. */
function checkStatements(disk: Disk, exchange: Exchange, breaches: string[]): void {
  const added = new Map<string, bigint[]>();
  for (const row of disk.rows('postings')) {
    const units = BigInt(Number(row['available']) + Number(row['frozen']));
    if (Number(row['owner']) < FIRST_USER || units === 0n) continue;
    const day = Math.floor(Number(row['time_ms']) / 86_400_000);
    const group = [row['owner'], row['asset'], day, row['reason']].join('/');
    const [received = 0n, paid = 0n] = added.get(group) ?? [];
    added.set(group, units > 0n ? [received + units, paid] : [received, paid - units]);
  }
  const house = new Map<string, bigint>();
  for (const { received, paid, ...key } of disk.rows('statement_days')) {
    if (Number(key['owner']) < FIRST_USER) {
      const account = `${key['owner']}/${key['asset']}`;
      const units = BigInt(String(received)) - BigInt(String(paid));
      house.set(account, (house.get(account) ?? 0n) + units);
      continue;
    }
    const group = Object.values(key).join('/');
    const sums = added.get(group)?.join('/');
    if (sums !== `${received}/${paid}`)
      breaches.push(`the statement keeps ${received}/${paid} for ${group}, the postings say ${sums}`);
    added.delete(group);
  }
  for (const group of added.keys()) breaches.push(`the statement lacks ${group}`);
  exchange.forEachAccount(({ owner, asset, available, frozen }) => {
    const sum = house.get(`${owner}/${asset}`) ?? 0n;
    if (owner <= HOUSE_MAX && sum !== BigInt(available) + BigInt(frozen))
      breaches.push(`${owner}/${asset} holds ${available} + ${frozen}, its days add up to ${sum}`);
  });
}

function checkTables(disk: Disk, { exchange, events, breaches }: Replayed): void {
  checkTotals(disk, breaches);
  checkStatements(disk, exchange, breaches);
  const sums = new Map<string, [number, number]>();
  for (const row of disk.rows('postings')) {
    const name = `${row['owner']}/${row['wallet']}/${row['asset']}`;
    const [available, frozen] = sums.get(name) ?? [0, 0];
    sums.set(name, [available + Number(row['available']), frozen + Number(row['frozen'])]);
  }
  exchange.forEachAccount(({ owner, wallet, asset, available, frozen }) => {
    const name = `${owner}/${wallet}/${asset}`;
    if (sums.get(name)?.join() !== [available, frozen].join())
      breaches.push(
        `${name} holds ${available} + ${frozen}, its postings sum to ${sums.get(name)?.join(' + ')}`,
      );
  });
  const last = new Map<string, CoreEvent>();
  let trades = 0;
  for (const event of events) {
    const name = nameOf(event);
    if (name !== null) last.set(name, event);
    if (event.type === 'traded') trades++;
  }
  if (disk.rows('spot_fills').length !== trades)
    breaches.push(`${disk.rows('spot_fills').length} fills are kept of ${trades} trades`);
  const compare = (name: string, row: Row): void => {
    const event = last.get(name) as Readonly<Record<string, unknown>> | undefined;
    last.delete(name);
    if (event === undefined) return void breaches.push(`${name} is kept and never was`);
    for (const [column, field] of COMPARED)
      if (field in event && row[column] !== event[field])
        breaches.push(`${name} is kept with ${column} ${row[column]} instead of ${String(event[field])}`);
  };
  for (const [table, ...key] of KEPT)
    for (const row of disk.rows(table)) compare([table, ...key.map((column) => row[column])].join(' '), row);
  for (const name of last.keys()) breaches.push(`${name} is not kept`);
}

/** Tables of objects, with the columns of their keys. */
const KEPT = [
  ['spot_orders', 'order_id'],
  ['positions', 'position_id'],
  ['flash_exchanges', 'exchange_id'],
  ['funding_deposits', 'deposit_id'],
  ['funding_withdrawals', 'withdrawal_id'],
  ['funding_holds', 'hold_id'],
  ['funding_chain_coins', 'chain', 'asset'],
] as const;

/** The table and the key of the object that an event reports; null for other events. */
function nameOf(event: CoreEvent): string | null {
  switch (event.type) {
    case 'order-changed':
      return `spot_orders ${event.order}`;
    case 'position-changed':
      return `positions ${event.position}`;
    case 'coins-exchanged':
      return `flash_exchanges ${event.exchange}`;
    case 'deposit-changed':
      return `funding_deposits ${event.deposit}`;
    case 'withdrawal-changed':
      return `funding_withdrawals ${event.withdrawal}`;
    case 'hold-changed':
      return `funding_holds ${event.hold}`;
    case 'chain-coin-changed':
      return `funding_chain_coins ${event.chain} ${event.asset}`;
    default:
      return null;
  }
}

/** Totals by what they must be of: the rows that count, and their columns of the totals' key. */
const TOTALS: readonly {
  readonly totals: string;
  readonly of: string;
  readonly count: string;
  readonly groups: (row: Row) => readonly (readonly (string | number | null | undefined)[])[];
}[] = [
  {
    totals: 'spot_order_totals',
    of: 'spot_orders',
    count: 'orders',
    groups: (row) => (row['status'] === 0 ? [] : [[row['owner'], row['market'], row['status'], row['side']]]),
  },
  {
    totals: 'spot_fill_totals',
    of: 'spot_fills',
    count: 'fills',
    groups: (row) => [
      [row['taker'], row['market'], row['taker_side']],
      ...(row['maker'] === row['taker']
        ? []
        : [[row['maker'], row['market'], 1 - Number(row['taker_side'])]]),
    ],
  },
  {
    totals: 'position_totals',
    of: 'positions',
    count: 'positions',
    groups: (row) => (row['status'] === 0 ? [] : [[row['owner'], row['market']]]),
  },
  {
    totals: 'flash_exchange_totals',
    of: 'flash_exchanges',
    count: 'exchanges',
    groups: (row) => [[row['owner'], row['pay_asset']]],
  },
  {
    totals: 'funding_deposit_totals',
    of: 'funding_deposits',
    count: 'deposits',
    groups: (row) => [[row['owner'], row['asset']]],
  },
  {
    totals: 'funding_withdrawal_totals',
    of: 'funding_withdrawals',
    count: 'withdrawals',
    groups: (row) => [[row['owner'], row['asset']]],
  },
  {
    totals: 'posting_totals',
    of: 'postings',
    count: 'postings',
    groups: (row) => [[row['owner'], row['wallet'], row['asset'], row['reason']]],
  },
];

/** Kept totals are what counting the kept rows of users gives. */
function checkTotals(disk: Disk, breaches: string[]): void {
  for (const { totals, of, count, groups } of TOTALS) {
    const counted = new Map<string, number>();
    for (const row of disk.rows(of))
      for (const group of groups(row))
        if (Number(group[0]) >= FIRST_USER)
          counted.set(group.join('/'), (counted.get(group.join('/')) ?? 0) + 1);
    for (const row of disk.rows(totals)) {
      const { [count]: kept, ...key } = row;
      const group = Object.values(key).join('/');
      if (counted.get(group) !== kept)
        breaches.push(`${totals} keeps ${kept} for ${group}, there are ${counted.get(group) ?? 0}`);
      counted.delete(group);
    }
    for (const [group, rows] of counted) breaches.push(`${totals} lacks ${rows} for ${group}`);
  }
}

const COMPARED = [
  ['owner', 'owner'],
  ['status', 'status'],
  ['lots', 'lots'],
  ['filled_lots', 'filledLots'],
  ['filled_quote', 'filledQuote'],
  ['fee', 'fee'],
  ['stake', 'stake'],
  ['result', 'result'],
  ['open_price', 'openPrice'],
  ['finish_price', 'finishPrice'],
  ['amount', 'amount'],
  ['txid', 'txid'],
  ['output', 'output'],
  ['units', 'units'],
  ['pay', 'pay'],
  ['receive', 'receive'],
  ['until_ms', 'untilMs'],
  ['rest', 'rest'],
  ['cost', 'cost'],
  ['changed_ms', 'changedMs'],
] as const;
