/**
 * Goal: during maintenance nobody begins to move money, what was begun goes on by its terms, and
 * everybody is told. Method: the operator's command beside a real server over HTTP and its stream,
 * a restart, and ticks that the test makes.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CALLS, type Call } from '@glasshouse/protocol';
import { WebSocket } from 'ws';
import { commandOn } from '../testing/command.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';
import { sampleInput } from '../testing/sample-input.ts';

const MINUTE_MS = 60_000;
const CONTRACT = { openAmount: '10', baseCoin: 'BTC', quoteCoin: 'USDT', positionTime: 30, tradeType: 1 };
const ORDER = {
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  side: 'buy',
  type: 'limit',
  price: '59000',
  amount: '0.01',
};

let server: TestServer;
let dataDir: string;
let user: TestUser;
const logged: string[] = [];
const start = () =>
  startTestServer({
    dataDir,
    env: { LOG_LEVEL: 'warn' },
    writeLog: (line) => logged.push(line),
  });
before(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-maintenance-'));
  server = await start();
  user = await server.register('closed-out');
});
after(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const command = commandOn('maintenance', () => dataDir);
const until = (): string => new Date(Date.now() + 20 * MINUTE_MS).toISOString().slice(0, 16) + 'Z';
const begin = async (): Promise<void> => {
  const { status, output } = await command('begin', '--until', until(), '--by', 'ana');
  assert.equal(status, 0, output);
};
const end = async (): Promise<void> => {
  assert.equal((await command('end', '--by', 'ana')).status, 0);
};
const post = (target: string, body: object, key?: string) =>
  server.post<{ id: string }>(target, body, {
    token: user.token,
    ...(key === undefined ? {} : { key }),
  });
/** As the trading API tells it. */
const systemStatus = async (): Promise<unknown> =>
  (await fetch(`${server.server.url}/sapi/v1/system/status`)).json();
const metric = async (): Promise<string | undefined> =>
  /^glasshouse_maintenance (\d)$/m.exec(await (await fetch(`${server.server.url}/metrics`)).text())?.[1];

test('R14.30 R8.1 every call that begins to move money is refused until when, in both languages, and nothing else is', async () => {
  await begin();
  for (const call of CALLS as readonly Call[]) {
    if (!call.movesMoney) continue;
    // What has no operation gives back what is its owner's: cancellations.
    const isOpen = call.operation === null;
    const { error, http, msg } = await server.post(call.prefixes[0] + call.path, sampleInput(call), {
      token: user.token,
      key: `try-${call.path.replaceAll('/', '-')}`,
    });
    assert.equal(error === 'request/maintenance', !isOpen, `${call.name}: ${error}`);
    if (isOpen) continue;
    assert.equal(http, 503, call.name);
    assert.match(msg, /^Maintenance until about \d{4}-\d\d-\d\d \d\d:\d\d UTC\. /);
  }
  const inChinese = await server.post('/contract/app/contract/createOrder', CONTRACT, {
    token: user.token,
    language: 'zh-CN',
  });
  assert.match(inChinese.msg, /^系统维护中，预计 \d{4}-\d\d-\d\d \d\d:\d\d UTC 恢复/);
  const asked = await fetch(`${server.server.url}/contract/app/contract/createOrder`, {
    method: 'POST',
    headers: { 'x-access-token': user.token, 'content-type': 'application/json' },
    body: JSON.stringify(CONTRACT),
  });
  assert.ok(Number(asked.headers.get('retry-after')) > 15 * 60);
  assert.equal((await fetch(`${server.server.url}/readyz`)).status, 200);
  assert.equal((await server.post('/contract/app/contract/getAssets', {}, user)).code, 1);
  await end();
});

