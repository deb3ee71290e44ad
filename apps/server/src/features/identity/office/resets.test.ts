/**
 * Goal: a lost second factor is removed only after two operators and the whole wait, whatever else
 * happens meanwhile, once, and whoever can show that it is not lost stops it. Method: users and
 * operators over HTTP, a clock of commands that the test moves, restarts on the same data.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { OperatorRole } from '@glasshouse/protocol';
import type { OfficePerson } from '@glasshouse/protocol/identity/office';
import type { SecondFactor } from '@glasshouse/protocol/identity/second-factors';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import { Secret, TOTP } from 'otpauth';
import { MASTER_KEY } from '../../../testing/fund-password.ts';
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../../testing/harness.ts';
import { agreeTo, makeOperator, type TestOperator } from '../../../testing/operator.ts';
import { Passkeys } from '../passkeys.ts';
import { SteadyClock } from '../../../pipeline/clock.ts';

const USER = '/bb/app/user';
const HOUR_MS = 3_600_000;
const WAIT_MS = 48 * HOUR_MS;
const RESET = 'people/reset-second-factor';

const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-resets-'));
const clock = new SteadyClock(0);
let server: TestServer;
const operators = new Map<string, TestOperator>();
async function start(): Promise<void> {
  server = await startTestServer({ dataDir, clock, env: { MASTER_KEY } });
}
before(async () => {
  await start();
  const roles = { dan: 'support', ann: 'risk', bo: 'risk', rae: 'reviewer', ada: 'admin', abe: 'admin' };
  for (const [name, role] of Object.entries(roles) as [string, OperatorRole][])
    operators.set(name, await makeOperator(server, `resets-${name}`, role));
});
after(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const office = <T = ActAnswer>(by: string, call: string, input: object) =>
  server.post<T>(`/operator/app/${call}`, input, { headers: operators.get(by)!.headers });
const doing = (input: object) => ({
  step: 'do',
  reason: 'the phone is gone, shown by video',
  key: randomUUID(),
  ...input,
});
const ask = (user: TestUser, factor: SecondFactor = 'google', by = 'dan') =>
  office(by, 'people/resetSecondFactor', doing({ user: Number(user.userId), factor }));
const agree = (act: number | null, by = 'ann') =>
  agreeTo(server, act, { by: operators.get(by)!, reason: 'looked at the video' });
/** Two people have begun it. */
async function begin(user: TestUser, factor: SecondFactor = 'google'): Promise<void> {
  const { data } = await ask(user, factor);
  const agreed = await agree(data.act);
  assert.equal(agreed.code, 1, agreed.msg);
}
const keepUp = () => server.server.features.keepUp();
/** All but the last `leftMs` of the wait passes. */
async function wait(leftMs = 0): Promise<void> {
  clock.forward(WAIT_MS - leftMs);
  await keepUp();
}

interface Bound extends TestUser {
  readonly totp: TOTP;
  readonly recovery: string;
}
async function codeFor({ email }: TestUser, type: 'bind' | 'login'): Promise<string> {
  await server.server.database.query('update email_codes set created_ms = 0 where email = $1', [email]);
  await server.post(`${USER}/sendEmailCode`, { email, type });
  return server.codeFor(email);
}
async function bound(name: string): Promise<Bound> {
  const user = await server.register(name);
  const { data } = await server.post<{ secret: string }>(`${USER}/startGoogleBind`, {}, user);
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) });
  const proof = { password: PASSWORD, code: await codeFor(user, 'bind'), googleCode: totp.generate() };
  const reply = await server.post<{ recoveryCodes: string[] }>(`${USER}/bindGoogle`, proof, user);
  assert.equal(reply.code, 1, reply.msg);
  return { ...user, totp, recovery: reply.data.recoveryCodes[0]! };
}
/** A later code than that of the binding: each works once. */
const nextCode = ({ totp }: Bound) => totp.generate({ timestamp: Date.now() + 30_000 });
const logIn = async (user: TestUser, googleCode?: string) =>
  server.post<{ token: string }>(`${USER}/login`, {
    account: user.email,
    password: PASSWORD,
    code: await codeFor(user, 'login'),
    ...(googleCode === undefined ? {} : { googleCode }),
  });
