/**
 * Goal: a program written for Binance with the npm package binance trades here without a change.
 * Method: its three clients against the whole server, told nothing but the address.
 */
import assert from 'node:assert/strict';
import { once, type EventEmitter } from 'node:events';
import { after, before, test } from 'node:test';
import { MainClient, WebsocketAPIClient, WebsocketClient } from 'binance';
import { MASTER_KEY } from '../../testing/fund-password.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { keyOf, type ProgramKey } from '../../testing/program.ts';

const symbol = 'BTCUSDT';
const LIMIT = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' } as const;
const UNKNOWN_CALL = { code: -1000 };
const UNKNOWN_ORDER = { code: -2011 };
let server: TestServer;
let keys: Readonly<Record<'hmac' | 'ed25519' | 'rsa', ProgramKey>>;
before(async () => {
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
  const user = await server.register('trader');
  keys = {
    hmac: await keyOf(server, user),
    ed25519: await keyOf(server, user, { kind: 'ed25519' }),
    rsa: await keyOf(server, user, { kind: 'rsa' }),
  };
  const maker = clientOf(await keyOf(server, await server.register('maker')));
  await maker.submitNewOrder({ ...LIMIT, side: 'SELL', quantity: 0.05, price: 60_100 });
  await maker.submitNewOrder({ ...LIMIT, quantity: 0.05, price: 59_900 });
  await clientOf(keys.hmac).submitNewOrder({ ...LIMIT, quantity: 0.001, price: 60_100 });
});
after(() => server.close());

const authOf = ({ apiKey, secret }: ProgramKey) => ({ api_key: apiKey, api_secret: secret });
/** It turns the numbers of answers into JS numbers. */
const clientOf = (key: ProgramKey): MainClient =>
  new MainClient({ ...authOf(key), baseUrl: server.server.url, beautifyResponses: true });
const socketsOf = (key: ProgramKey) => ({
  ...authOf(key),
  wsUrl: server.server.url.replace('http', 'ws'),
  beautify: true,
});
const QUIET = { trace: () => {}, info: () => {}, error: () => {} };
/** What it rejects with is no Error. */
const rejects = (promise: Promise<unknown>, with_: { readonly code: number }) =>
  assert.rejects(promise, (error) => {
    const { code = null, error: ofSocket } = error as { code?: number; error?: { code: number } };
    assert.equal(code ?? ofSocket?.code, with_.code);
    return true;
  });

test('D0052 binance: MainClient reads the market', async () => {
  const client = clientOf(keys.hmac);
  await client.testConnectivity();
  assert.deepEqual(await client.getSystemStatus(), { status: 0, msg: 'normal' });
  for (const asked of [{ symbol }, { symbols: [symbol, 'ETHUSDT'] }])
    assert.equal((await client.getExchangeInfo(asked)).symbols[0]?.symbol, symbol);
  assert.deepEqual((await client.getOrderBook({ symbol })).asks, [[60_100, 0.049]]);
  for (const trades of [
    await client.getRecentTrades({ symbol }),
    await client.getHistoricalTrades({ symbol }),
  ])
    assert.deepEqual([trades[0]?.price, trades[0]?.qty], [60_100, 0.001]);
  assert.equal((await client.getAggregateTrades({ symbol }))[0]?.p, '60100.00');
  for (const candles of [
    await client.getKlines({ symbol, interval: '1m' }),
    await client.getUIKlines({ symbol, interval: '1m' }),
  ])
    assert.equal(candles[0]?.[4], '60100.00');
  assert.equal((await client.getAvgPrice({ symbol })).price, 60_100);
  const ofOne = [
    await client.get24hrChangeStatistics({ symbol }),
    await client.getTradingDayTicker({ symbol }),
    await client.getRollingWindowTicker({ symbol }),
  ];
  for (const ticker of ofOne) assert.equal((ticker as unknown as { lastPrice: number }).lastPrice, 60_100);
  const symbols = [symbol, 'ETHUSDT'];
  const ofSeveral = [
    await client.get24hrChangeStatistics({ symbols }),
    await client.getTradingDayTicker({ symbols }),
    await client.getRollingWindowTicker({ symbols }),
    await client.getSymbolPriceTicker({ symbols }),
    await client.getSymbolOrderBookTicker({ symbols }),
  ];
  for (const tickers of ofSeveral)
    assert.deepEqual(
      (tickers as { symbol: string }[]).map((one) => one.symbol),
      symbols,
    );
  assert.ok(((await client.getSymbolPriceTicker()) as unknown[]).length > 5);
});

