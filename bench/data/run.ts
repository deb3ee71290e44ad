/**
 * `npx glasshouse bench-data`: lists, orders and the start of a server whose tables hold 10,000,000
 * orders, 12,000,000 fills, 40,000,000 postings and 1,000,000 contracts, on PostgreSQL, beside an
 * empty one in the same run. ORDERS sets the number of orders, the others in proportion. A user
 * with few rows and one with a twentieth of all read every list over HTTP: the first page, the
 * thousandth, and one after a cursor. Exits non-zero beyond the bars.
 */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { POSTING_REASONS } from '@glasshouse/core';
import type { Session } from '../../apps/server/src/db/database.ts';
import { openPostgresDatabase } from '../../apps/server/src/db/postgres.ts';
import { startPostgres } from '../../apps/server/test/postgres.ts';
import type { Ready } from '../api/server.ts';
import { load } from '../api/load.ts';
import { median, table } from '../report.ts';
import { fill, type Users } from './fill.ts';

const ORDERS = Number(process.env['ORDERS'] ?? 10_000_000);
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const LIST_SECONDS = 2;
const ORDER_SECONDS = 6;
const ORDER_ROUNDS = 7;
const ORDER_CONNECTIONS = 64;
const PAGE_SIZE = 10;
const BARS = { p95Ms: 20, ordersRatio: 0.9 };

/** The number by which the call selects postings of trades. */
const TRADES = POSTING_REASONS.indexOf('trade') + 1;

/** Every list with each of its filters. Null is a list without pages. */
const LISTS: readonly {
  readonly name: string;
  readonly path: string;
  readonly query: object | null;
}[] = [
  { name: 'orders', path: '/bb/app/spot/getOrders', query: {} },
  { name: 'orders of a pair', path: '/bb/app/spot/getOrders', query: { baseCoin: 'BTC', quoteCoin: 'USDT' } },
  { name: 'finished orders', path: '/bb/app/spot/getOrders', query: { status: 1 } },
  {
    name: 'cancelled orders of a pair',
    path: '/bb/app/spot/getOrders',
    query: { status: 2, baseCoin: 'BTC', quoteCoin: 'USDT' },
  },
  { name: 'fills', path: '/bb/app/spot/getFills', query: {} },
  { name: 'fills of a pair', path: '/bb/app/spot/getFills', query: { baseCoin: 'BTC', quoteCoin: 'USDT' } },
  { name: 'postings', path: '/bb/app/wallet/getPostings', query: {} },
  { name: 'postings of a coin', path: '/bb/app/wallet/getPostings', query: { currency: 'BTC' } },
  { name: 'contract postings', path: '/contract/app/contract/getAssetsRecord', query: {} },
  {
    name: 'contract postings of a kind',
    path: '/contract/app/contract/getAssetsRecord',
    query: { tradeType: TRADES },
  },
  { name: 'contracts', path: '/contract/app/contract/getContractRecord', query: {} },
  { name: 'ledger', path: '/bb/app/wallet/getLedger', query: {} },
  { name: 'ledger of a coin', path: '/bb/app/wallet/getLedger', query: { currency: 'BTC' } },
  { name: 'fees', path: '/bb/app/wallet/getLedger', query: { group: 'fees' } },
  { name: 'transfers', path: '/bb/app/wallet/getTransfers', query: {} },
  { name: 'statement', path: '/bb/app/wallet/getStatement', query: null },
  { name: 'invite shares', path: '/bb/app/wallet/getCommissions', query: null },
];

/** Cheap pages first: what a connection counted last may be added to the next list. */
const PLACES = ['whole', 'page 1', 'after a cursor', 'page 1,000'] as const;
type Place = (typeof PLACES)[number];
/** PostgreSQL reports what an idle connection has counted after at most this time. */
const COUNTED_MS = 11_000;
const COUNTED_BUSY_MS = 1_500;

const postgres = await startPostgres();
const broken: string[] = [];
try {
  const [empty, large] = [await postgres.createDatabase(), await postgres.createDatabase()];
  // The first start makes the tables and the users.
  for (const url of [empty, large]) await withServer(url, async () => undefined);
  await withSession(large, async (session) => {
    const beganMs = performance.now();
    await fill(session, await usersOf(session), ORDERS);
    console.log(
      `${ORDERS} orders and what belongs to them in ${seconds(beganMs)} s, ${await sizeOf(session)}`,
    );
    await measureStarts({ empty, large });
    await withServer(large, (ready) => measureLists(ready, session));
  });
  await measureOrders({ empty, large });
} finally {
  await postgres.stop();
}
console.log(broken.length === 0 ? 'All bars are met.' : broken.join('\n'));
process.exit(broken.length === 0 ? 0 : 1);

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1000).toFixed(0);
}

