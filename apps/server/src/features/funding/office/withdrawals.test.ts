/**
 * Goal: operators decide on withdrawals in the office as at the machine: who may, as many different
 * people as the rules say, and nothing without an entry in the log. Method: users and operators
 * over HTTP.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { OperatorRole } from '@glasshouse/protocol';
import type { OfficeWithdrawal, QueueRow } from '@glasshouse/protocol/funding/office';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import { makeOperator, type TestOperator } from '../../../testing/operator.ts';
import { ADDRESS, EOS, UNIT, USDT, WithdrawalRig } from '../../../testing/withdrawal-rig.ts';

interface Queue {
  readonly list: readonly QueueRow[];
  readonly totalRow: number;
  readonly nextCursor: string | null;
  readonly counts: { readonly waiting: number; readonly uncertain: number; readonly today: number };
  readonly oldestTime: number | null;
}

const TXID = 'ab'.repeat(32);
const reason = 'called back, knows the address';
const rig = new WithdrawalRig();
const people = new Map<string, TestOperator>();
before(async () => {
  await rig.start();
  await rig.openChains();
  const roles = { ann: 'risk', bob: 'risk', cat: 'treasurer', dan: 'support' };
  for (const [name, role] of Object.entries(roles) as [string, OperatorRole][])
    people.set(name, await makeOperator(rig.server, `queue-${name}`, role));
});
after(() => rig.remove());

const ask = <T>(by: string, call: string, input: object) =>
  rig.server.post<T>(`/operator/app/withdrawals/${call}`, input, { headers: people.get(by)!.headers });
const act = (by: string, call: string, input: object) =>
  ask<ActAnswer>(by, call, { step: 'do', reason, key: randomUUID(), ...input });
const queue = async (input: object) => (await ask<Queue>('ann', 'getQueue', input)).data;
const one = async (by: string, id: string) => (await ask<OfficeWithdrawal>(by, 'getWithdrawal', { id })).data;
const idsOf = ({ list }: Queue) => list.map(({ id }) => id);
const logged = async (count: number) => {
  const { audit } = rig.server.server.features.open.operators.own;
  return (await audit.actsOf('withdrawals/', count)).map(({ operator, act: name, subject }) =>
    [operator, name, subject].join(' '),
  );
};

test('operators I1 operators I4 funding I3 two operators approve a large one, each once, with an entry each', async () => {
  const user = await rig.person('office-large', { usdt: 40_000 });
  const { id } = (await rig.request(user, '26000')).data;
  const subject = `withdrawal ${id} of user ${user.userId}`;
  const planned = await ask<ActAnswer>('ann', 'approve', { id, step: 'plan' });
  assert.deepEqual(planned.data.effect, [
    { what: 'Approvals', before: '0', after: '1 of 2: one more person' },
  ]);
  assert.deepEqual(await logged(9), [], 'a plan is no act');
  for (const by of ['cat', 'dan'])
    for (const call of ['approve', 'reject', 'settle'])
      assert.equal((await act(by, call, { id })).error, 'operators/not-allowed', `${by} ${call}`);
  assert.equal((await ask('dan', 'getQueue', {})).error, 'operators/not-allowed');
  assert.equal((await ask('dan', 'getWithdrawal', { id })).error, 'operators/not-allowed');

  assert.equal((await act('ann', 'approve', { id })).data.state, 'done');
  assert.equal((await act('ann', 'approve', { id })).error, 'operators/same-person');
  const [ann = ''] = [people.get('ann')?.name];
  assert.match((await rig.approve(id, ` ${ann.toUpperCase()}`)).text, /somebody else/, 'nor at the machine');
  assert.equal(await rig.statusOf(user, id), 'pending');
  const seen = await one('bob', id);
  assert.deepEqual(
    [seen.approvals, seen.approvalsNeeded, seen.hasApproved, seen.address, seen.value, seen.addressSince],
    [1, 2, false, ADDRESS, '26000', null],
  );
  assert.deepEqual(
    seen.askedRules
      .filter(({ applies }) => applies)
      .map(({ rule, fact, threshold }) => [rule, fact, threshold]),
    [
      ['large', '26000', '10000'],
      ['very-large', '26000', '25000'],
      ['daily-sum', '26000', '20000'],
      ['new-address', '0', '86400000'],
    ],
  );
  // 26,001 of 50,000: ten thousand are those of every new user.
  assert.equal(seen.share, '52');
  assert.deepEqual(seen.course.at(-1)?.words, reason);
  assert.equal((await one('ann', id)).hasApproved, true);
  const second = await act('bob', 'approve', { id });
  assert.equal(second.data.effect[0]?.after, '2 of 2: approved, then it is sent');
  assert.equal(await rig.statusOf(user, id), 'paying');
  assert.equal((await act('bob', 'approve', { id })).error, 'funding/withdrawal-state');
  assert.deepEqual(await logged(9), [
    `queue-bob withdrawals/approve ${subject}`,
    `queue-ann withdrawals/get-withdrawal ${subject}`,
    `queue-bob withdrawals/get-withdrawal ${subject}`,
    `OS user test, claimed name  QUEUE-ANN withdrawals/approve ${subject}`,
    `queue-ann withdrawals/approve ${subject}`,
    `queue-ann withdrawals/approve ${subject}`,
  ]);
});

test('operators I4 funding I2 rejecting, and settling by hand, in every state', async () => {
  const user = await rig.person('office-states', { usdt: 1_000 });
  await rig.fill(EOS, 1_000 * UNIT, 21);
  const onEos = { more: { chain: 'EOS', address: 'demoaccount1' } };
  const [rejected, settled] = [
    (await rig.request(user, '40', onEos)).data.id,
    (await rig.request(user, '50', onEos)).data.id,
  ];
  const paid = { txid: TXID, output: 3, cost: '0.5' };
  assert.equal((await act('ann', 'settle', { id: rejected, ...paid })).error, 'funding/withdrawal-state');
  assert.equal((await act('ann', 'reject', { id: rejected, rejection: 'sanctions' })).field, 'rejection');
  assert.equal((await act('ann', 'reject', { id: rejected, rejection: 'law' })).data.state, 'done');
  const { data } = await rig.detail(user, rejected);
  assert.deepEqual([data.status, data.rejection], ['rejected', 'law']);
  assert.equal(JSON.stringify(data).includes(reason), false, 'the words are for operators');
  assert.deepEqual((await one('bob', rejected)).course.at(-1)?.words, `law: ${reason}`);
  for (const [call, more] of [
    ['approve', {}],
    ['reject', { rejection: 'law' }],
    ['settle', paid],
  ] as const)
    assert.equal((await act('bob', call, { id: rejected, ...more })).error, 'funding/withdrawal-state', call);

  await act('ann', 'approve', { id: settled });
  const unsure = await act('bob', 'reject', { id: settled, rejection: 'law' });
  assert.deepEqual([unsure.error, unsure.field], ['withdrawals/maybe-sent', 'nothingSent']);
  assert.equal((await act('bob', 'settle', { id: settled, ...paid, cost: '0.0000001' })).field, 'cost');
  assert.equal((await act('bob', 'settle', { id: settled, ...paid })).data.state, 'done');
  assert.equal(await rig.statusOf(user, settled), 'finished');

  const payOut = await rig.submit({
    type: 'request-pay-out',
    chain: EOS,
    asset: USDT,
    amount: 20 * UNIT,
    address: 'demoaccount1',
    memo: '',
  });
  for (const id of [payOut, 987_654_321])
    for (const call of ['approve', 'reject', 'getWithdrawal']) {
      const input = call === 'getWithdrawal' ? { id } : { id, step: 'plan', rejection: 'law' };
      const sent = call === 'approve' ? { id, step: 'plan' } : input;
      assert.equal((await ask('ann', call, sent)).error, 'request/not-found', `${call} ${id}`);
    }
  assert.ok(!idsOf(await queue({ view: 'all', pageSize: 100 })).includes(payOut));
});

test('operators I4 the queue has its views, filters and pages', async () => {
  const user = await rig.person('office-queue', { usdt: 2_000 });
  const ids: number[] = [];
  for (let i = 0; i < 5; i++) ids.push(Number((await rig.request(user, '20')).data.id));
  await act('ann', 'approve', { id: ids[4] });
  const [first = 0, second = 0, third = 0, fourth = 0, last = 0] = ids;
  const { userId } = user;
  const waiting = await queue({ find: userId, pageSize: 3 });
  assert.deepEqual([idsOf(waiting), waiting.totalRow], [[first, second, third], 4], 'oldest first');
  const next = await queue({ find: userId, pageSize: 3, cursor: waiting.nextCursor });
  assert.deepEqual([idsOf(next), next.nextCursor], [[fourth], null]);
  const all = await queue({ view: 'all', find: userId, pageSize: 2 });
  assert.deepEqual(idsOf(all), [last, fourth], 'newest first');
  assert.deepEqual(idsOf(await queue({ view: 'all', find: userId, cursor: all.nextCursor })), [
    third,
    second,
    first,
  ]);
  assert.deepEqual(idsOf(await queue({ view: 'today', find: `W-${third}` })), [third]);
  assert.deepEqual(idsOf(await queue({ view: 'all', find: userId, state: 'approved' })), [last]);
  assert.deepEqual(idsOf(await queue({ view: 'all', find: userId, currency: 'BTC' })), []);
  assert.ok(idsOf(await queue({ find: ADDRESS })).includes(first));
  assert.deepEqual((await queue({ view: 'all', find: `0x${TXID.toUpperCase()}` })).list.length, 1);
  assert.deepEqual(idsOf(await queue({ view: 'all', find: 'x'.repeat(40) })), []);
  const { counts, oldestTime, totalRow } = await queue({ pageSize: 1 });
  assert.equal(counts.waiting, totalRow);
  assert.ok(counts.today > totalRow);
  assert.equal(oldestTime, (await queue({ pageSize: 1 })).list[0]?.time);
  assert.equal((await ask('ann', 'getQueue', { view: 'mine' })).field, 'view');
  assert.equal((await ask('ann', 'getQueue', { find: 'x'.repeat(129) })).field, 'find');
});
