/**
 * Goal: prices of real exchanges move contracts and quotes only while they are good. Method: three
 * local exchanges in two wire formats, read by ccxt in the feed's process; they are cut, silenced,
 * stopped, crossed, moved and made to replay; the feed and the server are killed. A check without
 * our code works the ticks out again.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { PublicTick } from '@glasshouse/protocol/market';
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import type { TickQuotes } from '../src/features/market/tick-feed/index-rule.ts';
import type { TestServer } from '../src/testing/harness.ts';
import { MIDDLES } from './exchanges/middles.ts';
import { checkTicks, MarketRig, sleep, until } from './market-rig.ts';

const PAIR = { baseCoin: 'BTC', quoteCoin: 'USDT' };
/** The wave of the local exchanges, and what their books may differ by. */
const TRUE_WITHIN = 0.001;
const FAULT_MS = 4_000;
/** Two seconds, and what a busy machine takes to see it. */
const QUOTES_GONE_WITHIN_MS = 2_600;

async function newestTick(server: TestServer): Promise<PublicTick | undefined> {
  const { data } = await server.post<PublicTick[]>('/bb/app/market/getTicks', { size: 1 });
  return data[0];
}
async function ticksFrom(server: TestServer, from: number): Promise<readonly PublicTick[]> {
  return (await server.post<PublicTick[]>('/bb/app/market/getTicks', { from, size: 300 })).data;
}
async function hasPrice(server: TestServer): Promise<boolean> {
  return (await newestTick(server))?.prices['btcusdt'] !== undefined;
}
async function bookSize(server: TestServer): Promise<number> {
  const { tick } = await server.post<{ bids: unknown[]; asks: unknown[] }>(
    '/bb/app/huobi/getHuobiContractDepthV2',
    {
      symbol: 'btcusdt',
    },
  );
  return (tick?.bids.length ?? 0) + (tick?.asks.length ?? 0);
}
function assertTrue({ tick, prices }: PublicTick, what: string): void {
  const price = Number(prices['btcusdt'] ?? NaN);
  assert.ok(Math.abs(price / MIDDLES['BTC']! - 1) < TRUE_WITHIN, `${what}: tick ${tick} says ${price}`);
}

test('R10.1 market I6 I7 D0043 no single bad exchange moves the index', async (context) => {
  const rig = await MarketRig.start(context);
  await rig.startFeed();
  const server = await rig.startServer();
  context.after(() => server.close());
  await until(async () => (await hasPrice(server)) && (await bookSize(server)) > 0, 30_000);
  await until(() => allSpeak(server), 20_000);
  await assertHistory(server);
  const [first] = rig.exchanges;
  const faults = {
    cut: async () => first!.fault({ cut: true }),
    mute: async () => first!.fault({ mute: true }),
    crossed: async () => first!.fault({ crossed: true }),
    jumped: async () => first!.fault({ factor: 1.2 }),
    replayed: async () => first!.fault({ lateMs: 600_000 }),
    refused: async () => first!.fault({ refuses: true }),
    flooded: async () => first!.fault({ floods: true }),
    stopped: async () => Promise.resolve(void first!.child.kill('SIGSTOP')),
  };
  for (const [name, spoil] of Object.entries(faults)) {
    const from = (await newestTick(server))!.tick + 1;
    await spoil();
    await sleep(FAULT_MS);
    const ticks = await ticksFrom(server, from);
    assert.ok(ticks.length >= FAULT_MS / 1000 - 1, `${name}: ${ticks.length} ticks`);
    for (const tick of ticks) assertTrue(tick, name);
    assert.ok((await bookSize(server)) > 0, `${name}: the maker goes on`);
    first!.child.kill('SIGCONT');
    await first!.fault({
      mute: false,
      crossed: false,
      factor: 1,
      lateMs: 0,
      refuses: false,
      floods: false,
    });
    await until(() => allSpeak(server), 20_000);
  }
  await assertWarned(rig, server);
  const { megabytes, cpuPercent } = rig.costOfFeed();
  context.diagnostic(`the feed has ${megabytes} MB and took ${cpuPercent} % of a core`);
  assert.ok(megabytes < 250 && cpuPercent < 50, 'as much as three exchanges in one process need');
  const checked = await checkTicks(server.server.url, 300);
  assert.match(checked, /ok {3}every price follows from its quotes \d{3,} prices/);
  context.diagnostic(checked.trim().replaceAll('\n', '; '));
});

/**
 * Prices that jump to and fro within the seconds: the maker's quotes go before the next tick, which
 * replaces them at once.
 */
async function assertWarned(rig: MarketRig, server: TestServer): Promise<void> {
  const isWithdrawn = async (): Promise<boolean> =>
    (await bookSize(server)) === 0 && (await hasPrice(server));
  let wasWithdrawn = false;
  for (let i = 0; i < 60 && !wasWithdrawn; i++) {
    await Promise.all(rig.exchanges.map((one) => one.fault({ factor: i % 2 === 0 ? 1.003 : 1 })));
    wasWithdrawn = await until(isWithdrawn, 300).then(
      () => true,
      () => false,
    );
  }
  assert.ok(wasWithdrawn, 'the quotes of the maker stood still');
  for (const one of rig.exchanges) await one.fault({ factor: 1 });
  await until(async () => (await bookSize(server)) > 0, 5_000);
}