async function addPasskey({ userId }: TestUser): Promise<void> {
  await server.server.database.query(
    `insert into passkeys (credential_id, user_id, public_key, counter, transports, name, created_ms)
     values ($1, $2, '', 0, '', 'phone', 1)`,
    [randomUUID(), Number(userId)],
  );
}

const FROM_SITE = () => ({ headers: { origin: server.server.url } });

interface Security {
  readonly google: object | null;
  readonly passkeys: readonly object[];
  readonly holds: readonly { readonly cause: string }[];
  readonly reset: { readonly factor: SecondFactor; readonly dueTime: number } | null;
}
const securityOf = async (user: Pick<TestUser, 'token'>) =>
  (await server.post<Security>(`${USER}/getSecurity`, {}, user)).data;
const personOf = async ({ userId }: TestUser) =>
  (await office<OfficePerson>('dan', 'people/getPerson', { user: Number(userId) })).data;
const isBound = async (user: TestUser) => (await personOf(user)).googleTime !== null;
async function subjectsTo({ email }: TestUser): Promise<string[]> {
  const url = `${server.server.url}/dev/mail.json?to=${encodeURIComponent(email)}`;
  return ((await (await fetch(url)).json()) as { subject: string }[]).map(({ subject }) => subject);
}
const history = async (user: Pick<TestUser, 'token'>) =>
  (await server.post<{ list: { what: string }[] }>(`${USER}/getAccountActs`, {}, user)).data.list.map(
    ({ what }) => what,
  );
async function logged(user: TestUser): Promise<string[]> {
  const { audit } = server.server.features.open.operators.own;
  return (await audit.actsOf(RESET, 100))
    .filter(({ subject }) => subject === `user ${user.userId}`)
    .map(({ operator, act, detail }) => `${operator} ${act.slice(RESET.length + 1)} ${detail}`);
}

test('R13.3 operators I5 identity I14 a lost Google code goes after two people and the whole wait, also over a restart, once', async () => {
  const user = await bound('reset-whole');
  const planned = await office('dan', 'people/resetSecondFactor', {
    user: Number(user.userId),
    factor: 'google',
    step: 'plan',
  });
  assert.deepEqual(planned.data.effect, [
    { what: 'Google code', before: 'bound', after: 'removed 48 hours later' },
    { what: 'Recovery codes', before: '10', after: 'removed 48 hours later' },
    { what: 'Sessions', before: '1', after: 'ended then' },
    { what: 'Withdrawals', before: null, after: 'held for 24 hours from then' },
  ]);
  const { data } = await ask(user);
  assert.equal(data.state, 'asked');
  assert.equal((await securityOf(user)).reset, null, 'one person begins nothing');
  const agreed = await Promise.all([agree(data.act), agree(data.act, 'bo')]);
  assert.deepEqual(
    agreed.map(({ error = 'agreed' }) => error).toSorted(),
    ['agreed', 'operators/act-decided'],
    'one of two who agree at once',
  );

  const { reset } = await securityOf(user);
  assert.ok(reset !== null && Math.abs(reset.dueTime - clock.nowMs() - WAIT_MS) < 60_000);
  assert.equal((await personOf(user)).reset?.dueTime, reset.dueTime);
  assert.equal((await subjectsTo(user))[0], 'Your authenticator will be removed');
  await wait(HOUR_MS);
  assert.ok(await isBound(user), 'an hour before');
  await server.close();
  await start();
  await keepUp();
  assert.ok(await isBound(user), 'no restart shortens it');
  clock.forward(HOUR_MS);
  await Promise.all([keepUp(), keepUp()]);

  assert.equal(await isBound(user), false);
  assert.equal((await server.post(`${USER}/info`, {}, user)).error, 'session/invalid');
  const entered = await logIn(user);
  assert.equal(entered.code, 1, 'the password and the mailed code are enough');
  const own = { token: entered.data.token };
  const after = await securityOf(own);
  assert.deepEqual([after.reset, after.holds.map(({ cause }) => cause)], [null, ['google']]);
  assert.deepEqual(await history(own), [
    'The platform removed your Google code',
    'The platform began to reset your Google code',
  ]);
  await keepUp();
  const mails = (await subjectsTo(user)).filter((subject) => subject.includes('by customer service'));
  assert.deepEqual(mails, ['Your authenticator was removed by customer service'], 'once');
  const recovered = await server.server.database.query('select 1 from recovery_codes where user_id = $1', [
    Number(user.userId),
  ]);
  assert.equal(recovered.rows.length, 0);
  const lines = await logged(user);
  assert.match(lines.at(-1)!, /^resets-dan asked the phone is gone, shown by video; Google code bound/);
  assert.match(lines.at(-2)!, /^resets-(ann|bo) agreed looked at the video/);
  assert.match(lines[0]!, /^resets-dan due google; agreed by resets-(ann|bo)/);
  assert.equal(
    await server.server.features.open.operators.own.audit.verify().then(({ fault }) => fault),
    null,
  );
});

