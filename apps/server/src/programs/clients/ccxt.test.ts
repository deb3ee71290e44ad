/**
 * Goal: a program written for Binance with ccxt trades here without a change. Method: ccxt's own
 * class against the whole server, with keys of two kinds; every unified call that spot trading has,
 * with what it must return.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { MASTER_KEY } from '../../testing/fund-password.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { keyOf } from '../../testing/program.ts';
import {
  bearStrayErrors,
  ccxtOf,
  type Ccxt,
  type CcxtBalance,
  type CcxtLevels,
  type CcxtOrder,
  type CcxtTrade,
} from '../../testing/ccxt.ts';
import { whileWaiting } from '../../testing/while-waiting.ts';

const PAIR = 'BTC/USDT';
const OTHER = 'ETH/USDT';
let server: TestServer;
/** Sells at 60,100 and buys at 59,900, enough for all tests. */
let maker: Ccxt;
let hmac: Ccxt;
let ed25519: Ccxt;
before(async () => {
  bearStrayErrors();
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
  const { url } = server.server;
  const [one, two, three] = [
    await server.register('maker'),
    await server.register('first'),
    await server.register('second'),
  ];
  maker = await ccxtOf(url, await keyOf(server, one));
  hmac = await ccxtOf(url, await keyOf(server, two));
  ed25519 = await ccxtOf(url, await keyOf(server, three, { kind: 'ed25519' }));
  await place(maker, 'sell', 0.05, 60_100);
  await place(maker, 'buy', 0.05, 59_900);
  await place(hmac, 'buy', 0.001, 60_100);
});
after(async () => {
  await Promise.all([maker, hmac, ed25519].map((client) => client.close()));
  await server.close();
});

afterEach(async () => {
  for (const [, client] of kinds())
    await client.call('cancelAllOrders', PAIR).catch((error: unknown) => {
      assert.equal((error as Error).name, 'OrderNotFound');
    });
});

// oxlint-disable-next-line max-params -- The facts of an order, as ccxt's own call has them.
const place = (client: Ccxt, side: string, amount: number, price: number, more: object = {}) =>
  client.call<CcxtOrder>('createOrder', PAIR, 'limit', side, amount, price, more);
const kinds = (): readonly (readonly [string, Ccxt])[] => [
  ['HMAC', hmac],
  ['Ed25519', ed25519],
];
const fails = (promise: Promise<unknown>, name: string) => assert.rejects(promise, { name });

test('D0052 ccxt reads the market: pairs, prices, the book, trades and candles', async () => {
  const markets =
    await hmac.call<Record<string, { precision: { price: number; amount: number } }>>('loadMarkets');
  assert.deepEqual(markets[PAIR]?.precision, { ...markets[PAIR]?.precision, price: 0.01, amount: 0.00001 });
  assert.ok(Math.abs((await hmac.call<number>('fetchTime')) - Date.now()) < 60_000);
  assert.equal((await hmac.call<{ status: string }>('fetchStatus')).status, 'ok');
  const ticker = await hmac.call<Record<string, unknown>>('fetchTicker', PAIR);
  assert.deepEqual([ticker['last'], ticker['bid'], ticker['ask']], [60_100, 59_900, 60_100]);
  for (const method of ['fetchTickers', 'fetchBidsAsks', 'fetchLastPrices']) {
    const all = await hmac.call<Record<string, { symbol: string }>>(method);
    assert.ok(Object.keys(all).length > 5 && all[PAIR]?.symbol === PAIR, method);
    assert.deepEqual(Object.keys(await hmac.call<object>(method, [PAIR, OTHER])).sort(), [PAIR, OTHER]);
  }
  const book = await hmac.call<CcxtLevels>('fetchOrderBook', PAIR, 5);
  assert.deepEqual(
    [book.bids[0], book.asks[0]],
    [
      [59_900, 0.05],
      [60_100, 0.049],
    ],
  );
  const [trade] = await hmac.call<CcxtTrade[]>('fetchTrades', PAIR);
  assert.deepEqual([trade?.price, trade?.amount, trade?.side], [60_100, 0.001, 'buy']);
  for (const timeframe of ['1m', '5m', '30m', '1d']) {
    const [candle] = await hmac.call<number[][]>('fetchOHLCV', PAIR, timeframe);
    assert.deepEqual(candle?.slice(1), [60_100, 60_100, 60_100, 60_100, 0.001], timeframe);
  }
  const limits = await hmac.call<Record<string, { min: number }>>('fetchTradingLimits', [PAIR]);
  assert.equal(limits[PAIR]?.min, 0.00001);
  // There are no candles of a second.
  await fails(hmac.call('fetchOHLCV', PAIR, '1s'), 'BadRequest');
});