test('D0052 binance: MainClient trades with a key of each kind', async () => {
  for (const [kind, key] of Object.entries(keys)) {
    const client = clientOf(key);
    await client.testNewOrder({ ...LIMIT, quantity: 0.001, price: 59_000 });
    const rests = await client.submitNewOrder({
      ...LIMIT,
      quantity: 0.001,
      price: 59_000,
      newOrderRespType: 'FULL',
    });
    const { orderId } = rests;
    assert.deepEqual([rests.status, rests.price, rests.fills], ['NEW', 59_000, []], kind);
    const sent = { symbol, side: 'BUY', type: 'MARKET', quantity: 0.001, newOrderRespType: 'FULL' } as const;
    const taken = await client.submitNewOrder(sent);
    assert.deepEqual([taken.status, taken.fills[0]?.price], ['FILLED', 60_100], kind);
    assert.deepEqual(await client.getOpenOrders(), [await client.getOrder({ symbol, orderId })], kind);
    assert.deepEqual(await client.getOpenOrders({ symbol }), await client.getOpenOrders(), kind);
    const ids = (await client.getAllOrders({ symbol })).map((order) => order.orderId);
    assert.deepEqual(ids.slice(-2), [orderId, taken.orderId], kind);
    assert.equal((await client.getAccountTradeList({ symbol })).at(-1)?.orderId, taken.orderId, kind);
    const limits = (await client.getOrderRateLimit()) as unknown as { count: number }[];
    assert.ok(limits.length === 2 && limits[1]!.count > 2, kind);
    const { balances } = await client.getAccountInformation();
    assert.deepEqual(balances.find(({ asset }) => asset === 'USDT')?.locked, 59, kind);
    assert.equal((await client.getTradeFee({ symbol }))[0]?.makerCommission, 0.0008, kind);
    const replaced = await client.replaceOrder({
      ...LIMIT,
      quantity: 0.002,
      price: 58_000,
      cancelReplaceMode: 'STOP_ON_FAILURE',
      cancelOrderId: orderId,
    });
    const { newOrderResponse } = replaced as unknown as { newOrderResponse: { orderId: number } };
    const named = { symbol, orderId: newOrderResponse.orderId };
    assert.equal((await client.cancelOrder(named)).status, 'CANCELED', kind);
    await rejects(client.cancelOrder(named), UNKNOWN_ORDER);
    await client.submitNewOrder({ ...LIMIT, quantity: 0.001, price: 59_000 });
    assert.equal((await client.cancelAllSymbolOrders({ symbol })).length, 1, kind);
    const used = client.getRateLimitStates();
    assert.ok(used['x-mbx-used-weight-1m'] > 0 && used['x-mbx-order-count-1d'] > 2, kind);
  }
});

test('D0052 binance: MainClient fails as it must where there is no such thing', async () => {
  const client = clientOf(keys.hmac);
  // Prevented matches and allocations of smart order routing are not offered.
  await rejects(client.getPreventedMatches({ symbol, orderId: 1 }), UNKNOWN_CALL);
  await rejects(client.getAllocations({ symbol }), UNKNOWN_CALL);
  // It asks for this one of spot trading at the path of futures.
  await assert.rejects(client.amendOrderKeepPriority({ symbol, orderId: 1, newQty: 0.1 }));
  await rejects(clientOf({ ...keys.hmac, secret: 'wrong' }).getOpenOrders(), { code: -1022 });
});

test('D0052 binance: WebsocketClient gets every stream in its own form', async (context) => {
  const client = new WebsocketClient(socketsOf(keys.hmac), QUIET);
  context.after(() => client.closeAll(true));
  const wanted = new Set([
    'trade',
    'aggTrade',
    'kline',
    '24hrMiniTicker',
    '24hrTicker',
    '1hTicker',
    'bookTicker',
    'avgPrice',
    'depth5',
    'depthUpdate',
  ]);
  const all = new Promise<void>((resolve, reject) => {
    client.on('exception', reject);
    client.on('formattedMessage', (message) => {
      const [event] = [message].flat() as unknown as [{ eventType: string; symbol?: string }];
      wanted.delete(event.eventType);
      if (wanted.size === 0) resolve();
    });
  });
  const streams = [
    'trade',
    'aggTrade',
    'kline_1m',
    'miniTicker',
    'ticker',
    'ticker_1h',
    'bookTicker',
    'avgPrice',
    'depth5',
    'depth@100ms',
  ].map((name) => `btcusdt@${name}`);
  const answered = once(client as unknown as EventEmitter, 'response');
  await client.subscribe([...streams, '!miniTicker@arr', '!ticker_1h@arr'], 'main');
  assert.equal(((await answered)[0] as { result: unknown }).result, null);
  await clientOf(keys.hmac).submitNewOrder({ ...LIMIT, quantity: 0.001, price: 60_100 });
  await all;
});

test('D0052 binance: WebsocketAPIClient asks, trades and follows the account', async (context) => {
  for (const [kind, key] of Object.entries(keys)) {
    const client = new WebsocketAPIClient({ ...socketsOf(key), attachEventListeners: false }, QUIET);
    context.after(() => client.getWSClient().closeAll(true));
    const events: string[] = [];
    client.getWSClient().on('message', (message) => {
      const { e } = message as unknown as { e?: string };
      if (e !== undefined) events.push(e);
    });
    await client.subscribeUserDataStream('mainWSAPI');
    if (kind === 'hmac') await readMarket(client);
    await trade(client, kind);
    assert.deepEqual([...new Set(events)].sort(), ['executionReport', 'outboundAccountPosition'], kind);
    await client.unsubscribeUserDataStream('mainWSAPI');
  }
});