test('R13.3 identity I14 passkeys are reset apart from the Google code, and both hold withdrawals', async () => {
  const user = await bound('reset-passkeys');
  await addPasskey(user);
  await addPasskey(user);
  await begin(user, 'passkeys');
  assert.equal((await ask(user)).error, 'people/reset-waits', 'one at a time');
  await wait();
  const person = await personOf(user);
  assert.deepEqual([person.passkeys, person.googleTime !== null, person.reset], [0, true, null]);
  assert.equal((await logIn(user)).error, 'identity/google-code-missing');
  const { data } = await logIn(user, user.recovery);
  assert.deepEqual(
    (await securityOf(data)).holds.map(({ cause }) => cause),
    ['passkey'],
  );
});

test('R13.3 identity I14 the owner, the second factor, a change, a freeze and one operator each stop it', async () => {
  const stops: Readonly<Record<string, (user: Bound) => Promise<unknown>>> = {
    'by its owner': async (user) => {
      const stopped = await server.post(`${USER}/stopReset`, { confirm: true }, user);
      assert.equal(stopped.code, 1, stopped.msg);
      assert.equal(
        (await server.post(`${USER}/stopReset`, { confirm: true }, user)).error,
        'request/not-found',
      );
    },
    'the second factor was used': async (user) => assert.equal((await logIn(user, nextCode(user))).code, 1),
    'the second factor was used, as a recovery code is': async (user) =>
      assert.equal((await logIn(user, user.recovery)).code, 1),
    'the credentials of the account were changed': async (user) => {
      await server.server.database.query('update email_codes set created_ms = 0', []);
      await server.post(`${USER}/sendEmailCodeForget`, { email: user.email });
      const code = await server.codeFor(user.email);
      const password = 'Another-2026';
      const body = { email: user.email, code, password, confirmPassword: password };
      const changed = await server.post(`${USER}/forgetPwd`, body);
      assert.equal(changed.code, 1, changed.msg);
    },
    'the credentials of the account were changed, by a freeze': async (user) =>
      server.post(`${USER}/freeze`, { confirm: true }, user),
  };
  for (const [why, stop] of Object.entries(stops)) {
    const user = await bound(`reset-stop-${Object.keys(stops).indexOf(why)}`);
    await begin(user);
    await stop(user);
    assert.equal((await personOf(user)).reset, null, why);
    const [line = ''] = await logged(user);
    assert.equal(line, `user ${user.userId} stopped ${why.split(', ')[0]}`);
    assert.ok((await subjectsTo(user)).includes('The reset was stopped'), why);
    await wait();
    assert.ok(await isBound(user), why);
  }
  const user = await bound('reset-stop-operator');
  const input = { user: Number(user.userId) };
  assert.equal((await office('ann', 'people/stopReset', doing(input))).error, 'operators/nothing-changes');
  await begin(user);
  assert.equal((await office('dan', 'people/stopReset', doing(input))).error, 'operators/not-allowed');
  assert.equal((await office('bo', 'people/stopReset', doing(input))).data.state, 'done');
  await wait();
  assert.ok(await isBound(user));
  assert.deepEqual(await history(user), [
    'The platform stopped the reset of your second factor',
    'The platform began to reset your Google code',
  ]);
});

