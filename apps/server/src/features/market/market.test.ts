/**
 * Goal: the live market's guarantees hold over HTTP and after a restart. Method: the whole server
 * with the simulated market and a fixed seed.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  DEPTH_STEPS,
  PAIRS,
  tickPreimage,
  TIMER_MS,
  KEPT_TIMERS,
  type Candle,
  type PairInfo,
  type PublicTick,
} from '@glasshouse/protocol/market';
import { readConfig } from '../../config.ts';
import { createLog } from '../../process/log.ts';
import { startServer, type RunningServer } from '../../server.ts';
import { placeCluster } from '../../testing/embedded-cluster.ts';
import { assertPublished } from '../../testing/published.ts';
import { DepthFeed } from './depth-feed.ts';
import { createMarket } from './start.ts';

interface Reply<T> {
  readonly code: number;
  readonly status?: string;
  readonly data: T;
  readonly tick: T;
  readonly error?: string;
  readonly field?: string;
}
interface Book {
  readonly bids: [number, number][];
  readonly asks: [number, number][];
}

let server: RunningServer;
const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-market-'));

async function start(): Promise<void> {
  await placeCluster(dataDir, 'applied');
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', MARKET_SEED: '7' });
  server = await startServer({
    config,
    log: createLog('error'),
    market: createMarket(config),
    onProgress: () => {},
    onFatal: (error) => {
      throw error;
    },
  });
}
before(start);
after(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function post<T>(
  call: string,
  body: Readonly<Record<string, string | number>> = {},
): Promise<Reply<T>> {
  const response = await fetch(`${server.url}/bb/app${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const reply: unknown = await response.json();
  assertPublished({ path: `/bb/app${call}`, method: 'POST', status: response.status }, reply);
  return reply as Reply<T>;
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The ticks from `from` on, or the last ones, once there are `count` of them. */
async function ticksOf(count: number, from?: number): Promise<PublicTick[]> {
  const query = from === undefined ? { size: 100 } : { from, size: 100 };
  for (;;) {
    const { data } = await post<PublicTick[]>('/market/getTicks', query);
    if (data.length >= count) return data;
    await pause(100);
  }
}

test('R3.4 R9.1 all 17 pairs with their price decimals, each with a two-sided, uncrossed book of 20 levels from the first moment', async () => {
  const { data } = await post<{ pairs: PairInfo[] }>('/market/getPairs');
  assert.deepEqual(
    data.pairs.map(({ baseCoin, quoteCoin, priceDecimals }) => [baseCoin, quoteCoin, priceDecimals]),
    PAIRS.filter(({ opensLater }) => opensLater !== true).map(({ base, quote, priceDecimals }) => [
      base,
      quote,
      priceDecimals,
    ]),
  );
  for (const { symbol } of data.pairs) {
    const { status, tick } = await post<Book>('/huobi/getHuobiContractDepthV2', {
      symbol,
      timer: 'step0',
      size: 20,
    });
    assert.equal(status, 'ok');
    assert.ok(tick.bids[0]![0] < tick.asks[0]![0], symbol);
    assert.ok(
      tick.asks.length === 20 && tick.bids.length >= 5,
      `${symbol}: ${tick.bids.length} bids, ${tick.asks.length} asks`,
    );
  }
});

test('subscription I6 the pair of a new coin is unknown to quotes until it opens', async () => {
  for (const [call, body] of [
    ['/huobi/getKline', { symbol: 'aurusdt', timer: '1min', size: 10 }],
    ['/huobi/getHuobiContractDepthV2', { symbol: 'aurusdt', timer: 'step0', size: 20 }],
    ['/huobi/getDetails', { symbol: 'aurusdt', timer: '1day', size: 1 }],
  ] as const)
    assert.equal((await post<{ error?: string }>(call, body)).error, 'market/unknown-pair');
  const { data } = await post<{ assets: { code: string }[] }>('/market/getPairs');
  assert.ok(data.assets.some(({ code }) => code === 'AUR'));
});

