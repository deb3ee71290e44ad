/**
 * Goal: operators find a user by what they are told, each look is in the log, and each freeze stops
 * its own part and no other, by the site and by keys. Method: users, operators and programs over
 * HTTP.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { OperatorRole } from '@glasshouse/protocol';
import type { FoundRow, OfficePerson } from '@glasshouse/protocol/identity/office';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import type { TestUser } from '../../../testing/harness.ts';
import { makeOperator, type TestOperator } from '../../../testing/operator.ts';
import { Program, keyOf, withdrawKeyOf, type ProgramKey } from '../../../testing/program.ts';
import { ADDRESS, TRC20, UNIT, USDT, WithdrawalRig } from '../../../testing/withdrawal-rig.ts';

const TABS = [
  'getPerson',
  'getBalances',
  'getOrders',
  'getDeposits',
  'getWithdrawals',
  'getSessions',
  'getLogins',
  'getInvited',
  'getMessages',
  'getActs',
];
const HASH = 'cd'.repeat(32);
const rig = new WithdrawalRig();
const operators = new Map<string, TestOperator>();
before(async () => {
  await rig.start();
  await rig.openChains();
  const roles = { ann: 'risk', dan: 'support', cat: 'treasurer' };
  for (const [name, role] of Object.entries(roles) as [string, OperatorRole][])
    operators.set(name, await makeOperator(rig.server, `people-${name}`, role));
});
after(() => rig.remove());

const ask = <T>(by: string, call: string, input: object) =>
  rig.server.post<T>(`/operator/app/people/${call}`, input, { headers: operators.get(by)!.headers });
const act = (call: string, input: object, by = 'ann') =>
  ask<ActAnswer>(by, call, { step: 'do', reason: 'told by telephone', key: randomUUID(), ...input });
const found = async (find: string, by = 'dan') =>
  (await ask<{ list: FoundRow[] }>(by, 'find', { find })).data.list.map(({ userId, foundBy }) => [
    userId,
    ...foundBy,
  ]);
const numberOf = (user: TestUser) => Number(user.userId);
const logged = async (count: number) => {
  const { audit } = rig.server.server.features.open.operators.own;
  return (await audit.actsOf('people/', count)).map(({ operator, act: name, subject, detail }) =>
    [operator, name, subject, detail].join(' '),
  );
};
async function history(user: TestUser, language = 'en'): Promise<string[]> {
  const headers = { 'accept-language': language };
  const { data } = await rig.server.post<{ list: { what: string; time: number }[] }>(
    '/bb/app/user/getAccountActs',
    {},
    { token: user.token, headers },
  );
  assert.ok(data.list.every(({ time }) => Math.abs(time - Date.now()) < 60_000));
  return data.list.map(({ what }) => what);
}

test('operators I2 a user is found by each key, by whoever may look, and each search is in the log', async () => {
  const inviter = await rig.server.register('found-inviter', { accountName: 'Lantern7' });
  const { invitationCode } = (
    await rig.server.post<{ invitationCode: string }>('/bb/app/user/info', {}, { token: inviter.token })
  ).data;
  const user = await rig.server.register('found-one', { inviteCode: invitationCode });
  const [first, id] = [numberOf(inviter), numberOf(user)];
  const chainAddress = (
    await rig.server.post<{ address: string }>(
      '/bb/app/funding/getDepositAddress',
      { chain: 'ERC20' },
      { token: user.token },
    )
  ).data.address;
  const arrived = { rest: 0, txid: HASH, output: 0, isFinal: 1 } as const;
  await rig.submit({
    type: 'credit-deposit',
    owner: id,
    chain: TRC20,
    asset: USDT,
    amount: 500 * UNIT,
    ...arrived,
  });
  assert.deepEqual(await found('found-'), [
    [first, 'email'],
    [id, 'email'],
  ]);
  assert.deepEqual(await found('FOUND-ONE@test.example'), [[id, 'email']]);
  assert.deepEqual(await found(String(id)), [[id, 'number']]);
  assert.deepEqual(await found('lantern'), [[first, 'name']]);
  assert.deepEqual(await found(chainAddress.toLowerCase()), [[id, 'address']]);
  assert.deepEqual(await found(HASH), [[id, 'transaction']]);
  const { rows } = await rig.server.server.database.query<{ ip: string }>(
    'select ip from login_history where user_id = $1',
    [id],
  );
  assert.ok((await found(rows[0]!.ip)).some(([one, by]) => one === id && by === 'network'));
  assert.deepEqual(await found('fo'), [], 'too short for a beginning');
  assert.deepEqual(await found('nobody@test.example'), []);
  assert.equal((await ask('cat', 'find', { find: String(id) })).error, 'operators/not-allowed');
  const [last = '', , , transaction = ''] = await logged(4);
  assert.match(last, /people-dan people\/find 0 users/);
  assert.match(transaction, /people\/find user \d+ transaction/);
  assert.doesNotMatch((await logged(20)).join('\n'), /found-one|lantern|0x/i, 'no address of a customer');

  const masked = (await ask<{ list: FoundRow[] }>('dan', 'find', { find: String(id) })).data.list[0];
  assert.equal(masked?.maskedEmail, 'fo***.example');
  const person = (await ask<OfficePerson>('dan', 'getPerson', { user: id })).data;
  assert.deepEqual(
    [person.email, person.invitedBy, person.invited, person.mayPurchase, person.feeTier, person.freezes],
    ['found-one@test.example', first, 0, true, 0, []],
  );
  const invited = await ask<{ list: { userId: number }[] }>('dan', 'getInvited', { user: first });
  assert.deepEqual(
    invited.data.list.map(({ userId }) => userId),
    [id],
  );
  const balances = await ask<{ list: object[]; totalValue: string }>('dan', 'getBalances', { user: id });
  assert.ok(balances.data.list.some((row) => JSON.stringify(row).includes('"available":"10500"')));
  const deposits = await ask<{ list: { txid: string }[] }>('dan', 'getDeposits', { user: id });
  assert.deepEqual(
    deposits.data.list.map(({ txid }) => txid),
    [HASH],
  );
  for (const tab of TABS) {
    assert.equal((await ask('dan', tab, { user: id })).code, 1, tab);
    assert.equal((await ask('cat', tab, { user: id })).error, 'operators/not-allowed', tab);
    if (tab === 'getActs') continue;
    const missing = await ask('dan', tab, { user: 9_999_999 });
    assert.deepEqual([missing.error, missing.field], ['request/not-found', 'user'], tab);
  }
  const looks = (await logged(200)).filter((line) => line.endsWith(` user ${id} `));
  assert.equal(looks.length, TABS.length, 'once for a session, however often it is loaded');
});

/** What one user can do now: by the site and by keys. */
class Tries {
  readonly #user: TestUser;
  #keys!: { readonly trade: ProgramKey; readonly withdraw: ProgramKey };
  #price = 59_000;

