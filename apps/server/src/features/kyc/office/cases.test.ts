/**
 * Goal: cases are reviewed in the back office as at the machine: who may, once, and nothing of a
 * person without an entry in the log. Method: users and operators over HTTP.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { OperatorRole } from '@glasshouse/protocol';
import type { CaseRow, OfficeCase } from '@glasshouse/protocol/kyc/office';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import sharp from 'sharp';
import { startTestServer, type TestServer, type TestUser } from '../../../testing/harness.ts';
import { makeOperator, type TestOperator } from '../../../testing/operator.ts';

interface Queue {
  readonly list: readonly CaseRow[];
  readonly totalRow: number;
  readonly nextCursor: string | null;
  readonly waiting: number;
  readonly oldestTime: number | null;
}
interface Submission {
  readonly number: string;
  readonly photo: Buffer;
  readonly country?: string;
}

const reason = 'name and photo agree with the form';
const people = new Map<string, TestOperator>();
let server: TestServer;
before(async () => {
  server = await startTestServer({ env: { KYC_QUICK: 'off' } });
  const roles = { ann: 'reviewer', bob: 'reviewer', cat: 'risk', dan: 'support' };
  for (const [name, role] of Object.entries(roles) as [string, OperatorRole][])
    people.set(name, await makeOperator(server, `case-${name}`, role));
});
after(() => server.close());

const ask = <T>(by: string, call: string, input: object) =>
  server.post<T>(`/operator/app/kyc/${call}`, input, { headers: people.get(by)!.headers });
const act = (by: string, call: string, input: object) =>
  ask<ActAnswer>(by, call, { step: 'do', reason, key: randomUUID(), ...input });
const queue = async (input: object) => (await ask<Queue>('ann', 'getQueue', input)).data;
const idsOf = ({ list }: Queue) => list.map(({ id }) => id);
const logged = async (count: number) => {
  const { audit } = server.server.features.open.operators.own;
  return (await audit.actsOf('kyc/', count)).map(({ operator, act: name, subject }) =>
    [operator, name, subject].join(' '),
  );
};
const statusOf = async (user: TestUser) =>
  (
    await server.post<{
      state: number;
      submission: { reason: string | null; note: string };
      views: { side: string; reviewer: string }[];
    }>('/bb/app/kyc/getStatus', {}, user)
  ).data;

const photoOf = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 420, height: 300, channels: 3, background: { r: red, g: 90, b: 30 } } })
    .jpeg()
    .toBuffer();

/** Hands in a passport; returns the number of its case. */
async function submit(user: TestUser, { number, photo, country = 'DE' }: Submission): Promise<number> {
  const response = await fetch(`${server.server.url}/bb/app/kyc/uploadPhoto?side=front`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', 'x-access-token': user.token },
    body: new Uint8Array(photo),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  const passport = { country, document: 'passport', name: 'Max Muster', number, own: true };
  const sent = await server.post('/bb/app/kyc/submit', { ...passport, frontPhoto: data.id }, user);
  assert.equal(sent.code, 1, sent.msg);
  const { list } = await queue({ view: 'all', find: user.userId });
  return list[0]!.id;
}

test('operators I2 operators I4 kyc I2 a case is looked at and decided once, by whom may, with an entry each', async () => {
  const user = await server.register('case-once');
  const id = await submit(user, { number: 'C01X00T47', photo: await photoOf(1) });
  const subject = `case ${id} of user ${user.userId}`;
  for (const call of ['getQueue', 'getCase', 'getPhoto', 'approve', 'reject']) {
    const input = { id, side: 'front', rejection: 'other' };
    const own: Record<string, object> = { getQueue: {}, getCase: { id }, getPhoto: { id, side: 'front' } };
    const sent = own[call] ?? { ...input, step: 'plan', side: undefined };
    assert.equal((await ask('dan', call, sent)).error, 'operators/not-allowed', call);
  }
  for (const [call, input] of [
    ['approve', { id }],
    ['reject', { id, rejection: 'other' }],
  ] as const)
    assert.equal((await act('cat', call, input)).error, 'operators/not-allowed', 'it may only look');
  const search = `case-ann kyc/get-queue user ${user.userId}`;
  assert.deepEqual(await logged(9), [search], 'nothing else was shown');

  const seen = (await ask<OfficeCase>('cat', 'getCase', { id })).data;
  assert.deepEqual(
    [seen.state, seen.name, seen.number, seen.photos, seen.duplicates, seen.reviewer],
    ['waiting', 'Max Muster', 'C01X00T47', ['front'], [], null],
  );
  assert.ok(seen.userSince > 0 && seen.maskedEmail !== user.email);
  const response = await fetch(`${server.server.url}/operator/app/kyc/getPhoto`, {
    method: 'POST',
    headers: { ...people.get('ann')!.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id, side: 'front' }),
  });
  assert.match(response.headers.get('cache-control') ?? '', /no-store/);
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  const { data: photo } = (await response.json()) as { data: { jpegBase64: string } };
  assert.equal((await sharp(Buffer.from(photo.jpegBase64, 'base64')).metadata()).width, 420);
  const missing = await ask('ann', 'getPhoto', { id, side: 'back' });
  assert.deepEqual([missing.error, missing.field], ['request/not-found', 'side']);
  assert.deepEqual(
    (await statusOf(user)).views.map(({ side, reviewer }) => [side, reviewer]),
    [['front', '']],
    'nobody outside reads the name of a login',
  );

  const plan = await ask<ActAnswer>('ann', 'approve', { id, step: 'plan' });
  assert.deepEqual(plan.data.effect[0], { what: 'State', before: 'waiting', after: 'verified' });
  const decided = await Promise.all([
    act('ann', 'approve', { id }),
    act('bob', 'reject', { id, rejection: 'other' }),
  ]);
  assert.equal(decided.filter(({ error }) => error === 'kyc/decided').length, 1, 'one of two decides');
  assert.equal((await statusOf(user)).state, decided[0].error === undefined ? 2 : 3);
  assert.equal((await act('bob', 'approve', { id })).error, 'kyc/decided');
  const entries = await logged(9);
  assert.deepEqual(entries.slice(-3, -1), [
    `case-ann kyc/get-photo ${subject}`,
    `case-cat kyc/get-case ${subject}`,
  ]);
  const one = await ask<OfficeCase>('bob', 'getCase', { id });
  assert.deepEqual([one.data.looks.length, one.data.state === 'waiting'], [1, false]);
});

