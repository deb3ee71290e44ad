/**
 * Goal: a withdrawal needs every proof and fits under the daily limit on all devices together.
 * Method: users on a real server, over HTTP.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChainAddresses, extendedPublicKey, HOT_WALLET } from '@glasshouse/chains';
import { CHAIN_NUMBERS } from '@glasshouse/protocol/funding';
import { createSecrets } from '../../../process/secrets.ts';
import { FUND_PASSWORD, MASTER_KEY } from '../../../testing/fund-password.ts';
import { wrongCode } from '../../../testing/harness.ts';
import { checkDestination } from './request.ts';
import { WithdrawalStore } from './store.ts';
import { ADDRESS, DAY_MS, MONTH_MS, WithdrawalRig } from '../../../testing/withdrawal-rig.ts';

const USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const demoSeed = createSecrets(MASTER_KEY).key('demo-chain-seed');
const HOT_WALLET_ADDRESS = new ChainAddresses('TRON', extendedPublicKey('TRON', demoSeed)).of(HOT_WALLET);

const rig = new WithdrawalRig();
before(async () => {
  await rig.start();
  await rig.openChains();
});
after(() => rig.remove());

test('R5.7 R5.12 funding I2 a request is refused by its first wrong field, before any code is used', async () => {
  const user = await rig.person('fields');
  const code = await rig.freshCode(user);
  const cases: readonly [string, Record<string, unknown>, string, string | undefined][] = [
    ['100', { currency: 'LUNA' }, 'wallet/unknown-asset', 'currency'],
    ['100', { chain: 'BTC' }, 'wallet/chain-unknown', 'chain'],
    ['', {}, 'funding/amount-missing', 'amount'],
    ['100.0000001', {}, 'request/invalid', 'amount'],
    ['100', { address: `${ADDRESS.slice(0, -1)}u` }, 'wallet/address-invalid', 'address'],
    ['100', { address: USDT_CONTRACT }, 'wallet/address-of-contract', 'address'],
    ['100', { address: HOT_WALLET_ADDRESS }, 'wallet/address-of-platform', 'address'],
    ['100', { memo: '17' }, 'wallet/memo-unused', 'memo'],
    ['9', {}, 'funding/below-minimum', 'amount'],
    ['60001', {}, 'funding/above-maximum', 'amount'],
    ['100', { fee: '0.5' }, 'funding/fee-changed', 'fee'],
    ['10000', {}, 'wallet/insufficient-balance', 'amount'],
    ['100', { fundPassword: '' }, 'identity/fund-password-missing', 'fundPassword'],
    ['100', { code: wrongCode(code) }, 'identity/wrong-code', 'code'],
  ];
  for (const [amount, more, error, field] of cases) {
    const reply = await rig.request(user, amount, { more: { code, ...more } });
    assert.deepEqual([reply.error, reply.field], [error, field], JSON.stringify(more));
  }
  // The most that can leave: the balance less the fee, exactly.
  assert.equal(await rig.availableOf(user), '10000');
  assert.equal((await rig.request(user, '9999', { more: { code } })).code, 1);
  assert.equal(await rig.availableOf(user), '0');
});

test('R13.3 funding I4 without a fund password, while credentials are new and while an address waits nothing leaves', async () => {
  const unset = await rig.server.register('unset');
  assert.equal((await rig.request(unset, '100')).error, 'funding/fund-password-unset');
  const user = await rig.person('waits');
  await rig.listAddress(user, Date.now() + 3_600_000);
  const waiting = await rig.request(user, '100');
  assert.deepEqual([waiting.error, waiting.field], ['funding/address-cooling', 'address']);
  await rig.server.server.database.query('update users set whitelist_only = true where user_id = $1', [
    Number(user.userId),
  ]);
  const other = { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
  assert.equal((await rig.request(user, '100', { more: other })).error, 'funding/address-not-listed');
});

test('R13.3 R5.4 a first fund password, set by a fresh code, holds nothing; the next one holds withdrawals', async () => {
  const user = await rig.server.register('first');
  const set = async (password: string): Promise<void> => {
    await rig.server.post('/bb/app/user/sendUpdateAssetEmail', {}, { token: user.token });
    const code = await rig.server.codeFor(user.email);
    const body = { password, confirmPassword: password, code };
    const answer = await rig.server.post('/bb/app/user/setTransactionPwd', body, { token: user.token });
    assert.equal(answer.code, 1, answer.msg);
  };
  await set('246802');
  const { heldUntil, holds } = await rig.terms(user);
  assert.deepEqual([heldUntil, holds], [null, []]);
  await set('246803');
  const changed = await rig.terms(user);
  assert.deepEqual(
    changed.holds.map(({ reason, untilTime }) => [reason, untilTime]),
    [['security', changed.heldUntil]],
  );
});

test('R13.3 funding I4 a change of credentials places one hold in the core, also after a crash before it', async () => {
  const user = await rig.person('changes', { isOld: true });
  await rig.listAddress(user);
  const { id } = (await rig.request(user, '100', { more: {} })).data;
  assert.equal(await rig.statusOf(user, id), 'paying', 'no rule applies');
  await rig.server.post('/bb/app/user/sendUpdateAssetEmail', {}, { token: user.token });
  const code = await rig.server.codeFor(user.email);
  const set = await rig.server.post(
    '/bb/app/user/setTransactionPwd',
    { password: '135791', confirmPassword: '135791', code },
    { token: user.token },
  );
  assert.equal(set.code, 1, set.msg);
  const { holds, heldUntil } = await rig.terms(user);
  assert.deepEqual(
    holds.map(({ reason, currency, untilTime }) => [reason, currency, untilTime]),
    [['security', null, heldUntil]],
  );
  // As if the server had stopped between the change and the hold.
  const { database } = rig.server.server;
  await database.query('update security_holds set placed_ms = null where user_id = $1', [
    Number(user.userId),
  ]);
  const seq = rig.server.server.running.exchange.seq;
  await rig.server.server.features.keepUp();
  assert.deepEqual((await rig.terms(user)).holds, holds);
  assert.equal(rig.server.server.running.exchange.seq, seq, 'the journal has it once');
});

/**
 * What is on its way to the core counts in no limit yet: whoever is not kept waiting meanwhile
 * finds the limit as it was. Returns the function that ends the delay.
 */
