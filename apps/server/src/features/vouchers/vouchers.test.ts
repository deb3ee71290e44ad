/**
 * Goal: a voucher is credited once, when two people have found the same transfer, whatever breaks
 * in between; its owner reads why it was not; nobody else sees it. Method: a real server and its
 * operating socket, real pictures, and steps that a crash leaves undone.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CHAIN_NUMBERS, type DepositRow } from '@glasshouse/protocol/funding';
import { WAITING_MAX, type VoucherRow, type VoucherTerms } from '@glasshouse/protocol/vouchers';
import sharp from 'sharp';
import { connectToServer, type RunningServer } from '../../operating/socket.ts';
import { assetNumber } from '../../values/starting-assets.ts';
import { startTestServer, type TestReply, type TestServer, type TestUser } from '../../testing/harness.ts';
import { doAct } from '../../testing/machine-act.ts';
import { assertPublished } from '../../testing/published.ts';
import type { machineActCommands } from '../operators/machine-acts.ts';
import type { voucherCommands } from './operating-commands.ts';

const VOUCHERS = '/bb/app/vouchers';
const TXID = 'AB'.repeat(32);
const XRP_UNIT = 1_000_000;

let server: TestServer;
type Commands = ReturnType<typeof voucherCommands> & ReturnType<typeof machineActCommands>;
let operating: RunningServer<Commands>;
const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-vouchers-'));

async function start(): Promise<void> {
  server = await startTestServer({ dataDir });
  const connected = await connectToServer<Commands>(dataDir);
  assert.ok(connected);
  operating = connected;
}
async function stop(): Promise<void> {
  operating.close();
  await server.close();
}
before(start);
after(async () => {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A picture of one colour, so that each has its own bytes. */
const picture = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 420, height: 300, channels: 3, background: { r: red, g: 90, b: 30 } } })
    .png()
    .toBuffer();

interface HandingIn {
  readonly red: number;
  readonly more?: Readonly<Record<string, string>>;
}
async function handIn(user: TestUser, { red, more = {} }: HandingIn): Promise<TestReply<{ id: string }>> {
  const asked = { currency: 'XRP', chain: 'XRP', amount: '650', remark: 'sent at 11:58', ...more };
  const route = `${VOUCHERS}/handIn`;
  const response = await fetch(`${server.server.url}${route}?${new URLSearchParams(asked)}`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', 'x-access-token': user.token },
    body: new Uint8Array(await picture(red)),
  });
  const reply = (await response.json()) as Omit<TestReply<{ id: string }>, 'http'>;
  assertPublished({ path: route, method: 'POST', status: response.status }, reply);
  return { http: response.status, ...reply };
}

async function listOf(user: TestUser): Promise<readonly VoucherRow[]> {
  return (await server.post<{ list: VoucherRow[] }>(`${VOUCHERS}/getList`, {}, user)).data.list;
}
const operatorOf = (name: string) => `OS user test, claimed name ${name}`;
const show = (id: string, name: string) =>
  operating.ask('vouchers/handle', { act: 'show', id: Number(id), operator: operatorOf(name) });
const act = (call: string, name: string, fields: object) =>
  doAct((asked) => operating.ask('operators/perform', asked), { ...fields, call, by: operatorOf(name) });
interface Seen {
  readonly txid?: string;
  readonly amount?: string;
  readonly output?: number;
}
const approve = (id: string, name: string, more: Seen = {}) =>
  act('vouchers/approve', name, { id, txid: TXID, output: 0, amount: '650', ...more });
const heldXrp = (user: TestUser): number => {
  const { exchange } = server.server.running;
  return exchange.balance(Number(user.userId), 2, assetNumber('XRP')).available;
};