test('kyc I2 a rejection tells its reason and the note, and not what operators note', async () => {
  const user = await server.register('case-told');
  const id = await submit(user, { number: 'C01X00T48', photo: await photoOf(2) });
  assert.equal((await act('ann', 'reject', { id, rejection: 'mood' })).field, 'rejection');
  assert.equal((await act('ann', 'reject', { id, rejection: 'other', note: 'x'.repeat(301) })).field, 'note');
  assert.equal((await act('ann', 'reject', { id, rejection: 'cut-off', note: 'left edge' })).code, 1);
  const told = await statusOf(user);
  assert.deepEqual([told.state, told.submission.reason, told.submission.note], [3, 'cut-off', 'left edge']);
  assert.ok(!JSON.stringify(told).includes(reason));
  const again = await submit(user, { number: 'C01X00T48', photo: await photoOf(3) });
  const { data } = await ask<OfficeCase>('ann', 'getCase', { id: again });
  assert.deepEqual(
    data.earlier.map((one) => [one.id, one.state, one.rejection]),
    [[id, 'rejected', 'cut-off']],
  );
  assert.deepEqual([data.duplicates, data.isDuplicate], [[], false], 'they are of the same user');
});

test('kyc I2 the same document and the same photo of others are seen, and one is approved', async () => {
  const [first, second, third] = [
    await server.register('case-first'),
    await server.register('case-second'),
    await server.register('case-third'),
  ];
  const same = await photoOf(10);
  const one = await submit(first, { number: 'C01X00T50', photo: same });
  const two = await submit(second, { number: 'C01X00T50', photo: await photoOf(11) });
  const three = await submit(third, { number: 'C01X00T51', photo: same });
  const by = async (id: number) =>
    (await ask<OfficeCase>('ann', 'getCase', { id })).data.duplicates.map((other) => [other.id, other.by]);
  assert.deepEqual(await by(one), [
    [two, 'number'],
    [three, 'photo'],
  ]);
  assert.deepEqual(await by(three), [[one, 'photo']]);
  const rows = await queue({ find: 'c01x 00t50' });
  assert.deepEqual(
    rows.list.map(({ id, isDuplicate }) => [id, isDuplicate]),
    [
      [one, true],
      [two, true],
    ],
    'a number is found as it was typed',
  );
  const [search = ''] = await logged(1);
  assert.match(search, /kyc\/get-queue 2 users$/, 'a search by a number is in the log');
  assert.equal((await act('ann', 'approve', { id: one })).code, 1);
  assert.equal((await ask('bob', 'approve', { id: two, step: 'plan' })).error, 'kyc/document-in-use');
  assert.equal((await statusOf(second)).state, 1, 'it still waits');
});

test('operators I4 the queue of cases has its views, filters and pages', async () => {
  const ids: number[] = [];
  for (let i = 0; i < 3; i++) {
    const user = await server.register(`case-queue-${i}`);
    ids.push(await submit(user, { number: `12345678${i}`, country: 'GB', photo: await photoOf(20 + i) }));
  }
  const [first = 0, second = 0, third = 0] = ids;
  await act('ann', 'reject', { id: third, rejection: 'other' });
  const waiting = await queue({ country: 'GB', pageSize: 1 });
  assert.deepEqual([idsOf(waiting), waiting.totalRow], [[first], 2], 'oldest first');
  assert.deepEqual(idsOf(await queue({ country: 'GB', pageSize: 1, cursor: waiting.nextCursor })), [second]);
  assert.deepEqual(idsOf(await queue({ view: 'all', country: 'GB' })), [third, second, first]);
  assert.deepEqual(idsOf(await queue({ view: 'all', country: 'GB', state: 'rejected' })), [third]);
  assert.deepEqual(idsOf(await queue({ state: 'rejected' })), [], 'none of them waits');
  assert.deepEqual(idsOf(await queue({ view: 'all', find: `K-${second}` })), [second]);
  const { waiting: count, totalRow, oldestTime, list } = await queue({ pageSize: 1 });
  assert.deepEqual([count, oldestTime], [totalRow, list[0]?.time]);
  assert.equal((await ask('ann', 'getQueue', { country: 'XX' })).field, 'country');
  for (const [call, input] of [
    ['getCase', {}],
    ['getPhoto', { side: 'front' }],
    ['approve', { step: 'plan' }],
    ['reject', { step: 'plan', rejection: 'other' }],
  ] as const) {
    const { error, field } = await ask('ann', call, { ...input, id: 987_654_321 });
    assert.deepEqual([error, field], ['request/not-found', 'id'], call);
  }
});
