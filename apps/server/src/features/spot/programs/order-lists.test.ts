/**
 * Goal: lists of two orders by the trading API. Method: a whole server, keys of users whose trades
 * move the price, and public ticks; each answer is checked by the schema of its endpoint.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type * as z from 'zod';
import { ENDPOINTS, type AnyEndpoint } from '@glasshouse/protocol/programs';
import { MASTER_KEY } from '../../../testing/fund-password.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../testing/harness.ts';
import { programOf, ProgramLine, type Parameters, type Program } from '../../../testing/program.ts';

let server: TestServer;
let users: Readonly<Record<'ann' | 'bob' | 'eve' | 'zoe', TestUser>>;
let ann: Program;
let bob: Program;
let eve: Program;
before(async () => {
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
  const named = async (name: string) => server.register(name);
  users = {
    ann: await named('ann'),
    bob: await named('bob'),
    eve: await named('eve'),
    zoe: await named('zoe'),
  };
  ann = await programOf(server, users.ann);
  bob = await programOf(server, users.bob);
  eve = await programOf(server, users.eve);
  await tradeAt('60000');
});
after(() => server.close());

const BY_TARGET = new Map(
  (ENDPOINTS as readonly AnyEndpoint[]).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
);
async function good<T>(target: string, parameters: Parameters, by = ann): Promise<T> {
  const { status, body } = await by.ask<T>(target, parameters);
  assert.equal(status, 200, `${target}: ${JSON.stringify(body)}`);
  const parsed = (BY_TARGET.get(target)!.data as z.ZodType).parse(body);
  assert.deepEqual(body, parsed, target);
  return body;
}
/** The error as code, words where they are Binance's, and parameter. */
async function bad(target: string, parameters: Parameters, by = ann) {
  const { status, body } = await by.ask(target, parameters);
  assert.notEqual(status, 200, JSON.stringify(body));
  return [body.code, body.field];
}

const symbol = 'BTCUSDT';
const NEW = 'POST /api/v3/orderList/oco';
const SALE = {
  symbol,
  side: 'SELL',
  quantity: '0.01',
  aboveType: 'LIMIT_MAKER',
  abovePrice: '61000',
  belowType: 'STOP_LOSS',
  belowStopPrice: '59000',
};
const NAMES = { listClientOrderId: 'the-list', aboveClientOrderId: 'above', belowClientOrderId: 'below' };

interface Leg {
  readonly orderId: number;
  readonly orderListId: number;
  readonly clientOrderId: string;
  readonly status: string;
  readonly type: string;
  readonly executedQty: string;
}
interface List {
  readonly orderListId: number;
  readonly listClientOrderId: string;
  readonly listStatusType: string;
  readonly listOrderStatus: string;
  readonly orders: readonly { readonly orderId: number; readonly clientOrderId: string }[];
  readonly orderReports: readonly Leg[];
}
const statusOf = async (orderListId: number): Promise<string> =>
  (await good<List>('GET /api/v3/orderList', { orderListId })).listOrderStatus;
const orderOf = (orderId: number): Promise<Leg> => good('GET /api/v3/order', { symbol, orderId });
const legsOf = async ({ orders }: List): Promise<Leg[]> =>
  Promise.all(orders.map(({ orderId }) => orderOf(orderId)));

/** The last trade is at this price. Bob sells, and Eve's order may leave a part in the book. */
async function tradeAt(price: string, bought = '0.001'): Promise<void> {
  const order = { symbol, type: 'LIMIT', timeInForce: 'GTC', price };
  await bob.ask('POST /api/v3/order', { ...order, side: 'SELL', quantity: '0.001' });
  await eve.ask('POST /api/v3/order', { ...order, side: 'BUY', quantity: bought });
}
async function clear(): Promise<void> {
  for (const program of [ann, bob, eve]) await program.ask('DELETE /api/v3/openOrders', { symbol });
}

