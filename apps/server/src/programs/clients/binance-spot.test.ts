/**
 * Goal: a program written with Binance's own connector for spot trading works here without a
 * change. Method: its three clients against the whole server, told nothing but the addresses.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Spot } from '@binance/spot';
import { MASTER_KEY } from '../../testing/fund-password.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { keyOf, type ProgramKey } from '../../testing/program.ts';
import { whileWaiting } from '../../testing/while-waiting.ts';

const symbol = 'BTCUSDT';
let server: TestServer;
let clients: readonly (readonly [string, Spot])[];
before(async () => {
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
  const user = await server.register('trader');
  clients = [
    ['hmac', clientOf(await keyOf(server, user))],
    ['ed25519', clientOf(await keyOf(server, user, { kind: 'ed25519' }))],
    ['rsa', clientOf(await keyOf(server, user, { kind: 'rsa' }))],
  ];
  const maker = clientOf(await keyOf(server, await server.register('maker')));
  await maker.restAPI.newOrder(limit('SELL', 0.05, 60_100));
  await maker.restAPI.newOrder(limit('BUY', 0.05, 59_900));
  await clients[0]![1].restAPI.newOrder(limit('BUY', 0.001, 60_100));
});
after(() => server.close());

function clientOf({ apiKey, secret }: ProgramKey): Spot {
  const { url } = server.server;
  const sockets = url.replace('http', 'ws');
  const key = secret.startsWith('-----') ? { apiKey, privateKey: secret } : { apiKey, apiSecret: secret };
  return new Spot({
    configurationRestAPI: { ...key, basePath: url, retries: 0 },
    configurationWebsocketAPI: { ...key, wsURL: `${sockets}/ws-api/v3` },
    configurationWebsocketStreams: { wsURL: sockets },
  } as never);
}

/** Its types name sides, kinds and times of orders by enums whose values are these texts. */
const limit = (side: 'BUY' | 'SELL', quantity: number, price: number) =>
  ({ symbol, side, type: 'LIMIT', timeInForce: 'GTC', quantity, price }) as never;
const market = (quantity: number) => ({ symbol, side: 'BUY', type: 'MARKET', quantity }) as never;
const replacing = (cancelOrderId: number) =>
  ({
    ...(limit('BUY', 0.002, 58_000) as object),
    cancelReplaceMode: 'STOP_ON_FAILURE',
    cancelOrderId,
  }) as never;
const rejects = (promise: Promise<unknown>, code: number) => assert.rejects(promise, { code });

/** Calls of one client by name, without what the library knows of the types of answers. */
type Calls = Readonly<Record<string, (parameters?: object) => Promise<Answer>>>;
interface Answer {
  readonly data: unknown;
}
type Ask = <T = Record<string, unknown>>(method: string, parameters?: object) => Promise<T>;

const askRest =
  (client: Spot): Ask =>
  async <T>(method: string, parameters?: object) => {
    const { data } = await (client.restAPI as unknown as Calls)[method]!(parameters);
    return (data as () => Promise<T>)();
  };

/** Names over HTTP and over a socket, parameters, what is looked at, and what it must be. */
const READS: readonly (readonly [string, string, object | undefined, (data: never) => unknown, unknown])[] = [
  ['ping', 'ping', undefined, (data) => data, {}],
  ['time', 'time', undefined, (data: { serverTime: number }) => data.serverTime > 0, true],
  ['exchangeInfo', 'exchangeInfo', { symbol }, (data: { symbols: unknown[] }) => data.symbols.length, 1],
  ['depth', 'depth', { symbol }, (data: { asks: unknown[] }) => data.asks, [['60100.00', '0.04900']]],
  ['getTrades', 'tradesRecent', { symbol }, (data: { price: string }[]) => data[0]?.price, '60100.00'],
  ['historicalTrades', 'tradesHistorical', { symbol }, (data: { qty: string }[]) => data[0]?.qty, '0.00100'],
  ['aggTrades', 'tradesAggregate', { symbol }, (data: { p: string }[]) => data[0]?.p, '60100.00'],
  ['klines', 'klines', { symbol, interval: '1m' }, (data: string[][]) => data[0]?.[4], '60100.00'],
  ['uiKlines', 'uiKlines', { symbol, interval: '5m' }, (data: string[][]) => data[0]?.[4], '60100.00'],
  ['avgPrice', 'avgPrice', { symbol }, (data: { price: string }) => Number(data.price), 60_100],
  ['ticker24hr', 'ticker24hr', { symbol }, (data: { lastPrice: string }) => data.lastPrice, '60100.00'],
  ['ticker', 'ticker', { symbol }, (data: { lastPrice: string }) => data.lastPrice, '60100.00'],
  ['tickerTradingDay', 'tickerTradingDay', { symbol }, (data: { volume: string }) => data.volume, '0.00100'],
  ['tickerPrice', 'tickerPrice', { symbol }, (data: { price: string }) => data.price, '60100.00'],
  ['tickerBookTicker', 'tickerBook', { symbol }, (data: { bidPrice: string }) => data.bidPrice, '59900.00'],
  ['ticker', 'ticker', { symbols: [symbol, 'ETHUSDT'] }, (data: unknown[]) => data.length, 2],
];

