/**
 * Goal: programs read pairs, their rules and books, and wrong questions are refused. Method: a
 * server with the real engine after days of trades; every answer is checked against its shape.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { formatFixed } from '@glasshouse/money';
import { ENDPOINTS } from '@glasshouse/protocol/programs';
import type { TestServer } from '../../testing/harness.ts';
import { ask, market, order, refusal, startTradedDays, submit } from '../../testing/traded-days.ts';
import { MAKER_OWNER } from '../../values/platform-traders.ts';

const ETH = 1;
const BOOK_LEVELS = 5_000;

let server: TestServer;
/** The code for a new coin's pair before it was listed, in these days. */
let beforeListing = 0;
before(async () => {
  ({ server, beforeListing } = await startTradedDays());
});
after(() => server.close());

const price = (ticks: number) => formatFixed(ticks, 2);

test('D0052 every endpoint of the market answers in its shape, whatever state a pair is in', async () => {
  const own = ENDPOINTS.filter(({ name }) => name.startsWith('market/'));
  const pairs = ['BTCUSDT', 'XRPUSDT', 'ETHUSDT', 'EOSBTC'];
  for (const endpoint of own) {
    const fields = Object.keys(endpoint.input.shape);
    const interval = fields.includes('interval') ? { interval: '1h' } : {};
    const one = fields.includes('symbol') ? pairs.map((symbol) => ({ symbol })) : [{}];
    const several = fields.includes('symbols') ? [{ symbols: JSON.stringify(pairs) }] : [];
    const isNamed = /rolling|trading-day/.test(endpoint.name);
    const all = fields.includes('symbols') && !isNamed ? [{}] : [];
    const types = fields.includes('type') ? [{ type: 'FULL' }, { type: 'MINI' }] : [{}];
    for (const asked of [...one, ...several, ...all])
      for (const type of types) await ask(endpoint.name, { ...asked, ...interval, ...type });
  }
  assert.ok(own.length >= 16);
});

test('D0052 a pair without a trade has zeros, and one that is unknown or not listed yet is refused', async () => {
  for (const symbol of ['ETHUSDT', 'EOSBTC']) {
    const day = await ask('market/get-day-ticker', { symbol });
    assert.ok(!Array.isArray(day) && 'priceChangePercent' in day);
    assert.deepEqual(
      [day.priceChangePercent, Number(day.lastPrice), Number(day.weightedAvgPrice), day.count, day.firstId],
      ['0.000', 0, 0, 0, -1],
    );
    assert.deepEqual(await ask('market/get-recent-trades', { symbol }), []);
    assert.deepEqual(await ask('market/get-candles', { symbol, interval: '1d' }), []);
    const average = await ask('market/get-average-price', { symbol });
    assert.deepEqual([Number(average.price), average.closeTime], [0, 0]);
  }
  assert.equal(beforeListing, -1121);
  for (const symbol of ['NOPEUSDT', 'btcusdt'])
    for (const path of ['depth', 'trades', 'ticker/24hr', 'avgPrice', 'exchangeInfo'])
      assert.equal((await refusal(`/api/v3/${path}?symbol=${symbol}`)).code, -1121, `${path} ${symbol}`);
});

test('D0052 parameters that do not go together, and wrong ones, are refused by their codes', async () => {
  const both = 'symbol=BTCUSDT&symbols=%5B%22BTCUSDT%22%5D';
  for (const [path, code, field] of [
    [`ticker/price?${both}`, -1128, 'symbols'],
    ['ticker/24hr?symbols=%5B%22BTCUSDT%22,%22BTCUSDT%22%5D', -1151, 'symbols'],
    ['ticker', -1102, 'symbol'],
    ['ticker/tradingDay', -1102, 'symbol'],
    ['ticker?symbol=BTCUSDT&windowSize=60m', -1130, 'windowSize'],
    ['klines?symbol=BTCUSDT&interval=1s', -1120, 'interval'],
    ['klines?symbol=BTCUSDT&interval=1d&timeZone=8', -1130, 'timeZone'],
    ['klines?symbol=BTCUSDT&interval=1h&timeZone=15', -1130, 'timeZone'],
    ['aggTrades?symbol=BTCUSDT&fromId=1&startTime=1', -1128, 'fromId'],
    ['exchangeInfo?symbol=BTCUSDT&symbolStatus=TRADING', -1128, 'symbolStatus'],
    ['depth?symbol=BTCUSDT&limit=0', -1130, 'limit'],
    ['trades', -1102, 'symbol'],
  ] as const) {
    const { code: told, field: named } = await refusal(`/api/v3/${path}`);
    assert.deepEqual([told, named], [code, field], path);
  }
});

