/**
 * Goal: coins that are sent to a user's address arrive once, after their confirmations, and are
 * seen by their owner alone. Method: the calls on a real server, whose simulated chains make blocks
 * on request, and which is restarted in between.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { ArrivalRow, DepositChain, DepositRow, HoldRow } from '@glasshouse/protocol/funding';
import type { ChainCommands } from '../../../chains/operating-commands.ts';
import { connectToServer } from '../../../operating/socket.ts';
import { isAddress } from '@glasshouse/protocol/wallet/address-formats';
import { startTestServer, type TestReply, type TestServer, type TestUser } from '../../../testing/harness.ts';

const CONFIRMATIONS = 12;
const FINAL_AFTER = 20;
const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-deposits-'));

let server: TestServer;
let user: TestUser;
let other: TestUser;
before(async () => {
  server = await startTestServer({ dataDir });
  user = await server.register('depositor');
  other = await server.register('other-depositor');
});
after(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = <T>(call: string, body: object = {}, who = user): Promise<TestReply<T>> =>
  server.post<T>(`/bb/app/funding/${call}`, body, { token: who.token });
const listOf = async <T>(call: string, who = user): Promise<readonly T[]> =>
  (await ask<{ list: readonly T[] }>(call, {}, who)).data.list;
const addressOf = async (chain: string, who = user): Promise<string> =>
  (await ask<{ address: string }>('getDepositAddress', { chain }, who)).data.address;
const testCoins = (chain: string, currency: string, who = user) =>
  ask<{ txid: string; amount: string }>('receiveTestCoins', { chain, currency }, who);

async function mine(blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) await server.server.chains.mine();
}

async function available(coin: string, who = user): Promise<string> {
  const { data } = await server.post<{ list: { currencyName: string; availableCurrency: string }[] }>(
    '/bb/app/wallet/getAssets',
    { account: 2 },
    { token: who.token },
  );
  return data.list.find(({ currencyName }) => currencyName === coin)?.availableCurrency ?? '';
}

test('R15.1 test coins count up, are credited at 12 blocks, and may leave when they are final', async () => {
  const { data } = await testCoins('BEP20', 'USDT');
  assert.equal(data.amount, '2500');
  assert.deepEqual(await listOf('getArrivals'), []);
  await mine(1);
  const [first] = await listOf<ArrivalRow>('getArrivals');
  const { time: _time, updateTime: _update, id, ...row } = first!;
  assert.equal(id, `BEP20:${data.txid}:0`);
  assert.deepEqual(row, {
    kind: 'arrival',
    currency: 'USDT',
    chain: 'BEP20',
    amount: '2500',
    txid: data.txid,
    confirmations: 1,
    needed: CONFIRMATIONS,
    status: 'confirming',
  });
  await mine(CONFIRMATIONS - 2);
  assert.equal((await listOf<ArrivalRow>('getArrivals'))[0]?.confirmations, CONFIRMATIONS - 1);
  assert.equal(await available('USDT'), '10000');
  await mine(1);
  assert.deepEqual(await listOf('getArrivals'), []);
  assert.equal(await available('USDT'), '12500');
  const [deposit] = await listOf<DepositRow>('getDeposits');
  assert.deepEqual([deposit?.amount, deposit?.status, deposit?.txid], ['2500', 'confirming', data.txid]);
  assert.equal((await listOf<HoldRow>('getHolds'))[0]?.amount, '2500');
  await mine(FINAL_AFTER - CONFIRMATIONS);
  assert.equal((await listOf<DepositRow>('getDeposits'))[0]?.status, 'confirming');
  await mine(1);
  assert.equal((await listOf<DepositRow>('getDeposits'))[0]?.status, 'finished');
  assert.deepEqual(await listOf('getHolds'), []);
});

test('funding I7 an address is its owner’s for ever, and what arrives there is nobody else’s', async () => {
  const [erc20, bep20, trc20] = [
    await addressOf('ERC20'),
    await addressOf('BEP20'),
    await addressOf('TRC20'),
  ];
  assert.equal(erc20, bep20);
  assert.ok(isAddress('ERC20', erc20) && isAddress('TRC20', trc20));
  for (const chain of ['BTC', 'LTC', 'DOGE'] as const)
    assert.ok(isAddress(chain, await addressOf(chain)), chain);
  const asked = await Promise.all(Array.from({ length: 5 }, () => addressOf('TRC20', other)));
  assert.equal(new Set(asked).size, 1);
  assert.notEqual(asked[0], trc20);
  await testCoins('TRC20', 'USDT', other);
  await mine(1);
  assert.deepEqual(await listOf('getArrivals'), []);
  assert.equal((await listOf('getArrivals', other)).length, 1);
  await mine(CONFIRMATIONS);
  assert.equal((await listOf('getDeposits')).length, 1);
  assert.equal(await available('USDT', other), '12500');
});

test('R15.1 after a restart chains, addresses and pending deposits continue; nothing arrives twice', async () => {
  const address = await addressOf('ERC20');
  // One is in a block, the other waits for one.
  await testCoins('ERC20', 'ETH');
  await mine(3);
  await testCoins('ERC20', 'USDT');
  const before = (await listOf<DepositChain>('getDepositChains')).find(({ chain }) => chain === 'ERC20');
  await server.close();
  server = await startTestServer({ dataDir });
  const now = (await listOf<DepositChain>('getDepositChains')).find(({ chain }) => chain === 'ERC20');
  assert.deepEqual([now?.height, now?.state], [before?.height, 'up']);
  assert.equal(await addressOf('ERC20'), address);
  const [eth] = await listOf<ArrivalRow>('getArrivals');
  assert.deepEqual([eth?.currency, eth?.confirmations], ['ETH', 3]);
  await mine(CONFIRMATIONS);
  assert.deepEqual([await available('ETH'), await available('USDT')], ['2.2', '15000']);
  await mine(FINAL_AFTER);
  await server.close();
  server = await startTestServer({ dataDir });
  await mine(1);
  assert.deepEqual([await available('ETH'), await available('USDT')], ['2.2', '15000']);
});

test('funding I3 R16.4 an operator halts a chain and opens it again; users see it, and the log', async () => {
  const asked = await connectToServer<ChainCommands>(dataDir);
  const stateOf = async () =>
    (await listOf<DepositChain>('getDepositChains')).find(({ chain }) => chain === 'TRC20')?.state;
  const set = (chain: string, isHalted: boolean) =>
    asked?.ask('chains/set-halted', { chain, isHalted, operator: 'a test' });
  assert.equal(await set('SOLANA', true), false);
  assert.equal(await set('TRC20', true), true);
  assert.equal(await stateOf(), 'halted');
  const states = await asked?.ask('chains/list', null);
  assert.deepEqual(
    states?.filter(({ state }) => state === 'halted').map(({ chain }) => chain),
    ['TRC20'],
  );
  await set('TRC20', false);
  assert.equal(await stateOf(), 'up');
  const { audit } = server.server.features.open.operators.own;
  for (const act of ['machine/chain-halt', 'machine/chain-open']) {
    const noted = await audit.actsOf(act, 9);
    assert.deepEqual(
      noted.map(({ operator, subject }) => `${operator} ${subject}`),
      ['a test TRC20'],
      act,
    );
  }
  asked?.close();
});

test('R15.2 unknown and closed chains, foreign coins and too many test coins are refused by name', async () => {
  const refusals = [
    await ask('getDepositAddress', { chain: 'SOLANA' }),
    await ask('getDepositAddress', { chain: 'XRP' }),
    await testCoins('XRP', 'XRP'),
    await testCoins('BEP20', 'ETH'),
  ].map(({ error, field }) => [error, field]);
  assert.deepEqual(refusals, [
    ['wallet/chain-unknown', 'chain'],
    ['funding/deposits-closed', 'chain'],
    ['funding/deposits-closed', 'chain'],
    ['funding/coin-not-on-chain', 'currency'],
  ]);
  const many = await Promise.all(Array.from({ length: 12 }, () => testCoins('TRC20', 'USDT', other)));
  // One was sent before.
  assert.equal(many.filter(({ error }) => error === undefined).length, 9);
  assert.equal(many.filter(({ error }) => error === 'funding/too-many-test-coins').length, 3);
  const chains = await listOf<DepositChain>('getDepositChains');
  const states = Object.fromEntries(chains.map(({ chain, state }) => [chain, state]));
  assert.deepEqual(
    [states['ERC20'], states['TRC20'], states['BTC'], states['XRP']],
    ['up', 'up', 'up', 'closed'],
  );
});