test('D0052 @binance/spot reads the market over HTTP and over a socket', async (context) => {
  const [, client] = clients[0]!;
  const ask = askRest(client);
  const connection = await client.websocketAPI.connect();
  context.after(() => connection.disconnect());
  for (const [overHttp, overSocket, parameters, shown, expected] of READS) {
    assert.deepEqual(shown((await ask(overHttp, parameters)) as never), expected, overHttp);
    // It adds to the parameters that it is given.
    const copy = parameters === undefined ? undefined : { ...parameters };
    const { data } = await (connection as unknown as Calls)[overSocket]!(copy);
    assert.deepEqual(shown(data as never), expected, `${overSocket} over a socket`);
  }
});

/** Their names over HTTP and over a socket. */
const TRADING = [
  ['newOrder', 'orderPlace'],
  ['orderTest', 'orderTest'],
  ['getOrder', 'orderStatus'],
  ['getOpenOrders', 'openOrdersStatus'],
  ['allOrders', 'allOrders'],
  ['myTrades', 'myTrades'],
  ['getAccount', 'accountStatus'],
  ['accountCommission', 'accountCommission'],
  ['rateLimitOrder', 'accountRateLimitsOrders'],
  ['orderAmendKeepPriority', 'orderAmendKeepPriority'],
  ['orderCancelReplace', 'orderCancelReplace'],
  ['deleteOrder', 'orderCancel'],
  ['deleteOpenOrders', 'openOrdersCancelAll'],
] as const;

interface Order {
  readonly orderId: number;
  readonly status: string;
}

/** Places, reads, amends, replaces and cancels. */
async function trade(ask: Ask, of: string): Promise<void> {
  const placed = await ask<Order>('newOrder', limit('BUY', 0.001, 59_000));
  const taken = await ask<Order>('newOrder', market(0.001));
  assert.deepEqual([placed.status, taken.status], ['NEW', 'FILLED'], of);
  const { orderId } = placed;
  await ask('orderTest', market(0.001));
  const read = await ask<Order>('getOrder', { symbol, orderId });
  assert.deepEqual(await ask('getOpenOrders', { symbol }), [read], of);
  const ids = (await ask<Order[]>('allOrders', { symbol })).map((one) => one.orderId);
  assert.deepEqual(ids.slice(-2), [orderId, taken.orderId], of);
  assert.equal((await ask<Order[]>('myTrades', { symbol })).at(-1)?.orderId, taken.orderId, of);
  assert.equal((await ask('getAccount'))['canTrade'], true, of);
  assert.equal((await ask('accountCommission', { symbol }))['symbol'], symbol, of);
  assert.deepEqual(
    (await ask<{ interval: string }[]>('rateLimitOrder')).map(({ interval }) => interval),
    ['SECOND', 'DAY'],
  );
  const amended = await ask<{ amendedOrder: { qty: string } }>('orderAmendKeepPriority', {
    symbol,
    orderId,
    newQty: 0.0009,
  });
  assert.equal(amended.amendedOrder.qty, '0.00090', of);
  const replaced = await ask<{ newOrderResponse: Order }>('orderCancelReplace', replacing(orderId));
  await rejects(ask('deleteOrder', { symbol, orderId }), -2011);
  const named = { symbol, orderId: replaced.newOrderResponse.orderId };
  assert.equal((await ask<Order>('deleteOrder', named)).status, 'CANCELED', of);
  await ask('newOrder', limit('BUY', 0.001, 59_000));
  assert.equal((await ask<Order[]>('deleteOpenOrders', { symbol })).length, 1, of);
}