test('D0052 trading-api I14 a list and its orders are found by their numbers and names, by their owner alone', async () => {
  const placed = await good<List>(NEW, { ...SALE, ...NAMES });
  const { orderListId } = placed;
  const counts = await good<{ count: number }[]>('GET /api/v3/rateLimit/order', {});
  assert.deepEqual(
    counts.map(({ count }) => count),
    [2, 2],
    'it counts as two orders',
  );
  assert.deepEqual(
    placed.orderReports.map((leg) => [leg.clientOrderId, leg.type, leg.status, leg.orderListId]),
    [
      ['below', 'STOP_LOSS', 'NEW', orderListId],
      ['above', 'LIMIT_MAKER', 'NEW', orderListId],
    ],
  );
  const { orderReports: _reports, ...list } = placed;
  assert.deepEqual([list.listStatusType, list.listOrderStatus], ['EXEC_STARTED', 'EXECUTING']);
  for (const name of [{ orderListId }, { origClientOrderId: 'the-list' }])
    assert.deepEqual(await good('GET /api/v3/orderList', name), list);
  assert.deepEqual(await good('GET /api/v3/openOrderList', {}), [list]);
  for (const range of [{}, { fromId: orderListId }, { startTime: Date.now() - 60_000 }, { endTime: 2 ** 52 }])
    assert.deepEqual(await good('GET /api/v3/allOrderList', range), [list]);
  const open = await good<Leg[]>('GET /api/v3/openOrders', { symbol });
  assert.deepEqual(
    open.map((leg) => [leg.clientOrderId, leg.orderListId]),
    [
      ['below', orderListId],
      ['above', orderListId],
    ],
  );
  for (const { orderId, clientOrderId } of list.orders)
    assert.equal(
      (await good<Leg>('GET /api/v3/order', { symbol, origClientOrderId: clientOrderId })).orderId,
      orderId,
    );
  const none: Parameters = { symbol, orderListId: orderListId + 1 };
  for (const [by, name] of [
    [bob, { symbol, orderListId }],
    [bob, { symbol, listClientOrderId: 'the-list' }],
    [ann, none],
    [ann, { symbol: 'ETHUSDT', orderListId }],
    [ann, { symbol, orderListId, listClientOrderId: 'another' }],
  ] as const)
    assert.equal((await bad('DELETE /api/v3/orderList', name, by))[0], -2011);
  assert.deepEqual(await bad('GET /api/v3/orderList', { orderListId }, bob), [-2018, 'orderListId']);
  assert.deepEqual(await bad('GET /api/v3/orderList', { origClientOrderId: 'the-list' }, bob), [
    -2018,
    'origClientOrderId',
  ]);
  assert.deepEqual(await good('GET /api/v3/openOrderList', {}, bob), []);
  const cancelled = await good<List>('DELETE /api/v3/orderList', { symbol, listClientOrderId: 'the-list' });
  assert.deepEqual(
    [cancelled.listOrderStatus, cancelled.orderReports.map(({ status }) => status)],
    ['ALL_DONE', ['CANCELED', 'CANCELED']],
  );
  assert.equal(await statusOf(orderListId), 'ALL_DONE');
  assert.deepEqual(await good('GET /api/v3/openOrderList', {}), []);
  assert.deepEqual(await bad('DELETE /api/v3/orderList', { symbol, orderListId }), [-2011, 'orderListId']);
});

test('D0052 trading-api I13 the status of a list is told when it is placed and when its orders have ended', async () => {
  const line = await ProgramLine.open(server);
  await line.logOn(ann);
  await line.ask('userDataStream.subscribe');
  const stopLimit = { belowType: 'STOP_LOSS_LIMIT', belowPrice: '58000', belowTimeInForce: 'GTC' };
  const place = async (terms: Parameters) =>
    (await line.ask('orderList.place.oco', { ...SALE, ...terms })).result as List;
  const first = await place({ listClientOrderId: 'sold' });
  await eve.ask('POST /api/v3/order', {
    symbol,
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: '61000',
    quantity: '0.01',
  });
  assert.deepEqual((await legsOf(first)).map(({ status }) => status).sort(), ['CANCELED', 'FILLED']);
  await tradeAt('60000');
  const second = await place({ listClientOrderId: 'fired', ...stopLimit });
  await tradeAt('58999');
  assert.equal(await statusOf(second.orderListId), 'EXECUTING');
  await server.market.tick();
  // It rests at its limit price, and the list goes on with it alone.
  const [stop, limit] = await legsOf(second);
  assert.deepEqual([stop?.status, limit?.status], ['NEW', 'CANCELED']);
  assert.equal(await statusOf(second.orderListId), 'EXECUTING');
  const { orders } = (await good<List[]>('GET /api/v3/openOrderList', {}))[0]!;
  assert.deepEqual(orders, second.orders);
  const ended = (await line.ask('orderList.cancel', { symbol, orderListId: second.orderListId }))
    .result as List;
  assert.deepEqual(
    [ended.orders.length, ended.orderReports.map(({ orderId }) => orderId)],
    [2, [stop?.orderId]],
  );
  const lists = () => line.events.flatMap(({ event }) => (event?.['e'] === 'listStatus' ? [event] : []));
  while (lists().length < 4) await line.untilEvents(line.events.length + 1);
  assert.deepEqual(
    lists().map(({ C, L, O }) => [C, L, (O as unknown[]).length]),
    [
      ['sold', 'EXECUTING', 2],
      ['sold', 'ALL_DONE', 2],
      ['fired', 'EXECUTING', 2],
      ['fired', 'ALL_DONE', 2],
    ],
  );
  const reports = line.events.flatMap(({ event }) => (event?.['e'] === 'executionReport' ? [event] : []));
  assert.deepEqual(new Set(reports.map(({ g }) => g)), new Set([first.orderListId, second.orderListId]));
  line.close();
  await clear();
});