function delaySubmission(): () => void {
  const { pipeline } = rig.server.server.running;
  const submit = pipeline.submit.bind(pipeline);
  pipeline.submit = async (command, options) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return submit(command, options);
  };
  return () => void (pipeline.submit = submit);
}

test('funding I2 two devices at once: one takes the balance, and the daily limit holds for both', async () => {
  const rich = await rig.person('devices', { usdt: 90_000 });
  const devices = [rich, await rig.server.login(rich)];
  const hurry = delaySubmission();
  const limited = await rig.requestAtOnce(devices, '30000');
  hurry();
  assert.deepEqual(limited, ['', 'funding/daily-limit']);
  const { daily } = await rig.terms(rich);
  assert.deepEqual([daily.limit, daily.used, daily.remaining], ['50000', '30000', '20000']);
  const listed = await rig.server.post<{ list: { id: string }[] }>(
    '/bb/app/funding/getWithdrawals',
    {},
    { token: rich.token },
  );
  assert.equal((await rig.cancel(rich, listed.data.list[0]?.id ?? '')).code, 1);
  assert.equal((await rig.terms(rich)).daily.used, '0', 'what is taken back counts no more');
  const poor = await rig.person('one-balance');
  const replies = await rig.requestAtOnce([poor, await rig.server.login(poor)], '6000');
  assert.deepEqual(replies, ['', 'wallet/insufficient-balance']);
});

test('funding I2 a withdrawal counts in the daily limit for 24 hours', async () => {
  const user = await rig.person('a-day');
  assert.equal((await rig.request(user, '100')).code, 1);
  const { database } = rig.server.server;
  const owner = Number(user.userId);
  // One that is paid counts as well.
  await database.query('update funding_withdrawals set status = 2 where owner = $1', [owner]);
  const used: string[] = [];
  for (const earlierMs of [DAY_MS - 60_000, 60_000]) {
    await database.query('update funding_withdrawals set requested_ms = requested_ms - $1 where owner = $2', [
      earlierMs,
      owner,
    ]);
    used.push((await rig.terms(user)).daily.used);
  }
  assert.deepEqual(used, ['100', '0']);
});

test('funding I7 another user neither sees, cancels nor finds out about a withdrawal', async () => {
  const [owner, other] = [await rig.person('owner'), await rig.person('stranger')];
  const { id } = (await rig.request(owner, '100')).data;
  for (const asked of [rig.detail(other, id), rig.detail(other, '999999')])
    assert.equal((await asked).error, 'request/not-found');
  for (const asked of [rig.cancel(other, id), rig.cancel(other, '999999')])
    assert.equal((await asked).error, 'funding/unknown-withdrawal');
  assert.equal(await rig.statusOf(owner, id), 'pending');
});

test('R6.1 funding I2 wrong fund passwords lock, wrong codes run out, and nothing is frozen', async () => {
  const user = await rig.person('guesser');
  const code = await rig.freshCode(user);
  for (let i = 0; i < 5; i++) {
    const reply = await rig.request(user, '100', { more: { code, fundPassword: wrongCode(FUND_PASSWORD) } });
    assert.equal(reply.error, 'identity/fund-password-incorrect');
  }
  assert.equal((await rig.request(user, '100', { more: { code } })).error, 'identity/fund-password-locked');
  const other = await rig.person('code-guesser');
  const right = await rig.freshCode(other);
  for (let i = 0; i < 5; i++)
    assert.equal(
      (await rig.request(other, '100', { more: { code: wrongCode(right) } })).error,
      'identity/wrong-code',
    );
  const late = await rig.request(other, '100', { more: { code: right } });
  assert.equal(late.error, 'identity/wrong-code', 'the right code has run out too');
  for (const each of [user, other]) assert.equal(await rig.availableOf(each), '10000');
});

