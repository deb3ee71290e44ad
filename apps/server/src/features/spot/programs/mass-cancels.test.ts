/**
 * Goal: programs cancel by a countdown and by the beginning of a name. Method: a whole server whose
 * clock and ticks the test moves, a key, signed requests, and the socket that tells of an account.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dueDone } from '../../../testing/due-done.ts';
import { MASTER_KEY } from '../../../testing/fund-password.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../testing/harness.ts';
import {
  programOf,
  ProgramLine,
  type Parameters,
  type Program,
  type ProgramError,
} from '../../../testing/program.ts';
import { timedMarket } from '../../../testing/timed-market.ts';

const market = timedMarket();
let server: TestServer;
let ann: TestUser;
let program: Program;
before(async () => {
  server = await startTestServer({
    plug: market.plug,
    clock: market.clock,
    env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' },
  });
  ann = await server.register('ann');
  program = await programOf(server, ann);
});
after(() => server.close());

interface Order {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly status: string;
}
const DAY_MS = 86_400_000;
const COUNTDOWN = 'POST /api/v3/order/countdownCancelAll';
const LIMIT = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };
const BTC = { ...LIMIT, symbol: 'BTCUSDT', price: '50000', quantity: '0.01' };
const ETH = { ...LIMIT, symbol: 'ETHUSDT', price: '2500', quantity: '0.1' };

/** Within what a clock may be ahead, and no two alike. */
let asked = 0;
const nextMs = (): number => market.timeMs + (++asked % 900);

async function good<T>(target: string, parameters: Parameters): Promise<T> {
  const { status, body } = await program.ask<T>(target, { timestamp: nextMs(), ...parameters });
  assert.equal(status, 200, `${target}: ${JSON.stringify(body)}`);
  return body;
}
async function bad(target: string, parameters: Parameters): Promise<ProgramError> {
  const { status, body } = await program.ask(target, { timestamp: nextMs(), ...parameters });
  assert.equal(status, 400, JSON.stringify(body));
  return body;
}
const place = (order: Parameters): Promise<Order> => good('POST /api/v3/order', order);
const openIds = async (): Promise<number[]> =>
  (await good<Order[]>('GET /api/v3/openOrders', {})).map(({ orderId }) => orderId);

/** The clock moves, a tick follows, and what it makes due is done. */
async function pass(ms: number): Promise<void> {
  market.timeMs += ms;
  await market.tick(1);
  await dueDone(market.parts);
}

test('D0052 a countdown cancels the orders of its symbol at its time, and is moved, taken back and told', async () => {
  const [btc, eth] = [await place(BTC), await place(ETH)];
  const line = await ProgramLine.open(server);
  await line.logOn(program, market.timeMs);
  await line.ask('userDataStream.subscribe');
  const symbol = 'BTCUSDT';
  const set = await good<{ cancelsAtMs: number }>(COUNTDOWN, { symbol, countdownTime: 30_000 });
  assert.deepEqual(set, { symbol, countdownTime: 30_000, cancelsAtMs: market.timeMs + 30_000 });
  await pass(29_000);
  assert.deepEqual(await openIds(), [btc.orderId, eth.orderId]);
  await good(COUNTDOWN, { symbol, countdownTime: 30_000 });
  await pass(29_000);
  assert.deepEqual(await openIds(), [btc.orderId, eth.orderId]);
  await pass(1_000);
  assert.deepEqual(await openIds(), [eth.orderId]);
  const ended = await good<Order>('GET /api/v3/order', { symbol, orderId: btc.orderId });
  assert.equal(ended.status, 'CANCELED');
  await good(COUNTDOWN, { countdownTime: 2_000 });
  assert.deepEqual(await good(COUNTDOWN, { countdownTime: 0 }), { countdownTime: 0, cancelsAtMs: 0 });
  await pass(5_000);
  assert.deepEqual(await openIds(), [eth.orderId]);
  await good(COUNTDOWN, { countdownTime: 2_000 });
  await pass(5_000);
  assert.deepEqual(await openIds(), []);
  const endedEvents = () =>
    line.events.flatMap(({ event }) => (event?.['e'] === 'countdownEnded' ? [event] : []));
  while (endedEvents().length < 2) await line.untilEvents(line.events.length + 1);
  assert.deepEqual(
    endedEvents().map(({ s, n }) => [s, n]),
    [
      [symbol, 1],
      [null, 1],
    ],
  );
  line.close();
});

test('D0052 a countdown is from 0 ms to a day, of a symbol that there is', async () => {
  const { cancelsAtMs } = await good<{ cancelsAtMs: number }>(COUNTDOWN, { countdownTime: DAY_MS });
  assert.equal(cancelsAtMs, market.timeMs + DAY_MS);
  for (const countdownTime of [-1, DAY_MS + 1, 1.5, 'soon', '', undefined])
    assert.equal((await bad(COUNTDOWN, { countdownTime })).field, 'countdownTime');
  const unknown = await bad(COUNTDOWN, { symbol: 'NONEUSDT', countdownTime: 1_000 });
  assert.deepEqual([unknown.code, unknown.field], [-1121, 'symbol']);
  await good(COUNTDOWN, { countdownTime: 0 });
});

test('D0052 a prefix cancels the orders of the symbol whose names begin with it; a blank one none', async () => {
  const names = ['grid-1', 'grid-2', 'other-grid-'];
  for (const newClientOrderId of names) await place({ ...BTC, newClientOrderId });
  await place({ ...ETH, newClientOrderId: 'grid-3' });
  const target = 'DELETE /api/v3/openOrders';
  const symbol = 'BTCUSDT';
  for (const prefix of ['', ' ', 'x'.repeat(37), 'grid%'])
    assert.equal(
      (await bad(target, { symbol, origClientOrderIdPrefix: prefix })).field,
      'origClientOrderIdPrefix',
    );
  const none = await bad(target, { symbol, origClientOrderIdPrefix: 'grid-9' });
  assert.deepEqual([none.code, none.field], [-2011, 'origClientOrderIdPrefix']);
  const cancelled = await good<Order[]>(target, { symbol, origClientOrderIdPrefix: 'grid-' });
  assert.deepEqual(cancelled.map(({ clientOrderId, status }) => `${clientOrderId} ${status}`).sort(), [
    'grid-1 CANCELED',
    'grid-2 CANCELED',
  ]);
  const left = await good<Order[]>('GET /api/v3/openOrders', {});
  assert.deepEqual(
    left.map(({ clientOrderId }) => clientOrderId),
    ['other-grid-', 'grid-3'],
  );
});