test('D0052 trading-api I13 over random prices one order of a list trades at most, and its status is that of its orders', async () => {
  const paths = fc.sample(fc.array(fc.constantFrom('58900', '59500', '60500', '61000'), { maxLength: 3 }), {
    seed: 3,
    numRuns: 12,
  });
  for (const path of paths) {
    await clear();
    await tradeAt('60000');
    const list = await good<List>(NEW, SALE);
    for (const price of path) {
      await tradeAt(price, '0.006');
      await server.market.tick();
      const legs = await legsOf(list);
      const isOpen = legs.some(({ status }) => status === 'NEW' || status === 'PARTIALLY_FILLED');
      assert.equal(await statusOf(list.orderListId), isOpen ? 'EXECUTING' : 'ALL_DONE');
      assert.ok(legs.filter(({ executedQty }) => Number(executedQty) > 0).length <= 1);
    }
    await clear();
    const { balances } = await good<{ balances: { asset: string; locked: string }[] }>(
      'GET /api/v3/account',
      {},
    );
    assert.ok(
      balances.every(({ locked }) => Number(locked) === 0),
      JSON.stringify(path),
    );
  }
});

test('D0052 trading-api I14 a cancel of one order cancels its list, a cancel of all answers lists as such', async () => {
  await clear();
  await tradeAt('60000');
  const first = await good<List>('POST /api/v3/order/oco', {
    symbol,
    side: 'BUY',
    quantity: '0.01',
    price: '59000',
    limitClientOrderId: 'limit',
    stopPrice: '61000',
    stopClientOrderId: 'stop',
    stopLimitPrice: '61500',
    stopLimitTimeInForce: 'GTC',
    newOrderRespType: 'ACK',
  });
  assert.deepEqual(
    first.orders.map(({ clientOrderId }) => clientOrderId),
    ['stop', 'limit'],
  );
  assert.equal(first.listClientOrderId, `auto-${first.orderListId}`);
  await good('DELETE /api/v3/order', { symbol, origClientOrderId: 'stop' });
  assert.equal(await statusOf(first.orderListId), 'ALL_DONE');
  const { orderId } = await good<Leg>('POST /api/v3/order', {
    symbol,
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: '58000',
    quantity: '0.01',
  });
  const second = await good<List>(NEW, SALE);
  const cancelled = await good<(List & Leg)[]>('DELETE /api/v3/openOrders', { symbol });
  assert.deepEqual(
    new Set(cancelled.map((one) => one.orderId ?? `${one.orderListId} of ${one.orderReports.length}`)),
    new Set([orderId, `${second.orderListId} of 2`]),
  );
});

