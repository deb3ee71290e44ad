/**
 * Goal: what an operator lists, changes, halts and delists on a running server holds for the site
 * and its customers at once, and stands in the log of operators. Method: the whole server with the
 * simulated market, the operating commands, and two users who trade a new coin.
 */
import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { WALLET } from '@glasshouse/core';
import type { PairInfo } from '@glasshouse/protocol/market';
import type { OrderRow } from '@glasshouse/protocol/spot';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { connectToServer, type RunningServer } from '../../operating/socket.ts';
import { commandOn } from '../../testing/command.ts';
import { callOf, fieldsOf, type MarketAct } from '../../testing/market-acts.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { createMarket } from './start.ts';
import type { machineActCommands } from '../operators/machine-acts.ts';
import type { marketCommands } from './operating-commands.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-listings-'));
const SOURCE = { marketSource: { kind: 'simulated', seed: 7 }, feedSocket: null } as const;
let server: TestServer;
let operating: RunningServer<ReturnType<typeof marketCommands> & ReturnType<typeof machineActCommands>>;
const start = async () => {
  server = await startTestServer({ dataDir, plug: createMarket(SOURCE) });
  operating = (await connectToServer(dataDir))!;
};
before(start);
after(async () => {
  operating.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const PAIR = 'NOVA/USDT';
async function act(asked: MarketAct, machine: typeof operating = operating) {
  const { call, fields } = callOf(asked);
  const { problem, answer } = await machine.ask('operators/perform', {
    call,
    input: { ...fields, step: 'do', reason: 'as the test says', key: randomUUID() },
    by: 'ada',
  });
  if (answer?.state === 'asked') {
    const waiting = await machine.ask('operators/list-waiting', null);
    const { effectMark = '' } = waiting.find((each) => each.act === answer.act) ?? {};
    const agreed = { act: answer.act!, reason: 'as the test says', by: 'bob', effectMark };
    const decided = await machine.ask('operators/agree', agreed);
    if (decided.problem !== null) return { problem: decided.problem, summary: [] };
  }
  const summary = (answer?.effect ?? []).map(({ what, after }) => `${what}: ${after}`);
  return { problem, summary };
}
async function done(asked: MarketAct): Promise<readonly string[]> {
  const { problem, summary } = await act(asked);
  assert.equal(problem, null, JSON.stringify(asked));
  return summary;
}

/** What the site reads, once the next tick has made it anew. */
async function siteSees<T>(read: (pairs: readonly PairInfo[]) => T | undefined): Promise<T> {
  for (;;) {
    const { data } = await server.post<{ pairs: readonly PairInfo[] }>('/bb/app/market/getPairs');
    const found = read(data.pairs);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
const novaOf = (pairs: readonly PairInfo[]) => pairs.find(({ symbol }) => symbol === 'novausdt');
const novaWhere = (holds: (pair: PairInfo) => boolean) =>
  siteSees((pairs) => {
    const pair = novaOf(pairs);
    return pair !== undefined && holds(pair) ? pair : undefined;
  });

const order = (user: TestUser, side: string, more: Record<string, unknown> = {}) =>
  server.post<OrderRow>(
    '/bb/app/spot/placeOrder',
    { baseCoin: 'NOVA', quoteCoin: 'USDT', side, type: 'limit', price: '2', amount: '100', ...more },
    { token: user.token },
  );
const cancel = (user: TestUser, id: string) =>
  server.post('/bb/app/spot/cancelOrder', { id }, { token: user.token });
const rowOf = async (user: TestUser, id: string) =>
  (await server.post<OrderRow>('/bb/app/spot/getOrder', { id }, { token: user.token })).data;

const TERMS = { 'price-decimals': '4', 'lot-decimals': '1', 'index-decimals': '6', min: '5', max: '50000' };

test('R14.3 D0044 D0049 what two operators list at once does not get into each other', async () => {
  const names = ['PAN', 'QUA'] as const;
  // A connection has one question at a time.
  const atOnce = async (asked: (code: 'PAN' | 'QUA') => MarketAct) =>
    Promise.all(
      names.map(async (code) => {
        const own: typeof operating = (await connectToServer(dataDir))!;
        const answer = await act(asked(code), own);
        own.close();
        assert.equal(answer.problem, null, code);
        return answer.summary;
      }),
    );
  await atOnce((code) => ({ act: 'coin', code, name: code, decimals: '6' }));
  const hours = { PAN: 100, QUA: 1 } as const;
  const opens = (code: 'PAN' | 'QUA') =>
    `${new Date(Date.now() + hours[code] * 3_600_000).toISOString().slice(0, 19)}Z`;
  await atOnce((code) => ({
    act: 'pair',
    pair: `${code}/USDT`,
    terms: TERMS,
    opens: opens(code),
  }));
  const list = await operating.ask('markets/list', null);
  names.forEach((code) => {
    assert.equal(list.filter((line) => line.startsWith(`coin ${code} `)).length, 1, code);
    const pair = list.find((line) => line.startsWith(`pair ${code}/USDT`)) ?? '';
    assert.ok(pair.includes(`opens on ${opens(code).slice(0, 13)}`), pair);
  });
});

test('R14.3 D0044 what an operator asks for is refused by the name of what is wrong', async () => {
  const coin = { act: 'coin', code: 'ZED', name: 'Zed', decimals: '6' } as const;
  const pair = { act: 'pair', pair: 'LTC/ETH', terms: { ...TERMS, min: '0.002', max: '500' } } as const;
  for (const [asked, problem] of [
    [{ ...coin, code: 'zed' }, /Check code: 2 to 10 capital letters or digits/],
    [{ ...coin, code: 'BTC' }, /Check code: is there already/],
    [{ ...coin, name: '<b>' }, /Check name: 1 to 40 letters/],
    [{ ...coin, decimals: '13' }, /Check decimals: from 0 to 12/],
    [{ ...pair, pair: 'LTC' }, /Check pair: a pair such as/],
    [{ ...pair, pair: 'LTC/LTC' }, /Check pair: not two coins that are listed/],
    [{ ...pair, pair: 'BTC/USDT' }, /Check pair: is there already/],
    [{ ...pair, terms: { min: '1', max: '2' } }, /Check priceDecimals: is required/],
    [{ ...pair, terms: { ...TERMS, 'price-decimals': '13' } }, /Check priceDecimals: from 0 to 12/],
    [{ ...pair, terms: { ...TERMS, 'maker-fee': '10.1' } }, /Check makerFee: from 0 to 10 %/],
    [{ ...pair, terms: { ...TERMS, min: '0.000000001' } }, /Check minimum: from .* ETH, with at most 8/],
    [{ ...pair, terms: { ...TERMS, min: '6', max: '5' } }, /do not fit each other/],
    [{ ...pair, terms: { ...TERMS, 'lot-decimals': '9' } }, /do not fit each other/],
    [{ act: 'terms', pair: 'BTC/USDT', terms: { 'lot-decimals': '2' } }, /Check lotDecimals: is not a field/],
    [{ act: 'terms', pair: 'BTC/USDT', terms: {} }, /Nothing would change/],
    [{ act: 'halt', pair: 'ZED/USDT', cancelOnly: true }, /Check pair: not a pair of the platform/],
    [{ act: 'delist', pair: 'BTC/USDT', on: 'tomorrow' }, /on: is required/],
    [{ act: 'delist', pair: 'BTC/USDT', on: '2020-01-01T00:00Z' }, /has passed/],
    [{ act: 'delist', pair: 'ETH/USDT', on: '2027-01-01T00:00Z' }, /A product still needs/],
    [{ act: 'keep', pair: 'BTC/USDT' }, /Nothing would change/],
    [{ ...pair, opens: '2020-01-01T00:00Z' }, /has passed/],
    [{ ...pair, opens: '2099-01-01T00:00Z' }, /more than a year away/],
    [{ act: 'open', pair: 'BTC/USDT', on: '2027-01-01T00:00Z' }, /pair: is not halted/],
  ] as const satisfies readonly (readonly [MarketAct, RegExp])[])
    assert.match((await act(asked)).problem ?? 'done', problem, JSON.stringify(asked));
});

test('R5.9 R2.16 D0049 a pair is shown with its time, takes no order, and opens by itself', async () => {
  const trader = await server.register('early');
  const at = (afterMs: number): string => {
    const atMs = Math.ceil((server.server.running.pipeline.nowMs() + afterMs) / 1000) * 1000;
    return `${new Date(atMs).toISOString().slice(0, 19)}Z`;
  };
  const pair = 'LTC/ETH';
  const ltc = (holds: (info: PairInfo) => boolean) =>
    siteSees((pairs) => pairs.find((info) => info.symbol === 'ltceth' && holds(info)));
  const place = async (price: string) =>
    await server.post<OrderRow>(
      '/bb/app/spot/placeOrder',
      { baseCoin: 'LTC', quoteCoin: 'ETH', side: 'buy', type: 'limit', price, amount: '1' },
      { token: trader.token, headers: { 'accept-language': 'zh-CN' } },
    );
  const far = at(3_600_000);
  const terms = { ...TERMS, 'price-decimals': '6', min: '0.002', max: '500' };
  const listed = await done({ act: 'pair', pair, terms, opens: far });
  assert.equal(listed[1], `Opens: ${far.slice(0, 19).replace('T', ' ')} UTC`);
  const shown = await ltc(() => true);
  assert.deepEqual([shown.state, shown.opensAt, shown.delistsAt], ['cancel-only', Date.parse(far), null]);
  const { error, msg } = await place('0.02');
  assert.equal(error, 'market/not-open');
  assert.match(msg, /尚未开放交易/);
  const { registry } = server.server.running.exchange;
  const market = registry.defined().at(-1)!;
  while (market.indexPrice === 0) await new Promise((resolve) => setTimeout(resolve, 100));

  assert.ok((await done({ act: 'halt', pair, cancelOnly: true })).some((line) => line === 'Opens: none'));
  assert.equal((await place('0.02')).error, 'market/halted');
  assert.equal((await ltc(({ opensAt }) => opensAt === null)).state, 'cancel-only');
  await done({ act: 'open', pair, on: far });
  const soon = at(2_500);
  await done({ act: 'open', pair, on: soon });
  assert.match(
    (await operating.ask('markets/list', null)).find((line) => line.includes(pair))!,
    /opens on/,
  );
  operating.close();
  await server.close();
  await start();
  const opened = await ltc(({ state }) => state === 'trading');
  assert.equal(opened.opensAt, null);
  assert.ok(server.server.running.pipeline.nowMs() >= Date.parse(soon), 'not before its time');
  assert.equal((await act({ act: 'open', pair, on: far })).problem, 'Check pair: is not halted');
  const history = (await operating.ask('markets/history', null)).filter((line) => line.includes(pair));
  assert.equal(history.length, 5, 'the pair was asked for and agreed to');
});

test('R3.4 R5.9 R14.3 D0044 a coin is listed, traded, halted, changed and delisted while it runs', async () => {
  const [ann, bob] = [await server.register('ann'), await server.register('bob')];
  await done({ act: 'coin', code: 'NOVA', name: 'Nova Works', decimals: '6' });
  const input = { pair: PAIR, ...fieldsOf(TERMS), step: 'plan' };
  const planned = await operating.ask('operators/perform', { call: 'markets/list-pair', by: 'ada', input });
  assert.equal(planned.problem, null);
  assert.equal(await siteSees((pairs) => (novaOf(pairs) === undefined ? 'none' : undefined)), 'none');
  const summary = await done({ act: 'pair', pair: PAIR, terms: { ...TERMS, 'taker-fee': '0.2' } });
  assert.ok(
    summary.some((line) => /listed halted/.test(line)) && summary.includes('Taker fee: 0.2 %'),
    summary.join(),
  );
  assert.equal((await order(ann, 'buy')).error, 'market/halted');

  await done({ act: 'resume', pair: PAIR });
  const nova = await novaWhere(({ state }) => state === 'trading');
  assert.deepEqual(
    [nova.baseName, nova.priceDecimals, nova.minNotional, nova.takerFeePpm, nova.makerFeePpm, nova.delistsAt],
    ['Nova Works', 4, '5', 2_000, 800, null],
  );
  const { pipeline, exchange } = server.server.running;
  const { asset } = exchange.assets.find(({ code }) => code === 'NOVA')!;
  const issue = {
    type: 'issue',
    wallet: WALLET.exchange,
    asset,
    amount: 10 ** 9,
    reason: 'play-money',
  } as const;
  await pipeline.submit({ ...issue, owner: Number(bob.userId) }, { owner: PLATFORM_OWNER });
  const bid = (await order(ann, 'buy', { amount: '300' })).data.id;
  const sale = await order(bob, 'sell');
  assert.deepEqual([sale.data.filledAmount, sale.data.fee], ['100', '0.4']);
  const { data: deals } = await server.post<readonly unknown[]>('/bb/app/huobi/getMarketTrade', {
    symbol: 'novausdt',
  });
  assert.equal(deals.length, 1);

  await done({ act: 'halt', pair: PAIR, cancelOnly: false });
  assert.equal((await novaWhere(({ state }) => state !== 'trading')).state, 'halted');
  assert.equal((await order(bob, 'sell')).error, 'market/halted');
  assert.equal((await cancel(ann, bid)).error, 'market/halted');
  const pairOnly = { baseCoin: 'NOVA', quoteCoin: 'USDT' };
  assert.equal(
    (await server.post('/bb/app/spot/cancelAll', pairOnly, { token: ann.token })).error,
    'market/halted',
  );
  await done({ act: 'halt', pair: PAIR, cancelOnly: true });
  assert.equal((await novaWhere(({ state }) => state !== 'halted')).state, 'cancel-only');

  const changed = await done({ act: 'terms', pair: PAIR, terms: { 'taker-fee': '0.5', min: '10' } });
  assert.deepEqual(changed, ['Least order: 10 USDT', 'Taker fee: 0.5 %']);
  await done({ act: 'resume', pair: PAIR });
  assert.equal((await novaWhere(({ takerFeePpm }) => takerFeePpm === 5_000)).minNotional, '10');
  assert.equal((await order(bob, 'sell', { amount: '4' })).error, 'spot/below-minimum');
  assert.equal((await order(bob, 'sell')).data.fee, '1');

  const atMs = Math.ceil((pipeline.nowMs() + 3_000) / 1000) * 1000;
  await done({ act: 'delist', pair: PAIR, on: '2027-12-01T00:00:00Z' });
  await done({ act: 'keep', pair: PAIR });
  await done({ act: 'delist', pair: PAIR, on: `${new Date(atMs).toISOString().slice(0, 19)}Z` });
  assert.equal((await novaWhere(({ delistsAt }) => delistsAt !== null)).delistsAt, atMs);
  await siteSees((pairs) => (novaOf(pairs) === undefined ? 'gone' : undefined));
  let ended = await rowOf(ann, bid);
  for (; ended.status === 0; ended = await rowOf(ann, bid))
    await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual([ended.endReason, ended.filledAmount, ended.baseCoin], ['delisted', '200', 'NOVA']);
  assert.equal((await order(ann, 'buy')).error, 'market/unknown-pair');
  assert.equal((await act({ act: 'resume', pair: PAIR })).problem, 'Check pair: not a pair of the platform');
  assert.deepEqual(
    exchange.audit().filter(({ ok }) => !ok),
    [],
  );

  const history = await operating.ask('markets/history', null);
  assert.deepEqual(
    history
      .toReversed()
      .filter((line) => line.includes('NOVA'))
      .map((line) => line.split('  ')[1]),
    [
      'list-coin coin NOVA',
      ...[
        'list-pair asked',
        'list-pair agreed',
        'resume-pair',
        'halt-pair',
        'halt-pair',
        'set-terms asked',
        'set-terms agreed',
        'resume-pair',
        'delist-pair asked',
        'delist-pair agreed',
        'keep-pair',
        'delist-pair asked',
        'delist-pair agreed',
      ].map((name) => `${name} pair ${PAIR}`),
    ],
  );
  assert.match(
    history.find((line) => line.includes('set-terms asked pair'))!,
    /Taker fee 0\.2 % -> 0\.5 %  \(ada\)$/,
  );
});

test('R3.4 D0044 the coin, its name and a pair that is listed again are there after a restart', async () => {
  operating.close();
  await server.close();
  await start();
  await done({ act: 'pair', pair: PAIR, terms: TERMS });
  await done({ act: 'resume', pair: PAIR });
  assert.equal((await novaWhere(({ state }) => state === 'trading')).baseName, 'Nova Works');
  const lines = await operating.ask('markets/list', null);
  assert.ok(
    lines.some((line) => line.startsWith(`pair ${PAIR}  delisted, delisted on `)),
    lines.join('\n'),
  );
  assert.ok(lines.some((line) => line.startsWith(`pair ${PAIR}  trading  price-decimals 4`)));
});

async function levelsOfBtc(): Promise<readonly [bids: number, asks: number]> {
  const { tick } = await server.post<{ bids: unknown[]; asks: unknown[] }>(
    '/bb/app/huobi/getHuobiContractDepthV2',
    { symbol: 'btcusdt' },
  );
  return [tick?.bids.length ?? 0, tick?.asks.length ?? 0];
}
async function untilLevels(holds: (bids: number, asks: number) => boolean): Promise<void> {
  while (!holds(...(await levelsOfBtc()))) await new Promise((resolve) => setTimeout(resolve, 100));
}

test('R14.3 market I8 the market maker follows its terms, also after a restart', async () => {
  const maker = { act: 'maker', pair: 'BTC/USDT', isOn: null, options: {} } as const;
  const { problem } = await act({ ...maker, options: { skew: '1' } });
  assert.match(problem ?? '', /Check skew: needs the most that it holds/);
  await untilLevels((bids, asks) => bids > 3 && asks > 3);
  await done({ ...maker, isOn: false });
  await untilLevels((bids, asks) => bids === 0 && asks === 0);
  await done({ ...maker, isOn: true, options: { levels: '3' } });
  await untilLevels((bids, asks) => bids > 0 && asks > 0);
  operating.close();
  await server.close();
  await start();
  await untilLevels((bids, asks) => bids > 0 && asks > 0);
  const [bids, asks] = await levelsOfBtc();
  assert.ok(bids <= 3 && asks <= 3, `${bids} and ${asks} levels`);
  const lines = await operating.ask('markets/history', null);
  assert.match(lines.join('\n'), /market maker of pair BTC\/USDT .*Quotes on each side 38 -> 3/);
});

test('R14.3 D0044 each act passes from the shell to the server with its options', async () => {
  const markets = commandOn('markets', () => dataDir);
  const terms = ['--price-decimals', '4', '--lot-decimals', '1', '--index-decimals', '6', '--min', '5'];
  const pair = ['pair', 'NOVA/BTC', ...terms];
  for (const [args, said] of [
    [['terms', 'ETH/USDT', '--taker-fee', '0.05'], /Taker fee: 0.1 % -> 0.05 %/],
    [
      ['maker', 'ETH/USDT', '--spread', '0.2', '--levels', '4'],
      /Half of the spread: .* -> 0.2 %\s+Quotes on each side: 38 -> 4/,
    ],
    [['maker', 'ETH/USDT', '--off'], /Market maker: quotes -> off/],
    [pair, /Check maximum: is required/],
    [['halt', 'ETH/USDT', '--cancel-only'], /orders can be cancelled/],
    [['delist', 'ETH/USDT', '--on', '2020-01-01T00:00:00Z'], /has passed/],
  ] as const) {
    const { output } = await markets(...args, '--dry-run', '--by', 'ada');
    assert.match(output, said, args.join(' '));
  }
  const { status, output } = await markets('terms', 'ETH/USDT', '--taker-fee', '0.09', '--by', 'ada');
  assert.equal(status, 0, output);
  assert.match(output, /Act \d+ waits for a second person/);
});
