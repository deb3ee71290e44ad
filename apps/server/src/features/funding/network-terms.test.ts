/**
 * Goal: what operators set of a coin on a network is in force at once and after a restart, for new
 * requests alone, and nonsense is refused. Method: the operating command beside a running server,
 * and users over HTTP.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { CallNamed, DataOf } from '@glasshouse/protocol';
import type { NetworkCoin } from '@glasshouse/protocol/funding/networks-office';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import { commandByTwo } from '../../testing/command.ts';
import { agreeTo, makeOperator, type TestOperator } from '../../testing/operator.ts';
import { WithdrawalRig } from '../../testing/withdrawal-rig.ts';

const rig = new WithdrawalRig();
before(async () => {
  await rig.start();
  await rig.openChains();
});
after(() => rig.remove());

const networks = commandByTwo('networks', () => rig.dataDir);
/** Coin, network, field and value. */
const set = (...asked: readonly string[]) => networks('set', ...asked, '--by', 'owner');
const parameters = commandByTwo('parameters', () => rig.dataDir);
const published = async () =>
  (await rig.server.post<DataOf<CallNamed<'funding/get-terms'>>>('/bb/app/funding/getTerms', {})).data;
const terms = async () => (await published()).list;
const onTron = async () => (await terms()).find((row) => row.currency === 'USDT' && row.chain === 'TRC20')!;

test('R5.7 R16.5 a fee and bounds are in force at once; a request in flight keeps its fee, and a restart the terms', async () => {
  const user = await rig.person('fees');
  const { id } = (await rig.request(user, '100')).data;
  assert.equal((await set('USDT', 'TRC20', 'withdrawal-fee', '2.5')).status, 0);
  assert.equal((await set('USDT', 'TRC20', 'withdrawal-minimum', '40')).status, 0);
  const { fee, minAmount, maxAmount } = await onTron();
  assert.deepEqual([fee, minAmount, maxAmount], ['2.5', '40', '60000']);
  assert.equal((await rig.detail(user, id)).data.fee, '1');
  assert.equal((await rig.request(user, '100')).error, 'funding/fee-changed');
  assert.equal((await rig.request(user, '39', { more: { fee: '2.5' } })).error, 'funding/below-minimum');
  assert.equal((await rig.request(user, '40', { more: { fee: '2.5' } })).code, 1);
  assert.equal((await rig.cancel(user, id)).code, 1);

  await rig.restart();
  assert.equal((await onTron()).fee, '2.5');
  const { output } = await parameters('history');
  assert.match(output, /network\.TRC20\.USDT\.withdrawal-fee = 2\.5 {2}\(.*owner, .*second person\)/);
});

test('R16.5 a version whose command was lost is in force within a minute', async () => {
  const { own } = rig.server.server.features.open.parameters;
  await own.parameters.record('network.TRC20.USDT.withdrawal-maximum', '50000', {
    operator: 'owner',
    second: null,
    reason: '',
  });
  await rig.server.server.features.keepUp();
  assert.equal((await onTron()).maxAmount, '50000');
});

test('R5.7 R16.5 closed withdrawals take no request, and what was requested is paid', async () => {
  const user = await rig.person('closed', { isOld: false });
  const fee = { more: { fee: '2.5' } };
  const { id } = (await rig.request(user, '50', fee)).data;
  assert.equal((await set('USDT', 'TRC20', 'withdrawals', 'closed')).status, 0);
  const refused = await rig.request(user, '50', fee);
  assert.deepEqual([refused.error, refused.field], ['funding/withdrawals-closed', 'chain']);
  assert.equal((await onTron()).status, 'closed');
  const own = (await rig.terms(user)).list.find((row) => row.currency === 'USDT' && row.chain === 'TRC20');
  assert.equal(own?.status, 'closed');
  assert.ok((await rig.approve(id, 'Ann')).ok);
  assert.equal(await rig.statusOf(user, id), 'paying');
  assert.equal((await set('USDT', 'TRC20', 'withdrawals', 'open')).status, 0);
  assert.equal((await rig.request(user, '50', fee)).code, 1);
});

test('R5.6 R16.5 closed deposits give no address and no test coins, coin by coin', async () => {
  const user = await rig.server.register('depositor');
  const { token } = user;
  const address = (chain: string) =>
    rig.server.post('/bb/app/funding/getDepositAddress', { chain }, { token });
  const coinsOf = (currency: string) =>
    rig.server.post('/bb/app/funding/receiveTestCoins', { chain: 'ERC20', currency }, { token });
  assert.equal((await set('USDT', 'ERC20', 'deposits', 'closed')).status, 0);
  const { list } = (
    await rig.server.post<DataOf<CallNamed<'funding/get-deposit-chains'>>>(
      '/bb/app/funding/getDepositChains',
      {},
      { token },
    )
  ).data;
  const ether = list.find(({ chain }) => chain === 'ERC20');
  assert.deepEqual(
    [ether?.isOpen, ether?.coins.map(({ currency, isOpen }) => [currency, isOpen])],
    [
      true,
      [
        ['ETH', true],
        ['USDT', false],
      ],
    ],
  );
  assert.equal((await coinsOf('USDT')).error, 'funding/deposits-closed');
  assert.equal((await coinsOf('ETH')).code, 1);
  assert.equal((await address('ERC20')).code, 1);
  assert.equal((await set('ETH', 'ERC20', 'deposits', 'closed')).status, 0);
  assert.equal((await address('ERC20')).error, 'funding/deposits-closed');
  const closed = (await terms()).filter(({ deposits }) => deposits === 'closed');
  assert.deepEqual(closed.map(({ currency, chain }) => `${currency} ${chain}`).toSorted(), [
    'ETH ERC20',
    'USDT ERC20',
  ]);
});

