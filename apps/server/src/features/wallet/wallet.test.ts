/** The wallet and notices over real HTTP, and a restart that keeps everything acknowledged. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { AssetRow, PostingRow } from '@glasshouse/protocol/wallet';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-wallet-'));
let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer({ dataDir });
  user = await server.register('wallet');
});
after(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Page<T> {
  readonly list: readonly T[];
  readonly totalRow: number;
  readonly sum: number;
}

const transfer = (body: Record<string, unknown>) =>
  server.post('/contract/app/contract/transfer', body, { token: user.token, isForm: true });
async function available(account: number, coin: string): Promise<string | undefined> {
  const reply = await server.post<{ list: AssetRow[] }>(
    '/bb/app/wallet/getAssets',
    { account },
    { token: user.token },
  );
  return reply.data.list.find((row) => row.currency === coin)?.availableCurrency;
}

test('R3.6 assets: total is (available + frozen) times price; USDT is 1, no market is 0', async () => {
  const reply = await server.post<{ list: AssetRow[]; totalValue: string }>(
    '/bb/app/wallet/getAssets',
    {},
    { token: user.token },
  );
  const row = (coin: string) => reply.data.list.find(({ currency }) => currency === coin);
  assert.deepEqual([row('USDT')?.price, row('USDT')?.total], ['1', '10000']);
  assert.deepEqual([row('BTC')?.price, row('BTC')?.total], ['60000', '6000']);
  assert.deepEqual([row('LTC')?.price, row('LTC')?.total], ['0', '0']);
  assert.equal(reply.data.totalValue, '19500', '10000 + 6000 + 3000 + 500 of XRP');
});

test('R5.6 a transfer below 0.00001 or above the balance is refused', async () => {
  const cases: readonly [Record<string, unknown>, string][] = [
    [{ currency: 'USDT' }, 'wallet/amount-missing'],
    [{ currency: 'USDT', amount: '0.000009' }, 'wallet/amount-missing'],
    [{ currency: 'USDT', amount: '0.0000101' }, 'request/invalid'],
    [{ currency: 'USDT', amount: '-5' }, 'request/invalid'],
    [{ currency: 'USDT', amount: '10000.000001' }, 'wallet/insufficient-balance'],
    [{ currency: 'USDT', amount: '9'.repeat(28) }, 'wallet/insufficient-balance'],
    [{ currency: 'LUNA', amount: '1' }, 'wallet/unknown-asset'],
    [{ currency: 'USDT', amount: '1', type: '3' }, 'request/invalid'],
  ];
  for (const [body, error] of cases) assert.equal((await transfer(body)).error, error, JSON.stringify(body));
});

test('R7.4 R7.10 a transfer of type 1 (the default) goes to the contract account, of type 2 back', async () => {
  assert.equal((await transfer({ currency: 'USDT', amount: '0.00001' })).code, 1);
  assert.equal(await available(1, 'USDT'), '1000.00001');
  assert.equal((await transfer({ currency: 'USDT', amount: '1000.00001', type: '2' })).code, 1);
  assert.equal(await available(1, 'USDT'), '0');
  assert.equal(await available(2, 'USDT'), '11000');
});

test('R5.6 wallet I3 a transfer goes between any two accounts, and needs both', async () => {
  const owner = await server.register('between-accounts');
  const move = (body: Record<string, unknown>) =>
    server.post('/contract/app/contract/transfer', { currency: 'USDT', amount: '7.5', ...body }, owner);
  const usdt = async (account: number) => {
    const { data } = await server.post<{ list: AssetRow[] }>('/bb/app/wallet/getAssets', { account }, owner);
    return data.list.find(({ currency }) => currency === 'USDT')?.availableCurrency;
  };
  const before = await usdt(2);
  for (const [from, to] of [
    [2, 3],
    [3, 4],
    [4, 5],
    [5, 3],
  ]) {
    assert.equal((await move({ from, to })).code, 1);
    assert.equal(await usdt(to!), '7.5');
    if (from !== 2) assert.equal(await usdt(from!), '0');
  }
  assert.equal((await move({ from: 3, to: 2 })).code, 1);
  assert.equal(await usdt(2), before);
  const refusals = [
    [{ from: 3, to: 3 }, 'wallet/same-account', 'to'],
    [{ from: 3 }, 'request/invalid', 'to'],
    [{ to: 3 }, 'request/invalid', 'from'],
    [{ from: 2, to: 6 }, 'request/invalid', 'to'],
    [{ from: 3, to: 2 }, 'wallet/insufficient-balance', undefined],
  ] as const;
  for (const [way, error, field] of refusals) {
    const reply = await move(way);
    assert.deepEqual([reply.error, reply.field], [error, field]);
  }
});

test('R10.3 R3.7 postings: every change, newest first, of one account and one coin', async () => {
  const query = { account: 2, currency: 'USDT' };
  const reply = await server.post<Page<PostingRow>>('/bb/app/wallet/getPostings', query, {
    token: user.token,
  });
  assert.deepEqual(
    reply.data.list.map(({ amount, reason }) => [amount, reason]),
    [
      ['1000.00001', 'transfer'],
      ['-0.00001', 'transfer'],
      ['10000', 'play-money'],
    ],
  );
  assert.equal(reply.data.sum, 3);
});

test("R7.4 notices: the count, the page, and opening marks one read; another user's is not found", async () => {
  const { token } = user;
  const count = async () => (await server.post<number>('/bb/app/index/getNoticeCount', {}, { token })).data;
  assert.equal(await count(), 1);
  const page = await server.post<Page<{ id: string; title: string; read: boolean }>>(
    '/bb/app/index/getNoticePage',
    {},
    { token, language: 'zh-CN,zh' },
  );
  const notice = page.data.list[0];
  assert.deepEqual([notice?.title, notice?.read, page.data.sum], ['欢迎来到 Glasshouse', false, 1]);
  const other = await server.register('notices-other');
  const foreign = await server.post(
    '/bb/app/index/getNoticeDetail',
    { id: notice?.id },
    { token: other.token },
  );
  assert.equal(foreign.error, 'request/not-found');
  assert.equal(await count(), 1);
  const detail = await server.post<{ content: string }>(
    '/bb/app/index/getNoticeDetail',
    { id: notice?.id },
    { token },
  );
  assert.match(detail.data.content, /Your account is open/);
  assert.equal(await count(), 0);
});

test('R10.4 R12.3 a restart keeps sessions, balances and answers to idempotency keys', async () => {
  const body = { currency: 'USDT', amount: '250', type: 1 };
  const options = () => ({ token: user.token, key: 'over-restart' });
  await server.post('/contract/app/contract/transfer', body, options());
  await server.close();
  server = await startTestServer({ dataDir });
  assert.equal(await available(1, 'USDT'), '250');
  assert.equal((await server.post('/contract/app/contract/transfer', body, options())).code, 1);
  assert.equal(await available(1, 'USDT'), '250');
  assert.deepEqual(
    server.server.running.exchange.audit().filter(({ ok }) => !ok),
    [],
  );
});