test('D0052 trading-api I14 a pair of our own calls is a list too, also for a program that comes later', async () => {
  await server.post(
    '/bb/app/spot/placeOco',
    {
      baseCoin: 'BTC',
      quoteCoin: 'USDT',
      side: 'sell',
      price: '61000',
      amount: '0.01',
      triggerPrice: '59000',
      clientOrderId: 'both',
    },
    users.zoe,
  );
  await eve.ask('POST /api/v3/order', {
    symbol,
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'IOC',
    price: '61000',
    quantity: '0.001',
  });
  const zoe = await programOf(server, users.zoe);
  const [list] = await good<List[]>('GET /api/v3/openOrderList', {}, zoe);
  assert.deepEqual(
    list?.orders.map(({ clientOrderId }) => clientOrderId),
    ['both', 'both'],
  );
  const { orderListId } = list!;
  const ended = await good<List>('DELETE /api/v3/orderList', { symbol, orderListId }, zoe);
  assert.deepEqual(ended.orders, list?.orders);
  const trades = await good<{ orderListId: number }[]>('GET /api/v3/myTrades', { symbol }, zoe);
  assert.equal(trades[0]?.orderListId, orderListId);
});

test('D0052 trading-api I14 what a list cannot be is refused by its parameter, and nothing is placed', async () => {
  await clear();
  await tradeAt('60000');
  const stopLimit = { belowType: 'STOP_LOSS_LIMIT', belowPrice: '58000', belowTimeInForce: 'GTC' };
  const wrong: readonly [Parameters, number, string | undefined][] = [
    [{ quantity: undefined }, -1102, 'quantity'],
    [{ quantity: '0' }, -1013, 'quantity'],
    [{ abovePrice: undefined }, -1102, 'abovePrice'],
    [{ abovePrice: '61000.001' }, -1013, 'abovePrice'],
    [{ aboveStopPrice: '61000' }, -1106, 'aboveStopPrice'],
    [{ aboveTimeInForce: 'GTC' }, -1106, 'aboveTimeInForce'],
    [{ belowStopPrice: undefined }, -1102, 'belowStopPrice'],
    [{ belowStopPrice: '59000.001' }, -1013, 'belowStopPrice'],
    [{ belowPrice: '58000' }, -1106, 'belowPrice'],
    [{ ...stopLimit, belowPrice: undefined }, -1102, 'belowPrice'],
    [{ ...stopLimit, belowPrice: '58000.001' }, -1013, 'belowPrice'],
    [{ ...stopLimit, belowTimeInForce: undefined }, -1102, 'belowTimeInForce'],
    [{ ...stopLimit, belowTimeInForce: 'IOC' }, -1130, 'belowTimeInForce'],
    [{ belowType: 'LIMIT_MAKER' }, -1128, 'belowType'],
    [{ aboveType: 'STOP_LOSS' }, -1128, 'aboveType'],
    [{ side: 'BUY' }, -1128, 'belowType'],
    [{ aboveType: 'TAKE_PROFIT' }, -1130, 'aboveType'],
    [{ belowTrailingDelta: '100' }, -1104, 'belowTrailingDelta'],
    [{ aboveIcebergQty: '0.001' }, -1104, 'aboveIcebergQty'],
    [{ aboveClientOrderId: 'one', belowClientOrderId: 'one' }, -1128, 'belowClientOrderId'],
    [{ symbol: 'NONEUSDT' }, -1121, 'symbol'],
    [{ belowStopPrice: '60000' }, -2010, undefined],
    [{ abovePrice: '60000' }, -2010, undefined],
    [{ quantity: '12' }, -2010, undefined],
  ];
  for (const [terms, code, field] of wrong)
    assert.deepEqual(await bad(NEW, { ...SALE, ...terms }), [code, field], JSON.stringify(terms));
  assert.deepEqual(await good('GET /api/v3/openOrders', {}), []);
  await good(NEW, { ...SALE, ...NAMES });
  for (const [parameter, name] of [
    ['listClientOrderId', 'the-list'],
    ['aboveClientOrderId', 'below'],
    ['belowClientOrderId', 'above'],
  ] as const)
    assert.deepEqual(await bad(NEW, { ...SALE, [parameter]: name }), [-2010, parameter]);
  assert.deepEqual(await bad('GET /api/v3/orderList', {}), [-1102, 'orderListId']);
  assert.deepEqual(await bad('DELETE /api/v3/orderList', { symbol }), [-1102, 'orderListId']);
  assert.deepEqual(await bad('GET /api/v3/allOrderList', { fromId: 1, startTime: 1 }), [-1128, 'startTime']);
  assert.deepEqual(await bad('GET /api/v3/allOrderList', { startTime: 2, endTime: 1 }), [-1130, 'endTime']);
  await clear();
});
