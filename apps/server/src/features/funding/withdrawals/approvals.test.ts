/**
 * Goal: a withdrawal is approved by the rules or by as many people as they say, also after a crash,
 * and its owner is told each end once. Method: users over HTTP, operators by the operating socket.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { HoldRow } from '@glasshouse/protocol/funding';
import { ADDRESS, EOS, MONTH_MS, TRC20, UNIT, USDT, WithdrawalRig } from '../../../testing/withdrawal-rig.ts';

const TXID = 'cd'.repeat(32);

const rig = new WithdrawalRig();
before(async () => {
  await rig.start();
  await rig.openChains();
});
after(() => rig.remove());

test('funding I3 one approval of a new device and a new address, then paid by hand; the owner is told each time once', async () => {
  const user = await rig.person('approved', { isOld: false });
  const { id } = (await rig.request(user, '250')).data;
  assert.equal(await rig.statusOf(user, id), 'pending');
  assert.match(
    await rig.listed(),
    new RegExp(`^${id} .*250 USDT.*needs 1 approvals {2}new-address,new-device`, 'm'),
  );
  const answer = await rig.approve(id, 'Ann');
  assert.ok(answer.ok, answer.text);
  assert.equal(await rig.statusOf(user, id), 'paying');
  assert.equal((await rig.cancel(user, id)).error, 'funding/withdrawal-state');
  assert.match((await rig.act('reject', id, { rejection: 'other' })).text, /Confirm that nothing was sent/);
  const paid = { txid: TXID, output: 0, cost: '0.25' };
  const tooFine = await rig.act('settle', id, { ...paid, cost: '0.0000001' });
  assert.match(tooFine.text, /cost.*coin of costs/, 'finer than the chain');
  const settled = await rig.act('settle', id, paid);
  assert.ok(settled.ok, settled.text);
  assert.equal((await rig.act('settle', id, paid)).ok, false);
  const { data } = await rig.detail(user, id);
  assert.deepEqual(
    [data.status, data.txid, data.steps.map(({ step, state }) => `${step} ${state}`)],
    ['finished', TXID, ['requested done', 'review done', 'approved done', 'paid done']],
  );
  await rig.server.server.features.keepUp();
  const mails = await rig.mailsTo(user);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Your withdrawal was sent', 'You asked for a withdrawal'],
  );
  assert.match(mails[1]?.text ?? '', /Arrives: 250 USDT[^]*Address: TCLBgk…MTQCLQ[^]*account\/withdrawel/);
  assert.match(await rig.shown(id), /decide[^]*approve[^]*release[^]*settle/);
});

test('funding I3 two approvals need two names, however they are written', async () => {
  const user = await rig.person('large', { usdt: 40_000 });
  const { id } = (await rig.request(user, '26000')).data;
  assert.match((await rig.approve(id, 'Ann')).text, /1 of 2: one more person/);
  assert.match((await rig.approve(id, ' ANN ')).text, /somebody else/);
  assert.equal(await rig.statusOf(user, id), 'pending');
  assert.match((await rig.approve(id, 'Bob')).text, /2 of 2: approved, then it is sent/);
  assert.equal(await rig.statusOf(user, id), 'paying');
  await assert.rejects(
    rig.server.server.database.query('delete from withdrawal_acts where withdrawal_id = $1', [Number(id)]),
    /only added to/,
  );
});

test('R16.5 funding I9 thresholds that an operator sets decide the next request, and no earlier one', async () => {
  const user = await rig.person('threshold');
  const reasonsOf = async (id: string) =>
    /(needs \d approvals) {2}(\S+)/
      .exec((await rig.listed()).split('\n').find((line) => line.startsWith(`${id} `)) ?? '')
      ?.slice(1);
  const before = (await rig.request(user, '300')).data.id;
  assert.deepEqual(await reasonsOf(before), ['needs 1 approvals', 'new-address']);
  for (const [name, value] of [
    ['withdrawal_large', '0'],
    ['withdrawal_many', '2.5'],
    ['withdrawal_new_device', '721'],
    ['withdrawal_rules_for_two', ''],
  ] as const)
    assert.match((await rig.setParameter(name, value)) ?? '', /Check value: a whole number of/);
  assert.equal(await rig.setParameter('withdrawal_very_large', '200'), null);
  const after = (await rig.request(user, '300')).data.id;
  assert.deepEqual(await reasonsOf(after), ['needs 2 approvals', 'very-large,new-address']);
  assert.deepEqual(await reasonsOf(before), ['needs 1 approvals', 'new-address'], 'as it was decided');
  assert.equal((await rig.approve(before, 'Ann')).ok, true);
  assert.equal(await rig.statusOf(user, before), 'paying');
  assert.equal(await rig.setParameter('withdrawal_very_large', '25000'), null);
});

test('funding I2 rejected and cancelled ones come back, held out of seconds contracts, and are told', async () => {
  const user = await rig.person('returned');
  const { id } = (await rig.request(user, '500')).data;
  for (const [rejection, reason, wrong] of [
    ['sanctions', 'on a list of sanctions', /rejection.*asked/],
    ['other', ' ', /reason/],
    ['law', 'x'.repeat(501), /reason.*10 to 500/],
  ] as const)
    assert.match((await rig.act('reject', id, { rejection, reason })).text, wrong);
  const rejected = await rig.act('reject', id, { rejection: 'law', reason: 'on a list of sanctions' });
  assert.match(rejected.text, /501 USDT back at once[^]*The law does not allow us to pay it/);
  assert.equal((await rig.detail(user, id)).data.rejection, 'law');
  assert.match(await rig.shown(id), /reject .* law {2}on a list of sanctions/);
  const second = (await rig.request(user, '300')).data.id;
  assert.equal((await rig.cancel(user, second)).code, 1);
  const { data } = await rig.detail(user, second);
  assert.deepEqual(
    data.steps.map(({ step }) => step),
    ['requested', 'cancelled'],
  );
  const holds = await rig.server.post<{ list: HoldRow[] }>(
    '/bb/app/funding/getHolds',
    {},
    { token: user.token },
  );
  assert.deepEqual(
    holds.data.list.map(({ reason, amount }) => [reason, amount]),
    // The second request took 301 of what the rejection had brought back.
    [['returned', '501']],
  );
  const mails = await rig.mailsTo(user);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    [
      'Your withdrawal was cancelled',
      'You asked for a withdrawal',
      'Your withdrawal was rejected',
      'You asked for a withdrawal',
    ],
  );
  assert.match(mails[2]?.text ?? '', /The law does not allow us to pay it\./);
  assert.doesNotMatch(mails[2]?.text ?? '', /sanctions/);
});

test('funding I2 funding I3 a rejection of an approved one that a crash interrupts is finished, and nothing is paid', async () => {
  const user = await rig.person('rejected-late', { usdt: 100 });
  const { id } = (await rig.request(user, '50')).data;
  await rig.approve(id, 'Ann');
  assert.equal(await rig.statusOf(user, id), 'paying');
  const withdrawal = Number(id);
  const act = { withdrawal_id: withdrawal, act: 'reject', operator: 'Ann', approver: '' } as const;
  const { database } = rig.server.server;
  await database.kysely
    .insertInto('withdrawal_acts')
    .values({ ...act, detail: 'typing error', time_ms: Date.now() })
    .execute();
  await rig.restart();
  const sent = () =>
    rig.server.server.database.kysely
      .selectFrom('simulated_transfers')
      .select('units')
      .where('units', '=', `${50 * UNIT}`)
      .execute();
  await rig.server.server.chains.mine();
  assert.deepEqual(await sent(), [], 'not paid meanwhile');
  await rig.server.server.features.keepUp();
  assert.equal(await rig.statusOf(user, id), 'rejected');
  await rig.server.server.chains.mine();
  assert.deepEqual(await sent(), []);
});

test('funding I3 a crash between request and approval: the next round links, decides and approves once', async () => {
  const user = await rig.person('crash');
  await rig.listAddress(user);
  const owner = Number(user.userId);
  // What a request writes before its command, and the command; then nothing more.
  const { database, running } = rig.server.server;
  const facts = { user_id: owner, request_key: 'crashed', request_hash: 'h', chain: TRC20, asset: USDT };
  const sent = { amount: 100 * UNIT, fee: UNIT, address: ADDRESS, memo: '' };
  const long = Date.now() - MONTH_MS;
  await database.kysely
    .insertInto('withdrawal_requests')
    .values({
      ...facts,
      ...sent,
      value: 100 * UNIT,
      address_since_ms: long,
      device_since_ms: long,
      created_ms: Date.now(),
    })
    .execute();
  const { id } = await running.pipeline.submit(
    { type: 'request-withdrawal', owner, chain: TRC20, asset: USDT, ...sent },
    { owner, key: 'client.crashed', requestHash: 'h' },
  );
  await rig.restart();
  assert.equal(await rig.statusOf(user, String(id)), 'pending');
  await rig.server.server.features.keepUp();
  await rig.server.server.features.keepUp();
  const { data: detail } = await rig.detail(user, String(id));
  assert.deepEqual([detail.status, detail.rejection, detail.payment], ['paying', null, null]);
  await rig.server.server.chains.mine();
  const { payment } = (await rig.detail(user, String(id))).data;
  assert.equal(payment?.state, 'sent');
  assert.match(payment.txid, /^[0-9a-f]{64}$/);
  const acts = await rig.server.server.database.query<{ act: string }>(
    'select act from withdrawal_acts where withdrawal_id = $1 order by act_id',
    [id],
  );
  assert.deepEqual(
    acts.rows.map(({ act }) => act),
    ['decide', 'release'],
  );
  const mails = await rig.mailsTo(user);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['You asked for a withdrawal'],
  );
});

test('funding I3 what nobody recorded needs two people, and what waits for the chain is approved later', async () => {
  const user = await rig.person('waits-for-chain');
  const owner = Number(user.userId);
  const unknown = await rig.submit({
    type: 'request-withdrawal',
    owner,
    chain: TRC20,
    asset: USDT,
    amount: 50 * UNIT,
    fee: UNIT,
    address: ADDRESS,
    memo: '',
  });
  await rig.server.server.features.keepUp();
  assert.match(await rig.shown(unknown), /needs {6}2 approvals: .*unrecorded/);
  const { id } = (await rig.request(user, '40', { more: { chain: 'EOS', address: 'demoaccount1' } })).data;
  assert.ok((await rig.approve(id, 'Ann')).ok);
  assert.match(await rig.shown(id), /waits for {2}funding\/chain-short/);
  await rig.fill(EOS, 40 * UNIT, 7);
  await rig.server.server.features.keepUp();
  assert.equal(await rig.statusOf(user, id), 'paying');
  await rig.submit({ type: 'set-chain-status', chain: EOS, status: 1 });
  const halted = (await rig.terms(user)).list.find(({ chain }) => chain === 'EOS');
  assert.equal(halted?.status, 'halted');
  const refused = await rig.request(user, '40', {
    more: { chain: 'EOS', address: 'demoaccount1' },
  });
  assert.equal(refused.error, 'funding/halted');
});

test('funding I2 what the chain has sent is neither rejected nor settled by hand, whoever came first', async () => {
  const [from, to] = [await rig.person('sender'), await rig.person('receiver')];
  const { chains, running, database } = rig.server.server;
  const held = () =>
    [from, to].map(({ userId }) => running.exchange.balance(Number(userId), 2, USDT).available);
  const address = await chains.addressOf(Number(to.userId), 'TRC20');
  const approvedOne = async (): Promise<number> => {
    const { id } = (await rig.request(from, '1000', { more: { address } })).data;
    assert.ok((await rig.approve(id, 'Ann')).ok);
    return Number(id);
  };
  const mine = async (blocks: number) => {
    for (let i = 0; i < blocks; i++) await chains.mine();
  };
  const reject = (id: number) => rig.act('reject', id, { rejection: 'address', nothingSent: true });
  const settle = (id: number) => rig.act('settle', id, { txid: 'ef'.repeat(32), output: 0, cost: '0' });

  const id = await approvedOne();
  await mine(1);
  for (const act of [reject, settle])
    assert.deepEqual(await act(id), { ok: false, text: 'It was sent on its chain' });
  await mine(13);
  assert.equal(await rig.statusOf(from, String(id)), 'finished');
  assert.deepEqual(held(), [8_999 * UNIT, 11_000 * UNIT]);

  // At the same moment: one of the two happens.
  const raced = await approvedOne();
  const [{ ok }] = await Promise.all([reject(raced), chains.mine()]);
  await mine(13);
  assert.equal(await rig.statusOf(from, String(raced)), ok ? 'rejected' : 'finished');
  assert.deepEqual(held(), ok ? [8_999 * UNIT, 11_000 * UNIT] : [7_998 * UNIT, 12_000 * UNIT]);
  const sent = await database.kysely
    .selectFrom('simulated_transfers')
    .select('txid')
    .where('address', '=', address)
    .execute();
  assert.equal(sent.length, ok ? 1 : 2);
  // Before the chain sends it, an operator may.
  const byHand = await approvedOne();
  assert.ok((await settle(byHand)).ok);
  const before = held();
  await mine(14);
  assert.deepEqual(held(), before);
});

test('funding I2 a crash after a refusal leaves no request that every round asks for again', async () => {
  const owner = Number((await rig.person('refused')).userId);
  const { database, running, features } = rig.server.server;
  const command = { chain: TRC20, asset: USDT, amount: UNIT, fee: UNIT, address: ADDRESS, memo: '' };
  const known = { value: UNIT, address_since_ms: null, device_since_ms: 1, created_ms: 1 };
  await database.kysely
    .insertInto('withdrawal_requests')
    .values({ user_id: owner, request_key: 'refused', request_hash: 'h', ...command, ...known })
    .execute();
  const { error } = await running.pipeline.submit(
    { type: 'request-withdrawal', owner, ...command },
    { owner, key: 'client.refused', requestHash: 'h' },
  );
  assert.equal(error, 'funding/below-minimum');
  await features.keepUp();
  const left = await database.kysely
    .selectFrom('withdrawal_requests')
    .select('request_key')
    .where('user_id', '=', owner)
    .execute();
  assert.deepEqual(left, []);
});