test('R13.3 identity I14 a login by passkey stops the reset of passkeys, and no other', async (context) => {
  const user = await bound('reset-by-passkey');
  await addPasskey(user);
  const { rows } = await server.server.database.query<{ version: number }>(
    'select credential_version as version from users where user_id = $1',
    [Number(user.userId)],
  );
  // What a browser's authenticator proves is in e2e/people.spec.ts.
  context.mock.method(Passkeys.prototype, 'signIn', async () => ({
    userId: Number(user.userId),
    credentialVersion: rows[0]!.version,
  }));
  const enter = async () => {
    const { data } = await server.post<{ challengeId: string }>(`${USER}/startPasskeyLogin`, {}, FROM_SITE());
    const response = { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a' } };
    const reply = await server.post(
      `${USER}/loginByPasskey`,
      { challengeId: data.challengeId, response },
      FROM_SITE(),
    );
    assert.equal(reply.code, 1, reply.msg);
  };
  await begin(user, 'google');
  await enter();
  assert.equal((await personOf(user)).reset?.factor, 'google', 'it shows nothing of the code');
  await server.post(`${USER}/stopReset`, { confirm: true }, user);
  await begin(user, 'passkeys');
  await enter();
  assert.equal((await personOf(user)).reset, null);
  await wait();
  assert.equal((await personOf(user)).passkeys, 1);
});

test('R13.3 identity I14 a stop that comes with the time of a reset wins or loses as a whole', async () => {
  const user = await bound('reset-race');
  await begin(user);
  clock.forward(WAIT_MS);
  const [stopped] = await Promise.all([server.post(`${USER}/stopReset`, { confirm: true }, user), keepUp()]);
  const after = await personOf(user);
  assert.equal(after.reset, null);
  assert.equal(after.googleTime !== null, stopped.code === 1, `${stopped.error}`);
  const subjects = await subjectsTo(user);
  assert.equal(subjects.includes('The reset was stopped'), stopped.code === 1);
  assert.equal(subjects.includes('Your authenticator was removed by customer service'), stopped.code !== 1);
});

test('R13.3 operators I5 identity I14 what cannot be reset is refused by name, and nobody shortens the wait', async () => {
  const bare = await server.register('reset-bare');
  for (const factor of ['google', 'passkeys'] as const) {
    const { error, field } = await ask(bare, factor);
    assert.deepEqual([error, field], ['people/no-second-factor', 'factor']);
  }
  const missing = await ask({ ...bare, userId: '9999999' });
  assert.deepEqual([missing.error, missing.field], ['request/not-found', 'user']);
  assert.equal((await ask(bare, 'none' as 'google')).field, 'factor');
  const frozen = await bound('reset-frozen');
  await server.post(`${USER}/freeze`, { confirm: true }, frozen);
  assert.equal((await ask(frozen)).error, 'people/account-frozen');
  const locked = await bound('reset-locked');
  const asked = await ask(locked);
  const freeze = { user: Number(locked.userId), kind: 'login' };
  assert.equal((await office('ann', 'people/freeze', doing(freeze))).data.state, 'done');
  assert.equal((await agree(asked.data.act)).error, 'people/account-frozen', 'planned anew');

  const user = await bound('reset-by-one');
  assert.equal((await ask(user, 'google', 'rae')).error, 'operators/not-allowed');
  const own = await ask(user, 'google', 'ann');
  assert.equal((await agree(own.data.act)).error, 'operators/same-person');
  assert.equal((await agree(own.data.act, 'dan')).error, 'operators/not-allowed', 'support only asks');
  assert.equal((await agree(own.data.act, 'bo')).code, 1);
  const before = (await securityOf(user)).reset;
  const shorter = { name: 'second_factor_reset_hours', value: '24' };
  const set = (value: string) => office('ada', 'parameters/set', doing({ ...shorter, value }));
  assert.equal((await set('23')).field, 'value', 'a day is the least');
  const asking = await set('24');
  assert.equal((await agree(asking.data.act, 'abe')).code, 1);
  assert.deepEqual((await securityOf(user)).reset, before, 'one that waits keeps its time');
  clock.forward(24 * HOUR_MS);
  await keepUp();
  assert.ok(await isBound(user));
  const next = await bound('reset-shorter');
  await begin(next);
  const { reset } = await securityOf(next);
  assert.ok(Math.abs((reset?.dueTime ?? 0) - clock.nowMs() - 24 * HOUR_MS) < 60_000);
});
