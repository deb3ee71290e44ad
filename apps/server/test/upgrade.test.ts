/**
 * Goal: an operator of an older version starts the current one on the old data, and all users find
 * their data. Method: the data of each version, killed with money in flight or stopped
 * (fixtures/make.ts), is opened by the real server hours later by its clock, and compared with what
 * that version reported.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { newestRules } from '@glasshouse/core';
import { TICKS_PAGE_MAX, type PublicTick } from '@glasshouse/protocol/market';
import type { NoticeRow } from '@glasshouse/protocol/notices';
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import type { OrderRow } from '@glasshouse/protocol/spot';
import type { AddressRow } from '@glasshouse/protocol/wallet';
import { freePort } from '../../../tools/free-port.ts';
import { DATABASE_LIMITS } from '../src/db/database.ts';
import { openEmbeddedDatabase } from '../src/db/embedded/embedded-database.ts';
import { readMigrations } from '../src/db/migrate.ts';
import { exchangeFactory } from '../src/pipeline/exchange-factory.ts';
import { recover } from '../src/pipeline/recovery.ts';
import { DemoClient } from './demo-client.ts';
import { type DatabasePlace, newPlace, testOnBoth } from './engines.ts';
import type { Known } from './fixtures/make.ts';
import { onDatabase, restoreData } from './fixtures/stored-data.ts';
import { endServer, SOURCE, startServer } from './server-process.ts';

const FIXTURES = path.join(import.meta.dirname, 'fixtures');
const VERSIONS = fs.readdirSync(FIXTURES).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
/**
 * Longer than the hour for which every tick is made up, shorter than the lifetime of keys and
 * sessions.
 */
const OUTAGE_MS = 3 * 3_600_000;
const TICKS_A_CALL = TICKS_PAGE_MAX;
const USERS_FROM = 1000;
const HELD = 0;

/** One installation of the past, and the current server on it, at the hour that the test sets. */
class Installation {
  readonly known: Known;
  readonly place: DatabasePlace;
  readonly #clockFile: string;
  port = 0;

  constructor(place: DatabasePlace, known: Known) {
    this.place = place;
    this.known = known;
    this.#clockFile = path.join(place.dataDir, 'clock-offset');
  }

