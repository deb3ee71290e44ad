/**
 * Goal: orders by the trading API. Method: a whole server, a key, signed requests; each answer is
 * checked by the schema of its endpoint.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type * as z from 'zod';
import { ENDPOINTS, type AnyEndpoint } from '@glasshouse/protocol/programs';
import { MASTER_KEY } from '../../../testing/fund-password.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../testing/harness.ts';
import { programOf, type Parameters, type Program, type ProgramError } from '../../../testing/program.ts';

let server: TestServer;
let ann: TestUser;
let bob: TestUser;
let program: Program;
let other: Program;
before(async () => {
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
  ann = await server.register('ann');
  bob = await server.register('bob');
  program = await programOf(server, ann);
  other = await programOf(server, bob);
});
after(() => server.close());

const BY_TARGET = new Map(
  (ENDPOINTS as readonly AnyEndpoint[]).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
);

/** Asks, and checks the answer by the endpoint's schema: it has no field besides. */
async function good<T = Record<string, unknown>>(
  target: string,
  parameters: Parameters,
  by = program,
): Promise<T> {
  const { status, body } = await by.ask<T>(target, parameters);
  assert.equal(status, 200, `${target}: ${JSON.stringify(body)}`);
  const parsed = (BY_TARGET.get(target)!.data as z.ZodType).parse(body);
  assert.deepEqual(body, parsed, target);
  return body;
}
async function bad(target: string, parameters: Parameters, by = program): Promise<ProgramError> {
  const { status, body } = await by.ask(target, parameters);
  assert.notEqual(status, 200, JSON.stringify(body));
  return body;
}

const LIMIT = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '59000',
  quantity: '0.01',
};
interface Order {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly status: string;
  readonly executedQty: string;
  readonly fills: readonly { readonly price: string; readonly qty: string; readonly tradeId: number }[];
}

test('D0052 trading-api I11 an order is placed, read by both names, listed and cancelled', async () => {
  const placed = await good<Order>('POST /api/v3/order', { ...LIMIT, newClientOrderId: 'first' });
  assert.deepEqual([placed.status, placed.clientOrderId, placed.fills], ['NEW', 'first', []]);
  const { orderId } = placed;
  for (const name of [{ orderId }, { origClientOrderId: 'first' }, { orderId, origClientOrderId: 'first' }]) {
    const read = await good<Order>('GET /api/v3/order', { symbol: 'BTCUSDT', ...name });
    assert.deepEqual([read.orderId, read.status], [orderId, 'NEW']);
  }
  const open = await good<Order[]>('GET /api/v3/openOrders', { symbol: 'BTCUSDT' });
  assert.deepEqual(
    open.map((one) => one.orderId),
    [orderId],
  );
  const cancelled = await good<Order & { origClientOrderId: string }>('DELETE /api/v3/order', {
    symbol: 'BTCUSDT',
    origClientOrderId: 'first',
    newClientOrderId: 'its-cancel',
  });
  assert.deepEqual(
    [cancelled.status, cancelled.orderId, cancelled.origClientOrderId, cancelled.clientOrderId],
    ['CANCELED', orderId, 'first', 'its-cancel'],
  );
  assert.equal((await bad('DELETE /api/v3/order', { symbol: 'BTCUSDT', orderId })).code, -2011);
  const ended = await good<Order>('GET /api/v3/order', { symbol: 'BTCUSDT', orderId });
  assert.equal(ended.status, 'CANCELED');
  assert.equal((await bad('GET /api/v3/order', { symbol: 'BTCUSDT', orderId: orderId + 1 })).code, -2013);
  // Names of this form are of orders that have none.
  const taken = await bad('POST /api/v3/order', { ...LIMIT, newClientOrderId: `auto-${orderId + 1}` });
  assert.deepEqual([taken.code, taken.field], [-1130, 'newClientOrderId']);
});

