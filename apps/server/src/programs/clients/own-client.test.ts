/**
 * Goal: the project's own client knows what the platform knows, through refusals, lost answers and
 * cuts. Method: the client against the whole server behind a network that the test cuts.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  AccountMirror,
  ApiError,
  BookFollower,
  ed25519Key,
  hmacKey,
  MarketStream,
  RestClient,
  SocketClient,
  StreamRefused,
  streamName,
  UnansweredError,
  type Credentials,
  type ParametersFor,
} from '@glasshouse/client';
import { CutProxy } from '../../testing/cut-proxy.ts';
import { eventually } from '../../testing/eventually.ts';
import { MASTER_KEY } from '../../testing/fund-password.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { keyOf } from '../../testing/program.ts';

const symbol = 'BTCUSDT';
const QUICK = { firstMs: 20, maxMs: 200 };

/** Ended also where a test fails. */
const opened: { close(): void }[] = [];
let server: TestServer;
let proxy: CutProxy;
let credentials: Credentials;
let rest: RestClient;
let other: RestClient;
before(async () => {
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '100' } });
  const { url } = server.server;
  proxy = await CutProxy.start(Number(new URL(url).port));
  const [hmac, ed25519] = [
    await keyOf(server, await server.register('owner')),
    await keyOf(server, await server.register('other'), { kind: 'ed25519' }),
  ];
  credentials = await hmacKey(hmac.apiKey, hmac.secret);
  rest = new RestClient({ url, credentials });
  other = new RestClient({ url, credentials: await ed25519Key(ed25519.apiKey, ed25519.secret) });
});
after(async () => {
  for (const one of opened) one.close();
  await proxy.close();
  await server.close();
});

const limit = (more: Partial<ParametersFor<'spot/new-order'>> = {}): ParametersFor<'spot/new-order'> => ({
  symbol,
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '59000',
  quantity: '0.001',
  ...more,
});

async function openSocket(more: { readonly requestMs?: number } = {}): Promise<SocketClient> {
  const socket = new SocketClient({ url: proxy.url, credentials, backoff: QUICK, ...more });
  opened.push(socket);
  await socket.ready();
  return socket;
}

/** What the mirror shows is what the account is. */
async function assertMirrored(mirror: AccountMirror): Promise<void> {
  await mirror.whole();
  const { balances } = await rest.ask('spot/query-account');
  const open = await rest.ask('spot/query-open-orders');
  const orders = open.map(({ orderId, executedQty, origQty, cummulativeQuoteQty, status, price }) => ({
    orderId,
    executedQty,
    origQty,
    cummulativeQuoteQty,
    status,
    price,
  }));
  await eventually(
    () => mirror.orders.size === orders.length && orders.every(({ orderId }) => mirror.orders.has(orderId)),
  );
  for (const order of orders) {
    const { orderId, executedQty, origQty, cummulativeQuoteQty, status, price } = mirror.orders.get(
      order.orderId,
    )!;
    assert.deepEqual({ orderId, executedQty, origQty, cummulativeQuoteQty, status, price }, order);
  }
  for (const { asset, free, locked } of balances)
    assert.deepEqual(mirror.balances.get(asset), { free, locked }, asset);
}

test('D0053 R13.3 requests over HTTP are signed by keys of both kinds, and refusals are one class', async () => {
  for (const client of [rest, other]) {
    const placed = await client.ask('spot/new-order', limit());
    assert.equal(placed.status, 'NEW');
    const found = await client.ask('spot/query-order', { symbol, orderId: placed.orderId });
    assert.equal(found.clientOrderId, placed.clientOrderId);
    await client.ask('spot/delete-order', { symbol, orderId: placed.orderId });
  }
  await assert.rejects(rest.ask('spot/new-order', limit({ quantity: '9' })), (error) => {
    assert.ok(error instanceof ApiError);
    const { code, error: name, status, retryAfterS } = error;
    assert.deepEqual([code, name, status, retryAfterS], [-2010, 'wallet/insufficient-balance', 400, null]);
    return true;
  });
  await assert.rejects(rest.ask('spot/new-order', limit({ price: '59000.001' })), { field: 'price' });
  await assert.rejects(new RestClient({ url: server.server.url }).ask('spot/query-account'), TypeError);
  const nowhere = new RestClient({ url: 'http://127.0.0.1:1' });
  await assert.rejects(nowhere.ask('market/ping'), UnansweredError);
});