  async start(context: TestContext): Promise<ChildProcess> {
    if (!fs.existsSync(this.#clockFile)) {
      const offsetMs = this.known.endMs + OUTAGE_MS - Date.now();
      fs.writeFileSync(this.#clockFile, String(offsetMs));
    }
    this.port = await freePort();
    const settings = {
      CLOCK_OFFSET: this.#clockFile,
      NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'jumping-clock.ts')}`,
      // It determines the prices of the outage, so that every run has the same ones.
      MARKET_SEED: '7',
    };
    const child = await startServer(this.place, this.port, settings);
    context.after(() => child.kill('SIGKILL'));
    return child;
  }

  clients(): DemoClient[] {
    return this.known.users.map(({ token }) => {
      const client = new DemoClient(this.port);
      client.resume(token);
      return client;
    });
  }

  /** The lines that an operating command of the current version prints; its exit code must be 0. */
  command(name: string, ...given: readonly string[]): string[] {
    const { dataDir, databaseUrl } = this.place;
    const env = { ...process.env, MODE: 'demo', DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' };
    const file = path.join(SOURCE, `commands/${name}.ts`);
    const ran = spawnSync(process.execPath, [file, ...given], { env, encoding: 'utf8' });
    assert.equal(ran.status, 0, `${name}: ${ran.stdout}${ran.stderr}`);
    return ran.stdout.split('\n');
  }
}

async function openPast(version: string, name: string, place: DatabasePlace): Promise<Installation> {
  const file = path.join(FIXTURES, version, name);
  await restoreData(place, fs.readFileSync(`${file}.jsonl.zst`));
  return new Installation(place, JSON.parse(fs.readFileSync(`${file}.json`, 'utf8')) as Known);
}

for (const version of VERSIONS) {
  testOnBoth(
    `R12.4 the data of ${version}, killed under way, opens`,
    async (place, context) => {
      const past = await openPast(version, place.kind, place);
      stateIsAsItWas(past);
      const rowsBefore = await onDatabase(place, openOrderRows);
      let child = await past.start(context);
      await keysAreAnswered(past);
      await contractsSettle(past);
      const fired = await stopsFire(past);
      await peopleFindTheirs(past);
      await peopleTrade(past);
      allHold(past.command('audit'));
      await endServer(child, 'SIGKILL');
      child = await past.start(context);
      await peopleTrade(past);
      allHold(past.command('audit'));
      await endServer(child, 'SIGTERM');
      await restIsUntouched(place, rowsBefore);
      await rulesAreNewest(place);
      assert.ok(past.command('replay').includes('The replay leads to the same state.'));
      context.diagnostic(fired);
    },
    { migrations: 'none', byDefault: 'postgres' },
  );

  test(`R12.4 the data of ${version}, stopped in good order, opens`, async (context) => {
    const place = await newPlace('embedded', context, 'none');
    const past = await openPast(version, 'stopped', place);
    stateIsAsItWas(past);
    const child = await past.start(context);
    await contractsSettle(past);
    await peopleTrade(past);
    allHold(past.command('audit'));
    await endServer(child, 'SIGTERM');
  });
}

test('R12.4 data from before 0.2.0 is refused with what to do, and nothing of it changes', async (context) => {
  const place = await newPlace('embedded', context, 'none');
  await restoreData(place, fs.readFileSync(path.join(FIXTURES, 'before-0.2.0', 'data.jsonl.zst')));
  const before = await migrationsOf(place);
  assert.ok(before.length < readMigrations().length, 'there would be something to migrate');
  const env = { ...process.env, MODE: 'demo', PORT: '0', DATA_DIR: place.dataDir, DATABASE_URL: '' };
  for (const file of ['main.ts', 'commands/replay.ts']) {
    const ran = spawnSync(process.execPath, [path.join(SOURCE, file)], { env, encoding: 'utf8' });
    assert.notEqual(ran.status, 0, file);
    assert.match(`${ran.stdout}${ran.stderr}`, /written by a version before 0\.2\.0.*empty database/, file);
  }
  assert.deepEqual(await migrationsOf(place), before);
});

/** Reads what `openDatabase` refuses to open. */
async function migrationsOf({ dataDir }: DatabasePlace): Promise<readonly string[]> {
  const database = await openEmbeddedDatabase({ dataDir, onFatal: assert.fail, limits: DATABASE_LIMITS });
  const { rows } = await database.query<{ name: string }>('select name from migrations order by name');
  await database.close();
  return rows.map(({ name }) => name);
}

/** Recovery leads to the state of the old version, by its hash and by each user's lines. */
function stateIsAsItWas(past: Installation): void {
  for (const [user, lines] of Object.entries(past.known.states))
    assert.deepEqual(past.command('state', '--user', user), lines);
  const replayed = past.command('replay');
  const snapshots = replayed.filter((line) => line.startsWith('snapshot '));
  assert.ok(snapshots.length > 0);
  for (const line of snapshots) assert.match(line, /^snapshot \d+: the same state$/);
  assert.ok(replayed.includes('The replay leads to the same state.'));
}

function allHold(audit: readonly string[]): void {
  assert.ok(audit.some((line) => /^All \d+ invariants hold/.test(line)));
}

/** Nothing is executed twice: the reply is the first one. */
async function keysAreAnswered(past: Installation): Promise<void> {
  const clients = past.clients();
  for (const [i, { calls }] of past.known.users.entries())
    for (const { route, body, key, reply } of calls) {
      const again = await clients[i]!.post(route, body, key);
      const told = ({ code, error, data }: typeof again) => ({ code, error, data });
      assert.deepEqual(told(again), told(reply), `${route} ${key}`);
    }
}

async function readTicks(client: DemoClient, from: number): Promise<PublicTick[]> {
  const ticks: PublicTick[] = [];
  for (;;) {
    const query = { from: from + ticks.length, size: TICKS_A_CALL };
    const { data } = await client.post<PublicTick[]>('/bb/app/market/getTicks', query);
    ticks.push(...data);
    if (data.length < TICKS_A_CALL) return ticks;
  }
}

/**
 * Every contract ends at the tick that was due, although no server ran then, and by its price
 * alone: of two users with opposite directions one wins and the other loses, unless the price is
 * equal.
 */
async function contractsSettle(past: Installation): Promise<void> {
  const results = await Promise.all(
    past.clients().map(async (client) => {
      const query = { pageNo: 1, pageSize: 100, entryStatus: 1 };
      const route = '/contract/app/contract/getContractRecord';
      const { data } = await client.post<{ list: PositionRow[]; totalRow: number }>(route, query);
      const held = await client.post<{ totalRow: number }>(route, { ...query, entryStatus: HELD });
      assert.equal(held.data.totalRow, 0, 'none is still held');
      return data.list;
    }),
  );
  const ticks = new Map((await readTicks(past.clients()[0]!, 1)).map((tick) => [tick.tick, tick]));
  const [one = [], other = []] = results;
  assert.ok(one.length >= 11, `${one.length} contracts`);
  assert.equal(one.length, other.length);
  const opposite = { win: 'lose', lose: 'win', draw: 'draw' } as const;
  for (const row of [...one, ...other]) {
    assert.equal(row.status, 1, `contract ${row.id} has no result: ${row.reason}`);
    const [open, finish] = [ticks.get(row.openTick ?? 0), ticks.get(row.finishTick ?? 0)];
    assert.equal(finish?.timeMs, (open?.timeMs ?? 0) + row.holdingTime * 1000, `contract ${row.id}`);
    const symbol = (row.baseCoin + row.quoteCoin).toLowerCase();
    assert.equal(finish?.prices[symbol], row.finishPrice);
    const move = Math.sign(Number(row.finishPrice) - Number(row.openPrice));
    const isRight = move === (row.direction === 'up' ? 1 : -1);
    assert.equal(row.result, move === 0 ? 'draw' : isRight ? 'win' : 'lose');
  }
  for (const row of one) {
    const twin = other.find(
      ({ openTick, baseCoin, holdingTime }) =>
        openTick === row.openTick && baseCoin === row.baseCoin && holdingTime === row.holdingTime,
    );
    if (twin !== undefined) assert.equal(twin.result, opposite[row.result ?? 'draw']);
  }
}

/** An old stop fires at the first public tick that reaches it, and at none before. */
async function stopsFire(past: Installation): Promise<string> {
  let fired = 0;
  const told: string[] = [];
  for (const client of past.clients()) {
    const query = { pageNo: 1, pageSize: 100 };
    const { data } = await client.post<{ list: OrderRow[] }>('/bb/app/spot/getOrders', query);
    const stops = data.list.filter(({ type, endReason }) => type.startsWith('stop-') && endReason !== 'oco');
    const ticks = await readTicks(client, 1);
    for (const stop of stops) {
      const price = Number(stop.triggerPrice);
      const reached = ticks.find(({ timeMs, prices }) => {
        const now = Number(prices['btcusdt']);
        return timeMs > stop.time && (stop.direction === 'buy' ? now >= price : now <= price);
      });
      assert.equal(stop.firedTick, reached?.tick ?? null, `stop ${stop.id} at ${stop.triggerPrice}`);
      if (reached !== undefined && reached.timeMs > past.known.endMs) fired++;
    }
    const trailing = data.list.find(({ trailPercent }) => Number(trailPercent) === 0.1);
    assert.ok(trailing?.firedTick, 'the near trailing stop has fired');
    // The book that it then meets is not repeatable, so a cancellation is printed, not judged.
    assert.notEqual(trailing.status, HELD);
    if (trailing.status !== 1) told.push(`trailing stop ${trailing.id} ended by ${trailing.endReason}`);
  }
  assert.ok(fired > 0, 'a stop fired in the time of the outage');
  return [`${fired} stops fired`, ...told].join('; ');
}

async function peopleFindTheirs(past: Installation): Promise<void> {
  const [first] = past.clients();
  const book = await first!.post<{ list: AddressRow[] }>('/bb/app/wallet/getAddresses');
  assert.deepEqual(
    book.data.list.map(({ note, currency }) => ({ note, currency })),
    [{ note: 'cold store', currency: 'BTC' }],
  );
  for (const client of past.clients()) {
    const query = { pageNo: 1, kind: 'notice' };
    const notices = await client.post<{ list: NoticeRow[] }>('/bb/app/index/getNoticePage', query);
    assert.ok(notices.data.list.some(({ title }) => title === 'Maintenance'));
  }
  const ended = new DemoClient(past.port);
  ended.resume(past.known.endedToken);
  const { code } = await ended.post('/bb/app/user/info');
  assert.equal(code, -2, 'a session that was ended stays so');
}

/** Existing sessions continue, and a new sign-in opens another. */
async function peopleTrade(past: Installation): Promise<void> {
  const [resumed] = past.clients();
  const signedIn = new DemoClient(past.port);
  await signedIn.login(past.known.users[1]);
  const pair = { baseCoin: 'LTC', quoteCoin: 'USDT' };
  for (const client of [resumed!, signedIn]) {
    const order = { ...pair, side: 'buy', type: 'limit', price: '60', amount: '0.5' };
    const placed = await client.post<{ id: string }>('/bb/app/spot/placeOrder', order);
    assert.equal(placed.code, 1, placed.error ?? '');
    const { code } = await client.post('/bb/app/spot/cancelOrder', { id: placed.data.id });
    assert.equal(code, 1);
    const sale = { ...pair, side: 'sell', type: 'market', amount: '0.5' };
    assert.equal((await client.post('/bb/app/spot/placeOrder', sale)).code, 1);
  }
}

type OpenOrder = Readonly<Record<string, unknown>> & { readonly order_id: number };

async function openOrderRows(session: Parameters<typeof recover>[0]): Promise<readonly OpenOrder[]> {
  const { rows } = await session.query<OpenOrder>(
    'select * from spot_orders where owner >= $1 and status = 0 order by order_id',
    [USERS_FROM],
  );
  return rows;
}

/** Rows that neither traded nor fired are unchanged, column by column. */
async function restIsUntouched(place: DatabasePlace, before: readonly OpenOrder[]): Promise<void> {
  const now = new Map((await onDatabase(place, openOrderRows)).map((row) => [row.order_id, row]));
  const untouched = before.filter((row) => now.get(row.order_id)?.['changed_seq'] === row['changed_seq']);
  assert.ok(untouched.length >= 10, `${untouched.length} orders rest untouched`);
  for (const row of untouched)
    assert.deepEqual({ ...now.get(row.order_id), ...row }, now.get(row.order_id), `order ${row.order_id}`);
}

async function rulesAreNewest(place: DatabasePlace): Promise<void> {
  const { exchange } = await onDatabase(place, (session) => recover(session, { factory: exchangeFactory }));
  assert.deepEqual(newestRules(exchange.rules), [], 'there is nothing left to raise');
}