test('R4.4 vouchers I1 two people find the same transfer, and it is credited once and told', async () => {
  const user = await server.register('voucher');
  const before_ = heldXrp(user);
  const { list: terms } = (await server.post<{ list: VoucherTerms[] }>(`${VOUCHERS}/getTerms`, {}, user))
    .data;
  const xrp = terms.find(({ chain }) => chain === 'XRP');
  assert.deepEqual([xrp?.minDeposit, xrp?.address, xrp?.memo], ['1', null, user.userId]);
  const { id } = (await handIn(user, { red: 1 })).data;
  assert.deepEqual(
    (await listOf(user)).map(({ status, amount, isOpened }) => [status, amount, isOpened]),
    [['pending', '650', false]],
  );
  const shown = await show(id, 'Ann');
  const { format, width } = await sharp(Buffer.from(shown.picture, 'base64')).metadata();
  assert.deepEqual([format, width], ['jpeg', 420]);
  assert.match(shown.text, /remark {2}sent at 11:58/);
  assert.equal((await server.post(`${VOUCHERS}/takeBack`, { id }, user)).error, 'vouchers/opened');

  assert.ok((await approve(id, 'Ann')).ok);
  assert.match((await approve(id, ' ANN ')).text, /somebody else/, 'the same person is no second one');
  assert.equal(heldXrp(user), before_);
  const other = await approve(id, 'Bob', { txid: 'cd'.repeat(32) });
  assert.ok(other.ok);
  assert.equal(heldXrp(user), before_, 'another transfer is no agreement');
  assert.match((await approve(id, 'Bob', { amount: '65' })).text, /typed 650 XRP/);
  assert.match((await approve(id, 'Bob', { output: 1 })).text, /pays once/);
  const agreed = await approve(id, 'Bob', { txid: `0x${TXID.toLowerCase()}` });
  assert.ok(agreed.ok, agreed.text);
  assert.equal(heldXrp(user), before_ + 650 * XRP_UNIT);
  assert.equal((await approve(id, 'Eve')).ok, false);
  const [row] = await listOf(user);
  assert.deepEqual([row?.status, row?.seenAmount, row?.txid], ['finished', '650', TXID.toLowerCase()]);
  const deposits = await server.post<{ list: DepositRow[] }>('/bb/app/funding/getDeposits', {}, user);
  assert.deepEqual(
    deposits.data.list.map(({ id: deposit, amount, status }) => [deposit, amount, status]),
    [[row?.depositId, '650', 'finished']],
  );

  // The same transfer in another voucher, of somebody else.
  const second = await server.register('voucher-second');
  const again = (await handIn(second, { red: 1 })).data.id;
  assert.match((await show(again, 'Ann')).text, /CLASH .* finished/);
  await approve(again, 'Ann');
  assert.match((await approve(again, 'Bob')).text, /belongs to another voucher/);
  assert.deepEqual(
    (await listOf(second)).map(({ status }) => status),
    ['pending'],
  );
});

test('R4.4 vouchers I1 a crash between claim and credit: the next round credits once', async () => {
  const user = await server.register('voucher-crash');
  const held = heldXrp(user);
  const { id } = (await handIn(user, { red: 10 })).data;
  const claimed = { status: 1, txid: 'ef'.repeat(32), output: 3, seen_amount: 650 * XRP_UNIT };
  const interrupt = () =>
    server.server.database.kysely
      .updateTable('vouchers')
      .set(claimed)
      .where('voucher_id', '=', Number(id))
      .execute();
  await interrupt();
  await stop();
  await start();
  await server.server.features.keepUp();
  assert.equal(heldXrp(user), held + 650 * XRP_UNIT);
  // And a crash between the credit and its record.
  await interrupt();
  await server.server.features.keepUp();
  await server.server.features.keepUp();
  assert.equal(heldXrp(user), held + 650 * XRP_UNIT);
  assert.deepEqual(
    (await listOf(user)).map(({ status }) => status),
    ['finished'],
  );
  const url = `${server.server.url}/dev/mail.json?to=${encodeURIComponent(user.email)}`;
  const mails = (await (await fetch(url)).json()) as { subject: string }[];
  assert.equal(mails.filter(({ subject }) => subject === 'Your voucher was credited').length, 1);
});

test('R4.4 vouchers I2 a rejection says what the network shows, and the picture can be handed in again', async () => {
  const user = await server.register('voucher-rejected');
  const { id } = (await handIn(user, { red: 20, more: { amount: '400' } })).data;
  assert.equal((await handIn(user, { red: 20 })).error, 'vouchers/picture-known');
  const reject = (more: { rejection: string; seen?: string }) =>
    act('vouchers/reject', 'Ann', { id, ...more });
  assert.match((await reject({ rejection: 'mood' })).text, /rejection: one of/);
  assert.match((await reject({ rejection: 'amount-differs' })).text, /seen: is required/);
  assert.match((await reject({ rejection: 'amount-differs', seen: '40.0000001' })).text, /seen: at most 6/);
  assert.ok((await reject({ rejection: 'amount-differs', seen: '40' })).ok);
  assert.equal((await reject({ rejection: 'other' })).ok, false);
  const [row] = await listOf(user);
  assert.deepEqual([row?.status, row?.reason, row?.seenAmount], ['rejected', 'amount-differs', '40']);
  assert.equal((await handIn(user, { red: 20, more: { amount: '40' } })).code, 1);
});

