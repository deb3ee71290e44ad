/**
 * Goal: what operators set of a coin on a network is in force at once and after a restart, for new
 * requests alone, and nonsense is refused. Method: the operating command beside a running server,
 * and users over HTTP.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CallNamed, DataOf } from '@glasshouse/protocol';
import { connectToServer } from '../../operating/socket.ts';
import { commandOn } from '../../testing/command.ts';
import { WithdrawalRig } from '../../testing/withdrawal-rig.ts';
import type { networkCommands } from './operating-commands.ts';

const rig = new WithdrawalRig();
before(async () => {
  await rig.start();
  await rig.openChains();
});
after(() => rig.remove());

const networks = commandOn('networks', () => rig.dataDir);
/** Coin, network, field and value. */
const set = (...asked: readonly string[]) => networks('set', ...asked, '--by', 'owner');
const parameters = commandOn('parameters', () => rig.dataDir);
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
  assert.match(output, /network\.TRC20\.USDT\.withdrawal-fee = 2\.5 {2}\(.*owner/);
});

test('R16.5 a version whose command was lost is in force within a minute', async () => {
  const { own } = rig.server.server.features.open.parameters;
  await own.parameters.record('network.TRC20.USDT.withdrawal-maximum', '50000', 'owner');
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

test('R16.5 terms that are none, or do not fit together, are refused and leave no version', async () => {
  const wrong: readonly [coin: string, network: string, field: string, value: string][] = [
    ['USDT', 'BTC', 'withdrawals', 'closed'],
    ['USDT', 'TRC20', 'withdrawals', 'shut'],
    ['USDT', 'TRC20', 'confirmation', '3'],
    ['USDT', 'TRC20', 'minimum-deposit', '0'],
    ['USDT', 'TRC20', 'minimum-deposit', '0.0000001'],
    ['USDT', 'TRC20', 'withdrawal-fee', '0.0000001'],
    ['USDT', 'TRC20', 'withdrawal-fee', '41'],
    ['USDT', 'TRC20', 'withdrawal-minimum', '0'],
    ['USDT', 'TRC20', 'withdrawal-minimum', '60001'],
    ['USDT', 'TRC20', 'withdrawal-maximum', '99999999999999999999'],
    ['XRP', 'XRP', 'deposits', 'closed'],
  ];
  const { own } = rig.server.server.features.open.parameters;
  const before = (await own.parameters.history()).length;
  const connected = await connectToServer<ReturnType<typeof networkCommands>>(rig.dataDir);
  assert.ok(connected);
  for (const [coin, network, field, value] of wrong) {
    const asked = { coin, network, field, value, operator: 'owner' };
    const { problem } = await connected.ask('funding/set-network', asked);
    assert.notEqual(problem, null, Object.values(asked).join(' '));
  }
  for (const [network, value] of [
    ['TRON', '12'],
    ['XRP', '12'],
    ['TRC20', '1'],
    ['TRC20', '251'],
    ['TRC20', '1e1'],
  ] as const) {
    const { problem } = await connected.ask('funding/set-confirmations', {
      network,
      value,
      operator: 'owner',
    });
    assert.notEqual(problem, null, `${network} ${value}`);
  }
  const listing = { coin: 'BTC', network: 'ERC20', contract: '', symbol: null };
  const terms = {
    'minimum-deposit': '1',
    'withdrawal-fee': '0',
    'withdrawal-minimum': '1',
    'withdrawal-maximum': '1',
  };
  const { problem } = await connected.ask('funding/plan-coin', { ...listing, terms });
  assert.match(problem ?? '', /ERC20 is simulated in a demo/);
  connected.close();
  assert.equal((await set('USDT', 'TRC20', 'withdrawal-fee', '41')).status, 1);
  assert.equal((await own.parameters.history()).length, before);
});
