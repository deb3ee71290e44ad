/**
 * Goal: fee tiers and terms of contracts that an operator sets hold for what is traded from then
 * on, on the site too, and what is open keeps its own. Method: the operating command beside a
 * running server with two traders.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { WALLET } from '@glasshouse/core';
import type { FeeTiers } from '@glasshouse/protocol/spot';
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import { connectToServer } from '../operating/socket.ts';
import type { ServerCommands } from '../composition/operating-commands.ts';
import { commandByTwo } from '../testing/command.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-terms-'));
const terms = commandByTwo('terms', () => dataDir);
let server: TestServer;
let user: TestUser;
let seller: TestUser;
before(async () => {
  server = await startTestServer({ dataDir });
  user = await server.register('trader');
  seller = await server.register('seller');
  const owner = Number(user.userId);
  for (const wallet of [WALLET.contract, WALLET.exchange])
    await submit({ type: 'issue', owner, wallet, asset: 0, amount: 1_000_000_000, reason: 'play-money' });
  const coins = { wallet: WALLET.exchange, asset: 1, amount: 100_000_000, reason: 'play-money' } as const;
  await submit({ type: 'issue', owner: Number(seller.userId), ...coins });
});
after(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function submit(command: Parameters<typeof server.server.running.pipeline.submit>[0]): Promise<void> {
  const { error } = await server.server.running.pipeline.submit(command, { owner: 1 });
  assert.equal(error, null);
}

async function findingOf(name: RegExp): Promise<boolean | undefined> {
  const operating = (await connectToServer<Pick<ServerCommands, 'pipeline/audit'>>(dataDir))!;
  try {
    return (await operating.ask('pipeline/audit', null)).find((one) => name.test(one.name))?.ok;
  } finally {
    operating.close();
  }
}

async function buy(): Promise<void> {
  await server.market.tick();
  for (const [{ token }, side] of [
    [seller, 'sell'],
    [user, 'buy'],
  ] as const) {
    const terms = { type: 'limit', price: '60000', amount: '0.002', side };
    const order = { baseCoin: 'BTC', quoteCoin: 'USDT', ...terms };
    const { error } = await server.post('/bb/app/spot/placeOrder', order, { token });
    assert.equal(error, undefined);
  }
}
const takerRate = async () =>
  (
    await server.post<{ takerRate: string }>(
      '/bb/app/spot/getFees',
      { baseCoin: 'BTC', quoteCoin: 'USDT' },
      { token: user.token },
    )
  ).data.takerRate;

test('R16.5 new fee tiers hold for the next trade and on the site, and every fill has the fee of its time', async () => {
  const before = Number(await takerRate());
  await buy();
  const set = await terms('fee-tiers', '--tier', '0:100:50', '--tier', '5000:80:40.5', '--by', 'Ann');
  assert.equal(set.status, 0, set.output);
  assert.equal(Number(await takerRate()), before / 2);
  await buy();
  const { data } = await server.post<FeeTiers>('/bb/app/spot/getFeeTiers', {});
  assert.deepEqual(data.tiers, [
    { volume: '0', makerSharePpm: 1_000_000, takerSharePpm: 500_000 },
    { volume: '5000', makerSharePpm: 800_000, takerSharePpm: 405_000 },
  ]);
  const { rows } = await server.server.database.query<{ rate: number }>(
    'select taker_fee as rate from spot_fills where taker = $1 order by 1',
    [Number(user.userId)],
  );
  assert.equal(rows.length, 2);
  assert.equal(rows[0]!.rate * 2, rows[1]!.rate);
  assert.equal(await findingOf(/what price and tier say/), true);
  for (const [tiers, problem] of [
    [['1:100:100'], /volumes of tiers rise from 0/],
    [['0:100:100', '0:90:90'], /volumes of tiers rise from 0/],
    [['0:101:100'], /tiers.0.makerShare: up to 100/],
    [['0:100:x'], /tiers.0.takerShare: not a plain number/],
    [['0.0000001:1:1'], /tiers.0.volume: not an amount of USDT/],
  ] as const) {
    const { status, output } = await terms(
      'fee-tiers',
      ...tiers.flatMap((one) => ['--tier', one]),
      '--by',
      'Ann',
    );
    assert.equal(status, 1, output);
    assert.match(output, problem);
  }
  assert.match((await terms('history')).output, /fee tiers .*5000 USDT.*40\.5 %.*Ann/);
});

const open = (positionTime: string, more: object = {}) =>
  server.post<{ id: string }>(
    '/contract/app/contract/createOrder',
    { openAmount: '100', baseCoin: 'BTC', quoteCoin: 'USDT', positionTime, tradeType: '1', ...more },
    { token: user.token },
  );
const rowOf = async (id: string) =>
  (await server.post<PositionRow>('/contract/app/contract/getOrder', { id }, { token: user.token })).data;
const configs = async () =>
  (await server.get<{ second: number; incomeRate: string }[]>('/bb/app/paramter/contractconfig')).data.map(
    ({ second, incomeRate }) => [second, incomeRate],
  );

test('R16.5 new durations hold for contracts from then on, and an open one ends by its own', async () => {
  await server.market.tick();
  const old = (await open('30')).data.id;
  // Its first price. However long a machine stalls, each later one is above it, and none is old.
  await server.market.tick();
  const set = await terms(
    'contracts',
    '--duration',
    '30:70:5:50',
    '--duration',
    '45:75.5:5:500',
    '--by',
    'Ann',
  );
  assert.equal(set.status, 0, set.output);
  assert.deepEqual(await configs(), [
    [30, '0.7'],
    [45, '0.755'],
  ]);
  await server.market.tick(6_000_001);
  assert.equal((await open('60')).error, 'seconds-contract/unknown-duration');
  assert.equal((await open('30')).error, 'seconds-contract/above-maximum');
  const fresh = (await open('45', { baseCoin: 'ETH' })).data.id;
  for (let second = 0; second < 50; second++) await server.market.tick(6_000_001 + second);
  assert.equal((await rowOf(old)).profit, '82', 'the rate when it was opened');
  assert.equal(Number((await rowOf(fresh)).profitRate), 0.755);
  for (const [durations, problem] of [
    [['30:0:5:50'], /durations.0.profit: not within its bounds/],
    [['0:80:5:50'], /durations.0.seconds: not within its bounds/],
    [['30:80:50:5'], /durations.0.minStake: is above the largest stake/],
    [['30:80:5:50', '30:81:5:50'], /durations.1.seconds: there are two of this duration/],
  ] as const) {
    const given = durations.flatMap((one) => ['--duration', one]);
    const { status, output } = await terms('contracts', ...given, '--by', 'Ann');
    assert.equal(status, 1, output);
    assert.match(output, problem);
  }
});

test('R16.5 a pair has its own limits on open contracts, and contracts begin on another pair', async () => {
  const limits = ['--max-positions', '1', '--max-user-stake', '120', '--max-open-stake', '5000'];
  await server.market.tick();
  assert.equal((await terms('contracts', 'BTC/USDT', '--max-user-stake', '60', '--by', 'Ann')).status, 0);
  await server.market.tick();
  assert.equal((await open('45')).error, 'seconds-contract/user-limit');
  assert.equal((await open('45', { baseCoin: 'ETH' })).code, 1, 'another pair keeps its own');
  for (const [args, problem] of [
    [['NOVA/USDT', ...limits], /pair: not a pair of the platform/],
    [['ETH/BTC', ...limits], /pair: has no price in the coin of stakes/],
    [['BTC/USDT', '--max-positions', '0'], /maxPositions: not within its bounds/],
    [['BTC/USDT', '--max-user-stake=-1'], /maxUserStake: not a plain number/],
  ] as const) {
    const { status, output } = await terms('contracts', ...args, '--by', 'Ann');
    assert.notEqual(status, 0, output);
    assert.match(output, problem);
  }
  const { exchange } = server.server.running;
  const { offers } = exchange.features['seconds-contract'];
  const another = exchange.registry.markets.find(
    (one) => one !== undefined && one.quote === 0 && !offers.has(one.definition.market),
  );
  assert.ok(another !== undefined, 'a pair without contracts');
  const coin = exchange.assets[another.base]!.code;
  const pair = `${coin}/USDT`;
  assert.match(
    (await terms('contracts', pair, '--max-positions', '1', '--by', 'Ann')).output,
    /maxUserStake: is required/,
  );
  assert.equal((await terms('contracts', pair, ...limits, '--by', 'Ann')).status, 0);
  const { durations, feeRatePpm } = offers.get(0)!;
  const { market } = another.definition;
  const set = { market, maxPositions: 1, maxUserStake: 120_000_000, maxOpenStake: 5_000_000_000 };
  assert.deepEqual(offers.get(market), { type: 'define-seconds-contract', ...set, durations, feeRatePpm });
  assert.match((await terms('list')).output, /contracts BTC\/USDT: at most 20 open.*60 USDT of a user/);
});
