/**
 * Goal: deposits, withdrawals and holds reach the tables, the lists and the account's owner alone.
 * Method: commands on a real server, and the calls over HTTP.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Command } from '@glasshouse/core';
import type { DepositRow, HoldRow, WithdrawalRow } from '@glasshouse/protocol/funding';
import { feature } from './feature.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';

const CHAIN = 3;
const USDT = 0;
const UNIT = 1_000_000;
const TXID = 'ab'.repeat(32);

let server: TestServer;
let user: TestUser;
let other: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('funding');
  other = await server.register('other-funding');
  await submit({
    type: 'define-chain-coin',
    chain: CHAIN,
    asset: USDT,
    restDecimals: 0,
    costAsset: USDT,
    fee: UNIT,
    minAmount: 10 * UNIT,
    maxAmount: 1_000 * UNIT,
  });
});
after(() => server.close());

async function submit(command: Command): Promise<number> {
  const { error, id } = await server.server.running.pipeline.submit(command, { owner: 1 });
  assert.equal(error, null, JSON.stringify(command));
  return id;
}

interface Page<T> {
  readonly list: readonly T[];
  readonly sum: number;
  readonly nextCursor: string | null;
}
const listOf = async <T>(call: string, who: TestUser, body: object = {}): Promise<Page<T>> =>
  (await server.post<Page<T>>(`/bb/app/funding/${call}`, body, { token: who.token })).data;

test('R3.19 funding I7 a deposit is shown to its owner alone, held until it is final', async () => {
  const deposit = await submit({
    type: 'credit-deposit',
    owner: Number(user.userId),
    chain: CHAIN,
    asset: USDT,
    amount: 250 * UNIT,
    rest: 0,
    txid: TXID,
    output: 4,
    isFinal: 0,
  });
  const { list, sum } = await listOf<DepositRow>('getDeposits', user);
  const [{ time, ...row } = { time: 0 }] = list;
  assert.ok(time > 0);
  assert.deepEqual(
    [row, sum],
    [
      {
        kind: 'deposit',
        id: String(deposit),
        currency: 'USDT',
        chain: 'TRC20',
        amount: '250',
        fee: '0',
        note: 'TRC20',
        info: TXID,
        txid: TXID,
        output: 4,
        status: 'confirming',
      },
      1,
    ],
  );
  const hold = (await listOf<HoldRow>('getHolds', user)).list[0];
  assert.deepEqual([hold?.reason, hold?.amount, hold?.untilTime], ['deposit', '250', null]);
  for (const call of ['getDeposits', 'getWithdrawals', 'getHolds'])
    assert.deepEqual((await listOf(call, other)).list, []);
  await submit({ type: 'finalise-deposit', deposit });
  assert.equal((await listOf<DepositRow>('getDeposits', user)).list[0]?.status, 'finished');
  assert.deepEqual((await listOf('getHolds', user)).list, []);
});

test('R3.19 funding I7 withdrawals are listed newest first, by coin, with what became of them', async () => {
  const request = (amount: number): Command => ({
    type: 'request-withdrawal',
    owner: Number(user.userId),
    chain: CHAIN,
    asset: USDT,
    amount,
    fee: UNIT,
    address: 'TAddress',
    memo: '',
  });
  const paid = await submit(request(100 * UNIT));
  const cancelled = await submit(request(50 * UNIT));
  await submit({ type: 'approve-withdrawal', withdrawal: paid });
  const sent = { txid: TXID, output: 0, cost: 2 * UNIT, costRest: 0 };
  await submit({ type: 'settle-withdrawal', withdrawal: paid, ...sent });
  await submit({ type: 'cancel-withdrawal', owner: Number(user.userId), withdrawal: cancelled });
  const { list, sum } = await listOf<WithdrawalRow>('getWithdrawals', user, { currency: 'USDT' });
  assert.equal(sum, 2);
  assert.deepEqual(
    list.map(({ id, amount, fee, note, status, info }) => [id, amount, fee, note, status, info]),
    [
      [String(cancelled), '50', '1', 'TRC20', 'cancelled', ''],
      [String(paid), '100', '1', 'TRC20', 'finished', TXID],
    ],
  );
  assert.equal((await listOf('getWithdrawals', user, { currency: 'BTC' })).sum, 0);
  assert.equal((await listOf('getDeposits', user, { currency: 'LUNA' })).sum, 0);
  const page = await listOf<WithdrawalRow>('getWithdrawals', user, { pageSize: 1 });
  const next = await listOf<WithdrawalRow>('getWithdrawals', user, { cursor: page.nextCursor });
  assert.deepEqual(
    [...page.list, ...next.list].map(({ id }) => id),
    [String(cancelled), String(paid)],
  );
  const hold = (await listOf<HoldRow>('getHolds', user)).list[0];
  assert.deepEqual([hold?.reason, hold?.amount], ['returned', '51']);
});

test('funding I4 what is held is refused to a transfer into seconds contracts, with its own name', async () => {
  const body = { currency: 'USDT', amount: '10100', type: '1' };
  const reply = await server.post('/contract/app/contract/transfer', body, { token: user.token });
  assert.equal(reply.error, 'wallet/held');
});

test('funding I2 the audit compares deposits, withdrawals and holds with memory and postings', async () => {
  const { database, running } = server.server;
  const findings = await running.pipeline.paused(() =>
    database.session((session) => feature.product.crossChecks(session, running.exchange)),
  );
  assert.equal(findings.length, 6);
  assert.deepEqual(
    findings.filter(({ ok }) => !ok),
    [],
  );
});
