/**
 * Goal: the house's own coins leave once two people want it, by the payer, and the books agree.
 * Method: the operating command beside a running demo, whose simulated chains pay.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { connectToServer, type RunningServer } from '../../operating/socket.ts';
import type { ServerCommands } from '../../composition/operating-commands.ts';
import { commandOn } from '../../testing/command.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import type { capitalCommands } from '../wallet/capital.ts';

type Operating = ReturnType<typeof capitalCommands> & Pick<ServerCommands, 'pipeline/audit'>;

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const BLOCKS = 16;
const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-pay-outs-'));
const treasury = commandOn('treasury', () => dataDir);
const withdrawals = commandOn('withdrawals', () => dataDir);
let server: TestServer;
let operating: RunningServer<Operating>;
before(async () => {
  server = await startTestServer({ dataDir });
  operating = (await connectToServer<Operating>(dataDir))!;
  const move = ['move', '--from', 'seconds-contract', '--to', 'treasury', '--coin', 'USDT'];
  const { status, output } = await treasury(...move, '--amount', '1000', '--by', 'Ann');
  const [, act = ''] = /^Act (\d+) waits/m.exec(output) ?? [];
  assert.equal(status, 0, output);
  assert.equal((await commandOn('acts', () => dataDir)('agree', act, '--by', 'Bo')).status, 0);
});
after(async () => {
  operating.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const payOut = (amount: string, more: Readonly<Record<string, string>> = {}) => {
  const asked = { coin: 'USDT', network: 'BEP20', address: ADDRESS, amount, by: 'Ann', ...more };
  return treasury('pay-out', ...Object.entries(asked).flatMap(([name, value]) => [`--${name}`, value]));
};

async function treasuryHas(): Promise<readonly string[]> {
  const rows = await operating.ask('capital/list', null);
  const { available = '', frozen = '' } =
    rows.find(({ account, coin }) => account === 'treasury' && coin === 'USDT') ?? {};
  return [available, frozen];
}

const sent = async () =>
  (
    await server.server.database.kysely
      .selectFrom('simulated_transfers')
      .select(['address', 'units'])
      .where('chain', '=', 'BEP20')
      .execute()
  ).map(({ address, units }) => `${address} ${units}`);

async function mine(): Promise<void> {
  for (let block = 0; block < BLOCKS; block++) await server.server.chains.mine();
}

async function breaches(): Promise<readonly unknown[]> {
  return (await operating.ask('pipeline/audit', null)).filter(({ ok }) => !ok);
}

test('D0046 D0036 a pay-out is frozen when it is asked for, and sent once another person approves', async () => {
  const [free = ''] = await treasuryHas();
  const asked = await payOut('250');
  assert.match(asked.output, /^Pay-out 1 waits for another person/);
  assert.deepEqual(await treasuryHas(), [String(Number(free) - 250), '250']);
  assert.match((await treasury('waiting')).output, /^1 {2}the treasury {2}250 USDT.*needs 2 approvals/);
  // Neither the same person nor the upkeep is the other person.
  assert.match((await treasury('approve', '1', '--by', ' ANN ')).output, /same-person/);
  await server.server.features.keepUp();
  await mine();
  assert.deepEqual(await sent(), []);
  assert.equal((await treasury('approve', '1', '--by', 'Bob')).status, 0);
  await mine();
  assert.deepEqual(await sent(), [`${ADDRESS} 250${'0'.repeat(18)}`]);
  assert.deepEqual(await treasuryHas(), [String(Number(free) - 250), '0']);
  assert.match(
    (await withdrawals('show', '1')).output,
    /settled[^]*owner +the treasury[^]*approve[^]*release/,
  );
  assert.match((await treasury('waiting')).output, /No pay-out is open/);
  assert.deepEqual(await breaches(), []);
  const noted = await server.server.database.kysely
    .selectFrom('operator_audit')
    .select(['subject', 'detail'])
    .where('act', '=', 'machine/treasury-pay-out')
    .execute();
  assert.deepEqual(noted, [{ subject: '250 USDT on BEP20', detail: ADDRESS }]);
});

test("D0046 D0036 a refused pay-out is free in the treasury at once; what is asked wrongly, or is a customer's, is refused", async () => {
  const before = await treasuryHas();
  const [, id = ''] = /^Pay-out (\d+)/.exec((await payOut('40')).output) ?? [];
  assert.match((await treasury('refuse', id, '--note', 'no', '--by', 'Bob')).output, /free in the treasury/);
  assert.equal((await treasury('approve', id, '--by', 'Bob')).status, 1);
  assert.deepEqual(await treasuryHas(), before);
  for (const [amount, more, problem] of [
    ['1e3', {}, /no amount of USDT/],
    ['0.0000001', {}, /no amount of USDT/],
    ['900000000', {}, /funding\/above-maximum/],
    ['40', { coin: 'XYZ' }, /no coin XYZ/],
    ['40', { network: 'nowhere' }, /no network nowhere/],
    ['40', { network: 'TRC20' }, /wallet\/address-invalid/],
    ['40', { memo: '7' }, /wallet\/memo-unused/],
  ] as const) {
    const { status, output } = await payOut(amount, more);
    assert.equal(status, 1, output);
    assert.match(output, problem);
  }
  const user = await server.register('customer');
  const { running } = server.server;
  const owner = Number(user.userId);
  const terms = { chain: 4, asset: 0, fee: 500_000, address: ADDRESS, memo: '' } as const;
  const request = { type: 'request-withdrawal', owner, amount: 50_000_000, ...terms } as const;
  const { error, id: theirs } = await running.pipeline.submit(request, { owner: 1 });
  assert.equal(error, null);
  assert.match((await treasury('approve', String(theirs), '--by', 'Bob')).output, /there is no pay-out/);
  assert.doesNotMatch((await treasury('waiting')).output, /user/);
  assert.deepEqual(await treasuryHas(), before);
  assert.deepEqual(await breaches(), []);
});
