/**
 * Goal: a withdrawal by a key is one of the site's, and a key reaches nothing but the address book
 * of its owner. Method: keys of several users on a real server; each way to ask for too much.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ProgramWithdrawal } from '@glasshouse/protocol/funding/endpoints';
import type { TestUser } from '../../../testing/harness.ts';
import { Program, programOf, withdrawKeyOf, type Parameters } from '../../../testing/program.ts';
import { ADDRESS, TRC20, UNIT, WithdrawalRig } from '../../../testing/withdrawal-rig.ts';

const APPLY = 'POST /sapi/v1/capital/withdraw/apply';
const HISTORY = 'GET /sapi/v1/capital/withdraw/history';
const TO_BOOK = { coin: 'USDT', network: 'TRX', address: ADDRESS, amount: '101' };
/** An address that is in nobody's book. */
const ELSEWHERE = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';

const rig = new WithdrawalRig();
before(async () => {
  await rig.start();
  await rig.openChains();
  await rig.fill(TRC20, 100_000 * UNIT, 1);
});
after(() => rig.remove());

async function programFor(user: TestUser, options = {}): Promise<Program> {
  return new Program(rig.server.server.url, await withdrawKeyOf(rig.server, user, options));
}
const refused = async (program: Program, more: Parameters = {}) => {
  const { status, body } = await program.ask(APPLY, { ...TO_BOOK, ...more });
  return [status, body.code, body.error, body.field];
};
const historyOf = async (program: Program, more: Parameters = {}) =>
  (await program.ask<ProgramWithdrawal[]>(HISTORY, more)).body;