test('D0053 a wrong clock of the machine is corrected by the platform’s', async (context) => {
  const now = Date.now;
  context.after(() => (Date.now = now));
  Date.now = () => now() - 3_600_000;
  const late = new RestClient({ url: server.server.url, credentials });
  const asked = late.ask('spot/query-account');
  Date.now = now;
  // The offset was measured by the wrong clock, so the first signature is half an hour ahead.
  assert.ok((await asked).balances.length > 0);
});

test('D0053 trading-api I6 a batch answers each of its requests, refusals too', async () => {
  const socket = await openSocket();
  const [placed, refused, cancelled] = await socket.batch([
    { endpoint: 'spot/new-order', parameters: limit({ newClientOrderId: 'one' }) },
    { endpoint: 'spot/new-order', parameters: limit({ price: '59000.001' }) },
    { endpoint: 'spot/delete-order', parameters: { symbol, origClientOrderId: 'one' } },
  ]);
  assert.equal(placed.answer?.status, 'NEW');
  assert.equal(refused.error?.code, -1013);
  assert.equal(cancelled.answer?.status, 'CANCELED');
  await assert.rejects(socket.ask('spot/query-order', { symbol, orderId: 1 }), { code: -2013 });
  await socket.ask('spot/new-order', limit({ newClientOrderId: 'two' }));
  const reduce = { symbol, origClientOrderId: 'two', newQty: '0.0005' };
  const reduced = await socket.batch([
    { endpoint: 'spot/amend-keep-priority', parameters: reduce },
    { endpoint: 'spot/amend-keep-priority', parameters: reduce },
  ]);
  assert.equal(reduced[0].answer?.amendedOrder.qty, '0.00050');
  assert.equal(reduced[1].error?.error, 'spot/cannot-amend', 'it has that quantity already');
  await socket.ask('spot/delete-order', { symbol, origClientOrderId: 'two' });
  socket.close();
  await assert.rejects(socket.ready());
});

test('D0053 trading-api I7 orders and balances are followed through cuts, each event once', async () => {
  const socket = await openSocket();
  const trades: number[] = [];
  const mirror = new AccountMirror(socket, {
    event: (event) => {
      if (event.e === 'executionReport' && event.x === 'TRADE') trades.push(event.t);
    },
  });
  await assertMirrored(mirror);
  for (let round = 0; round < 4; round++) {
    if (round > 0) proxy.cut();
    // While the line is cut, and after it has come back.
    for (let i = 0; i < 3; i++) {
      await other.ask('spot/new-order', limit({ side: 'SELL', price: `6000${i}`, quantity: '0.0005' }));
      await rest.ask('spot/new-order', limit({ price: '60010' }));
      if (i === 1) await socket.ready();
    }
    await assertMirrored(mirror);
  }
  const told = (await rest.ask('spot/query-my-trades', { symbol })).map(({ id }) => id);
  assert.ok(told.length >= 12);
  await eventually(() => trades.length >= told.length);
  assert.deepEqual(trades, told);
  assert.equal(mirror.readings, 1, 'all resumed without a gap');
  await rest.ask('spot/delete-open-orders', { symbol });
  await assertMirrored(mirror);
  socket.close();
});