test('R5.7 R16.5 the daily limits of both levels are parameters, in force for the next request', async () => {
  const user = await rig.person('limited');
  const fee = { more: { fee: '2.5' } };
  assert.equal((await rig.request(user, '60', fee)).code, 1);
  for (const level of ['verified', 'unverified'])
    assert.equal((await parameters('set', `daily_limit_${level}`, '100.5', '--by', 'owner')).status, 0);
  const refused = await rig.request(user, '50', fee);
  assert.deepEqual([refused.error, refused.field], ['funding/daily-limit', 'amount']);
  assert.match(refused.msg, /40\.5/);
  const { limit, used, remaining } = (await rig.terms(user)).daily;
  assert.deepEqual([limit, used, remaining], ['100.5', '60', '40.5']);
  const { dailyLimits } = await published();
  assert.deepEqual(dailyLimits, { verified: '100.5', unverified: '100.5' });
  assert.equal((await rig.request(user, '40.5', fee)).code, 1);
  assert.equal((await parameters('set', 'daily_limit_verified', '1.0000001', '--by', 'owner')).status, 1);
});

test('R1.6 R5.6 R16.5 D0048 confirmations and smallest deposits are told by pages and claims, also after a restart', async () => {
  assert.equal((await networks('set-confirmations', 'TRC20', '5', '--by', 'owner')).status, 0);
  assert.equal((await set('USDT', 'TRC20', 'minimum-deposit', '3.5')).status, 0);
  const claims = async () =>
    (await rig.server.post<DataOf<CallNamed<'funding/get-claims'>>>('/bb/app/funding/getClaims', {})).data;
  const told = async () => {
    const { confirmations, minDeposit } = await onTron();
    const claimed = (await claims()).confirmations?.find(({ chain }) => chain === 'TRC20')?.confirmations;
    return [confirmations, minDeposit, claimed];
  };
  assert.deepEqual(await told(), [5, '3.5', 5]);
  await rig.restart();
  assert.deepEqual(await told(), [5, '3.5', 5]);
  const { output } = await networks('list');
  assert.match(output, /- +TRC20 +confirmations +5\n/);
  assert.match(output, /USDT +TRC20 +minimum-deposit +3\.5\n/);
});

test('R16.5 terms that are none, or do not fit together, are refused by the name of the field, and leave no version', async () => {
  const onTron = { coin: 'USDT', network: 'TRC20' };
  const wrong: readonly [call: string, fields: object, field: string][] = [
    ['close-coin', { coin: 'USDT', network: 'BTC', way: 'withdrawals' }, 'coin'],
    ['close-coin', { ...onTron, way: 'both' }, 'way'],
    ['close-coin', { coin: 'XRP', network: 'XRP', way: 'deposits' }, 'network'],
    ['close-coin', { ...onTron, network: 'TRON', way: 'deposits' }, 'network'],
    ['set-terms', { ...onTron, minimumDeposit: '0' }, 'minimumDeposit'],
    ['set-terms', { ...onTron, minimumDeposit: '0.0000001' }, 'minimumDeposit'],
    ['set-terms', { ...onTron, withdrawalFee: '0.0000001' }, 'withdrawalFee'],
    ['set-terms', { ...onTron, withdrawalFee: '41' }, 'withdrawalFee'],
    ['set-terms', { ...onTron, withdrawalFee: '-1' }, 'withdrawalFee'],
    ['set-terms', { ...onTron, withdrawalMinimum: '0' }, 'withdrawalMinimum'],
    ['set-terms', { ...onTron, withdrawalMinimum: '60001' }, 'withdrawalMinimum'],
    ['set-terms', { ...onTron, withdrawalMaximum: '99999999999999999999' }, 'withdrawalMaximum'],
    ['set-terms', { ...onTron, price: '1' }, 'price'],
    ['set-confirmations', { network: 'TRON', confirmations: '12' }, 'network'],
    ['set-confirmations', { network: 'XRP', confirmations: '12' }, 'network'],
    ['set-confirmations', { network: 'TRC20', confirmations: '1' }, 'confirmations'],
    ['set-confirmations', { network: 'TRC20', confirmations: '251' }, 'confirmations'],
    ['set-confirmations', { network: 'TRC20', confirmations: '1e1' }, 'confirmations'],
    ['list-coin', { ...LISTED, network: 'ERC20' }, 'contract'],
    ['list-coin', { ...LISTED, network: 'TRON' }, 'network'],
    ['list-coin', { ...LISTED, coin: 'ZED', network: 'ERC20' }, 'coin'],
    ['list-coin', { ...LISTED, network: 'ERC20', withdrawalFee: '' }, 'withdrawalFee'],
  ];
  const { own } = rig.server.server.features.open.parameters;
  const before = (await own.parameters.history()).length;
  const { headers } = await makeOperator(rig.server, 'wrong-terms', 'markets');
  for (const [call, fields, field] of wrong) {
    const path = call.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const asked = { ...fields, step: 'plan' };
    const reply = await rig.server.post(`/operator/app/networks/${path}`, asked, { headers });
    const what = `${call} ${JSON.stringify(fields)}`;
    assert.deepEqual([reply.error, reply.field], ['request/invalid', field], what);
    const chinese = await rig.server.post(`/operator/app/networks/${path}`, asked, {
      headers,
      language: 'zh-CN',
    });
    assert.doesNotMatch(chinese.msg, /格式不正确/, `${what} has no Chinese`);
  }
  assert.equal((await set('USDT', 'TRC20', 'withdrawal-fee', '41')).status, 1);
  assert.equal((await set('USDT', 'TRC20', 'withdrawals', 'shut')).status, 2);
  assert.equal((await own.parameters.history()).length, before);
});

