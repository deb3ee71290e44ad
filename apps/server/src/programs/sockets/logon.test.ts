/**
 * Goal: orders, batches and account events over a socket. Method: a whole server, keys, real
 * sockets; the events of an order add up to what the order is.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { socketErrorBody } from '@glasshouse/protocol/programs';
import { MASTER_KEY } from '../../testing/fund-password.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { ProgramLine, programOf, type Program } from '../../testing/program.ts';
import { IN_FLIGHT_MAX } from './requests.ts';

let server: TestServer;
let ann: TestUser;
let program: Program;
let other: Program;
before(async () => {
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
  ann = await server.register('ann');
  program = await programOf(server, ann);
  other = await programOf(server, await server.register('bob'));
});
after(() => server.close());

const LIMIT = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '59000',
  quantity: '0.001',
};
const place = (more: object = {}) => ({ method: 'order.place', params: { ...LIMIT, ...more } });

async function lineOf(by: Program): Promise<ProgramLine> {
  const line = await ProgramLine.open(server);
  assert.equal((await line.logOn(by)).status, 200);
  return line;
}

test('D0052 a socket that has logged on needs no signature, and one that has not needs it', async () => {
  const line = await ProgramLine.open(server);
  assert.equal((await line.ask('order.place', LIMIT)).error?.code, -2014);
  assert.equal((await line.ask('order.batch', { requests: [place()] })).error?.code, -2015);
  await line.logOn(program);
  const placed = await line.ask('order.place', LIMIT);
  const { orderId, status } = placed.result as { orderId: number; status: string };
  assert.equal(status, 'NEW');
  assert.equal((await line.ask('order.cancel', { symbol: 'BTCUSDT', orderId })).status, 200);
  assert.equal((await line.ask('session.logout')).status, 200);
  assert.equal((await line.ask('order.place', LIMIT)).error?.code, -2014);
  line.close();
});

test('D0052 trading-api I6 a batch is answered one by one in its order, whatever becomes of each', async () => {
  const line = await lineOf(program);
  const requests = [
    place({ newClientOrderId: 'b1' }),
    { method: 'order.cancel', params: { symbol: 'BTCUSDT', origClientOrderId: 'b1' } },
    place({ price: '59000.001' }),
    place({ newClientOrderId: 'b2', quantity: '12' }),
    ...Array.from({ length: 40 }, (_, i) => place({ newClientOrderId: `c${i}` })),
  ];
  const answers = (await line.ask('order.batch', { requests })).result as {
    status: number;
    error?: { code: number };
    result?: { clientOrderId: string };
  }[];
  assert.equal(answers.length, requests.length);
  assert.deepEqual(
    answers.slice(0, 4).map(({ status, error }) => error?.code ?? status),
    [200, 200, -1013, -2010],
  );
  assert.deepEqual(
    answers.slice(4).map(({ result }) => result?.clientOrderId),
    Array.from({ length: 40 }, (_, i) => `c${i}`),
  );
  const singly = await line.ask('order.batch', { requests: [place(), place()], answers: 'singly' });
  assert.deepEqual(singly.result, { answered: 2 });
  assert.equal((await line.untilEvents(2)).length, 2);
  const cancelled = await line.ask('openOrders.cancelAll', { symbol: 'BTCUSDT' });
  assert.equal((cancelled.result as unknown[]).length, 42);
  assert.equal((await line.ask('order.batch', { requests: [{ method: 'ping', params: {} }] })).status, 400);
  line.close();
});

test('R11.8 D0052 a socket has a limit of requests that wait for their answers', async () => {
  const line = await lineOf(program);
  let release = (): void => {};
  const until = new Promise<void>((resolve) => (release = resolve));
  // Nothing is committed meanwhile.
  const held = server.server.running.pipeline.paused(() => until);
  const asked = Array.from({ length: IN_FLIGHT_MAX + 40 }, () => line.ask('order.place', LIMIT));
  const refused = await Promise.all(asked.slice(IN_FLIGHT_MAX));
  assert.deepEqual(new Set(refused.map(({ error }) => error?.code)), new Set([-1008]));
  const { data } = socketErrorBody.parse(refused[0]!.error);
  assert.ok(data !== undefined && data.retryAfter > data.serverTime);
  release();
  await held;
  await Promise.all(asked);
  assert.equal((await line.ask('openOrders.cancelAll', { symbol: 'BTCUSDT' })).status, 200);
  line.close();
});

test('D0053 R13.3 a request of a session that has a time holds only so long', async () => {
  const line = await lineOf(program);
  const codeOf = async (more: object) => {
    const { error } = await line.ask('order.place', { ...LIMIT, price: '59000.001', ...more });
    return [error?.code, error?.field];
  };
  const timely = [-1013, 'price'];
  assert.deepEqual(await codeOf({}), timely);
  assert.deepEqual(await codeOf({ timestamp: Date.now() - 4_000 }), timely);
  assert.deepEqual(await codeOf({ timestamp: Date.now() - 6_000 }), [-1021, undefined]);
  assert.deepEqual(await codeOf({ timestamp: Date.now() - 6_000, recvWindow: 20_000 }), timely);
  assert.deepEqual(await codeOf({ timestamp: Date.now() + 60_000 }), [-1021, undefined]);
  assert.deepEqual((await codeOf({ timestamp: 'now' }))[1], 'timestamp');
  line.close();
});

test('trading-api I5 R11.8 a long message weighs its length where its requests weigh less', async () => {
  const line = await lineOf(program);
  const weightOf = async (params: object): Promise<number> => {
    const { rateLimits } = (await line.ask('ping', params)) as { rateLimits?: readonly { count: number }[] };
    return rateLimits?.[0]?.count ?? 0;
  };
  const before = await weightOf({});
  const after = await weightOf({ more: 'x'.repeat(20_000) });
  // A new minute begins at nothing.
  assert.ok(after === before + 20 || after === 20, `${before} ${after}`);
  line.close();
});

test('R7.8 D0052 trading-api I7 I8 each execution is told with the amounts up to it, and balances as they are', async () => {
  const line = await lineOf(program);
  const { subscriptionId } = (await line.ask('userDataStream.subscribe')).result as {
    subscriptionId: number;
  };
  const maker = await lineOf(other);
  for (const [price, quantity] of [
    ['60100', '0.001'],
    ['60200', '0.002'],
  ])
    assert.equal((await maker.ask('order.place', { ...LIMIT, side: 'SELL', price, quantity })).status, 200);
  const placed = (await line.ask('order.place', { ...LIMIT, price: '60200', quantity: '0.005' })).result as {
    orderId: number;
  };
  await line.ask('order.cancel', { symbol: 'BTCUSDT', orderId: placed.orderId });
  const events = (await line.untilEvents(6)).map((one) => one.event!);
  assert.ok(line.events.every((one) => one.subscriptionId === subscriptionId));
  const reports = events.filter(({ e }) => e === 'executionReport');
  assert.deepEqual(
    reports.map(({ x, X, l, L, z, i }) => [x, X, l, L, z, i]),
    [
      ['NEW', 'NEW', '0.00000', '0.00', '0.00000', placed.orderId],
      ['TRADE', 'PARTIALLY_FILLED', '0.00100', '60100.00', '0.00100', placed.orderId],
      ['TRADE', 'PARTIALLY_FILLED', '0.00200', '60200.00', '0.00300', placed.orderId],
      ['CANCELED', 'CANCELED', '0.00000', '0.00', '0.00300', placed.orderId],
    ],
  );
  const seqs = line.events.map(({ seq }) => seq ?? 0);
  assert.ok(seqs.every((seq, i) => i === 0 || seq === seqs[i - 1]! + 1));
  const account = (await line.ask('account.status')).result as {
    balances: { asset: string; free: string; locked: string }[];
  };
  const last = events.findLast(({ e }) => e === 'outboundAccountPosition') as {
    B: { a: string; f: string; l: string }[];
  };
  for (const { a, f, l } of last.B)
    assert.deepEqual(
      account.balances.find(({ asset }) => asset === a),
      { asset: a, free: f, locked: l },
    );
  const seen = seqs[2]!;
  line.close();

  const again = await lineOf(program);
  const resumed = await again.ask('userDataStream.subscribe', { after: seen });
  assert.equal((resumed.result as { isWhole: boolean }).isWhole, true);
  const missed = await again.untilEvents(3);
  assert.deepEqual(
    missed.map(({ event }) => event),
    events.slice(3),
  );
  again.close();
  maker.close();
});

test('D0051 trading-api I9 when a key ends, its sockets are nobody’s and get no more events', async () => {
  const line = await lineOf(program);
  await line.ask('userDataStream.subscribe');
  const { list } = (await server.post<{ list: { keyId: string }[] }>('/bb/app/apiKeys/getKeys', {}, ann))
    .data;
  await server.post('/bb/app/apiKeys/endKey', { keyId: list[0]!.keyId }, ann);
  const [ended] = await line.untilEvents(1);
  assert.equal(ended?.event?.['e'], 'eventStreamTerminated');
  assert.equal((await line.ask('order.place', LIMIT)).error?.code, -2014);
  line.close();
});
