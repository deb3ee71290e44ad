/**
 * Goal: programs read the market as it was. Method: a server with the real engine, whose time the
 * test moves through eight days of trades; every answer is checked against its shape and against
 * figures that the test computes from the core's own events.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Traded } from '@glasshouse/core';
import { candleAt, candleOpensMs } from '@glasshouse/protocol/market';
import {
  ENDPOINTS,
  INTERVALS,
  type AnyEndpoint,
  type EndpointDataOf,
  type EndpointName,
  type EndpointNamed,
  type SymbolInfo,
} from '@glasshouse/protocol/programs';
import { formatFixed, formatRatio } from '@glasshouse/money';
import { RECENT_DEALS } from './deals.ts';
import { boundaries } from '../../testing/boundaries.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { timedMarket } from '../../testing/timed-market.ts';
import { MAKER_OWNER, TAKER_OWNERS } from '../../values/platform-traders.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Markets by number. BTC trades; XRP is halted after a trade; one waits for its opening. */
const [BTC, ETH, XRP, EOSBTC] = [0, 1, 4, 9];
/** So many that the oldest trade in memory is the second one of its aggregate. */
const ROUNDS = 780;
const BOOK_LEVELS = 5_000;

const market = timedMarket();
let server: TestServer;

interface Trade extends Traded {
  readonly timeMs: number;
}
/** All trades of BTC, as the core's events tell them. */
const trades: Trade[] = [];
/** The code for a new coin's pair before it is listed, which happens in these days. */
let beforeListing = 0;

before(async () => {
  server = await startTestServer({
    plug: market.plug,
    clock: market.clock,
    env: { RATE_LIMIT_FACTOR: '1000' },
  });
  const { pipeline } = market.parts;
  pipeline.onCommitted(({ events }) => {
    for (const { event, timeMs } of events)
      if (event.type === 'traded' && event.market === BTC) trades.push({ ...event, timeMs });
  });
  beforeListing = (await refusal('/api/v3/depth?symbol=HELIOUSDT')).code;
  await trade();
});
after(() => server.close());

type Command = Parameters<typeof market.parts.pipeline.submit>[0];
async function submit(commands: readonly Command[]): Promise<void> {
  const { pipeline } = market.parts;
  const outcomes = await Promise.all(commands.map((one) => pipeline.submit(one, { owner: 1 })));
  assert.deepEqual(
    outcomes.map(({ error }) => error),
    commands.map(() => null),
  );
}

// oxlint-disable-next-line max-params -- The four facts of an order.
function order(of: number, owner: number, side: 0 | 1, [price, lots]: readonly [number, number]): Command {
  return {
    type: 'place-order',
    owner,
    market: of,
    side,
    price,
    lots,
    quoteAmount: 0,
    timeInForce: 0,
    selfTrade: 0,
    clientOrderId: null,
  };
}

/** In each round two makers' orders at one price and one beside it meet a taker's order. */
async function trade(): Promise<void> {
  const rounds = fc.sample(
    fc.record({
      minutes: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 60 })),
      seconds: fc.integer({ min: 0, max: 59 }),
      price: fc.integer({ min: 5_900_000, max: 6_100_000 }),
      lots: fc.integer({ min: 200, max: 900 }),
      side: fc.constantFrom(0 as const, 1 as const),
    }),
    { numRuns: ROUNDS, seed: 11 },
  );
  const [taker = 0] = TAKER_OWNERS;
  for (const [i, { minutes, seconds, price, lots, side }] of rounds.entries()) {
    market.timeMs += minutes * MINUTE_MS + seconds * 1000;
    const rests = side === 0 ? 1 : 0;
    const beyond = side === 0 ? price + 7 : price - 7;
    await submit([
      order(BTC, MAKER_OWNER, rests, [price, lots]),
      order(BTC, MAKER_OWNER, rests, [price, lots]),
      order(BTC, MAKER_OWNER, rests, [beyond, lots]),
      order(BTC, taker, side, [beyond, 3 * lots]),
    ]);
    // So that a thousand rows back from a later round begin within an aggregate.
    if (i === 600 || i === 601)
      await submit([order(BTC, MAKER_OWNER, rests, [price, lots]), order(BTC, taker, side, [price, lots])]);
  }
  await submit([
    order(XRP, MAKER_OWNER, 1, [50, 10_000]),
    order(XRP, taker, 0, [50, 10_000]),
    order(BTC, MAKER_OWNER, 0, [5_890_000, 500]),
    order(BTC, MAKER_OWNER, 1, [6_110_000, 700]),
    { type: 'set-market-status', market: EOSBTC, status: 1, cancels: 1 },
    { type: 'open-market', market: EOSBTC, opensMs: market.timeMs + DAY_MS },
    { type: 'set-market-status', market: XRP, status: 1, cancels: 0 },
  ]);
  await market.tick(1);
}

