/**
 * Goal: programs read trades, candles and tickers as they were. Method: a server with the real
 * engine, whose time the test moves through eight days of trades; answers are compared with figures
 * that the test computes from the core's own events.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { formatFixed, formatRatio } from '@glasshouse/money';
import { candleAt, candleOpensMs } from '@glasshouse/protocol/market';
import { INTERVALS } from '@glasshouse/protocol/programs';
import type { TestServer } from '../../testing/harness.ts';
import { ask, BTC, market, startTradedDays, trades, type Trade } from '../../testing/traded-days.ts';
import { RECENT_DEALS } from './deals.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let server: TestServer;
before(async () => {
  ({ server } = await startTradedDays());
});
after(() => server.close());

const SYMBOL = { symbol: 'BTCUSDT' };
/** Prices of BTC have two decimals, quantities five, USDT has six. */
const price = (ticks: number) => formatFixed(ticks, 2);
const quantity = (lots: number) => formatFixed(lots, 5);
const value = (units: number) => formatFixed(units, 6);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
const bought = (of: readonly Trade[]) => of.filter(({ takerSide }) => takerSide === 0);

const rowOf = (one: Trade) => ({
  id: one.trade,
  price: price(one.price),
  qty: quantity(one.lots),
  quoteQty: value(one.quoteUnits),
  time: one.timeMs,
  isBuyerMaker: one.takerSide === 1,
  isBestMatch: true,
});

test('D0052 trades are those of the core, in memory or older, and paging by number reads each once', async () => {
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

test('D0052 aggregates are the trades of one order at one price, from any number or time on', async () => {
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

test('D0052 R7.3 candles of every interval and any range are those of the trades', async () => {
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

/** Independently, from the trades since a minute. A quiet start has the price before it. */
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
  };
}

/** The price before a time, else the first one. */
const priceBefore = (fromMs: number): string =>
  price((trades.filter(({ timeMs }) => timeMs < fromMs).at(-1) ?? trades[0]!).price);

test('D0052 tickers of any window, a day in any zone and the last 24 hours are those of the trades', async () => {
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
    const expected = statisticsOf(openTime);
    const row = await ask('market/get-trading-day-ticker', { ...SYMBOL, timeZone });
    assert.deepEqual(row, { ...expected, closeTime: openTime + DAY_MS - 1 }, timeZone);
  }
  const dayMs = minuteMs - DAY_MS + MINUTE_MS;
  const expected = statisticsOf(dayMs);
  assert.deepEqual(await ask('market/get-day-ticker', SYMBOL), {
    ...expected,
    prevClosePrice: priceBefore(dayMs),
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
  const expected = statisticsOf(Math.floor(market.timeMs / MINUTE_MS) * MINUTE_MS - ms);
  const asked = { windowSize, symbols: '["BTCUSDT","ETHUSDT"]' };
  const [row] = (await ask('market/get-rolling-ticker', asked)) as object[];
  assert.deepEqual(row, { ...expected, closeTime: market.timeMs }, `${windowSize} at ${market.timeMs}`);
}

test('D0052 windows of days begin with any minute, in which there were trades or none', async () => {
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