test('D0052 ccxt reads the account: balances and fees', async () => {
  for (const [kind, client] of kinds()) {
    const { free, used, total } = await client.call<CcxtBalance>('fetchBalance');
    assert.ok((free['USDT'] ?? 0) > 1_000 && used['USDT'] === 0 && total['ETH'] === 1, kind);
    const fee = { symbol: PAIR, maker: 0.0008, taker: 0.001 };
    const one = await client.call<typeof fee>('fetchTradingFee', PAIR);
    assert.deepEqual([one.symbol, one.maker, one.taker], Object.values(fee), kind);
    const all = await client.call<Record<string, typeof fee>>('fetchTradingFees');
    assert.deepEqual([all[PAIR]?.maker, all[PAIR]?.taker], [fee.maker, fee.taker], kind);
  }
});

test('D0052 ccxt places orders of every kind, and each is what was asked for', async () => {
  for (const [kind, client] of kinds()) {
    const rests = await place(client, 'buy', 0.001, 59_000, { clientOrderId: `mine-${kind}` });
    assert.deepEqual([rests.status, rests.clientOrderId, rests.filled], ['open', `mine-${kind}`, 0], kind);
    const makes = await client.call<CcxtOrder>('createPostOnlyOrder', PAIR, 'limit', 'buy', 0.001, 59_001);
    assert.deepEqual([makes.status, makes.postOnly], ['open', true], kind);
    // ccxt knows the code of an order that would take as this error.
    await fails(
      client.call('createPostOnlyOrder', PAIR, 'limit', 'buy', 0.001, 60_100),
      'OrderImmediatelyFillable',
    );
    for (const timeInForce of ['IOC', 'FOK']) {
      const takes = await place(client, 'buy', 0.001, 60_100, { timeInForce });
      assert.deepEqual([takes.status, takes.average, takes.timeInForce], ['closed', 60_100, timeInForce]);
      assert.equal(takes.fees[0]?.currency, 'BTC');
    }
    const sold = await client.call<CcxtOrder>('createOrder', PAIR, 'market', 'sell', 0.001);
    assert.deepEqual([sold.status, sold.average, sold.cost], ['closed', 59_900, 59.9], kind);
    const spent = await client.call<CcxtOrder>('createMarketBuyOrderWithCost', PAIR, 60.1);
    assert.deepEqual([spent.status, spent.filled, spent.cost], ['closed', 0.001, 60.1], kind);
    await placeWaiting(client);
    const shows = await place(client, 'buy', 0.01, 59_002, { icebergQty: '0.001' });
    assert.equal(shows.status, 'open', kind);
    await place(client, 'buy', 0.01, 59_002, { test: true });
    await fails(place(client, 'buy', 0.3, 59_000), 'InsufficientFunds');
    await fails(place(client, 'buy', 0.001, 59_000, { clientOrderId: `mine-${kind}` }), 'InvalidOrder');
    assert.equal((await client.call<CcxtOrder[]>('cancelAllOrders', PAIR)).length, 8, kind);
  }
});

/** Five orders that wait for a price. */
async function placeWaiting(client: Ccxt): Promise<void> {
  const call = (method: string, ...more: readonly unknown[]) => client.call<CcxtOrder>(method, PAIR, ...more);
  const waiting = [
    await call('createTriggerOrder', 'limit', 'sell', 0.001, 58_000, 58_100),
    await call('createOrder', 'limit', 'sell', 0.001, 58_000, { stopLossPrice: 58_100 }),
    await call('createStopLossOrder', 'market', 'sell', 0.001, undefined, 58_100),
    await call('createTakeProfitOrder', 'market', 'sell', 0.001, undefined, 65_000),
    await call('createOrder', 'market', 'sell', 0.001, undefined, {
      trailingPercent: 2,
      stopLossOrTakeProfit: 'stopLoss',
    }),
  ];
  assert.deepEqual(
    waiting.map(({ status, type, triggerPrice }) => [status, type, triggerPrice]),
    [
      ['open', 'limit', 58_100],
      ['open', 'limit', 58_100],
      ['open', 'market', 58_100],
      ['open', 'market', 65_000],
      ['open', 'market', 58_898],
    ],
  );
}