async function quotesOf(server: TestServer): Promise<string> {
  const { data: ticks } = await server.post<PublicTick[]>('/bb/app/market/getTicks', { size: 1 });
  const { data } = await server.post<{ quotes: string }[]>('/bb/app/market/getTickQuotes', {
    from: ticks[0]?.tick ?? 1,
    size: 1,
  });
  return data[0]?.quotes ?? '';
}

/** The pair begins with the candles of a source, in which nothing was traded here. */
async function assertHistory(server: TestServer): Promise<void> {
  const asked = { symbol: 'btcusdt', timer: '1min', size: 1500 };
  const { data } = await server.post<{ close: number; vol: number }[]>('/bb/app/huobi/getKline', asked);
  assert.ok(data.length >= 1000, `${data.length} candles`);
  // The newest minutes may have trades of here.
  for (const { close, vol } of data.slice(0, -5)) {
    assert.ok(Math.abs(close / MIDDLES['BTC']! - 1) < TRUE_WITHIN, `a candle closes at ${close}`);
    assert.equal(vol, 0);
  }
}

/** Whether every source has a fresh price of BTC. */
async function allSpeak(server: TestServer): Promise<boolean> {
  const quotes = JSON.parse((await quotesOf(server)) || '{}') as TickQuotes;
  const sources = Object.values(quotes);
  return (
    sources.length > 0 && sources.every(({ silentMs, coins }) => (silentMs ?? 9e9) < 1000 && 'BTC' in coins)
  );
}

test('R10.1 R11.6 market I7 D0043 without good prices quotes go within two seconds and contracts are refunded', async (context) => {
  const rig = await MarketRig.start(context, 2);
  await rig.startFeed();
  const server = await rig.startServer();
  context.after(() => server.close());
  await until(async () => (await hasPrice(server)) && (await bookSize(server)) > 0, 30_000);
  const ann = await server.register('ann');
  const order = { ...PAIR, openAmount: '10', positionTime: 30, tradeType: 1 };
  const opened = await server.post<{ id: string }>('/contract/app/contract/createOrder', order, {
    token: ann.token,
  });
  assert.equal(opened.code, 1, opened.error ?? '');
  await sleep(2_000);

  // One of two is not enough.
  const [stopped] = rig.exchanges;
  stopped!.child.kill('SIGSTOP');
  const goneMs = await until(async () => (await bookSize(server)) === 0, QUOTES_GONE_WITHIN_MS);
  context.diagnostic(`quotes gone ${Math.round(goneMs)} ms after the last message`);
  await until(async () => !(await hasPrice(server)), 5_000);
  await sleep(6_000);
  const { error } = await server.post('/contract/app/contract/createOrder', order, { token: ann.token });
  assert.equal(error, 'market/no-price');

  const row = async (): Promise<PositionRow | undefined> => {
    const query = { pageNo: 1, pageSize: 10, entryStatus: 1 };
    const { data } = await server.post<{ list: PositionRow[] }>(
      '/contract/app/contract/getContractRecord',
      query,
      { token: ann.token },
    );
    return data.list.find(({ id }) => id === opened.data.id);
  };
  await until(async () => (await row())?.status === 2, 60_000);
  const closed = await row();
  assert.deepEqual([closed?.result, closed?.profit], [null, '0']);
  context.diagnostic(`closed by the platform: ${closed?.reason}`);

  stopped!.child.kill('SIGCONT');
  await until(async () => (await hasPrice(server)) && (await bookSize(server)) > 0, 15_000);
});

test('R12.5 D0015 D0043 the feed makes ticks while the server is away, and quotes go while the feed is', async (context) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-market-'));
  const rig = await MarketRig.start(context, 2);
  await rig.startFeed();
  let server = await rig.startServer(dataDir);
  context.after(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await until(async () => (await hasPrice(server)) && (await bookSize(server)) > 0, 30_000);
  const from = (await newestTick(server))!.tick;
  await server.close();
  await sleep(4_000);
  server = await rig.startServer(dataDir);
  const ticks = await ticksFrom(server, from);
  assert.ok(ticks.length >= 5);
  ticks.forEach((tick, i) => {
    assert.equal(tick.timeMs, ticks[0]!.timeMs + i * 1000, 'no second without a tick');
    assertTrue(tick, 'while the server was away');
  });

  await until(async () => (await bookSize(server)) > 0, 5_000);
  await rig.killFeed();
  const goneMs = await until(async () => (await bookSize(server)) === 0, QUOTES_GONE_WITHIN_MS);
  context.diagnostic(`quotes gone ${Math.round(goneMs)} ms after the feed was killed`);
  await rig.startFeed();
  await until(async () => (await bookSize(server)) > 0, 15_000);
  const before = ticks.at(-1)!.tick;
  await until(async () => (await newestTick(server))!.tick > before, 5_000);
  const all = await ticksFrom(server, before);
  all.forEach(({ tick }, i) => assert.equal(tick, before + i, 'numbers without a hole'));
  await checkTicks(server.server.url, 300);
});