test('R7.5 a repeated key gets the first answer without new codes, and another request is refused', async () => {
  const user = await rig.person('repeats');
  const first = await rig.request(user, '100', { key: 'once' });
  const again = await rig.request(user, '100', { key: 'once', more: { code: '000000' } });
  assert.deepEqual([first.code, again.code, again.data.id], [1, 1, first.data.id]);
  const other = await rig.request(user, '101', { key: 'once', more: { code: '000000' } });
  assert.equal(other.error, 'request/key-reused');
});

test('R7.5 funding I2 a request that was interrupted after it was made is answered as made, not by its own limit', async () => {
  const user = await rig.person('interrupted', { usdt: 90_000 });
  const first = await rig.request(user, '30000', { key: 'cut' });
  assert.equal(first.code, 1, first.msg);
  // What a kill leaves between the commit of the command and the link to it.
  const { kysely } = rig.server.server.database;
  const ofUser = Number(user.userId);
  await kysely
    .updateTable('withdrawal_requests')
    .set({ withdrawal_id: null })
    .where('user_id', '=', ofUser)
    .execute();
  const again = await rig.request(user, '30000', { key: 'cut' });
  assert.deepEqual([again.code, again.data.id], [1, first.data.id], again.msg);
  const kept = await kysely
    .selectFrom('withdrawal_requests')
    .select('withdrawal_id')
    .where('user_id', '=', ofUser)
    .execute();
  assert.deepEqual(kept, [{ withdrawal_id: Number(first.data.id) }]);
});

test('R7.5 funding I2 a request that is continued later fits under what the daily limit has left then', async () => {
  const user = await rig.person('continues', { usdt: 90_000 });
  const { pipeline } = rig.server.server.running;
  const submit = pipeline.submit.bind(pipeline);
  // As a kill between the proof and the command.
  pipeline.submit = () => Promise.reject(new Error('killed'));
  const cut = await rig.request(user, '30000', { key: 'continued' });
  pipeline.submit = submit;
  assert.equal(cut.error, 'request/failed');
  assert.equal((await rig.request(user, '30000')).code, 1);
  const again = await rig.request(user, '30000', { key: 'continued' });
  assert.equal(again.error, 'funding/daily-limit');
});

test('funding I9 behind a known address another memo is another person, who is new', async () => {
  const { database } = rig.server.server;
  const [owner, nowMs, address] = [4_242, Date.now(), 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'];
  const paidMs = nowMs - MONTH_MS;
  await database.kysely
    .insertInto('funding_withdrawals')
    .values({
      withdrawal_id: 900_001,
      owner,
      chain: CHAIN_NUMBERS.XRP,
      asset: 5,
      amount: 20,
      fee: 1,
      address,
      memo: '17',
      status: 2,
      requested_ms: paidMs,
      changed_ms: paidMs,
      txid: '12'.repeat(32),
      output: 0,
      cost: 0,
      cost_rest: 0,
      changed_seq: 1,
    })
    .execute();
  const known = (memo: string) => {
    const place = { chain: 'XRP', chainNumber: CHAIN_NUMBERS.XRP, currency: 'XRP' } as const;
    const destination = { ...place, address, memo };
    return checkDestination(new WithdrawalStore(database), owner, { destination, isBookOnly: false, nowMs });
  };
  assert.deepEqual(await known('17'), { sinceMs: paidMs });
  for (const memo of ['18', '', '17 ']) assert.deepEqual(await known(memo), { sinceMs: null });
});

test('R13.3 R14.12 funding I4 a hold begins and ends by the time of commands, for page, guard and core alike', async () => {
  const { pipeline } = rig.server.server.running;
  pipeline.forward(10 * DAY_MS);
  const user = await rig.person('moved');
  await rig.listAddress(user);
  const { token } = user;
  await rig.server.post('/bb/app/user/sendUpdateAssetEmail', {}, { token });
  const code = await rig.server.codeFor(user.email);
  const change = { password: '135791', confirmPassword: '135791', code };
  const set = await rig.server.post('/bb/app/user/setTransactionPwd', change, { token });
  assert.equal(set.code, 1, set.msg);
  const { heldUntil, holds } = await rig.terms(user);
  assert.ok(heldUntil !== null && heldUntil > pipeline.nowMs() + DAY_MS / 2, String(heldUntil));
  assert.deepEqual(
    holds.map(({ untilTime }) => untilTime),
    [heldUntil],
  );
  const request = () => rig.request(user, '100', { more: { fundPassword: '135791' } });
  assert.equal((await request()).error, 'identity/withdrawals-held');
  pipeline.forward(DAY_MS);
  // The core's holds end at a tick.
  await rig.server.market.tick();
  assert.equal((await rig.terms(user)).heldUntil, null);
  const asked = await request();
  assert.equal(asked.code, 1, asked.msg);
});
