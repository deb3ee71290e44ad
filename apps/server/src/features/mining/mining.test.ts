/**
 * Goal: a miner is bought with the fund password, named by its pool, redeemed by its owner alone,
 * and its capacity is free again. Method: the calls over HTTP on a real server; then the audit.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FixedTermOfferRow } from '@glasshouse/protocol/fixed-term-shapes';
import type { MinerRecord } from '@glasshouse/protocol/mining';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { feature } from './feature.ts';

let server: TestServer;
let user: TestUser;
let other: TestUser;
const FUND_PASSWORD = '739154';
before(async () => {
  server = await startTestServer();
  user = await server.register('mining');
  other = await server.register('other-mining');
  await server.post('/bb/app/user/sendUpdateAssetEmail', {}, { token: user.token });
  const code = await server.codeFor(user.email);
  const set = { password: FUND_PASSWORD, confirmPassword: FUND_PASSWORD, code };
  assert.equal((await server.post('/bb/app/user/setTransactionPwd', set, { token: user.token })).code, 1);
});
after(() => server.close());

interface Page {
  readonly list: readonly MinerRecord[];
  readonly sum: number;
  readonly counts: readonly number[];
}
const ask = <T = unknown>(call: string, body: object, who: TestUser = user) =>
  server.post<T>(`/bb/app/pool/${call}`, body, { token: who.token });
const BUY = { offer: 3, amount: '2', fundPassword: FUND_PASSWORD };
const miners = async (query: object = {}): Promise<Page> => (await ask<Page>('getOrders', query)).data;
const pool = async (): Promise<FixedTermOfferRow | undefined> =>
  (await ask<{ list: FixedTermOfferRow[] }>('getOffers', {})).data.list.find(({ offer }) => offer === 3);

test('mining I7 a purchase is refused by its field before the fund password is asked for', async () => {
  for (const [change, error, field] of [
    [{ offer: 9 }, 'mining/unknown-offer', 'offer'],
    [{ amount: undefined }, 'mining/amount-missing', 'amount'],
    [{ amount: '0.5' }, 'mining/below-minimum', 'amount'],
    [{ amount: '201' }, 'mining/owner-limit', 'amount'],
    [{ amount: '1001' }, 'mining/quota-exceeded', 'amount'],
    [{ amount: '150' }, 'wallet/insufficient-balance', 'amount'],
    [{ dailyRate: '1' }, 'mining/terms-changed', 'dailyRate'],
    [{ fundPassword: undefined }, 'identity/fund-password-missing', 'fundPassword'],
    [{ fundPassword: '000000' }, 'identity/fund-password-incorrect', 'fundPassword'],
  ] as const) {
    const refused = await ask('buy', { ...BUY, ...change });
    assert.deepEqual([refused.error, refused.field], [error, field], JSON.stringify(change));
  }
  assert.equal((await miners()).sum, 0);
});

test('mining I1 I2 a miner shows its name, its reward so far and what would come back', async () => {
  for (const amount of ['2', '3', '1']) assert.equal((await ask('buy', { ...BUY, amount })).code, 1);
  const { list, counts } = await miners();
  assert.deepEqual(
    list.map(({ minerName, amount, redeemableAmount, interest, currentProfit, remainingDays, status }) =>
      [minerName, amount, redeemableAmount, interest, currentProfit, remainingDays, status].join(' '),
    ),
    ['G-003 1 1 0.0135 0 30 0', 'G-002 3 3 0.0405 0 30 0', 'G-001 2 2 0.027 0 30 0'],
  );
  assert.deepEqual(counts, [3, 0, 0, 0]);
  assert.equal((await pool())?.left, '994');
});

test('mining I4 early redemption needs the fund password, and gives the deposit alone', async () => {
  for (const [body, error, field] of [
    [{ id: '77', fundPassword: FUND_PASSWORD }, 'mining/unknown-miner', 'id'],
    [{ id: '2' }, 'identity/fund-password-missing', 'fundPassword'],
    [{ id: '2', fundPassword: '000000' }, 'identity/fund-password-incorrect', 'fundPassword'],
  ] as const) {
    const refused = await ask('redeemEarly', body);
    assert.deepEqual([refused.error, refused.field], [error, field]);
  }
  const early = { id: '2', fundPassword: FUND_PASSWORD };
  assert.equal((await ask('redeemEarly', early, other)).error, 'mining/unknown-miner');
  assert.equal((await ask('redeemEarly', early)).code, 1);
  assert.equal((await ask('redeemEarly', early)).error, 'mining/unknown-miner');
  const [miner] = (await miners({ status: 2 })).list;
  assert.deepEqual([miner?.status, miner?.redeemableAmount, miner?.currentProfit], [3, '3', '0']);
  assert.equal((await pool())?.left, '997');
});

test('mining I3 I6 after the cycle its owner redeems deposit and reward', async () => {
  assert.deepEqual(
    [(await ask('redeem', { id: '1' })).error, (await ask('redeem', { id: '1' }, other)).error],
    ['mining/not-over', 'mining/unknown-miner'],
  );
  const { running } = server.server;
  const { exchange } = running;
  // When the cycles of all miners are over.
  const dueTime = Math.max(...(await miners()).list.map((miner) => miner.dueTime));
  const tick = { tick: exchange.lastTick.tick + 1, tickMs: Math.ceil(dueTime / 1000) * 1000, prices: [] };
  await running.pipeline.submit({ type: 'tick', ...tick }, { owner: 1 });
  await running.pipeline.submit({ type: 'process-due', limit: 10 }, { owner: 1 });
  const over = (await miners({ status: 1 })).list.find(({ id }) => id === '1');
  assert.deepEqual([over?.id, over?.redeemableAmount], ['1', '2.027']);
  const refused = await ask('redeemEarly', { id: '1', fundPassword: FUND_PASSWORD });
  assert.equal(refused.error, 'mining/cycle-over');
  assert.equal((await ask('redeem', { id: '1' })).code, 1);
  assert.deepEqual((await miners()).counts, [0, 1, 1, 1]);
  const csv = await fetch(`${server.server.url}/bb/app/pool/exportOrders`, {
    method: 'POST',
    headers: { 'x-access-token': user.token, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 2 }),
  });
  const lines = (await csv.text()).trim().split('\r\n');
  assert.match(lines[1] ?? '', /redeemed-early,G-002$/);
  assert.match(lines[2] ?? '', /redeemed,G-001$/);
});

test('mining I9 the audit finds nothing in the tables of mining', async () => {
  const { database, running } = server.server;
  const findings = await running.pipeline.paused(() =>
    database.session((session) => feature.product.crossChecks(session, running.exchange)),
  );
  assert.equal(findings.length, 4);
  assert.deepEqual(
    findings.filter(({ ok }) => !ok),
    [],
  );
});