test('R9.1 R7.3 market I3 getKline returns 2000 candles of every stored timer, without gaps, up to now', async () => {
  for (const symbol of ['btcusdt', 'shibusdt', 'dogeeth']) {
    for (const timer of KEPT_TIMERS) {
      const askedS = Date.now() / 1000;
      const { status, data } = await post<Candle[]>('/huobi/getKline', { symbol, timer, size: 2000 });
      assert.equal(status, 'ok');
      assert.equal(data.length, 2000, `${symbol} ${timer}`);
      const stepS = TIMER_MS[timer] / 1000;
      data
        .slice(1)
        .forEach((candle, i) =>
          assert.equal(candle.id - data[i]!.id, stepS, `${symbol} ${timer} after ${data[i]!.id}`),
        );
      for (const { open, high, low, close } of data)
        assert.ok(low <= Math.min(open, close) && high >= Math.max(open, close) && low > 0);
      // An answer may be half a second old.
      assert.ok(askedS - data.at(-1)!.id < stepS + 1, `${symbol} ${timer}`);
    }
  }
});

test('R12.5 R10.1 market I1 market I2 every second one tick; each is chained to the last, and cross pairs agree with their legs', async () => {
  const ticks = await ticksOf(4);
  ticks.forEach((tick, i) => {
    assert.equal(createHash('sha256').update(tickPreimage(tick)).digest('hex'), tick.hash);
    assert.equal(tick.timeMs % 1000, 0);
    if (i > 0) {
      assert.equal(tick.previousHash, ticks[i - 1]!.hash);
      assert.equal(tick.tick, ticks[i - 1]!.tick + 1);
    }
    const ratio = Number(tick.prices['ethusdt']) / Number(tick.prices['btcusdt']);
    assert.ok(Math.abs(Number(tick.prices['ethbtc']) / ratio - 1) < 1e-5);
  });
});

test('R7.7 market I4 a snapshot with its deltas equals the book', async () => {
  const { exchange } = server.running;
  const market = exchange.markets[0]!;
  const asset = (index: number) => exchange.registry.assets[index]!;
  const pair = {
    market,
    base: asset(market.definition.base),
    quote: asset(market.definition.quote),
    symbol: 'btcusdt',
  };
  const copies = DEPTH_STEPS.map((step) => {
    const feed = new DepthFeed(pair, step);
    feed.advance(0);
    const { version, bids, asks } = feed.snapshot(0);
    return { step, feed, version, bids: new Map(bids), asks: new Map(asks) };
  });
  for (let round = 0; round < 15; round++) {
    await pause(200);
    for (const copy of copies) {
      const delta = copy.feed.advance(0);
      if (delta === null) continue;
      assert.equal(delta.from, copy.version);
      copy.version = delta.version;
      for (const side of ['bids', 'asks'] as const) {
        for (const [price, lots] of delta[side]) {
          if (lots === '0') copy[side].delete(price);
          else copy[side].set(price, lots);
        }
        const levels = market.book.depth(side === 'bids' ? 0 : 1, 1000);
        assert.deepEqual(numbersOf(copy[side]), groupsOf(levels, side, copy.step), `${side} by ${copy.step}`);
      }
      const now = copy.feed.snapshot(0);
      assert.deepEqual([copy.bids, copy.asks], [new Map(now.bids), new Map(now.asks)]);
    }
  }
});

/** Price and amount of up to 60 rows, the lowest price first. */
function numbersOf(side: ReadonlyMap<string, string>): [number, number][] {
  return [...side]
    .map(([price, amount]): [number, number] => [Number(price), Number(amount)])
    .toSorted(([a], [b]) => a - b);
}
/** The same from all levels of a book: BTC has prices in hundredths and lots of 0.00001. */
function groupsOf(
  levels: readonly [number, number][],
  side: 'bids' | 'asks',
  step: number,
): [number, number][] {
  const groups = new Map<number, number>();
  for (const [price, lots] of levels) {
    const rest = price % step;
    const group = rest === 0 ? price : side === 'bids' ? price - rest : price - rest + step;
    groups.set(group, (groups.get(group) ?? 0) + lots);
  }
  return [...groups]
    .slice(0, 60)
    .map(([price, lots]): [number, number] => [price / 100, lots / 1e5])
    .toSorted(([a], [b]) => a - b);
}