test('R4.4 R13.1 vouchers I3 wrong figures are refused by field, and others see and move nothing', async () => {
  const [user, stranger] = [await server.register('voucher-own'), await server.register('voucher-foreign')];
  const refused = async (more: Record<string, string>) => {
    const { error, field } = await handIn(user, { red: 30, more });
    return [error, field];
  };
  assert.deepEqual(await refused({ amount: '0.5' }), ['vouchers/below-minimum', 'amount']);
  assert.deepEqual(await refused({ amount: '' }), ['vouchers/amount-missing', 'amount']);
  assert.deepEqual(await refused({ remark: ' ' }), ['vouchers/remark-missing', 'remark']);
  assert.deepEqual(await refused({ chain: 'TRC20', currency: 'USDT' }), ['wallet/chain-unknown', 'chain']);
  const { id } = (await handIn(user, { red: 30 })).data;
  assert.deepEqual(await listOf(stranger), []);
  assert.equal((await server.post(`${VOUCHERS}/takeBack`, { id }, stranger)).error, 'request/not-found');
  assert.equal((await server.post(`${VOUCHERS}/takeBack`, { id }, user)).code, 1);
  assert.equal((await approve(id, 'Ann')).ok, false, 'it was taken back');
  assert.match((await show(id, 'Ann')).text, /its picture is gone/);
  const { rows: pictures } = await server.server.database.query<{ bytes: number }>(
    'select length(sealed) + length(wrapped_key) as bytes from vouchers where voucher_id = $1',
    [Number(id)],
  );
  assert.deepEqual(pictures, [{ bytes: 0 }]);
  for (let more = 0; more < WAITING_MAX; more++) await handIn(user, { red: 40 + more });
  assert.equal((await handIn(user, { red: 60 })).error, 'vouchers/too-many');
});

/** It uses up the units of XRP, and with them the play money of new users: it is the last. */
test('R4.4 vouchers I1 what the exchange has refused is credited when two people find it again', async () => {
  const user = await server.register('voucher-refused');
  const { pipeline, exchange } = server.server.running;
  const submit = async (command: Parameters<typeof pipeline.submit>[0]) => {
    const outcome = await pipeline.submit(command, { owner: 1 });
    assert.equal(outcome.error, null);
    return outcome.id;
  };
  const both = async (id: string, seen: Seen) => [
    await approve(id, 'Ann', seen),
    await approve(id, 'Bob', seen),
  ];
  const first = (await handIn(user, { red: 70, more: { amount: '700' } })).data.id;
  await both(first, { txid: '70'.repeat(32), amount: '700' });
  const asset = assetNumber('XRP');
  const room = Number.MAX_SAFE_INTEGER - exchange.ledger.issued(asset);
  await submit({
    type: 'issue',
    owner: 2,
    wallet: 0,
    asset,
    amount: room,
    reason: 'house-capital',
  });

  const id = (await handIn(user, { red: 71, more: { amount: '600' } })).data.id;
  const found = { txid: '71'.repeat(32), amount: '600' };
  assert.match((await both(id, found))[1]?.text ?? '', /cannot hold more/);
  assert.equal((await server.post(`${VOUCHERS}/takeBack`, { id }, user)).error, 'vouchers/opened');
  // What leaves makes room for what comes.
  const [owner, chain] = [Number(user.userId), CHAIN_NUMBERS.XRP];
  const out = {
    owner,
    chain,
    asset,
    amount: 650 * XRP_UNIT,
    fee: 0.2 * XRP_UNIT,
  };
  const to = { address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', memo: '1' };
  const withdrawal = await submit({
    type: 'request-withdrawal',
    ...out,
    ...to,
  });
  await submit({ type: 'approve-withdrawal', withdrawal });
  const paid = { txid: '72'.repeat(32), output: 0, cost: 0, costRest: 0 };
  await submit({ type: 'settle-withdrawal', withdrawal, ...paid });

  const held = heldXrp(user);
  await Promise.all([server.server.features.keepUp(), server.server.features.keepUp()]);
  assert.equal((await approve(id, 'Ann', found)).ok, true);
  assert.equal(heldXrp(user), held, 'approvals before the refusal do not count');
  const again = await approve(id, 'Bob', found);
  assert.ok(again.ok, again.text);
  await server.server.features.keepUp();
  assert.equal(heldXrp(user), held + 600 * XRP_UNIT);
});