test('D0052 ccxt finds, changes and cancels its orders, and reads its fills', async () => {
  for (const [kind, client] of kinds()) {
    const placed = await place(client, 'buy', 0.001, 59_000, { clientOrderId: `found-${kind}` });
    const taken = await place(client, 'buy', 0.001, 60_100);
    const call = <T>(method: string, ...more: readonly unknown[]) => client.call<T>(method, ...more);
    const byId = await call<CcxtOrder>('fetchOrder', placed.id, PAIR);
    const byName = await call<CcxtOrder>('fetchOrder', '', PAIR, { clientOrderId: `found-${kind}` });
    assert.deepEqual([byId.status, byName], ['open', byId], kind);
    assert.deepEqual(await call('fetchOpenOrders', PAIR), [byId], kind);
    client.options['warnOnFetchOpenOrdersWithoutSymbol'] = false;
    client.options['fetchOpenOrders'] = { warnWithoutSymbol: false };
    assert.deepEqual(await call('fetchOpenOrders'), [byId], kind);
    const ids = async (method: string) => (await call<CcxtOrder[]>(method, PAIR)).map(({ id }) => id);
    assert.deepEqual((await ids('fetchOrders')).slice(-2), [placed.id, taken.id], kind);
    assert.equal((await ids('fetchClosedOrders')).at(-1), taken.id, kind);
    const [fill, ...more] = await call<CcxtTrade[]>('fetchOrderTrades', taken.id, PAIR);
    assert.deepEqual([fill?.order, fill?.takerOrMaker, fill?.price, more], [taken.id, 'taker', 60_100, []]);
    assert.deepEqual((await call<CcxtTrade[]>('fetchMyTrades', PAIR)).at(-1), fill, kind);
    const edited = await call<CcxtOrder>('editOrder', placed.id, PAIR, 'limit', 'buy', 0.002, 58_900);
    assert.deepEqual([edited.status, edited.price, edited.amount], ['open', 58_900, 0.002], kind);
    assert.equal((await call<CcxtOrder>('cancelOrder', edited.id, PAIR)).status, 'canceled', kind);
    assert.deepEqual((await ids('fetchCanceledOrders')).slice(-2), [placed.id, edited.id], kind);
    assert.deepEqual((await ids('fetchCanceledAndClosedOrders')).slice(-3), [placed.id, taken.id, edited.id]);
    await fails(call('cancelOrder', edited.id, PAIR), 'OrderNotFound');
    await fails(call('cancelAllOrders', PAIR), 'OrderNotFound');
    await fails(call('fetchOrder', '1', PAIR), 'OrderNotFound');
  }
});

test('D0052 ccxt fails as it must where spot trading has no such thing', async () => {
  // A market sell names what it sells; what it must bring is no term of an order here.
  await fails(hmac.call('createMarketSellOrderWithCost', PAIR, 60), 'BadRequest');
  // ccxt has these for contracts alone, and asks no server.
  await fails(
    hmac.call('createOrders', [{ symbol: PAIR, type: 'market', side: 'buy', amount: 1 }]),
    'NotSupported',
  );
  await fails(hmac.call('fetchOpenOrder', '1', PAIR), 'NotSupported');
  await fails(hmac.call('cancelOrders', ['1'], PAIR), 'BadRequest');
  for (const method of ['fetchOrderBookWs', 'fetchTickerWs'])
    await fails(hmac.call(method, PAIR), 'BadRequest');
  // There is no lending: ccxt reads the code of an unknown call so.
  await fails(hmac.call('fetchBorrowInterest'), 'OperationFailed');
  await fails(
    hmac.call('loadMarkets').then(() => hmac.call('fetchTicker', 'NO/SUCH')),
    'BadSymbol',
  );
});

test('D0052 ccxt with a wrong secret is refused', async () => {
  const { apiKey } = await keyOf(server, await server.register('wrong'));
  const wrong = await ccxtOf(server.server.url, { apiKey, secret: 'wrong' });
  await fails(wrong.call('fetchBalance'), 'AuthenticationError');
  await wrong.close();
});

