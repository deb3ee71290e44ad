/**
 * Goal: whoever waits for a price gets one message when a tick reaches it, whatever happens in
 * between, and nobody fills the table. Method: the calls over HTTP with ticks of the test, and a
 * second watch on the same database, which stands for the next process.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { NoticeRow } from '@glasshouse/protocol/notices';
import { PRICE_ALERTS_OF_USER_MAX, type PriceAlertRow } from '@glasshouse/protocol/price-alerts';
import { Catalogue } from '../../contract/catalogue.ts';
import type { Owners } from '../../contract/owners.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { ALERTS_MAX, AlertWatch } from './alert-watch.ts';

let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('waits');
});
after(() => server.close());

const START = 6_000_000;
const add = (price: string, symbol = 'btcusdt') =>
  server.post<PriceAlertRow>('/bb/app/priceAlerts/add', { symbol, price }, user);
const waiting = async () =>
  (await server.post<readonly PriceAlertRow[]>('/bb/app/priceAlerts/getAll', {}, user)).data;
const told = async () => {
  const body = { pageNo: 1, pageSize: 100, kind: 'alert' };
  const { data } = await server.post<{ list: readonly NoticeRow[] }>(
    '/bb/app/index/getNoticePage',
    body,
    user,
  );
  return data.list.map(({ title }) => title).toSorted();
};
const live = () => server.server.features.open['price-alerts'].own.watch;
const tick = async (price: number) => {
  await server.market.tick(price);
  await live().tell();
};

/** The watch of another process. */
function nextWatch(notify: Owners['notify'] = server.server.features.open.identity.gives.owners.notify) {
  const { database, hub, features, running } = server.server;
  const { pipeline } = running;
  const owners = { ...features.open.identity.gives.owners, notify };
  const log = { error: () => undefined } as never;
  return new AlertWatch({
    database,
    hub,
    pipeline,
    catalogue: new Catalogue(pipeline.exchange),
    owners,
    log,
  });
}

test('price-alerts I1 R10.1 a tick that reaches a price adds one message, and ends the alert', async () => {
  const above = await add('61000');
  assert.deepEqual([above.data.price, above.data.isAbove], ['61000.00', true]);
  assert.equal((await add('59000')).data.isAbove, false);
  assert.equal((await add('61000')).data.id, above.data.id);
  // A tick without a price of the pair reaches nothing.
  await tick(0);
  await tick(6_099_999);
  assert.deepEqual(await told(), []);
  await tick(6_100_000);
  await tick(START);
  await tick(6_200_000);
  assert.deepEqual(await told(), ['BTC/USDT has risen to 61,000.00']);
  assert.deepEqual(
    (await waiting()).map(({ price }) => price),
    ['59000.00'],
  );
  await tick(5_000_000);
  assert.deepEqual(await told(), ['BTC/USDT has fallen to 59,000.00', 'BTC/USDT has risen to 61,000.00']);
  await tick(START);
});