async function withServer<T>(url: string, work: (ready: Ready) => Promise<T>): Promise<T> {
  const child = fork(path.join(import.meta.dirname, '../api/server.ts'), ['postgres'], {
    env: { ...process.env, DATABASE_URL: url },
  });
  try {
    return await work(await readyOf(child));
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.kill()) await ended;
  }
}

function readyOf(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    child.once('message', (ready) => resolve(ready as Ready));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

async function usersOf(session: Session): Promise<Users> {
  const { rows } = await session.query<{ user_id: string }>(
    "select user_id from users where email in ('bench0@example.com', 'bench1@example.com') order by email",
  );
  return { heavy: Number(rows[0]?.user_id), light: Number(rows[1]?.user_id) };
}

async function sizeOf(session: Session): Promise<string> {
  const { rows } = await session.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  return rows[0]?.size ?? '';
}

async function measureStarts(urls: Readonly<Record<string, string>>): Promise<void> {
  const rows = [];
  for (const [name, url] of Object.entries(urls)) {
    const starts: Ready[] = [];
    for (let round = 0; round < ROUNDS; round++) starts.push(await withServer(url, async (ready) => ready));
    rows.push({
      tables: name,
      'start ms': Math.round(median(starts.map(({ startMs }) => startMs))),
      'resident MB': Math.round(median(starts.map(({ residentMb }) => residentMb))),
    });
  }
  table(`a start, median of ${ROUNDS}`, rows);
}

interface Reads {
  readonly entries: number;
  readonly rows: number;
  readonly scans: number;
}

async function measureLists({ port, tokens }: Ready, session: Session): Promise<void> {
  const rows = [];
  for (const [user, token] of [
    ['light', tokens[1] ?? ''],
    ['heavy', tokens[0] ?? ''],
  ] as const) {
    const pages = await Promise.all(
      LISTS.map(async (list) => ({
        list,
        at: await pagesOf({ port, token, path: list.path, query: list.query }),
      })),
    );
    await sleep(COUNTED_MS);
    for (const place of PLACES)
      for (const { list, at } of pages) {
        const page = at[place];
        if (page === undefined) continue;
        const request = post(list.path, token, { ...list.query, ...page });
        rows.push(await measureList(`${user} user, ${list.name}, ${place}`, { port, request, session }));
      }
  }
  table(`lists of ${PAGE_SIZE} over HTTP; what PostgreSQL reads for a call`, rows);
}

async function measureList(
  what: string,
  { port, request, session }: { readonly port: number; readonly request: Buffer; readonly session: Session },
): Promise<Readonly<Record<string, string>>> {
  const before = await readsOf(session);
  const result = await load({ port, connections: 1, seconds: LIST_SECONDS, request: () => request });
  await sleep(COUNTED_BUSY_MS);
  const after = await readsOf(session);
  const { p50Ms, p95Ms, refused } = result;
  if (refused > 0) throw new Error(`${what}: ${refused} calls were refused`);
  if (p95Ms > BARS.p95Ms) broken.push(`${what}: p95 ${p95Ms.toFixed(1)} ms, bar ${BARS.p95Ms}`);
  const perCall = (field: keyof Reads): string =>
    ((after[field] - before[field]) / (result.requestsPerSecond * LIST_SECONDS)).toFixed(0);
  return {
    list: what,
    'p50 ms': p50Ms.toFixed(1),
    'p95 ms': p95Ms.toFixed(1),
    'index entries': perCall('entries'),
    'rows fetched': perCall('rows'),
    'table scans': perCall('scans'),
  };
}

/** The first page, the thousandth, and one between them by a cursor; of a short list the first. */
async function pagesOf({
  port,
  token,
  path: at,
  query,
}: {
  readonly port: number;
  readonly token: string;
  readonly path: string;
  readonly query: object | null;
}): Promise<Readonly<Partial<Record<Place, object>>>> {
  if (query === null) return { whole: {} };
  const response = await fetch(`http://127.0.0.1:${port}${at}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Access-Token': token },
    body: JSON.stringify({ ...query, pageNo: 500, pageSize: PAGE_SIZE }),
  });
  const { data, msg } = (await response.json()) as {
    readonly data: { readonly nextCursor: string | null } | null;
    readonly msg: string;
  };
  if (data === null) throw new Error(`${at}: ${msg}`);
  const first = { 'page 1': { pageSize: PAGE_SIZE } };
  if (data.nextCursor === null) return first;
  return {
    ...first,
    'after a cursor': { cursor: data.nextCursor, pageSize: PAGE_SIZE },
    'page 1,000': { pageNo: 1000, pageSize: PAGE_SIZE },
  };
}

async function readsOf(session: Session): Promise<Reads> {
  const { rows } = await session.query<Record<keyof Reads, string>>(
    `select (select sum(idx_tup_read) from pg_stat_user_indexes)::text as entries,
       sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::text as rows,
       sum(seq_scan) filter (where relname in ('spot_orders', 'spot_fills', 'postings', 'positions'))::text as scans
     from pg_stat_user_tables`,
  );
  const { entries, rows: fetched, scans } = rows[0] ?? { entries: '0', rows: '0', scans: '0' };
  return { entries: Number(entries), rows: Number(fetched), scans: Number(scans) };
}

/** The two of a round are neighbours in time, and compared with each other. */
async function measureOrders(urls: Readonly<Record<'empty' | 'large', string>>): Promise<void> {
  const found: Record<'empty' | 'large', number[]> = { empty: [], large: [] };
  const bytes: Record<'empty' | 'large', number[]> = { empty: [], large: [] };
  // What the filling left to write is not the orders'.
  await withSession(urls.large, (session) => session.query('checkpoint'));
  for (let round = 0; round < ORDER_ROUNDS; round++)
    for (const name of round % 2 === 0 ? (['empty', 'large'] as const) : (['large', 'empty'] as const))
      await withServer(urls[name], async ({ port, tokens }) => {
        const request = (connection: number, n: number): Buffer =>
          order(tokens[connection % tokens.length] ?? '', (connection + n) % 2 === 0 ? 'buy' : 'sell');
        const before = await walPosition(urls[name]);
        const { requestsPerSecond, refused } = await load({
          port,
          connections: ORDER_CONNECTIONS,
          seconds: ORDER_SECONDS,
          request,
        });
        if (refused > 0) throw new Error(`${name}: ${refused} orders were refused`);
        found[name].push(requestsPerSecond);
        const written = (await walPosition(urls[name])) - before;
        bytes[name].push(written / (requestsPerSecond * ORDER_SECONDS));
      });
  const rowOf = (name: 'empty' | 'large') => ({
    tables: name,
    'orders/s': Math.round(median(found[name])),
    'bytes of PostgreSQL log an order': Math.round(median(bytes[name])),
  });
  const ratios = found.large.map((rate, round) => rate / (found.empty[round] ?? NaN));
  const ratio = median(ratios);
  table(`durable orders at ${ORDER_CONNECTIONS} connections, median of ${ORDER_ROUNDS} rounds`, [
    rowOf('empty'),
    rowOf('large'),
  ]);
  console.log(
    `${ratio.toFixed(3)} of an empty database's, by round ${ratios.map((one) => one.toFixed(2)).join(' ')}`,
  );
  if (ratio < BARS.ordersRatio) broken.push(`orders: ${ratio.toFixed(3)}, bar ${BARS.ordersRatio}`);
}

/** Bytes that the cluster has written to its write-ahead log. */
function walPosition(url: string): Promise<number> {
  return withSession(url, async (session) => {
    const { rows } = await session.query<{ bytes: string }>(
      "select (pg_current_wal_lsn() - '0/0'::pg_lsn)::text as bytes",
    );
    return Number(rows[0]?.bytes);
  });
}

async function withSession<T>(url: string, work: (session: Session) => Promise<T>): Promise<T> {
  const database = await openPostgresDatabase({
    url,
    onFatal: (error) => {
      throw error;
    },
  });
  try {
    return await database.session(work);
  } finally {
    await database.close();
  }
}

/** Orders of both sides at one price, so that every second one trades. */
function order(token: string, side: 'buy' | 'sell'): Buffer {
  return post('/bb/app/spot/placeOrder', token, {
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    side,
    type: 'limit',
    price: '60000',
    amount: '0.001',
  });
}

function post(at: string, token: string, input: object): Buffer {
  const body = JSON.stringify(input);
  return Buffer.from(
    `POST ${at} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nX-Access-Token: ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}