async function ask<N extends EndpointName>(
  name: N,
  query: Readonly<Record<string, string | number>> = {},
): Promise<EndpointDataOf<EndpointNamed<N>>> {
  const endpoint = ENDPOINTS.find((one) => one.name === name) as AnyEndpoint;
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const response = await fetch(`${server.server.url}${endpoint.path}?${search.toString()}`);
  const body = (await response.json()) as unknown;
  assert.equal(response.status, 200, JSON.stringify(body));
  // The shape has every field, and the answer has no other.
  assert.deepEqual(endpoint.data.parse(body), body, name);
  return body as EndpointDataOf<EndpointNamed<N>>;
}

async function refusal(path: string): Promise<{ code: number; error: string; field?: string }> {
  const response = await fetch(server.server.url + path);
  assert.equal(response.status, 400);
  return (await response.json()) as { code: number; error: string; field?: string };
}

const SYMBOL = { symbol: 'BTCUSDT' };
/** Prices of BTC have two decimals, quantities five, USDT has six. */
const price = (ticks: number) => formatFixed(ticks, 2);
const quantity = (lots: number) => formatFixed(lots, 5);
const value = (units: number) => formatFixed(units, 6);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
const bought = (of: readonly Trade[]) => of.filter(({ takerSide }) => takerSide === 0);

test('D0051 every endpoint of the market answers in its shape, whatever state a pair is in', async () => {
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
  assert.equal(own.length, 15);
});

