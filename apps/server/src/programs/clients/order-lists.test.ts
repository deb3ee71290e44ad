/**
 * Goal: programs written for Binance place, read and cancel order lists here without a change.
 * Method: the npm packages binance and @binance/spot, and ccxt, which has such calls by their paths
 * alone, against the whole server, over HTTP and over sockets.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Spot } from '@binance/spot';
import { MainClient, WebsocketAPIClient } from 'binance';
import { bearStrayErrors, ccxtOf, type CcxtOrder } from '../../testing/ccxt.ts';
import { MASTER_KEY } from '../../testing/fund-password.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { keyOf, type ProgramKey } from '../../testing/program.ts';

const symbol = 'BTCUSDT';
const SALE = {
  symbol,
  side: 'SELL',
  quantity: 0.001,
  aboveType: 'LIMIT_MAKER',
  abovePrice: 61_000,
  belowType: 'STOP_LOSS_LIMIT',
  belowStopPrice: 59_000,
  belowPrice: 58_000,
  belowTimeInForce: 'GTC',
} as const;
const PAIR = {
  symbol,
  side: 'SELL',
  quantity: 0.001,
  price: 61_000,
  stopPrice: 59_000,
  stopLimitPrice: 58_000,
  stopLimitTimeInForce: 'GTC',
} as const;

interface List {
  readonly orderListId: number;
  readonly listClientOrderId: string;
  readonly listOrderStatus: string;
  readonly orders: readonly { readonly orderId: number; readonly clientOrderId: string }[];
  readonly orderReports: readonly { readonly type: string; readonly status: string }[];
}

let server: TestServer;
let hmac: ProgramKey;
let ed25519: ProgramKey;
before(async () => {
  bearStrayErrors();
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
  const user = await server.register('trader');
  hmac = await keyOf(server, user);
  ed25519 = await keyOf(server, user, { kind: 'ed25519' });
  const maker = binanceOf(await keyOf(server, await server.register('maker')));
  const limit = { symbol, type: 'LIMIT', timeInForce: 'GTC', quantity: 0.001, price: 60_000 } as const;
  await maker.submitNewOrder({ ...limit, side: 'SELL' });
  await binanceOf(hmac).submitNewOrder({ ...limit, side: 'BUY' });
});
after(() => server.close());

const authOf = ({ apiKey, secret }: ProgramKey) => ({ api_key: apiKey, api_secret: secret });
const binanceOf = (key: ProgramKey): MainClient =>
  new MainClient({ ...authOf(key), baseUrl: server.server.url });
const socketsUrl = (): string => server.server.url.replace('http', 'ws');

/** What a list placed in either way is. */
function assertPlaced(list: List): void {
  assert.deepEqual([list.listOrderStatus, list.orders.length], ['EXECUTING', 2]);
  assert.deepEqual(
    list.orderReports.map(({ type, status }) => [type, status]),
    [
      ['STOP_LOSS_LIMIT', 'NEW'],
      ['LIMIT_MAKER', 'NEW'],
    ],
  );
}

interface Calls {
  readonly placed: readonly (() => Promise<unknown>)[];
  readonly read: (list: List) => Promise<unknown>;
  readonly open: () => Promise<unknown>;
  readonly all: () => Promise<unknown>;
  readonly cancel: (list: List) => Promise<unknown>;
}

/** Places a list in each way, reads it in each, and cancels it. */
async function follow({ placed, read, open, all, cancel }: Calls): Promise<void> {
  for (const place of placed) {
    const list = (await place()) as List;
    assertPlaced(list);
    const { orderReports: _reports, ...shown } = list;
    assert.deepEqual(await read(list), shown);
    assert.deepEqual(await open(), [shown]);
    assert.deepEqual(((await all()) as List[]).at(-1), shown);
    const cancelled = (await cancel(list)) as List;
    assert.deepEqual(
      [cancelled.listOrderStatus, cancelled.orderReports.map(({ status }) => status)],
      ['ALL_DONE', ['CANCELED', 'CANCELED']],
    );
    assert.deepEqual(await open(), []);
  }
}