test('D0052 trading-api I11 fills, their order and the list of orders agree, and ids rise with time', async () => {
  const ask = await good<Order>(
    'POST /api/v3/order',
    { ...LIMIT, side: 'SELL', price: '60100', quantity: '0.03' },
    other,
  );
  const first = await good<Order>('POST /api/v3/order', {
    ...LIMIT,
    price: '60100',
    quantity: '0.01',
    newOrderRespType: 'FULL',
  });
  assert.deepEqual([first.status, first.executedQty], ['FILLED', first.fills[0]?.qty]);
  const market = await good<Order>('POST /api/v3/order', {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'MARKET',
    quoteOrderQty: '300',
  });
  assert.equal(market.fills[0]?.price, '60100.00');
  const resting = await good<Order>('GET /api/v3/order', { symbol: 'BTCUSDT', orderId: ask.orderId }, other);
  assert.equal(resting.status, 'PARTIALLY_FILLED');
  const orders = await good<Order[]>('GET /api/v3/allOrders', { symbol: 'BTCUSDT' });
  const ids = orders.map(({ orderId }) => orderId);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
  assert.deepEqual(ids.slice(-2), [first.orderId, market.orderId]);
  const later = await good<Order[]>('GET /api/v3/allOrders', { symbol: 'BTCUSDT', orderId: first.orderId });
  assert.deepEqual(
    later.map(({ orderId }) => orderId),
    ids.slice(-2),
  );
  const trades = await good<{ id: number; orderId: number }[]>('GET /api/v3/myTrades', { symbol: 'BTCUSDT' });
  assert.deepEqual(
    trades.map(({ id, orderId }) => [id, orderId]),
    [
      [first.fills[0]!.tradeId, first.orderId],
      [market.fills[0]!.tradeId, market.orderId],
    ],
  );
  const [, second] = trades;
  const from = { symbol: 'BTCUSDT', fromId: second!.id };
  assert.deepEqual(await good('GET /api/v3/myTrades', from), [second]);
  const ofOrder = { symbol: 'BTCUSDT', orderId: ask.orderId };
  const makers = await good<{ id: number; isMaker: boolean }[]>('GET /api/v3/myTrades', ofOrder, other);
  assert.deepEqual(
    makers.map(({ id, isMaker }) => [id, isMaker]),
    trades.map(({ id }) => [id, true]),
  );
  assert.deepEqual(await good('GET /api/v3/myTrades', { ...ofOrder, orderId: ask.orderId }), []);
});

test('D0052 trading-api I10 a replacement cancels and places with nothing between; what cannot be cancelled places nothing', async () => {
  const placed = await good<Order>('POST /api/v3/order', LIMIT);
  const replaced = await good<{ cancelResult: string; newOrderResult: string; newOrderResponse: Order }>(
    'POST /api/v3/order/cancelReplace',
    { ...LIMIT, price: '58000', cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrderId: placed.orderId },
  );
  assert.deepEqual([replaced.cancelResult, replaced.newOrderResult], ['SUCCESS', 'SUCCESS']);
  const again = await program.ask<ProgramError & { data: { newOrderResult: string } }>(
    'POST /api/v3/order/cancelReplace',
    { ...LIMIT, cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrderId: placed.orderId },
  );
  assert.deepEqual(
    [again.status, again.body.code, again.body.data.newOrderResult],
    [400, -2022, 'NOT_ATTEMPTED'],
  );
  const tooMuch = await program.ask<ProgramError & { data: { cancelResult: string } }>(
    'POST /api/v3/order/cancelReplace',
    {
      ...LIMIT,
      quantity: '900',
      cancelReplaceMode: 'STOP_ON_FAILURE',
      cancelOrderId: replaced.newOrderResponse.orderId,
    },
  );
  assert.deepEqual(
    [tooMuch.status, tooMuch.body.code, tooMuch.body.data.cancelResult],
    [409, -2021, 'SUCCESS'],
  );
  assert.deepEqual(await good('GET /api/v3/openOrders', {}), []);
});