test('D0052 a book of five thousand levels a side is answered whole, and the best quotes of all pairs at once', async () => {
  const of = ETH;
  const definition = market.parts.pipeline.exchange.markets[of]!.definition;
  const { lotDecimals, makerFeePpm, takerFeePpm, minNotional, maxNotional } = definition;
  const { limitBandPpm, marketBandPpm } = definition;
  const fees = { makerFeePpm, takerFeePpm };
  const bounds = { minNotional, maxNotional, limitBandPpm, marketBandPpm };
  const maxOpenOrders = 3 * BOOK_LEVELS;
  await submit([{ type: 'change-market', market: of, ...fees, ...bounds, maxOpenOrders }]);
  const lots = (i: number) => 200 + (i % 7);
  const levels = Array.from({ length: BOOK_LEVELS + 10 }, (_, i) => i);
  for (const side of [0, 1] as const)
    await submit(
      levels.map((i) => order(of, MAKER_OWNER, side, [side === 0 ? 299_999 - i : 300_001 + i, lots(i)])),
    );
  const shown = (side: 0 | 1, count: number) =>
    levels
      .slice(0, count)
      .map((i) => [price(side === 0 ? 299_999 - i : 300_001 + i), formatFixed(lots(i), lotDecimals)]);
  for (const [limit, count] of [
    [undefined, 100],
    [7, 7],
    [5_000, 5_000],
    [9_999, 5_000],
  ] as const) {
    const book = await ask('market/get-order-book', {
      symbol: 'ETHUSDT',
      ...(limit !== undefined && { limit }),
    });
    assert.deepEqual([book.bids, book.asks], [shown(0, count), shown(1, count)], String(limit));
    assert.equal(book.lastUpdateId, market.parts.pipeline.exchange.markets[of]!.book.version);
  }
  const all = (await ask('market/get-best-quotes')) as { symbol: string }[];
  assert.deepEqual(
    all.filter(({ symbol }) => /^(ETH|XRP)USDT$/.test(symbol)).map((row) => Object.values(row)),
    [
      ['ETHUSDT', ...shown(0, 1)[0]!, ...shown(1, 1)[0]!],
      ['XRPUSDT', '0.00', '0.0', '0.00', '0.0'],
    ],
  );
});

test('D0052 pairs are told with their states, and limits of requests with the factor in force', async () => {
  const info = await ask('market/get-exchange-info');
  const states = Object.fromEntries(info.symbols.map(({ symbol, status }) => [symbol, status]));
  assert.deepEqual([states['BTCUSDT'], states['EOSBTC'], states['XRPUSDT']], ['TRADING', 'BREAK', 'HALT']);
  assert.deepEqual(
    info.rateLimits.map(({ rateLimitType, intervalNum, limit }) => [rateLimitType, intervalNum, limit]),
    [
      ['REQUEST_WEIGHT', 1, 6_000_000],
      ['ORDERS', 10, 500_000],
      ['ORDERS', 1, 200_000_000],
      ['RAW_REQUESTS', 1, 3_600_000],
    ],
  );
  const halted = await ask('market/get-exchange-info', { symbolStatus: 'HALT', showPermissionSets: 'false' });
  assert.deepEqual(
    halted.symbols.map(({ symbol, permissionSets }) => [symbol, permissionSets]),
    [['XRPUSDT', []]],
  );
  assert.deepEqual((await ask('market/get-exchange-info', { permissions: 'MARGIN' })).symbols, []);
});