const LISTED = {
  coin: 'BTC',
  contract: '0xaA',
  minimumDeposit: '1',
  withdrawalFee: '0',
  withdrawalMinimum: '1',
  withdrawalMaximum: '1',
};

test('operators I1 operators I5 R16.5 one operator closes a way, two set terms, and both are only planned until then', async () => {
  const people = await Promise.all([
    makeOperator(rig.server, 'net-ann', 'markets'),
    makeOperator(rig.server, 'net-ben', 'markets'),
    makeOperator(rig.server, 'net-dan', 'auditor'),
    makeOperator(rig.server, 'net-eve', 'support'),
  ]);
  const [ann, ben, dan, eve] = people as [TestOperator, TestOperator, TestOperator, TestOperator];
  const ask = <T>({ headers }: TestOperator, path: string, input: object) =>
    rig.server.post<T>(`/operator/app/${path}`, input, { headers });
  const coinOf = async (by: TestOperator) => {
    const { data } = await ask<{ coins: NetworkCoin[] }>(by, 'networks/getAll', {});
    return data.coins.find(({ coin, network }) => coin === 'ETH' && network === 'ERC20')!;
  };
  const reason = 'its nodes are away for a day';
  const act = (by: TestOperator, call: string, fields: object) =>
    ask<ActAnswer>(by, `networks/${call}`, { reason, key: randomUUID(), step: 'do', ...fields });
  const ether = { coin: 'ETH', network: 'ERC20' };
  const way = { ...ether, way: 'withdrawals' };
  const planned = await act(ann, 'closeCoin', { ...way, step: 'plan' });
  assert.deepEqual(planned.data.effect, [{ what: 'Withdrawals', before: 'open', after: 'closed' }]);
  for (const by of [dan, eve]) assert.equal((await act(by, 'closeCoin', way)).error, 'operators/not-allowed');
  assert.equal((await ask(eve, 'networks/getAll', {})).error, 'operators/not-allowed');
  assert.equal((await coinOf(dan)).withdrawals, true, 'a plan closes nothing');
  assert.equal((await act(ann, 'closeCoin', way)).data.state, 'done');
  assert.equal((await coinOf(dan)).withdrawals, false);
  assert.equal((await act(ann, 'closeCoin', way)).error, 'operators/nothing-changes');
  assert.equal((await act(ann, 'openCoin', way)).data.state, 'done');

  const { withdrawalFee, withdrawalMinimum } = await coinOf(dan);
  const asked = await act(ann, 'setTerms', { ...ether, withdrawalFee: '0.0015', withdrawalMinimum });
  assert.deepEqual(asked.data.effect, [
    { what: 'Fee out', before: `${withdrawalFee} ETH`, after: '0.0015 ETH' },
  ]);
  assert.equal(asked.data.state, 'asked');
  assert.equal((await coinOf(dan)).withdrawalFee, withdrawalFee, 'it waits');
  const agree = (by: TestOperator) => agreeTo(rig.server, asked.data.act, { by, reason });
  assert.equal((await agree(ann)).error, 'operators/same-person');
  assert.equal((await agree(ben)).data.state, 'done');
  assert.equal((await coinOf(dan)).withdrawalFee, '0.0015');
  const [version] = await rig.server.server.features.open.parameters.own.parameters.versionsOf(
    'network.ERC20.ETH.withdrawal-fee',
  );
  assert.deepEqual([version?.operator, version?.second, version?.reason], ['net-ann', 'net-ben', reason]);
});