test('R14.30 R12.3 R11.6 what was done keeps its answer, orders can be cancelled, and contracts settle by their ticks', async () => {
  await server.market.tick();
  const placed = await post('/bb/app/spot/placeOrder', ORDER, 'order-before');
  const opened = await post('/contract/app/contract/createOrder', CONTRACT, 'contract-before');
  assert.deepEqual([placed.code, opened.code], [1, 1]);
  // The contract's first price. However long a machine stalls, each later one is above it.
  await server.market.tick();
  const quoteOf = async () =>
    (
      await server.post<{ quote: string }>(
        '/bb/app/flashExchange/getQuote',
        { payCurrency: 'USDT', receiveCurrency: 'BTC', payAmount: '20' },
        user,
      )
    ).data.quote;
  const exchange = (quote: string) => post('/bb/app/flashExchange/exchange', { quote });
  const quote = await quoteOf();
  const exchanged = await exchange(quote);
  assert.equal(exchanged.code, 1, exchanged.msg);
  await begin();
  for (const again of [
    await post('/bb/app/spot/placeOrder', ORDER, 'order-before'),
    await post('/contract/app/contract/createOrder', CONTRACT, 'contract-before'),
  ])
    assert.ok(again.code === 1 && [placed.data.id, opened.data.id].includes(again.data.id));
  assert.equal((await post('/bb/app/spot/placeOrder', ORDER, 'order-new')).error, 'request/maintenance');
  assert.deepEqual(await systemStatus(), { status: 1, msg: 'system_maintenance' });
  assert.deepEqual((await exchange(quote)).data, exchanged.data);
  await server.market.tick(6_010_000);
  assert.equal((await exchange(await quoteOf())).error, 'request/maintenance');

  for (let second = 1; second <= 30; second++) await server.market.tick(6_010_000);
  const { data } = await server.post<{ status: number; result: string }>(
    '/contract/app/contract/getOrder',
    { id: opened.data.id },
    user,
  );
  assert.deepEqual([data.status, data.result], [1, 'win']);
  const cancelled = await post('/bb/app/spot/cancelOrder', { id: placed.data.id }, 'cancel');
  assert.equal(cancelled.code, 1);
  await end();
  assert.deepEqual(await systemStatus(), { status: 0, msg: 'normal' });
  assert.equal(
    (await post('/bb/app/spot/placeOrder', ORDER, 'order-new')).code,
    1,
    'the key was not used up',
  );
});

test('R14.30 R14.6 the stream tells it to everybody at once, metrics and log too, and a restart keeps it', async () => {
  const socket = new WebSocket(`${server.server.url.replace('http', 'ws')}/ws`);
  const hellos: (number | undefined)[] = [];
  socket.on('message', (data) => {
    const parsed = JSON.parse((data as Buffer).toString()) as
      | { type: string; closedUntilMs?: number }[]
      | { type: string };
    for (const frame of [parsed].flat() as { type: string; closedUntilMs?: number }[])
      if (frame.type === 'hello') hellos.push(frame.closedUntilMs);
  });
  await once(socket, 'open');
  const heard = async (count: number) => {
    while (hellos.length < count) await once(socket, 'message');
  };
  await heard(1);
  await begin();
  await heard(2);
  assert.deepEqual([hellos[0], typeof hellos[1], await metric()], [undefined, 'number', '1']);
  assert.match((await command('show')).output, /until about .* by OS user .* ana/);
  assert.ok(logged.some((line) => line.includes('maintenance was begun by an operator')));
  socket.close();

  await server.close();
  server = await start();
  assert.equal(await metric(), '1');
  const again = new WebSocket(`${server.server.url.replace('http', 'ws')}/ws`);
  const [first] = (await once(again, 'message')) as [Buffer];
  assert.match(String(first), /"closedUntilMs":\d+/);
  again.close();
  assert.equal((await post('/bb/app/spot/placeOrder', ORDER)).error, 'request/maintenance');
  await end();
  assert.equal(await metric(), '0');
  assert.equal((await command('end', '--by', 'ana')).status, 1, 'there is none');
  assert.match((await command('show')).output, /is open/);
  assert.ok(logged.some((line) => line.includes('maintenance was ended by an operator')));
});

test('R14.30 without a server it is stored for the next start; times in the past, without a zone or a week ahead are not taken', async () => {
  for (const wrong of ['2020-01-01T00:00Z', '2026-11-24T02:20', 'soon', '2099-01-01T00:00Z', '']) {
    const { status } = await command('begin', '--until', wrong, '--by', 'ana');
    assert.equal(status, 2, wrong);
  }
  assert.equal((await command('begin', '--until', until())).status, 2, 'without a name');
  await server.close();
  await begin();
  server = await start();
  assert.equal(await metric(), '1');
  await end();
});