test('D0051 R7.5 trading-api I15 a key withdraws to the book, once for its name, as the site would', async () => {
  const user = await rig.person('by-key');
  await rig.listAddress(user);
  const program = await programFor(user);
  const named = { ...TO_BOOK, withdrawOrderId: 'rent-2026.12' };
  const { status, body } = await program.ask<{ id: string }>(APPLY, named);
  assert.equal(status, 200, JSON.stringify(body));
  // What is asked for is what leaves: the fee of 1 is in it.
  assert.equal(await rig.availableOf(user), '9899');
  assert.deepEqual((await program.ask<{ id: string }>(APPLY, named)).body, body);
  assert.equal(await rig.availableOf(user), '9899');
  assert.deepEqual(await refused(program, { ...named, amount: '102' }), [
    400,
    -4032,
    'request/key-reused',
    undefined,
  ]);
  const [row, ...others] = await historyOf(program, { withdrawOrderId: 'rent-2026.12' });
  assert.deepEqual(others, []);
  assert.deepEqual(
    [
      row?.id,
      row?.amount,
      row?.transactionFee,
      row?.network,
      row?.address,
      row?.status,
      row?.withdrawOrderId,
    ],
    [body.id, '100', '1', 'TRX', ADDRESS, 4, 'rent-2026.12'],
  );
  // Its owner sees it like every other one, and has been told.
  assert.equal(await rig.statusOf(user, body.id), 'paying');
  assert.match((await rig.mailsTo(user)).map(({ text }) => text).join('\n'), /100 USDT/);
  const paid = { txid: 'ab'.repeat(32), output: 0, cost: 0, costRest: 0 } as const;
  await rig.submit({ type: 'settle-withdrawal', withdrawal: Number(body.id), ...paid });
  const [done] = await historyOf(program, { status: 6 });
  assert.deepEqual([done?.id, done?.txId], [body.id, paid.txid]);
  assert.match(done?.completeTime ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  assert.deepEqual(await historyOf(program, { status: 4 }), []);
});

test('D0051 trading-api I15 a request that is sent again after a change of fees gets its first answer', async () => {
  const user = await rig.person('fee-between');
  await rig.listAddress(user);
  const program = await programFor(user);
  const named = { ...TO_BOOK, withdrawOrderId: 'before-the-fee' };
  const ask = async (more: Parameters) => (await program.ask<{ id: string }>(APPLY, more)).body.id;
  const id = await ask(named);
  await rig.openChains(2 * UNIT);
  assert.equal(await ask(named), id);
  await ask({ ...TO_BOOK, withdrawOrderId: 'after-it' });
  await rig.openChains();
  assert.deepEqual(
    (await historyOf(program)).map(({ amount, transactionFee }) => [amount, transactionFee]),
    [
      ['99', '2'],
      ['100', '1'],
    ],
  );
});

test('D0051 trading-api I3 I13 a key younger than a day, of fewer permissions or ended withdraws nothing', async () => {
  const user = await rig.person('not-yet');
  await rig.listAddress(user);
  const unknown = [401, -2015, 'request/unknown-key', undefined];
  assert.deepEqual(await refused(await programFor(user, { isYoung: true })), unknown);
  assert.deepEqual(await refused(await programOf(rig.server, user, ['trade', 'transfer'])), unknown);
  const program = await programFor(user);
  const { token } = user;
  await rig.server.post('/bb/app/apiKeys/endAllKeys', {}, { token });
  assert.deepEqual(await refused(program), unknown);
  assert.equal(await rig.availableOf(user), '10000');
});

test('D0051 R5.12 trading-api I15 a key reaches no address outside the book, none that waits, and no other account', async () => {
  const user = await rig.person('book-only');
  await rig.listAddress(user);
  const program = await programFor(user);
  const waiting = await rig.person('waiting');
  await rig.listAddress(waiting, Date.now() + 3_600_000);
  const early = await programFor(waiting);
  const cases: readonly [Program, Parameters, readonly unknown[]][] = [
    [program, { address: ELSEWHERE }, [-4035, 'funding/address-not-listed', 'address']],
    [early, {}, [-4036, 'funding/address-cooling', 'address']],
    [program, { addressTag: '7' }, [-4008, 'wallet/memo-unused', 'addressTag']],
    [program, { address: `${ADDRESS.slice(0, -1)}u` }, [-4033, 'wallet/address-invalid', 'address']],
    [program, { coin: 'LUNA' }, [-4018, 'wallet/unknown-asset', 'coin']],
    [program, { network: 'BTC' }, [-4018, 'wallet/chain-unknown', 'network']],
    [program, { network: 'SOL' }, [-1130, 'request/invalid', 'network']],
    [program, { amount: '10.9' }, [-4022, 'funding/below-minimum', 'amount']],
    [program, { amount: '0.5' }, [-4022, 'funding/below-minimum', 'amount']],
    [program, { amount: '60002' }, [-4023, 'funding/above-maximum', 'amount']],
    [program, { amount: '10000.000001' }, [-4026, 'wallet/insufficient-balance', 'amount']],
    [program, { amount: '1.0000001' }, [-1130, 'request/invalid', 'amount']],
    [program, { name: 'home' }, [-1104, 'request/invalid', 'name']],
  ];
  for (const [asks, more, expected] of cases)
    assert.deepEqual((await refused(asks, more)).slice(1), expected, JSON.stringify(more));
  for (const untouched of [user, waiting]) assert.equal(await rig.availableOf(untouched), '10000');
  // Histories and books are those of the key's owner alone.
  assert.equal((await program.ask(APPLY, { ...TO_BOOK, withdrawOrderId: 'mine' })).status, 200);
  assert.deepEqual(await historyOf(early), []);
  assert.deepEqual(await historyOf(early, { withdrawOrderId: 'mine' }), []);
  const book = async (asks: Program) =>
    (
      await asks.ask<{ address: string; whiteStatus: boolean }[]>(
        'GET /sapi/v1/capital/withdraw/address/list',
      )
    ).body;
  assert.deepEqual(
    (await book(early)).map(({ address, whiteStatus }) => [address, whiteStatus]),
    [[ADDRESS, false]],
  );
  assert.deepEqual(
    (await book(program)).map(({ whiteStatus }) => whiteStatus),
    [true],
  );
});

test('D0052 trading-api I12 a coin that nobody knows is refused by lists as published', async () => {
  const program = await programOf(rig.server, await rig.person('no-such-coin'), ['read']);
  for (const [target, more, field] of [
    [HISTORY, { coin: 'LUNA' }, 'coin'],
    ['GET /sapi/v1/capital/deposit/hisrec', { coin: 'LUNA' }, 'coin'],
    ['GET /sapi/v1/asset/assetDividend', { asset: 'LUNA' }, 'asset'],
  ] as const) {
    const { body } = await program.ask(target, more);
    assert.deepEqual([body.error, body.field], ['wallet/unknown-asset', field]);
  }
});

test('D0051 trading-api I15 a key that ends while its withdrawal is decided takes nothing out', async () => {
  const user = await rig.person('ends-meanwhile');
  await rig.listAddress(user);
  const program = await programFor(user);
  const { database } = rig.server.server;
  // The key still lives in memory: the database decides when the request is written.
  const end = `update api_keys set ended_ms = created_ms, end_reason = 'owner' where user_id = $1`;
  await database.query(end, [Number(user.userId)]);
  const [status, code, error] = await refused(program);
  assert.deepEqual([status, code, error], [400, -4032, 'identity/changed-meanwhile']);
  assert.equal(await rig.availableOf(user), '10000');
});