test('D0051 a pair without a trade has zeros, and one that is unknown or not listed yet is refused', async () => {
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

test('D0051 parameters that do not go together, and wrong ones, are refused by their codes', async () => {
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

const rowOf = (one: Trade) => ({
  id: one.trade,
  price: price(one.price),
  qty: quantity(one.lots),
  quoteQty: value(one.quoteUnits),
  time: one.timeMs,
  isBuyerMaker: one.takerSide === 1,
  isBestMatch: true,
});

test('D0051 trades are those of the core, in memory or older, and paging by number reads each once', async () => {
  assert.ok(trades.length > 2 * RECENT_DEALS, 'more than memory holds');
  assert.deepEqual(
    await ask('market/get-recent-trades', { ...SYMBOL, limit: 1_000 }),
    trades.slice(-1_000).map(rowOf),
  );
  const read = [];
  for (let fromId = 0; ;) {
    const page = await ask('market/get-historical-trades', { ...SYMBOL, fromId, limit: 300 });
    read.push(...page);
    if (page.length < 300) break;
    fromId = page.at(-1)!.id + 1;
  }
  assert.deepEqual(read, trades.map(rowOf));
});

function groupedBy<K>(of: readonly Trade[], keyOf: (one: Trade) => K): Map<K, Trade[]> {
  const groups = new Map<K, Trade[]>();
  for (const one of of) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

/** Independently: by a key, in the order of their first trades. */
function aggregatesOf(of: readonly Trade[]) {
  const groups = groupedBy(of, (one) => `${one.takerOrder}/${one.price}/${one.timeMs}`);
  return [...groups.values()].map((group) => ({
    a: group[0]!.trade,
    p: price(group[0]!.price),
    q: quantity(sumOf(group.map(({ lots }) => lots))),
    f: group[0]!.trade,
    l: group.at(-1)!.trade,
    T: group[0]!.timeMs,
    m: group[0]!.takerSide === 1,
    M: true as const,
  }));
}

test('D0051 aggregates are the trades of one order at one price, from any number or time on', async () => {
  const all = aggregatesOf(trades);
  assert.ok(all.length < trades.length);
  const newest = await ask('market/get-aggregate-trades', { ...SYMBOL, limit: 1_000 });
  assert.deepEqual(newest, all.slice(-1_000));
  const time = fc.integer({ min: trades[0]!.timeMs - 1000, max: market.timeMs });
  const id = fc.integer({ min: 0, max: trades.at(-1)!.trade + 5 });
  const asked = fc.oneof(
    fc.record({ fromId: id }),
    fc.record({ startTime: time, endTime: time }, { requiredKeys: [] }),
  );
  await fc.assert(
    fc.asyncProperty(asked, fc.integer({ min: 1, max: 1_000 }), async (range, limit) => {
      const {
        fromId = 0,
        startTime,
        endTime = Infinity,
      } = { startTime: undefined, ...range } as {
        fromId?: number;
        startTime?: number;
        endTime?: number;
      };
      const within = all.filter(({ a, T }) => a >= fromId && T >= (startTime ?? 0) && T <= endTime);
      const isNewest = !('fromId' in range) && startTime === undefined;
      const expected = isNewest ? within.slice(-limit) : within.slice(0, limit);
      assert.deepEqual(
        await ask('market/get-aggregate-trades', { ...SYMBOL, ...defined(range), limit }),
        expected,
      );
    }),
    { numRuns: 60 },
  );
  const [oldest] = market.state.deals.recent(BTC);
  const kept = oldest!.trade;
  assert.ok(!all.some(({ a }) => a === kept), 'memory begins within an aggregate');
  for (const fromId of [kept - 1, kept, kept + 1])
    assert.deepEqual(
      await ask('market/get-aggregate-trades', { ...SYMBOL, fromId, limit: 5 }),
      all.filter(({ a }) => a >= fromId).slice(0, 5),
    );
  // A statement reads a thousand rows, whose last or first one may be a part of an aggregate.
  for (let limit = 664; limit < 671; limit++) {
    assert.deepEqual(
      await ask('market/get-aggregate-trades', { ...SYMBOL, fromId: 0, limit }),
      all.slice(0, limit),
    );
    for (const { timeMs: endTime } of trades.slice(1_899, 1_902))
      assert.deepEqual(
        await ask('market/get-aggregate-trades', { ...SYMBOL, endTime, limit }),
        all.filter(({ T }) => T <= endTime).slice(-limit),
      );
  }
});

const defined = (range: object) =>
  Object.fromEntries(Object.entries(range).filter(([, one]) => one !== undefined)) as Record<string, number>;

/** Independently: the trades of each candle, and flat ones where there are none. */
function candlesOf(interval: keyof typeof INTERVALS) {
  const timer = INTERVALS[interval];
  const byCandle = groupedBy(trades, ({ timeMs }) => candleAt(timer, timeMs));
  const [first, last] = [candleAt(timer, trades[0]!.timeMs), candleAt(timer, market.timeMs)];
  let close = 0;
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const own = byCandle.get(first + i) ?? [];
    const prices = own.length === 0 ? [close] : own.map((one) => one.price);
    close = prices.at(-1)!;
    return [
      candleOpensMs(timer, first + i),
      price(prices[0]!),
      price(Math.max(...prices)),
      price(Math.min(...prices)),
      price(close),
      quantity(sumOf(own.map(({ lots }) => lots))),
      candleOpensMs(timer, first + i + 1) - 1,
      value(sumOf(own.map(({ quoteUnits }) => quoteUnits))),
      own.length,
      quantity(sumOf(bought(own).map(({ lots }) => lots))),
      value(sumOf(bought(own).map(({ quoteUnits }) => quoteUnits))),
      '0',
    ];
  });
}

test('D0051 R7.3 candles of every interval and any range are those of the trades', async () => {
  const time = fc.integer({ min: trades[0]!.timeMs - DAY_MS, max: market.timeMs + DAY_MS });
  for (const interval of Object.keys(INTERVALS) as (keyof typeof INTERVALS)[]) {
    const all = candlesOf(interval);
    assert.deepEqual(await ask('market/get-candles', { ...SYMBOL, interval }), all.slice(-500), interval);
    await fc.assert(
      fc.asyncProperty(
        fc.record({ startTime: time, endTime: time }, { requiredKeys: [] }),
        fc.integer({ min: 1, max: 1_200 }),
        async (range, limit) => {
          const { startTime, endTime = Infinity } = range;
          const within = all.filter(([open]) => Number(open) >= (startTime ?? 0) && Number(open) <= endTime);
          const most = Math.min(limit, 1_000);
          const expected = startTime === undefined ? within.slice(-most) : within.slice(0, most);
          const asked = { ...SYMBOL, interval, ...range, limit };
          assert.deepEqual(await ask('market/get-candles', asked), expected);
          assert.deepEqual(await ask('market/get-chart-candles', asked), expected);
        },
      ),
      { numRuns: 8 },
    );
  }
  const hours = { ...SYMBOL, interval: '4h' };
  assert.deepEqual(
    await ask('market/get-candles', { ...hours, timeZone: '-8:00' }),
    await ask('market/get-candles', hours),
  );
});

/** Independently, from the trades since a minute: those before it give the price of a quiet start. */
function statisticsOf(fromMs: number) {
  const own = trades.filter(({ timeMs }) => timeMs >= fromMs);
  const before = trades.filter(({ timeMs }) => timeMs < fromMs).at(-1);
  const startsQuiet = before !== undefined && own[0]!.timeMs >= fromMs + MINUTE_MS;
  const prices = [...(startsQuiet ? [before.price] : []), ...own.map((one) => one.price)];
  const [open, last] = [prices[0]!, prices.at(-1)!];
  const lots = sumOf(own.map((one) => one.lots));
  const units = sumOf(own.map(({ quoteUnits }) => quoteUnits));
  return {
    symbol: 'BTCUSDT',
    priceChange: price(last - open),
    priceChangePercent: formatRatio(BigInt(last - open) * 100n, BigInt(open), 3),
    weightedAvgPrice: formatRatio(BigInt(units), BigInt(lots) * 10n, 8),
    openPrice: price(open),
    highPrice: price(Math.max(...prices)),
    lowPrice: price(Math.min(...prices)),
    lastPrice: price(last),
    volume: quantity(lots),
    quoteVolume: value(units),
    openTime: fromMs,
    firstId: own[0]!.trade,
    lastId: own.at(-1)!.trade,
    count: own.length,
    before: price(before?.price ?? open),
  };
}

test('D0051 tickers of any window, a day in any zone and the last 24 hours are those of the trades', async () => {
  const minuteMs = Math.floor(market.timeMs / MINUTE_MS) * MINUTE_MS;
  for (const [windowSize, ms] of [
    ['59m', 59 * MINUTE_MS],
    ['1h', 60 * MINUTE_MS],
    ['23h', DAY_MS - 60 * MINUTE_MS],
    ['1d', DAY_MS],
    ['7d', 7 * DAY_MS],
  ] as const)
    await meetsWindow(windowSize, ms);
  for (const [timeZone, hours] of [
    ['0', 0],
    ['-12', -12],
    ['5:45', 5.75],
    ['14', 14],
  ] as const) {
    const zoneMs = hours * 60 * MINUTE_MS;
    const openTime = Math.floor((market.timeMs + zoneMs) / DAY_MS) * DAY_MS - zoneMs;
    const { before, ...expected } = statisticsOf(openTime);
    const row = await ask('market/get-trading-day-ticker', { ...SYMBOL, timeZone });
    assert.deepEqual(row, { ...expected, closeTime: openTime + DAY_MS - 1 }, timeZone);
  }
  const { before, ...expected } = statisticsOf(minuteMs - DAY_MS + MINUTE_MS);
  assert.deepEqual(await ask('market/get-day-ticker', SYMBOL), {
    ...expected,
    prevClosePrice: before,
    lastQty: quantity(trades.at(-1)!.lots),
    bidPrice: '58900.00',
    bidQty: '0.00500',
    askPrice: '61100.00',
    askQty: '0.00700',
    closeTime: market.timeMs,
  });
  const lastFive = statisticsOf(minuteMs - 4 * MINUTE_MS);
  assert.deepEqual(await ask('market/get-average-price', SYMBOL), {
    mins: 5,
    price: lastFive.weightedAvgPrice,
    closeTime: trades.at(-1)!.timeMs,
  });
  assert.deepEqual(await ask('market/get-price', SYMBOL), {
    symbol: 'BTCUSDT',
    price: price(trades.at(-1)!.price),
  });
});

async function meetsWindow(windowSize: string, ms: number): Promise<void> {
  const { before, ...expected } = statisticsOf(Math.floor(market.timeMs / MINUTE_MS) * MINUTE_MS - ms);
  const asked = { windowSize, symbols: '["BTCUSDT","ETHUSDT"]' };
  const [row] = (await ask('market/get-rolling-ticker', asked)) as object[];
  assert.deepEqual(row, { ...expected, closeTime: market.timeMs }, `${windowSize} at ${market.timeMs}`);
}

test('D0051 a book of five thousand levels a side is answered whole, and the best quotes of all pairs at once', async () => {
  const of = ETH;
  const definition = market.parts.pipeline.exchange.markets[of]!.definition;
  const { priceDecimals, indexDecimals, base, quote, lotDecimals, ...terms } = definition;
  await submit([{ ...terms, type: 'change-market', maxOpenOrders: 3 * BOOK_LEVELS }]);
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

test('D0051 the rules of a pair are those of the core: their last values pass, the next do not', async () => {
  const { symbols } = await ask('market/get-exchange-info', SYMBOL);
  const { filters } = symbols[0] as SymbolInfo;
  const user = await server.register('boundaries');
  const preview = async (order: object) => {
    const input = { baseCoin: 'BTC', quoteCoin: 'USDT', side: 'buy', ...order };
    const reply = await server.post('/bb/app/spot/previewOrder', input, user);
    return reply.error ?? 'none';
  };
  const refused: Readonly<Record<string, string>> = {
    PRICE_FILTER: 'spot/price-off-tick',
    LOT_SIZE: 'spot/amount-off-lot',
    PERCENT_PRICE: 'spot/price-out-of-range',
    ICEBERG_PARTS: 'spot/visible-out-of-range',
  };
  const passes = (error: string) => error === 'none' || error === 'wallet/insufficient-balance';
  for (const { filter, ...orders } of boundaries(filters, '60000')) {
    const [last, next] = [orders.accepted, orders.refused].map(
      ({ price: at, quantity: amount, icebergQty }) => ({
        type: 'limit',
        price: at,
        amount,
        ...(icebergQty !== undefined && { visibleAmount: icebergQty }),
      }),
    );
    assert.ok(passes(await preview(last!)), `${filter} ${JSON.stringify(last)}`);
    const error = await preview(next!);
    if (filter === 'NOTIONAL') assert.match(error, /^spot\/(below-minimum|above-maximum)$/);
    else assert.equal(error, refused[filter], `${filter} ${JSON.stringify(next)}`);
  }
  const trailing = filters.find((one) => one.filterType === 'TRAILING_DELTA')!;
  const percent = (bips: number) => formatFixed(bips, 2);
  const { minTrailingAboveDelta: min, maxTrailingAboveDelta: max } = trailing;
  const stop = { type: 'trailing-stop', quoteAmount: '1000' };
  for (const bips of [min, max])
    assert.ok(passes(await preview({ ...stop, trailPercent: percent(bips) })), String(bips));
  for (const bips of [min - 1, max + 1])
    assert.equal(
      await preview({ ...stop, trailPercent: percent(bips) }),
      'spot/trigger-missing',
      String(bips),
    );
});

test('D0051 pairs are told with their states, and limits of requests with the factor in force', async () => {
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

test('D0051 windows of days begin with any minute, in which there were trades or none', async () => {
  const minutes = new Set(trades.map(({ timeMs }) => Math.floor(timeMs / MINUTE_MS)));
  const begins = { quiet: 0, traded: 0 };
  for (let minute = 0; minute < 45; minute++) {
    market.timeMs += MINUTE_MS;
    for (const days of [2, 3, 5, 7]) {
      await meetsWindow(`${days}d`, days * DAY_MS);
      const first = Math.floor(market.timeMs / MINUTE_MS) - days * 1440;
      begins[minutes.has(first) && first % 15 !== 0 ? 'traded' : 'quiet']++;
    }
  }
  assert.ok(begins.traded > 0 && begins.quiet > 0, JSON.stringify(begins));
});
