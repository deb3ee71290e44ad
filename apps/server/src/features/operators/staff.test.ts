/**
 * Goal: two admins give another role to a third or end one, never to themselves and never the last
 * admin, and whatever had the old role has ended. Method: operators over HTTP.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { OperatorRole } from '@glasshouse/protocol';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import type { OperatorRow } from '@glasshouse/protocol/operators/office';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { agreeTo, makeOperator, type TestOperator } from '../../testing/operator.ts';

let server: TestServer;
const people = new Map<string, TestOperator>();
before(async () => {
  server = await startTestServer();
  const roles = { ann: 'admin', ben: 'admin', cat: 'admin', dan: 'auditor', eve: 'risk', fay: 'risk' };
  for (const [name, role] of Object.entries(roles) as [string, OperatorRole][])
    people.set(name, await makeOperator(server, `staff-${name}`, role));
  // The demo's own would be one more admin.
  await accounts().setDisabled('demo-operator', true);
});
after(() => server.close());

const accounts = () => server.server.features.open.operators.own.accounts;
const ask = <T = ActAnswer>(by: string, call: string, input: object = {}) =>
  server.post<T>(`/operator/app/operators/${call}`, input, { headers: people.get(by)!.headers });
const act = (by: string, call: string, fields: object) =>
  ask(by, call, { step: 'do', reason: 'the team has changed', key: randomUUID(), ...fields });
const agree = (by: string, number: number | null) =>
  agreeTo(server, number, { by: people.get(by)!, reason: 'so it was decided' });
const rowOf = async (name: string) =>
  (await ask<{ list: OperatorRow[] }>('dan', 'getOperators')).data.list.find(
    (row) => row.name === `staff-${name}`,
  );
const isIn = async (by: string) => (await ask(by, 'getSelf')).code === 1;

test('operators I5 operators I7 two admins give a role, which no session of the old one outlives', async () => {
  const before = await rowOf('eve');
  assert.deepEqual([before?.role, before?.sessions, before?.endedTime], ['risk', 1, null]);
  assert.ok(Math.abs((before?.lastSignInTime ?? 0) - Date.now()) < 60_000);
  assert.equal((await ask('eve', 'getOperators')).error, 'operators/not-allowed');
  const fields = { operator: 'staff-eve', role: 'support' };
  assert.equal((await act('dan', 'setRole', fields)).error, 'operators/not-allowed', 'an auditor looks');
  const missing = await act('ann', 'setRole', { ...fields, operator: 'nobody-here' });
  assert.deepEqual([missing.error, missing.field], ['request/not-found', 'operator']);
  assert.equal((await act('ann', 'setRole', { ...fields, role: 'owner' })).field, 'role');
  assert.equal((await act('ann', 'setRole', { ...fields, role: 'risk' })).error, 'operators/nothing-changes');

  const own = await act('eve', 'setRole', fields);
  assert.equal(own.error, 'operators/not-allowed');
  const asked = await act('ann', 'setRole', fields);
  assert.deepEqual(asked.data.effect, [
    { what: 'Role', before: 'Risk', after: 'Support' },
    { what: 'Sessions', before: '1', after: '0' },
  ]);
  assert.equal((await rowOf('eve'))?.role, 'risk', 'one admin changes nothing');
  assert.equal((await agree('ann', asked.data.act)).error, 'operators/same-person');
  assert.equal((await agree('ben', asked.data.act)).data.state, 'done');
  assert.equal((await rowOf('eve'))?.role, 'support');
  assert.equal(await isIn('eve'), false);
  const { audit } = server.server.features.open.operators.own;
  const [agreed, first] = await audit.actsOf('operators/set-role', 2);
  assert.deepEqual(
    [agreed?.operator, agreed?.subject, first?.operator],
    ['staff-ben', 'operator staff-eve', 'staff-ann'],
  );
});

test('operators I1 operators I7 a login that was checked in the old role opens no session', async () => {
  const { sessions } = server.server.features.open.operators.own;
  const checked = await accounts().checkPassword('staff-fay', people.get('fay')!.password, '127.0.0.1');
  assert.ok(checked !== null);
  const asked = await act('ann', 'setRole', { operator: 'staff-fay', role: 'auditor' });
  assert.equal((await agree('cat', asked.data.act)).code, 1);
  assert.equal(await sessions.open(checked, { ip: '127.0.0.1', userAgent: '' }), null);
});

test('operators I5 operators I7 nobody agrees to their own change, and an end takes all that was asked for', async () => {
  const lowering = await act('ann', 'setRole', { operator: 'staff-cat', role: 'support' });
  assert.equal((await agree('cat', lowering.data.act)).error, 'operators/own-change');
  const shown = async (by: string) =>
    (await ask<{ canAgree: boolean }>(by, 'getAct', { act: lowering.data.act })).data.canAgree;
  assert.deepEqual([await shown('cat'), await shown('ben')], [false, true]);
  const ended = await act('ann', 'endSessions', { operator: 'staff-ben' });
  assert.equal(ended.data.state, 'done', 'one admin is enough');
  assert.equal(await isIn('ben'), false);
  people.set('ben', await makeOperator(server, 'staff-bob', 'admin'));

  const waiting = await act('cat', 'endOperator', { operator: 'staff-dan' });
  const ending = await act('ann', 'endOperator', { operator: 'staff-cat' });
  assert.deepEqual(
    ending.data.effect.map(({ what, after }) => [what, after]),
    [
      ['Login', 'ended'],
      ['Sessions', '0'],
      ['Acts that wait', 'lapse'],
    ],
  );
  assert.equal((await agree('ben', ending.data.act)).data.state, 'done');
  assert.equal(await isIn('cat'), false);
  assert.ok((await rowOf('cat'))!.endedTime !== null);
  assert.equal((await agree('ben', waiting.data.act)).error, 'operators/act-decided', 'it lapsed');
  assert.equal(
    (await act('ann', 'endOperator', { operator: 'staff-cat' })).error,
    'operators/nothing-changes',
  );
});

test('operators I7 of two admins who would end each other at once one stays', async () => {
  const machine = (call: string, fields: object) =>
    server.server.features.open.operators.own.acts.perform(
      call,
      { step: 'do', reason: 'at the machine', key: randomUUID(), ...fields },
      { operator: 'owner', role: null, language: 'en' },
    );
  for (const each of await accounts().list())
    if (each.role === 'admin' && each.disabledMs === null && !['staff-ann', 'staff-bob'].includes(each.name))
      await accounts().setDisabled(each.name, true);
  const acts: number[] = [];
  for (const operator of ['staff-ann', 'staff-bob']) {
    const asked = await machine('operators/end-operator', { operator });
    assert.ok('act' in asked && asked.act !== null);
    acts.push(asked.act);
  }
  const { acts: all } = server.server.features.open.operators.own;
  const second = { operator: 'partner', role: null, language: 'en' } as const;
  const decisions = await Promise.all(
    acts.map(async (number) => {
      const { effectMark } = await all.shownTo((await all.find(number, second))!, second);
      return { reason: 'both at once', effectMark };
    }),
  );
  const answers = await Promise.all(acts.map((number, at) => all.agree(number, decisions[at]!, second)));
  const refused = answers.map((answer) => ('error' in answer ? answer.error : answer.state));
  assert.deepEqual(refused.toSorted(), ['done', 'operators/last-admin']);
  const left = (await accounts().list()).filter(
    ({ role, disabledMs }) => role === 'admin' && disabledMs === null,
  );
  assert.equal(left.length, 1);
  const last = await machine('operators/set-role', { operator: left[0]!.name, role: 'support' });
  assert.ok('error' in last && last.error === 'operators/last-admin');
});