test('D0053 R10.4 an order whose answer was lost is unknown, and found or known not to be', async () => {
  const socket = await openSocket({ requestMs: 60_000 });
  const lostBy = async (direction: 'requests' | 'answers', name: string): Promise<UnansweredError> => {
    proxy.hold(direction);
    const asked = socket.ask('spot/new-order', limit({ newClientOrderId: name }));
    const failed = assert.rejects(asked, UnansweredError).then(() => asked.catch((error: unknown) => error));
    if (direction === 'answers')
      await eventually(async () => (await rest.ask('spot/query-open-orders', { symbol })).length === 1);
    proxy.cut();
    return (await failed) as UnansweredError;
  };
  const placed = await lostBy('answers', 'was-placed');
  assert.equal(placed.outcome, 'unknown');
  const found = await socket.findOrder({ symbol, origClientOrderId: 'was-placed' }, placed);
  assert.equal(found?.status, 'NEW');
  const missing = await lostBy('requests', 'was-not');
  assert.equal(missing.outcome, 'unknown');
  assert.equal(await socket.findOrder({ symbol, origClientOrderId: 'was-not' }, missing), null);
  assert.ok(socket.clock.now() > missing.endsMs!, 'it did not say so before it was sure');
  proxy.cut();
  await assert.rejects(
    socket.ask('spot/new-order', limit()).then(() => socket.ask('spot/new-order', limit())),
    (error) => error instanceof UnansweredError,
  );
  await socket.ready();
  await rest.ask('spot/delete-open-orders', { symbol });
  socket.close();
});

test('D0053 a refused key ends the client, a silent line does not', async () => {
  const unknown = { ...credentials, apiKey: 'x'.repeat(64) };
  const refused = new SocketClient({ url: proxy.url, credentials: unknown, backoff: QUICK });
  await assert.rejects(refused.ready(), { code: -2015 });
  assert.ok(refused.isClosed);
  const mirrored = new SocketClient({ url: proxy.url, credentials: unknown, backoff: QUICK });
  const mirror = new AccountMirror(mirrored);
  await assert.rejects(mirror.whole(), { code: -2015 }, 'who waits for the account is told');
  const socket = new SocketClient({
    url: proxy.url,
    credentials,
    backoff: QUICK,
    silentMs: 100,
    requestMs: 300,
  });
  opened.push(socket);
  await socket.ready();
  proxy.hold('answers');
  await assert.rejects(socket.ask('market/ping'), { outcome: 'unknown' });
  // Nothing has ended the line but the client itself, whose next one is held too.
  await eventually(() =>
    socket.ask('market/ping').then(
      () => false,
      ({ outcome }: UnansweredError) => outcome === 'not-sent',
    ),
  );
  proxy.cut();
  await socket.ready();
  await socket.ask('market/ping');
  socket.close();
});

test('D0053 R7.7 a followed book is the platform’s after each cut; unknown streams are refused', async () => {
  const plain = new RestClient({ url: proxy.url });
  const follower = new BookFollower({ url: proxy.url, rest: plain, symbol, backoff: QUICK });
  opened.push(follower);
  const assertSame = async (): Promise<void> => {
    const { lastUpdateId, bids, asks } = await rest.ask('market/get-order-book', { symbol, limit: 1_000 });
    await eventually(() => (follower.book?.lastUpdateId ?? 0) >= lastUpdateId);
    assert.deepEqual([follower.book?.bids, follower.book?.asks], [bids, asks]);
  };
  for (let round = 0; round < 3; round++) {
    if (round > 0) proxy.cut();
    for (let i = 0; i < 8; i++)
      await rest.ask('spot/new-order', limit({ price: `59${round}0${i}`, quantity: '0.0003' }));
    await assertSame();
    await rest.ask('spot/new-order', limit({ price: `59${round}10`, quantity: '0.0003' }));
    await assertSame();
  }
  assert.equal(follower.misfits, 0);
  follower.close();
  await rest.ask('spot/delete-open-orders', { symbol });
  const names = [streamName('trades', { symbol }), 'nonexistent@trade'];
  const stream = new MarketStream({
    url: proxy.url,
    names,
    begun: () => {},
    event: () => {},
    backoff: QUICK,
  });
  await assert.rejects(stream.ready(), StreamRefused);
});