async function readMarket(client: WebsocketAPIClient): Promise<void> {
  const interval = '1m';
  await client.testSpotConnectivity();
  assert.ok((await client.getSpotServerTime()).result.serverTime > 0);
  assert.equal((await client.getSpotExchangeInfo({ symbol })).result.symbols.length, 1);
  assert.equal((await client.getSpotOrderBook({ symbol })).result.asks[0]?.[0], '60100.00');
  for (const { result } of [
    await client.getSpotRecentTrades({ symbol }),
    await client.getSpotHistoricalTrades({ symbol }),
  ])
    assert.equal(result[0]?.price, '60100.00');
  assert.equal((await client.getSpotAggregateTrades({ symbol })).result[0]?.p, '60100.00');
  for (const { result } of [
    await client.getSpotKlines({ symbol, interval }),
    await client.getSpotUIKlines({ symbol, interval }),
  ])
    assert.equal(result[0]?.[4], '60100.00');
  assert.equal(Number((await client.getSpotAveragePrice({ symbol })).result.price), 60_100);
  for (const { result } of [
    await client.getSpot24hrTicker({ symbol }),
    await client.getSpotTradingDayTicker({ symbol }),
    await client.getSpotTicker({ symbol }),
  ])
    assert.equal((result as { lastPrice: string }).lastPrice, '60100.00');
  assert.deepEqual((await client.getSpotSymbolPriceTicker({ symbol })).result, { symbol, price: '60100.00' });
  const best = (await client.getSpotSymbolOrderBookTicker({ symbol })).result;
  assert.equal((best as { bidPrice: string }).bidPrice, '59900.00');
  assert.equal((await client.getSpotSessionStatus()).result.apiKey, null);
}

async function trade(client: WebsocketAPIClient, kind: string): Promise<void> {
  // A socket of an Ed25519 key has logged on; other keys sign each request, with the time.
  const more = kind === 'ed25519' ? {} : { timestamp: Date.now() };
  const order = { ...LIMIT, ...more, quantity: '0.001', price: '59000' };
  const { orderId } = (await client.submitNewSpotOrder(order)).result as { orderId: number };
  const market = { symbol, side: 'BUY', type: 'MARKET', quantity: '0.001', ...more } as const;
  const taken = (await client.submitNewSpotOrder(market)).result as { orderId: number; status: string };
  assert.equal(taken.status, 'FILLED', kind);
  await client.testSpotOrder({ ...market, ...more } as never);
  const named = { symbol, orderId, ...more } as never;
  const status = (await client.getSpotOrderStatus(named)).result;
  const ofPair = { symbol, ...more } as never;
  assert.deepEqual((await client.getSpotOpenOrders(ofPair)).result, [status], kind);
  const ids = (await client.getSpotAllOrders(ofPair)).result.map((one) => one.orderId);
  assert.deepEqual(ids.slice(-2), [orderId, taken.orderId], kind);
  const fills = (await client.getSpotMyTrades(ofPair)).result as unknown as { orderId: number }[];
  assert.equal(fills.at(-1)?.orderId, taken.orderId, kind);
  assert.equal((await client.getSpotAccountInformation(more as never)).result.canTrade, true, kind);
  assert.equal((await client.getSpotOrderRateLimits(more as never)).result.length, 2, kind);
  const { standardCommission } = (await client.getSpotAccountCommission(ofPair)).result;
  assert.equal(Number(standardCommission.taker), 0.001, kind);
  // It always sends a new name for the amended order, which keeps its old one here (L246).
  await rejects(client.amendSpotOrderKeepPriority({ symbol, orderId, newQty: '0.0009', ...more } as never), {
    code: -1104,
  });
  const replacement = {
    ...order,
    price: '58000',
    cancelReplaceMode: 'STOP_ON_FAILURE',
    cancelOrderId: orderId,
  };
  assert.equal(
    (await client.cancelReplaceSpotOrder(replacement as never)).result.cancelResult,
    'SUCCESS',
    kind,
  );
  // A text that was signed for a read cancels nothing.
  const later = kind === 'ed25519' ? {} : { timestamp: Date.now() + 1 };
  await rejects(client.cancelSpotOrder({ symbol, orderId, ...later } as never), UNKNOWN_ORDER);
  const cancelling = { symbol, ...later } as never;
  const [cancelled] = (await client.cancelAllSpotOpenOrders(cancelling)).result as { status: string }[];
  assert.equal(cancelled?.status, 'CANCELED', kind);
  // Prevented matches are not offered.
  await rejects(client.getSpotPreventedMatches(ofPair), UNKNOWN_CALL);
}
