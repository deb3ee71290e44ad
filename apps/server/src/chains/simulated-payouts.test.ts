/**
 * Goal: in a demo an approved withdrawal is paid once on its simulated chain, and settled when it
 * has its confirmations. Method: a real server that stops between the steps.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Command } from '@glasshouse/core';
import type { WithdrawalRow } from '@glasshouse/protocol/funding';
import { startTestServer, type TestServer } from '../testing/harness.ts';

const CONFIRMATIONS = 12;
const [BEP20, USDT] = [4, 0] as const;
const UNIT = 1_000_000;
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

async function submit({ server }: TestServer, command: Command): Promise<string | null> {
  return (await server.running.pipeline.submit(command, { owner: 1 })).error;
}

async function mine({ server }: TestServer, blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block++) await server.chains.mine();
}

test('R4.4 funding I2 a demo pays an approved withdrawal once, also across a restart', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-payouts-'));
  let server = await startTestServer({ dataDir });
  const user = await server.register('paid');
  const owner = Number(user.userId);
  const terms = { chain: BEP20, asset: USDT, fee: UNIT / 2, memo: '' };
  const request = {
    type: 'request-withdrawal',
    owner,
    amount: 250 * UNIT,
    address: ADDRESS,
    ...terms,
  } as const;
  const approve = { type: 'approve-withdrawal', withdrawal: 1 } as const;
  const read = async () => {
    const { data } = await server.post<{ list: WithdrawalRow[] }>('/bb/app/funding/getWithdrawals', {}, user);
    return data.list.map(({ status, txid }) => [status, txid]);
  };
  const transfers = () =>
    server.server.database.kysely
      .selectFrom('simulated_transfers')
      .select(['address', 'coin', 'units', 'txid'])
      .where('chain', '=', 'BEP20')
      .execute();

  assert.equal(await submit(server, request), null);
  await mine(server, 2);
  assert.deepEqual(await transfers(), [], 'nothing is sent before the approval');
  assert.equal(await submit(server, approve), null);
  await mine(server, 3);
  const sent = await transfers();
  assert.deepEqual(
    sent.map(({ address, coin, units }) => [address, coin, units]),
    [[ADDRESS, 'USDT', `250${'0'.repeat(18)}`]],
  );
  assert.deepEqual(await read(), [['paying', '']]);

  await server.close();
  server = await startTestServer({ dataDir });
  await mine(server, CONFIRMATIONS);
  assert.deepEqual(await transfers(), sent, 'the same transfer, not another one');
  assert.deepEqual(await read(), [['finished', sent[0]!.txid]]);

  // A halted chain pays nothing.
  assert.equal(await submit(server, { type: 'set-chain-status', chain: BEP20, status: 0 }), null);
  assert.equal(await submit(server, request), null);
  assert.equal(await submit(server, { ...approve, withdrawal: 2 }), null);
  assert.equal(await submit(server, { type: 'set-chain-status', chain: BEP20, status: 1 }), null);
  await mine(server, 2);
  assert.equal((await transfers()).length, 1);
  await server.close();
  rmSync(dataDir, { recursive: true });
});

test('funding I1 a withdrawal to an address of ours arrives there, in whatever case it was typed', async () => {
  const server = await startTestServer();
  const [from, to] = [await server.register('sends'), await server.register('receives')];
  const place = { chain: 'BEP20' };
  const { address } = (await server.post<{ address: string }>('/bb/app/funding/getDepositAddress', place, to))
    .data;
  assert.notEqual(address, address.toLowerCase());
  const typed = [address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`, address];
  for (const [index, spelling] of typed.entries()) {
    const terms = { chain: BEP20, asset: USDT, fee: UNIT / 2, memo: '', address: spelling };
    const owner = Number(from.userId);
    const request = { type: 'request-withdrawal', owner, amount: 50 * UNIT, ...terms } as const;
    assert.equal(await submit(server, request), null);
    assert.equal(await submit(server, { type: 'approve-withdrawal', withdrawal: index + 1 }), null);
  }
  await mine(server, CONFIRMATIONS + 1);
  const { exchange } = server.server.running;
  assert.equal(exchange.balance(Number(to.userId), 2, USDT).available, (10_000 + 3 * 50) * UNIT);
  await server.close();
});