test('D0052 binance: lists over HTTP and over a socket, with names of its own', async (context) => {
  const client = binanceOf(hmac);
  // It names the list and both orders, and writes the names into what it is given.
  await follow({
    placed: [() => client.submitNewOrderList({ ...SALE }), () => client.submitNewOCO({ ...PAIR })],
    read: ({ orderListId }) => client.getOCO({ orderListId }),
    open: () => client.getAllOpenOCO(),
    all: () => client.getAllOCO(),
    cancel: ({ orderListId }) => client.cancelOCO({ symbol, orderListId }),
  });
  const socket = new WebsocketAPIClient(
    { ...authOf(ed25519), wsUrl: socketsUrl(), attachEventListeners: false },
    { trace: () => {}, info: () => {}, error: () => {} },
  );
  context.after(() => socket.getWSClient().closeAll(true));
  const statuses: string[] = [];
  socket.getWSClient().on('message', (message) => {
    const { e, L } = message as unknown as { e?: string; L: string };
    if (e === 'listStatus') statuses.push(L);
  });
  await socket.subscribeUserDataStream('mainWSAPI');
  await follow({
    placed: [
      async () => (await socket.placeSpotOCOOrderList(SALE as never)).result,
      async () => (await socket.placeSpotOrderList(PAIR as never)).result,
    ],
    read: async ({ listClientOrderId }) =>
      (await socket.getSpotOrderListStatus({ origClientOrderId: listClientOrderId } as never)).result,
    open: async () => (await socket.getSpotOpenOrderLists({} as never)).result,
    all: async () => (await socket.getSpotAllOrderLists({} as never)).result,
    cancel: async ({ listClientOrderId }) =>
      (await socket.cancelSpotOrderList({ symbol, listClientOrderId } as never)).result,
  });
  assert.deepEqual(statuses, ['EXECUTING', 'ALL_DONE', 'EXECUTING', 'ALL_DONE']);
  // Orders that wait for another one are not offered (L256).
  const waits = { workingType: 'LIMIT', workingSide: 'BUY', workingPrice: '59000', workingQuantity: '0.001' };
  const pending = { pendingType: 'LIMIT', pendingSide: 'SELL', pendingPrice: '61000' };
  await assert.rejects(
    client.submitNewOrderListOTO({
      symbol,
      ...waits,
      workingTimeInForce: 'GTC',
      ...pending,
      pendingQuantity: '0.001',
      pendingTimeInForce: 'GTC',
    } as never),
    (error) => (error as { code?: number }).code === -1000,
  );
});

test('D0052 @binance/spot: lists over HTTP and over a socket', async (context) => {
  const { apiKey, secret } = hmac;
  const key = { apiKey, apiSecret: secret };
  const spot = new Spot({
    configurationRestAPI: { ...key, basePath: server.server.url, retries: 0 },
    configurationWebsocketAPI: { ...key, wsURL: `${socketsUrl()}/ws-api/v3` },
  } as never);
  const { restAPI } = spot;
  const dataOf = async (answer: Promise<{ data(): Promise<unknown> }>): Promise<unknown> =>
    (await answer).data();
  await follow({
    placed: [
      () => dataOf(restAPI.orderListOco(SALE as never)),
      () => dataOf(restAPI.orderOco(PAIR as never)),
    ],
    read: ({ orderListId }) => dataOf(restAPI.getOrderList({ orderListId })),
    open: () => dataOf(restAPI.openOrderList()),
    all: () => dataOf(restAPI.allOrderList({ limit: 1 })),
    cancel: ({ orderListId }) => dataOf(restAPI.deleteOrderList({ symbol, orderListId })),
  });
  const connection = await spot.websocketAPI.connect();
  context.after(() => connection.disconnect());
  // It adds to the parameters that it is given.
  await follow({
    placed: [
      async () => (await connection.orderListPlaceOco({ ...SALE } as never)).data,
      async () => (await connection.orderListPlace({ ...PAIR } as never)).data,
    ],
    read: async ({ orderListId }) => (await connection.orderListStatus({ orderListId })).data,
    open: async () => (await connection.openOrderListsStatus()).data,
    all: async () => (await connection.allOrderLists({ limit: 1 })).data,
    cancel: async ({ orderListId }) => (await connection.orderListCancel({ symbol, orderListId })).data,
  });
});

test('D0052 ccxt: the orders of a list among others, and a cancel of all', async () => {
  const client = await ccxtOf(server.server.url, ed25519);
  const list = await client.call<List>('privatePostOrderListOco', { ...SALE });
  const open = await client.call<CcxtOrder[]>('fetchOpenOrders', 'BTC/USDT');
  assert.deepEqual(
    open.map(({ id, type, side, triggerPrice }) => [id, type, side, triggerPrice]),
    [
      [String(list.orders[0]?.orderId), 'limit', 'sell', 59_000],
      [String(list.orders[1]?.orderId), 'limit', 'sell', undefined],
    ],
  );
  await client.call('cancelOrder', open[1]?.id, 'BTC/USDT');
  assert.deepEqual(await client.call('fetchOpenOrders', 'BTC/USDT'), []);
  await client.call('privatePostOrderListOco', { ...SALE });
  await client.call('cancelAllOrders', 'BTC/USDT');
  assert.deepEqual(await client.call('privateGetOpenOrderList'), []);
  await client.close();
});