test('R2.16 R3.3 each step of the order book fills twenty rows; an unknown step is refused by name', async () => {
  for (const step of DEPTH_STEPS) {
    const input = { symbol: 'btcusdt', size: 20, step };
    const { tick } = await post<Book>('/huobi/getHuobiContractDepthV2', input);
    for (const side of [tick.bids, tick.asks]) {
      assert.equal(side.length, 20, `by ${step}`);
      for (const [price] of side) assert.equal(Math.round(price * 100) % step, 0);
    }
  }
  const refused = await post<Book>('/huobi/getHuobiContractDepthV2', { symbol: 'btcusdt', step: 7 });
  assert.deepEqual([refused.error, refused.field], ['request/invalid', 'step']);
});

test('R10.5 nothing of a batch is shown before its commit: no tick, no deal', async (context) => {
  const { exchange } = server.running;
  const { writer } = server.database;
  const commit = writer.commit.bind(writer);
  let openGate: () => void = () => {};
  const gate = new Promise<void>((resolve) => (openGate = resolve));
  context.after(() => openGate());
  const tickBefore = exchange.lastTick.tick;
  const isHeld = new Promise<void>((resolve) => {
    Object.assign(writer, {
      commit: async (...given: Parameters<typeof commit>) => {
        if (exchange.lastTick.tick > tickBefore) {
          resolve();
          await gate;
        }
        return commit(...given);
      },
    });
  });
  await isHeld;
  const { rows } = await server.database.query<{ tick: number; deal: string | null }>(
    `select (select max(tick) from ticks) as tick,
       (select max(trade_id)::text from spot_fills where market = 0) as deal`,
  );
  const [disk] = rows;
  const [tick] = await ticksOf(1, tickBefore);
  const deals = await post<{ id: string }[]>('/huobi/getMarketTrade', { symbol: 'btcusdt', size: 1 });
  assert.equal(exchange.lastTick.tick, tickBefore + 1, 'memory is ahead of the disk');
  assert.equal(disk?.tick, tickBefore);
  assert.equal(tick?.tick, tickBefore);
  assert.equal((await post<PublicTick[]>('/market/getTicks', { size: 1 })).data[0]?.tick, tickBefore);
  assert.equal(deals.data[0]?.id ?? null, disk.deal);
  Object.assign(writer, { commit });
  openGate();
  const [, next] = await ticksOf(2, tickBefore);
  assert.equal(next?.tick, tickBefore + 1);
});

test('R8.5 R7.3 an unknown symbol and a malformed one get different refusals', async () => {
  for (const [call, more] of [
    ['getKline', { timer: '1min', size: 10 }],
    ['getHuobiContractDepthV2', { size: 20 }],
    ['getMarketTrade', {}],
    ['getDetails', { size: 1 }],
  ] as const)
    assert.equal(
      (await post(`/huobi/${call}`, { symbol: 'nopeusdt', ...more })).error,
      'market/unknown-pair',
    );
  assert.equal(
    (await post('/huobi/getKline', { symbol: 'btcusdt', timer: '7min', size: 10 })).error,
    'request/invalid',
  );
  assert.equal((await post('/huobi/getKline', { symbol: '??', timer: '1min' })).error, 'request/invalid');
});

test('R12.2 market I1 after a restart the chain of ticks, the deals and the prices continue', async () => {
  const { data: ticksBefore } = await post<PublicTick[]>('/market/getTicks', { size: 5 });
  const { data: dealsBefore } = await post<{ id: string }[]>('/huobi/getMarketTrade', { symbol: 'btcusdt' });
  await server.stop();
  await start();
  const last = ticksBefore.at(-1)!;
  // After a restart within the same second, the first tick comes later.
  const ticks = await ticksOf(2, last.tick);
  assert.equal(ticks[0]!.hash, last.hash);
  assert.equal(ticks[1]!.previousHash, last.hash);
  assert.ok(Math.abs(Number(ticks[1]!.prices['btcusdt']) / Number(last.prices['btcusdt']) - 1) < 0.02);
  const { data: deals } = await post<{ id: string }[]>('/huobi/getMarketTrade', {
    symbol: 'btcusdt',
    size: 200,
  });
  assert.ok(dealsBefore.length === 0 || deals.some(({ id }) => id === dealsBefore[0]!.id));
});