  constructor(user: TestUser) {
    this.#user = user;
  }

  async open(): Promise<this> {
    this.#keys = {
      trade: await keyOf(rig.server, this.#user),
      withdraw: await withdrawKeyOf(rig.server, this.#user),
    };
    return this;
  }

  /** By way, the refusal or 'ok'. */
  async all(token = this.#user.token) {
    const price = String(++this.#price);
    const order = {
      baseCoin: 'BTC',
      quoteCoin: 'USDT',
      side: 'buy',
      type: 'limit',
      price,
      amount: '0.001',
    };
    const transfer = { type: 1, currency: 'USDT', amount: '1' };
    return {
      site: nameOf(await rig.server.post('/bb/app/spot/placeOrder', order, { token })),
      moved: nameOf(await rig.server.post('/contract/app/contract/transfer', transfer, { token })),
      ...(await this.byKeys()),
    };
  }

  async byKeys() {
    const { url } = rig.server.server;
    const price = String(++this.#price);
    const order = {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '0.001',
      price,
    };
    const payment = { coin: 'USDT', network: 'TRX', address: ADDRESS, amount: '20' };
    const traded = await new Program(url, this.#keys.trade).ask('POST /api/v3/order', order);
    const paid = await new Program(url, this.#keys.withdraw).ask(
      'POST /sapi/v1/capital/withdraw/apply',
      payment,
    );
    return { traded: nameOf(traded.body), paid: nameOf(paid.body) };
  }
}
const nameOf = ({ error }: { readonly error?: string | undefined }) => error ?? 'ok';
const OPEN = { site: 'ok', moved: 'ok', traded: 'ok', paid: 'ok' };
const TRADING = 'identity/trading-frozen';

test('operators I4 identity I13 freezes of trading and withdrawals each stop their own part, by the site and by keys', async () => {
  const user = await rig.person('frozen-apart', { usdt: 5_000 });
  await rig.listAddress(user);
  const id = numberOf(user);
  const tries = await new Tries(user).open();
  assert.deepEqual(await tries.all(), OPEN);
  const acts = {
    freeze: { user: id, kind: 'trading' },
    unfreeze: { user: id, kind: 'trading' },
    endSessions: { user: id },
    setPurchase: { user: id, mayPurchase: false },
  };
  for (const [call, fields] of Object.entries(acts))
    assert.equal((await act(call, fields, 'dan')).error, 'operators/not-allowed', call);
  assert.equal((await act('freeze', { user: 9_999_999, kind: 'login' })).error, 'request/not-found');
  assert.equal((await act('unfreeze', acts.unfreeze)).error, 'operators/nothing-changes');
  const planned = await ask<ActAnswer>('ann', 'freeze', { ...acts.freeze, step: 'plan' });
  assert.deepEqual(planned.data.effect, [{ what: 'Trading', before: 'open', after: 'frozen' }]);
  assert.deepEqual(await tries.all(), OPEN, 'a plan is no act');

  assert.equal((await act('freeze', acts.freeze)).data.state, 'done');
  assert.deepEqual(await tries.all(), { ...OPEN, site: TRADING, traded: TRADING });
  assert.equal((await act('freeze', acts.freeze)).error, 'operators/nothing-changes');
  assert.equal((await act('freeze', { user: id, kind: 'withdrawals' })).data.state, 'done');
  assert.equal((await act('unfreeze', acts.unfreeze)).data.state, 'done');
  const paid = 'identity/withdrawals-frozen';
  assert.deepEqual(await tries.all(), { ...OPEN, paid });
  await rig.restart();
  assert.equal((await tries.byKeys()).paid, paid, 'also after a restart');
  assert.equal((await act('unfreeze', { user: id, kind: 'withdrawals' })).data.state, 'done');
  assert.equal((await tries.byKeys()).paid, 'ok');

  assert.deepEqual(await history(user), [
    'The platform opened withdrawals from your account again',
    'The platform opened trading for your account again',
    'The platform froze withdrawals from your account',
    'The platform froze trading for your account',
  ]);
  assert.equal((await history(user, 'zh')).at(-1), '平台冻结了你的账户交易');
  const others = await rig.server.register('frozen-apart-not');
  assert.deepEqual(await history(others), [], 'what is about others is not shown');
  assert.match((await logged(1))[0]!, /people-ann people\/unfreeze user \d+ told by telephone; Withdrawals/);
  const { data } = await ask<{ list: { call: string; reason: string }[] }>('ann', 'getActs', { user: id });
  assert.deepEqual([data.list.length, data.list[0]?.reason], [4, 'told by telephone']);
  assert.deepEqual((await ask<{ list: object[] }>('dan', 'getActs', { user: id })).data.list.length, 4);
});

test('operators I4 identity I13 a freeze of the login ends the sessions, opens none, and leaves keys alone', async () => {
  const user = await rig.person('frozen-login', { usdt: 1_000 });
  await rig.listAddress(user);
  const id = numberOf(user);
  const tries = await new Tries(user).open();
  assert.deepEqual(await tries.all(), OPEN);
  assert.equal((await act('freeze', { user: id, kind: 'login' })).data.state, 'done');
  const ended = 'session/invalid';
  assert.deepEqual(await tries.all(), { ...OPEN, site: ended, moved: ended });
  await assert.rejects(rig.server.login(user), /login/i);
  const logins = await ask<{ list: { outcome: string }[] }>('ann', 'getLogins', { user: id });
  assert.equal(logins.data.list[0]?.outcome, 'frozen', 'somebody had all that a login needs');
  assert.equal((await ask<OfficePerson>('ann', 'getPerson', { user: id })).data.freezes[0]?.kind, 'login');
  assert.equal((await act('unfreeze', { user: id, kind: 'login' })).data.state, 'done');
  const again = await rig.server.login(user);
  assert.deepEqual(await tries.all(again.token), OPEN);
  assert.equal((await act('endSessions', { user: id })).data.state, 'done');
  assert.equal((await tries.all(again.token)).site, ended);
  const third = await rig.server.login(user);
  assert.deepEqual(await history(third), [
    'The platform ended all your sessions',
    'The platform opened the login to your account again',
    'The platform froze the login to your account',
  ]);
});

test('operators I4 identity I13 what waits when withdrawals are frozen goes nowhere until they are open again', async () => {
  const user = await rig.person('frozen-waiting', { usdt: 50_000, isOld: false });
  const id = numberOf(user);
  const { data } = await rig.request(user, '200');
  assert.equal((await act('freeze', { user: id, kind: 'withdrawals' })).data.state, 'done');
  assert.ok((await rig.approve(data.id, 'Bo')).ok);
  await rig.server.server.features.keepUp();
  assert.equal(await rig.statusOf(user, data.id), 'pending');
  assert.match(await rig.shown(data.id), /waits for +identity\/withdrawals-frozen/);
  assert.equal((await act('unfreeze', { user: id, kind: 'withdrawals' })).data.state, 'done');
  await rig.server.server.features.keepUp();
  assert.equal(await rig.statusOf(user, data.id), 'paying');
});