test('price-alerts I1 I2 what a killed process has not told is told by the next one, once', async () => {
  const own = await server.register('waits-over-a-kill');
  const { kysely } = server.server.database;
  await live().stop();
  const { tick: sinceTick } = live().lastPrice(0);
  const row = { user_id: Number(own.userId), market: 0, is_above: true, since_tick: sinceTick, added_ms: 1 };
  const ids = await kysely
    .insertInto('price_alerts')
    .values([
      { ...row, price: 6_300_000 },
      { ...row, price: 6_300_001, since_tick: sinceTick + 1 },
      { ...row, price: 6_400_000 },
    ])
    .returning('alert_id')
    .execute();
  await server.market.tick(6_300_001);
  await server.market.tick(START);
  const prices = JSON.stringify({ btcusdt: '63000.01' });
  await kysely
    .insertInto('ticks')
    .values({ tick: sinceTick + 1, time_ms: 1, prices, previous_hash: '', hash: '' })
    .execute();
  const left = async () => {
    const rows = await kysely
      .selectFrom('price_alerts')
      .select('alert_id')
      .where('user_id', '=', Number(own.userId))
      .orderBy('alert_id')
      .execute();
    return rows.map(({ alert_id }) => ids.findIndex((each) => each.alert_id === alert_id));
  };
  const failing = nextWatch(() => Promise.reject(new Error('the database is away')));
  await failing.start();
  await failing.stop();
  assert.deepEqual(await left(), [0, 1, 2]);
  const next = nextWatch();
  await next.start();
  assert.deepEqual(await left(), [1, 2]);
  const { body } = { body: { pageNo: 1, pageSize: 10, kind: 'alert' } };
  const { data } = await server.post<{ list: readonly NoticeRow[] }>(
    '/bb/app/index/getNoticePage',
    body,
    own,
  );
  assert.equal(data.list.length, 1);
  // Ticks that passed as the row was written count too.
  const passedTick = next.lastPrice(0).tick;
  await server.market.tick(6_500_000);
  await server.market.tick(START);
  await next.tell();
  assert.deepEqual(await left(), []);
  const { alert_id: id } = await kysely
    .insertInto('price_alerts')
    .values({ ...row, price: 6_450_000, since_tick: passedTick })
    .returning('alert_id')
    .executeTakeFirstOrThrow();
  const late = { id, userId: row.user_id, market: 0, price: 6_450_000, isAbove: true, addedMs: 1 };
  next.add({ ...late, sinceTick: passedTick });
  await next.stop();
  assert.deepEqual(await left(), []);
  await live().start();
});

test('price-alerts I3 R11.5 what cannot be watched is refused, and a user has a number of alerts', async (context) => {
  const refusals = [
    ['61000', 'nocoin', 'market/unknown-pair'],
    ['0', 'btcusdt', 'request/invalid'],
    ['61000.001', 'btcusdt', 'request/invalid'],
    ['60000', 'btcusdt', 'price-alerts/at-price'],
    ['1', 'ltcusdt', 'market/no-price'],
  ] as const;
  for (const [price, symbol, error] of refusals) assert.equal((await add(price, symbol)).error, error, price);
  for (let i = 1; i < PRICE_ALERTS_OF_USER_MAX; i++) assert.equal((await add(String(i))).code, 1);
  const last = await Promise.all(['70000', '70001'].map((price) => add(price)));
  assert.equal(last.filter(({ error }) => error === 'price-alerts/too-many').length, 1);
  const [first] = await waiting();
  const remove = () => server.post('/bb/app/priceAlerts/remove', { id: first?.id }, user);
  assert.equal((await remove()).code, 1);
  assert.equal((await remove()).error, 'request/not-found');
  const left = await waiting();
  assert.equal(left.length, PRICE_ALERTS_OF_USER_MAX - 1);
  // Its row is gone too, so the next process does not know it.
  const rows = await server.server.database.query<{ id: number }>(
    'select alert_id as id from price_alerts where user_id = $1 order by alert_id',
    [Number(user.userId)],
  );
  assert.deepEqual(
    rows.rows.map(({ id }) => String(id)),
    left.map(({ id }) => id),
  );
  const size = context.mock.getter(live().book, 'size', () => ALERTS_MAX);
  assert.equal((await add('80000')).error, 'price-alerts/full');
  size.mock.mockImplementation(() => ALERTS_MAX - 1);
  assert.equal((await add('80000')).code, 1);
});

test('R7.7 other tabs of a user are told what is added and removed', async (context) => {
  const own = await server.register('two-tabs');
  const sent = context.mock.method(server.server.hub, 'sendToUser');
  const body = { symbol: 'btcusdt', price: '61000' };
  const { data: alert } = await server.post<PriceAlertRow>('/bb/app/priceAlerts/add', body, own);
  await server.post('/bb/app/priceAlerts/remove', { id: alert.id }, own);
  const frame = { type: 'price-alert', channel: 'account', alert, tick: null };
  const told = sent.mock.calls.map((call) => call.arguments);
  assert.deepEqual(told, [
    [Number(own.userId), frame],
    [Number(own.userId), frame],
  ]);
});