test('D0052 @binance/spot trades over HTTP with a key of each kind', async () => {
  for (const [kind, client] of clients) await trade(askRest(client), kind);
});

test('D0052 @binance/spot trades over a socket and follows its account there', async (context) => {
  const bySocket = new Map<string, string>(TRADING);
  for (const [kind, client] of clients) {
    const connection = await client.websocketAPI.connect();
    context.after(() => connection.disconnect());
    const ask: Ask = async <T>(method: string, parameters?: object) => {
      const name = bySocket.get(method) ?? method;
      const { data } = await (connection as unknown as Calls)[name]!({ ...parameters });
      return data as T;
    };
    // At Binance only keys of this kind may log on; others sign each request.
    if (kind === 'ed25519') await connection.sessionLogon();
    const { stream } =
      kind === 'ed25519'
        ? await connection.userDataStreamSubscribe()
        : await connection.userDataStreamSubscribeSignature();
    const events: string[] = [];
    stream.on('message', (event) => {
      events.push((event as { e: string }).e);
    });
    assert.deepEqual(await ask('sessionSubscriptions'), [{ subscriptionId: 0 }], kind);
    await trade(ask, kind);
    assert.ok(events.filter((e) => e === 'executionReport').length >= 8, kind);
    assert.ok(events.includes('outboundAccountPosition'), kind);
    await connection.userDataStreamUnsubscribe({ subscriptionId: 0 } as never);
    assert.deepEqual(await ask('sessionSubscriptions'), [], kind);
    if (kind === 'ed25519') await connection.sessionLogout();
  }
});

test('D0052 @binance/spot fails as it must where there is no such thing', async () => {
  const ask = askRest(clients[0]![1]);
  // Reference prices, allocations of smart order routing and prevented matches are not offered.
  for (const [method, parameters] of [
    ['referencePrice', { symbol }],
    ['myAllocations', { symbol }],
    ['myPreventedMatches', { symbol, orderId: 1 }],
    ['sorOrder', market(0.001)],
  ] as const)
    await rejects(ask(method, parameters), -1000);
  const wrong = clientOf(await keyOf(server, await server.register('wrong')));
  await rejects(askRest(wrong)('newOrder', limit('BUY', 0.3, 59_000)), -2010);
});

test('D0052 @binance/spot follows every stream of the market', async (context) => {
  const [, client] = clients[0]!;
  const connection = await client.websocketStreams.connect();
  context.after(() => connection.disconnect());
  const of = { symbol: 'btcusdt' };
  const streams = {
    trade: connection.trade(of),
    aggTrade: connection.aggTrade(of),
    kline: connection.kline({ ...of, interval: '1m' } as never),
    bookTicker: connection.bookTicker(of),
    diffBookDepth: connection.diffBookDepth({ ...of, updateSpeed: '100ms' } as never),
    partialBookDepth: connection.partialBookDepth({ ...of, levels: '5' } as never),
    miniTicker: connection.miniTicker(of),
    ticker: connection.ticker(of),
    rollingWindowTicker: connection.rollingWindowTicker({ ...of, windowSize: '1h' } as never),
    allMiniTicker: connection.allMiniTicker(),
    allMarketRollingWindowTicker: connection.allMarketRollingWindowTicker({ windowSize: '1h' } as never),
    avgPrice: connection.avgPrice(of),
  };
  const first = Object.values(streams).map(
    (stream) => new Promise((resolve) => stream.on('message', resolve as never)),
  );
  // The library does not tell when it has subscribed.
  const events = await whileWaiting(Promise.all(first), () => askRest(client)('newOrder', market(0.0001)));
  assert.equal(events.length, 12);
});
