/**
 * Goal: a claim about deposits and withdrawals says no more than the terms and the records do.
 * Method: laws of the figures; withdrawals on a real server, some of them late.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TransferClaims } from '@glasshouse/protocol/funding';
import fc from 'fast-check';
import type { ChainState } from '../../contract/chain-parts.ts';
import { commandOn } from '../../testing/command.ts';
import { WithdrawalRig } from '../../testing/withdrawal-rig.ts';
import { depositTimeOf, openNetworks, percentInTime, type OpenNetwork } from './claims.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const rig = new WithdrawalRig();
before(async () => {
  await rig.start();
  await rig.openChains();
});
after(() => rig.remove());

const network = fc.record({
  chain: fc.constantFrom('TRC20', 'ERC20', 'BTC'),
  blockMs: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  confirmations: fc.integer({ min: 1, max: 100 }),
});
const takes = ({ blockMs, confirmations }: OpenNetwork) => (blockMs ?? Infinity) * confirmations;

test('R1.6 no open network is faster than the time that is claimed, and it is rounded up to minutes', () => {
  fc.assert(
    fc.property(fc.array(network, { maxLength: 6 }), (networks) => {
      const claim = depositTimeOf(networks);
      const fastest = Math.min(...networks.map(takes));
      if (claim === null) return assert.equal(fastest, Infinity);
      assert.equal(claim.blockTime * claim.confirmations, fastest);
      assert.ok(claim.minutes * MINUTE_MS >= fastest && (claim.minutes - 1) * MINUTE_MS < fastest);
    }),
  );
  const state = (chain: string, at: ChainState['state'], blockMs: number): ChainState => {
    return { chain, state: at, blockMs, isOpen: at !== 'closed', sinceMs: 0, height: 1, isSimulated: false };
  };
  const states = [
    state('BEP20', 'down', 1),
    state('TRC20', 'closed', 1),
    state('LTC', 'halted', 1),
    state('BTC', 'up', 600_000),
    state('ERC20', 'up', 12_000),
  ];
  const open = openNetworks(states, () => 12);
  assert.deepEqual(
    open.map(({ chain }) => chain),
    ['BTC', 'ERC20'],
  );
  const claim = { chain: 'ERC20', confirmations: 12, blockTime: 12_000, minutes: 3 };
  assert.deepEqual(depositTimeOf(open), claim);
});

test('R1.6 the share of withdrawals in time is never rounded up, and overdue ones lower it', () => {
  const counts = fc.tuple(fc.nat({ max: 5_000 }), fc.nat({ max: 5_000 }), fc.nat({ max: 50 }));
  fc.assert(
    fc.property(counts, ([inTime, late, overdue]) => {
      const finished = inTime + late;
      const text = percentInTime({ finished, inTime, overdue });
      if (finished + overdue === 0) return assert.equal(text, null);
      const tenths = Math.round(Number(text) * 10);
      assert.ok(tenths * (finished + overdue) <= inTime * 1000);
      assert.ok((tenths + 1) * (finished + overdue) > inTime * 1000);
    }),
  );
});

const claims = async () => (await rig.server.post<TransferClaims>('/bb/app/funding/getClaims', {})).data;
const figure = (name: string) => rig.server.server.features.figures.find((one) => one.name === name)?.read();
const setHours = (value: string) =>
  commandOn('parameters', () => rig.dataDir)('set', 'claim_withdrawal_hours', value, '--by', 'owner');

test('R1.6 R14.6 withdrawals are counted from request to arrival, operators are warned, and the hours are a parameter', async () => {
  const { database, features } = rig.server.server;
  const nothing = { days: 30, finished: 0, inTime: 0, overdue: 0, percentInTime: null };
  assert.deepEqual((await claims()).withdrawalTime, { ...nothing, hours: 24 });

  const user = await rig.person('claims', { isOld: false });
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) ids.push((await rig.request(user, '50')).data.id);
  const [quick, slow, ancient, overdue, due, cancelled] = ids as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  for (const [output, id] of [quick, slow, ancient].entries()) {
    assert.ok((await rig.approve(id, 'Ann')).ok);
    const paid = { txid: 'ab'.repeat(32), output, cost: '0' };
    const settled = await rig.act('settle', id, paid);
    assert.ok(settled.ok, settled.text);
  }
  assert.equal((await rig.cancel(user, cancelled)).code, 1);
  const age = (id: string, hours: number, column = 'requested_ms') =>
    database.query(`update funding_withdrawals set ${column} = ${column} - $1 where withdrawal_id = $2`, [
      hours * HOUR_MS,
      Number(id),
    ]);
  await age(quick, 23);
  await age(slow, 25);
  await age(ancient, 24 * 31, 'changed_ms');
  await age(overdue, 30);
  await age(due, 20);
  await age(cancelled, 40);
  await features.keepUp();
  const { withdrawalTime } = await claims();
  const counted = { days: 30, finished: 2, inTime: 1, overdue: 1 };
  assert.deepEqual(withdrawalTime, { ...counted, hours: 24, percentInTime: '33.3' });
  assert.deepEqual([figure('withdrawals_due'), figure('withdrawals_overdue')], [1, 1]);

  const listed = await rig.listed();
  assert.match(listed, new RegExp(`^${overdue} .* overdue`, 'm'));
  assert.match(listed, new RegExp(`^${due} .* due`, 'm'));

  assert.equal((await setHours('26')).status, 0);
  assert.deepEqual((await claims()).withdrawalTime, {
    ...counted,
    hours: 26,
    inTime: 2,
    percentInTime: '66.6',
  });
  for (const wrong of ['0', '721', '1.5', '-3', '', 'shown'])
    assert.notEqual((await setHours(wrong)).status, 0, wrong);
  assert.equal((await setHours('dropped')).status, 0);
  await features.keepUp();
  assert.equal((await claims()).withdrawalTime, null);
  assert.deepEqual([figure('withdrawals_due'), figure('withdrawals_overdue')], [0, 0]);
});
