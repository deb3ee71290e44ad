/**
 * Goal: vouchers are reviewed in the back office as at the machine: two different people name a
 * transfer, who may, and nothing is shown without an entry in the log. Method: users and operators
 * over HTTP.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { OperatorRole } from '@glasshouse/protocol';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import type { VoucherRow } from '@glasshouse/protocol/vouchers';
import type { OfficeVoucher, VoucherQueueRow } from '@glasshouse/protocol/vouchers/office';
import sharp from 'sharp';
import { startTestServer, type TestServer, type TestUser } from '../../../testing/harness.ts';
import { makeOperator, type TestOperator } from '../../../testing/operator.ts';

interface Queue {
  readonly list: readonly VoucherQueueRow[];
  readonly totalRow: number;
  readonly nextCursor: string | null;
  readonly waiting: number;
  readonly currencies: readonly string[];
}

const reason = 'found it on our own node';
const TXID = 'ab'.repeat(32);
const people = new Map<string, TestOperator>();
let server: TestServer;
before(async () => {
  server = await startTestServer();
  const roles = { ann: 'reviewer', bob: 'reviewer', cat: 'risk', dan: 'support' };
  for (const [name, role] of Object.entries(roles) as [string, OperatorRole][])
    people.set(name, await makeOperator(server, `voucher-${name}`, role));
});
after(() => server.close());

const ask = <T>(by: string, call: string, input: object) =>
  server.post<T>(`/operator/app/vouchers/${call}`, input, { headers: people.get(by)!.headers });
const act = (by: string, call: string, input: object) =>
  ask<ActAnswer>(by, call, { step: 'do', reason, key: randomUUID(), ...input });
const found = (id: number, more: object = {}) => ({ id, txid: TXID, output: 0, amount: '650', ...more });
const one = async (by: string, id: number) => (await ask<OfficeVoucher>(by, 'getVoucher', { id })).data;
const queue = async (input: object) => (await ask<Queue>('ann', 'getQueue', input)).data;
const idsOf = ({ list }: Queue) => list.map(({ id }) => id);
const rowsOf = async (user: TestUser) =>
  (await server.post<{ list: VoucherRow[] }>('/bb/app/vouchers/getList', {}, user)).data.list;
const logged = async (count: number) => {
  const { audit } = server.server.features.open.operators.own;
  return (await audit.actsOf('vouchers/', count)).map(({ operator, act: name, subject }) =>
    [operator, name, subject].join(' '),
  );
};

async function handIn(user: TestUser, red: number, more: Record<string, string> = {}): Promise<number> {
  const picture = await sharp({
    create: { width: 420, height: 300, channels: 3, background: { r: red, g: 90, b: 30 } },
  })
    .png()
    .toBuffer();
  const asked = { currency: 'XRP', chain: 'XRP', amount: '650', remark: 'sent at 11:58', ...more };
  const response = await fetch(`${server.server.url}/bb/app/vouchers/handIn?${new URLSearchParams(asked)}`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', 'x-access-token': user.token },
    body: new Uint8Array(picture),
  });
  const { data, msg } = (await response.json()) as { data?: { id: string }; msg: string };
  assert.ok(data !== undefined, msg);
  return Number(data.id);
}

test('operators I2 operators I4 vouchers I1 two operators credit a voucher, each once, with an entry each', async () => {
  const user = await server.register('office-voucher');
  const id = await handIn(user, 1);
  const subject = `voucher ${id} of user ${user.userId}`;
  for (const [call, input] of [
    ['getQueue', {}],
    ['getVoucher', { id }],
    ['getPicture', { id }],
    ['approve', { ...found(id), step: 'plan' }],
    ['reject', { id, rejection: 'other', step: 'plan' }],
  ] as const)
    assert.equal((await ask('dan', call, input)).error, 'operators/not-allowed', call);
  assert.equal((await act('cat', 'approve', found(id))).error, 'operators/not-allowed', 'it may only look');
  assert.deepEqual(await logged(9), [], 'nothing was shown');

  const seen = await one('cat', id);
  assert.deepEqual(
    [seen.state, seen.amount, seen.remark, seen.memo, seen.isOnePayment, seen.hasPicture],
    ['waiting', '650', 'sent at 11:58', user.userId, true, true],
  );
  assert.equal((await rowsOf(user))[0]?.isOpened, false, 'its picture was not shown');
  const picture = await ask<{ jpegBase64: string }>('ann', 'getPicture', { id });
  assert.equal((await sharp(Buffer.from(picture.data.jpegBase64, 'base64')).metadata()).width, 420);
  const back = await server.post('/bb/app/vouchers/takeBack', { id: String(id) }, user);
  assert.equal(back.error, 'vouchers/opened');

  const refused = async (more: object) => {
    const { error, field } = await ask('ann', 'approve', { ...found(id, more), step: 'plan' });
    return [error, field];
  };
  assert.deepEqual(await refused({ txid: 'xyz' }), ['request/invalid', 'txid']);
  assert.deepEqual(await refused({ output: 1 }), ['request/invalid', 'output']);
  assert.deepEqual(await refused({ amount: '0.0000001' }), ['request/invalid', 'amount']);
  assert.deepEqual(await refused({ amount: '65' }), ['vouchers/amount-differs', 'amount']);
  const first = await act('ann', 'approve', found(id));
  assert.deepEqual(
    first.data.effect.map(({ after: text }) => text),
    ['1 of 2: one more person', `${TXID} 0`, 'nothing yet'],
  );
  assert.equal((await act('ann', 'approve', found(id))).error, 'operators/same-person');
  assert.deepEqual((await one('bob', id)).named, [{ txid: TXID, output: 0, operators: ['voucher-ann'] }]);
  const second = await act('bob', 'approve', found(id, { txid: `0x${TXID.toUpperCase()}` }));
  assert.equal(second.data.effect.at(-1)?.after, '+ 650 XRP');
  assert.deepEqual(
    (await rowsOf(user)).map(({ status, txid }) => [status, txid]),
    [['finished', TXID]],
  );
  assert.equal((await act('ann', 'reject', { id, rejection: 'other' })).error, 'vouchers/decided');
  assert.deepEqual(await logged(9), [
    `voucher-bob vouchers/approve ${subject}`,
    `voucher-bob vouchers/get-voucher ${subject}`,
    `voucher-ann vouchers/approve ${subject}`,
    `voucher-ann vouchers/approve ${subject}`,
    `voucher-ann vouchers/get-picture ${subject}`,
    `voucher-cat vouchers/get-voucher ${subject}`,
  ]);

  // The same transfer and picture in a voucher of somebody else.
  const other = await server.register('office-voucher-other');
  const again = await handIn(other, 1);
  assert.equal(
    (await ask('ann', 'approve', { ...found(again), step: 'plan' })).error,
    'vouchers/transfer-used',
  );
  const clash = await one('ann', again);
  assert.deepEqual([clash.isDuplicate, clash.duplicates.map((each) => each.id)], [true, [id]]);
});

test('operators I4 vouchers I2 one operator rejects, with what the network shows', async () => {
  const user = await server.register('office-rejected');
  const id = await handIn(user, 2, { amount: '400' });
  const reject = (more: object) => act('ann', 'reject', { id, ...more });
  assert.equal((await reject({ rejection: 'mood' })).field, 'rejection');
  assert.equal((await reject({ rejection: 'amount-differs' })).field, 'seen');
  const both = await Promise.all([
    reject({ rejection: 'amount-differs', seen: '40', note: 'look again' }),
    act('bob', 'reject', { id, rejection: 'amount-differs', seen: '40', note: 'look again' }),
  ]);
  assert.deepEqual(both.map(({ error }) => error === 'vouchers/decided').toSorted(), [false, true]);
  const [row] = await rowsOf(user);
  assert.deepEqual(
    [row?.status, row?.reason, row?.seenAmount, row?.note],
    ['rejected', 'amount-differs', '40', 'look again'],
  );
  assert.equal(JSON.stringify(row).includes(reason), false, 'the words are for operators');
});

test('operators I4 vouchers I3 the queue has its views, filters and pages; a picture can be gone', async () => {
  const user = await server.register('office-queue');
  const ids = [
    await handIn(user, 31),
    await handIn(user, 32),
    await handIn(user, 33, { currency: 'ADA', chain: 'ADA' }),
  ];
  const [first = 0, second = 0, third = 0] = ids;
  await server.post('/bb/app/vouchers/takeBack', { id: String(third) }, user);
  const waiting = await queue({ find: user.userId, pageSize: 1 });
  assert.deepEqual([idsOf(waiting), waiting.totalRow], [[first], 2], 'oldest first');
  assert.deepEqual(idsOf(await queue({ find: user.userId, pageSize: 1, cursor: waiting.nextCursor })), [
    second,
  ]);
  const { userId } = user;
  assert.deepEqual(idsOf(await queue({ view: 'all', find: userId })), [third, second, first]);
  assert.deepEqual(idsOf(await queue({ view: 'all', find: userId, currency: 'ADA' })), [third]);
  assert.deepEqual(idsOf(await queue({ view: 'all', currency: 'ADA', state: 'withdrawn' })), [third]);
  assert.deepEqual(idsOf(await queue({ view: 'all', find: `V-${second}` })), [second]);
  assert.equal((await queue({ view: 'all', find: `0x${TXID}` })).totalRow, 1);
  const { waiting: count, totalRow, currencies } = await queue({ pageSize: 1 });
  assert.deepEqual([count, currencies.includes('XRP')], [totalRow, true]);
  assert.equal((await one('ann', third)).hasPicture, false);
  for (const id of [third, 987_654_321]) {
    const { error, field } = await ask('ann', 'getPicture', { id });
    assert.deepEqual([error, field], ['request/not-found', 'id']);
  }
  for (const [call, input] of [
    ['getVoucher', { id: 987_654_321 }],
    ['approve', { ...found(987_654_321), step: 'plan' }],
    ['reject', { id: 987_654_321, rejection: 'other', step: 'plan' }],
  ] as const)
    assert.equal((await ask('ann', call, input)).error, 'request/not-found', call);
});
