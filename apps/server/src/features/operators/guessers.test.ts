/**
 * Goal: strangers who try passwords of the back office keep no operator out, and a restart forgets
 * none of their tries. Method: real HTTP behind a proxy, so that each call comes from where it
 * says.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { EDGE_LIMITS } from '../../http/edge-limits.ts';
import { ACCOUNT_LIMITS } from '../../http/limits.ts';
import { newGate } from '../../testing/gate.ts';
import { startTestServer, wrongCode, type TestServer } from '../../testing/harness.ts';
import { OperatorAccounts } from './accounts.ts';
import { KnownPlaces, PLACE_KEPT_MS, PLACES_MAX } from './known-places.ts';

const SIGN_IN = '/operator/app/operators/signIn';
const FAILED = 'operators/sign-in-failed';
const TRIES = ACCOUNT_LIMITS['operator-sign-in'].points;
const CODES = ACCOUNT_LIMITS['wrong-operator-code'].points;

let server: TestServer;
before(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'loopback' } });
});
after(() => server.close());

const parts = () => server.server.features.open.operators.own;

test('R16.3 R16.6 D0016 sign-ins of strangers hold up none from where an operator has signed in, also after a restart', async (context) => {
  const { accounts } = parts();
  const { password } = await accounts.create('known-agent', 'support');
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
  const own = async () => ({ name: 'known-agent', password, code: await accounts.codeOf('known-agent') });
  assert.equal((await server.post(SIGN_IN, await own(), from('203.0.113.20'))).code, 1);
  const places = new KnownPlaces(server.server.database);
  await places.load();
  assert.deepEqual([places.has('203.0.113.99'), places.has('203.0.114.20')], [true, false]);

  const [isHeld, released] = [newGate(), newGate()];
  const checkPassword = accounts.checkPassword.bind(accounts);
  context.mock.method(
    OperatorAccounts.prototype,
    'checkPassword',
    async (...args: Parameters<typeof checkPassword>) => {
      if (args[0] === 'known-agent') return checkPassword(...args);
      isHeld.open(undefined);
      await released.opened;
      return null;
    },
  );
  const guess = (i: number) =>
    server.post(SIGN_IN, { name: 'guessed', password: 'x', code: '000000' }, from(`198.18.${i}.1`));
  const strangers = Array.from({ length: EDGE_LIMITS.runningOfOffice + 20 }, (_, i) => guess(i));
  await isHeld.opened;
  const answer = await server.post(SIGN_IN, await own(), from('203.0.113.21'));
  assert.equal(answer.error, FAILED, 'answered: the code was used before');
  released.open(undefined);
  for (const { error } of await Promise.all(strangers)) assert.equal(error, FAILED);
});

test('R16.3 D0016 places from where operators sign in are forgotten by age, by number and with the operator', async () => {
  const { accounts } = parts();
  await accounts.create('moving-agent', 'support');
  let nowMs = Date.now();
  const places = new KnownPlaces(server.server.database, () => nowMs);
  for (let i = 0; i <= PLACES_MAX; i++) {
    nowMs += 1;
    await places.add('moving-agent', `198.18.${i}.1`);
  }
  await places.keepUp();
  const known = () => [0, 1, PLACES_MAX].map((i) => places.has(`198.18.${i}.9`));
  assert.deepEqual(known(), [false, true, true]);
  await accounts.setDisabled('moving-agent', true);
  await places.keepUp();
  assert.deepEqual(known(), [false, false, false]);
  await accounts.setDisabled('moving-agent', false);
  nowMs += PLACE_KEPT_MS - 1;
  await places.keepUp();
  assert.deepEqual(known(), [false, false, true]);
  // The time counts from the last sign-in.
  await places.add('moving-agent', `198.18.${PLACES_MAX}.1`);
  nowMs += PLACE_KEPT_MS - 1;
  await places.keepUp();
  assert.deepEqual(known(), [false, false, true]);
  nowMs += 1;
  await places.keepUp();
  assert.deepEqual(known(), [false, false, false]);
});

test('R16.3 R13.2 D0019 a restart forgets no wrong code of an operator, and no wrong password', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-guesses-'));
  const start = () => startTestServer({ dataDir: folder, env: { TRUST_PROXY: 'loopback' } });
  let office = await start();
  try {
    const { password } = await office.server.features.open.operators.own.accounts.create(
      'agent-x',
      'support',
    );
    const attempt = async (ip: string, given: string, isRight: boolean) => {
      const code = await office.server.features.open.operators.own.accounts.codeOf('agent-x');
      const input = { name: 'agent-x', password: given, code: isRight ? code : wrongCode(code) };
      return (await office.post(SIGN_IN, input, { headers: { 'x-forwarded-for': ip } })).error;
    };
    for (let i = 0; i <= CODES; i++) assert.equal(await attempt(`198.51.100.${i}`, password, false), FAILED);
    for (let i = 0; i < TRIES; i++) assert.equal(await attempt('192.0.2.1', `guess-${i}`, true), FAILED);
    await office.close();
    office = await start();
    assert.equal(await attempt('198.51.100.99', password, true), FAILED, 'the codes');
    assert.equal(await attempt('192.0.2.1', password, true), 'request/too-many', 'the passwords');
    const { database, features } = office.server;
    const counted = async () => (await database.query('select key from counted_guesses')).rows.length;
    assert.equal(await counted(), CODES + 4);
    await database.query('update counted_guesses set expire = $1', [Date.now() - 1]);
    await features.keepUp();
    assert.equal(await counted(), 0);
  } finally {
    await office.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