test('D0052 ccxt Pro follows the market by streams, and leaves them', async () => {
  const trade = () => place(ed25519, 'buy', 0.0001, 60_100, { timeInForce: 'IOC' });
  const watch = <T>(method: string, ...more: readonly unknown[]) =>
    whileWaiting(hmac.call<T>(method, ...more), trade);
  assert.equal((await watch<{ last: number }>('watchTicker', PAIR)).last, 60_100);
  const mini = await watch<Record<string, { last: number }>>('watchTickers', [PAIR], { name: 'miniTicker' });
  assert.equal(mini[PAIR]?.last, 60_100);
  const window = await watch<Record<string, { last: number }>>('watchTickers', [PAIR], { name: 'ticker_1h' });
  assert.equal(window[PAIR]?.last, 60_100);
  for (const [method, of] of [
    ['watchTrades', PAIR],
    ['watchTradesForSymbols', [PAIR, OTHER]],
  ] as const) {
    const [trade] = await watch<CcxtTrade[]>(method, of);
    assert.deepEqual([trade?.price, trade?.amount, trade?.side], [60_100, 0.0001, 'buy'], method);
  }
  assert.equal((await watch<number[][]>('watchOHLCV', PAIR)).at(-1)?.[4], 60_100);
  const several = await watch<Record<string, object>>('watchOHLCVForSymbols', [
    [PAIR, '1m'],
    [PAIR, '5m'],
  ]);
  assert.deepEqual(Object.keys(several), [PAIR]);
  for (const [method, of] of [
    ['watchOrderBook', PAIR],
    ['watchOrderBookForSymbols', [PAIR, OTHER]],
  ] as const) {
    const book = await watch<CcxtLevels>(method, of);
    assert.deepEqual([book.symbol, book.bids[0]?.[0], book.asks[0]?.[0]], [PAIR, 59_900, 60_100], method);
  }
  const best = await watch<Record<string, { ask: number }>>('watchBidsAsks', [PAIR]);
  assert.equal(best[PAIR]?.ask, 60_100);
  for (const [method, of] of [
    ['unWatchTicker', PAIR],
    ['unWatchTrades', PAIR],
    ['unWatchTradesForSymbols', [PAIR, OTHER]],
    ['unWatchOHLCV', PAIR],
    [
      'unWatchOHLCVForSymbols',
      [
        [PAIR, '1m'],
        [PAIR, '5m'],
      ],
    ],
    ['unWatchOrderBook', PAIR],
    ['unWatchOrderBookForSymbols', [PAIR, OTHER]],
    ['unWatchBidsAsks', [PAIR]],
  ] as const)
    assert.equal(await hmac.call(method, of), true, method);
});

test('D0052 ccxt Pro trades over a socket and follows its account there', async () => {
  for (const [kind, client] of kinds()) {
    const call = <T>(method: string, ...more: readonly unknown[]) => client.call<T>(method, ...more);
    const opened = call<CcxtOrder[]>('watchOrders', PAIR);
    const fills = call<CcxtTrade[]>('watchMyTrades', PAIR);
    const balance = call<CcxtBalance>('watchBalance');
    const [first] = await whileWaiting(opened, () =>
      call('createOrderWs', PAIR, 'limit', 'buy', 0.001, 58_000),
    );
    assert.deepEqual([first?.status, first?.price], ['open', 58_000], kind);
    const { used } = await balance;
    assert.ok(used['USDT']! > 0 && used['USDT']! % 58 === 0, kind);
    await call('cancelAllOrdersWs', PAIR);
    const rests = await call<CcxtOrder>('createOrderWs', PAIR, 'limit', 'buy', 0.001, 59_000);
    assert.deepEqual([rests.status, rests.price], ['open', 59_000], kind);
    const takes = await call<CcxtOrder>('createOrderWs', PAIR, 'market', 'buy', 0.001);
    const [fill] = await fills;
    assert.deepEqual([fill?.order, fill?.takerOrMaker, fill?.price], [takes.id, 'taker', 60_100], kind);
    const edited = await call<CcxtOrder>('editOrderWs', rests.id, PAIR, 'limit', 'buy', 0.001, 59_100);
    assert.deepEqual([edited.price, edited.status], [59_100, 'open'], kind);
    const byId = await call<CcxtOrder>('fetchOrderWs', edited.id, PAIR);
    assert.deepEqual(await call('fetchOpenOrdersWs', PAIR), [byId], kind);
    for (const [socket, http] of [
      ['fetchOrdersWs', 'fetchOrders'],
      ['fetchClosedOrdersWs', 'fetchClosedOrders'],
      ['fetchMyTradesWs', 'fetchMyTrades'],
    ] as const)
      assert.deepEqual(await call(socket, PAIR), await call(http, PAIR), `${kind} ${socket}`);
    // ccxt loses the coins of a spot account here; what it was answered has them.
    const { info } = await call<CcxtBalance>('fetchBalanceWs');
    assert.equal((info as { balances: { asset: string }[] }).balances[0]?.asset, 'USDT', kind);
    assert.equal((await call<number[][]>('fetchOHLCVWs', PAIR, '1m')).at(-1)?.[4], 60_100, kind);
    assert.equal((await call<CcxtTrade[]>('fetchTradesWs', PAIR)).at(-1)?.price, 60_100, kind);
    assert.equal((await call<CcxtOrder>('cancelOrderWs', edited.id, PAIR)).status, 'canceled', kind);
    await fails(call('cancelOrderWs', edited.id, PAIR), 'OrderNotFound');
    const last = await call<CcxtOrder>('createOrderWs', PAIR, 'limit', 'buy', 0.001, 59_000);
    const [cancelled] = await call<CcxtOrder[]>('cancelAllOrdersWs', PAIR);
    assert.deepEqual([cancelled?.id, cancelled?.status], [last.id, 'canceled'], kind);
  }
});
