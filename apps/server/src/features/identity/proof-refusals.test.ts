/**
 * Goal: every call that requires proofs refuses each wrong one, and none of them succeeds if the
 * credentials change meanwhile (identity I9). Method: a table of the calls over HTTP; each has a
 * user of its own with an authenticator, because wrong tries count.
 */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { CALLS, type Call } from '@glasshouse/protocol';
import { Secret, TOTP } from 'otpauth';
import {
  PASSWORD,
  startTestServer,
  wrongCode,
  type TestServer,
  type TestUser,
} from '../../testing/harness.ts';
import { EmailCodes, type CodeClaim } from './codes.ts';
import { Passwords } from './passwords.ts';

const ORIGIN = 'https://exchange.example';
const USER = '/bb/app/user';
const NEW_PASSWORD = 'Otherwise-2026';

let server: TestServer;
before(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: ORIGIN } });
});
after(() => server.close());

type Body = Readonly<Record<string, unknown>>;

interface ProvenCall {
  readonly path: string;
  readonly codeType: string;
  /** The name of the login password, if it is asked for. */
  readonly password?: string;
  readonly body?: Body;
  /** Makes what the call is about: a frozen account, a code to a new address. */
  readonly prepare?: (user: TestUser) => Promise<Body>;
  /** Without the refusal of credentials that changed meanwhile. */
  readonly isNoChange?: true;
}

const NEW = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
const FUND = { password: '739154', confirmPassword: '739154' };
const ADDRESS = { currency: 'USDT', chain: 'ERC20', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
const PROTECTION = { codeType: 'bind', password: 'password' };

const PROVEN: readonly ProvenCall[] = [
  { path: '/user/updatePwd', codeType: 'password', password: 'oldPassword', body: NEW },
  { path: '/user/setTransactionPwd', codeType: 'asset', body: FUND },
  { path: '/user/unbindGoogle', ...PROTECTION },
  { path: '/user/startPasskey', ...PROTECTION, isNoChange: true },
  { path: '/user/removePasskey', ...PROTECTION, body: { id: 'none' } },
  {
    path: '/user/changeEmail',
    ...PROTECTION,
    prepare: async (user) => {
      const email = `moved-${user.email}`;
      await server.post(`${USER}/sendEmailChangeCode`, { email }, user);
      return { email, newCode: await server.codeFor(email) };
    },
  },
  {
    path: '/user/unfreeze',
    ...PROTECTION,
    prepare: async ({ userId }) => {
      await query('update users set frozen_ms = 1 where user_id = $1', Number(userId));
      server.server.features.open.identity.gives.people.changed(Number(userId));
      return {};
    },
  },
  { path: '/wallet/addAddress', codeType: 'withdraw', body: ADDRESS },
  {
    path: '/wallet/editAddress',
    codeType: 'withdraw',
    body: { address: ADDRESS.address },
    prepare: async ({ userId }) => {
      const { rows } = await server.server.database.query<{ id: number }>(
        `insert into withdrawal_addresses (user_id, currency, chain, address, memo, note, created_ms, usable_ms)
         values ($1, 'USDT', 'ERC20', 'another', '', '', 0, 0) returning address_id as id`,
        [Number(userId)],
      );
      return { id: String(rows[0]?.id) };
    },
  },
  { path: '/wallet/setWhitelistOnly', codeType: 'withdraw', body: { on: false } },
];

const query = (text: string, ...values: readonly number[]) => server.server.database.query(text, [...values]);

async function codeFor(user: TestUser, type: string): Promise<string> {
  await server.server.database.query('update email_codes set created_ms = 0 where email = $1', [user.email]);
  if (type === 'asset') await server.post(`${USER}/sendUpdateAssetEmail`, {}, user);
  else await server.post(`${USER}/sendEmailCode`, { email: user.email, type });
  return server.codeFor(user.email);
}

/** A user with an authenticator, of which the returned function gives a code that is not used. */
async function withAuthenticator(
  name: string,
): Promise<readonly [TestUser, nextCode: () => Promise<string>, TOTP]> {
  const user = await server.register(name);
  const { data } = await server.post<{ secret: string }>(`${USER}/startGoogleBind`, {}, user);
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) });
  const proof = { password: PASSWORD, code: await codeFor(user, 'bind'), googleCode: totp.generate() };
  assert.equal((await server.post(`${USER}/bindGoogle`, proof, user)).code, 1);
  const nextCode = async () => {
    await query('update users set google_last_step = 0 where user_id = $1', Number(user.userId));
    return totp.generate();
  };
  return [user, nextCode, totp];
}

const post = (path: string, body: Body, user: TestUser) =>
  server.post(`/bb/app${path}`, body, { token: user.token, headers: { origin: ORIGIN } });

for (const { path, codeType, password, body, prepare, isNoChange } of PROVEN)
  test(`R7.6 R13.3 identity I9 ${path} refuses each proof that is wrong, and credentials that changed`, async (context) => {
    const [user, nextCode, totp] = await withAuthenticator(`proof${path.replaceAll('/', '-')}`.toLowerCase());
    const prepared = { ...body, ...(await prepare?.(user)) };
    if (path.endsWith('setWhitelistOnly')) await post(path, { on: true }, user);
    const code = await codeFor(user, codeType);
    const login = password === undefined ? {} : { [password]: PASSWORD };
    const right = { ...prepared, ...login, code };
    const meets = async (changes: Body, error: string) =>
      assert.equal((await post(path, { ...right, ...changes }, user)).error, error, JSON.stringify(changes));

    await meets({ code: wrongCode(code), googleCode: await nextCode() }, 'identity/wrong-code');
    if (password !== undefined) await meets({ [password]: 'Wrong-2026' }, 'identity/password-incorrect');
    await meets({}, 'identity/google-code-missing');
    await meets({ googleCode: wrongCode(...codesAround(totp)) }, 'identity/google-code-wrong');
    await query(
      `insert into google_code_tries (user_id, place, tries, tried_ms, rest_until_ms)
       select $1::bigint, place, 10, $2::bigint, $2::bigint + 900000 from (values ('known'), ('new')) as places (place)
       on conflict (user_id, place) do update set tries = 10, tried_ms = $2::bigint, rest_until_ms = $2::bigint + 900000`,
      Number(user.userId),
      Date.now(),
    );
    await meets({ googleCode: await nextCode() }, 'identity/google-code-locked');
    await query('delete from google_code_tries where user_id = $1', Number(user.userId));
    assertDeclared(path, [
      'identity/wrong-code',
      ...(password === undefined ? [] : ['identity/password-incorrect']),
      'identity/google-code-missing',
      'identity/google-code-wrong',
      'identity/google-code-locked',
    ]);
    if (isNoChange === true) return;
    changeNext(context, Number(user.userId), codeType);
    await meets(
      { code: await codeFor(user, codeType), googleCode: await nextCode() },
      'identity/changed-meanwhile',
    );
  });

/** The codes of some minutes around now. */
const codesAround = (totp: TOTP): string[] =>
  Array.from({ length: 20 }, (_, step) => totp.generate({ timestamp: Date.now() + (step - 2) * 30_000 }));

function assertDeclared(path: string, names: readonly string[]): void {
  const call = (CALLS as readonly Call[]).find((each) => each.path === path);
  for (const name of names)
    assert.ok(
      call?.refusals.some((each) => each === name),
      `${path} ${name}`,
    );
}

/** Another change of the credentials, right after the code of this purpose is used up. */
function changeNext(context: TestContext, userId: number, purpose: string): void {
  const methods: Pick<EmailCodes, 'use'> = EmailCodes.prototype;
  const original: (this: unknown, claim: CodeClaim) => Promise<boolean> = methods.use;
  const restore = () => {
    methods.use = original;
  };
  context.after(restore);
  methods.use = async function changed(this: unknown, claim) {
    const isUsed = await original.call(this, claim);
    if (claim.purpose !== purpose) return isUsed;
    restore();
    await query('update users set credential_version = credential_version + 1 where user_id = $1', userId);
    await query(
      'update sessions set credential_version = (select credential_version from users where users.user_id = sessions.user_id) where user_id = $1',
      userId,
    );
    return isUsed;
  };
}

test('R7.6 R13.3 an authenticator is bound once, by a secret that is still good', async () => {
  const user = await server.register('binder');
  const { data } = await server.post<{ secret: string }>(`${USER}/startGoogleBind`, {}, user);
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) });
  const bind = async (changes: Body = {}) =>
    (
      await post(
        '/user/bindGoogle',
        { password: PASSWORD, code: await codeFor(user, 'bind'), googleCode: totp.generate(), ...changes },
        user,
      )
    ).error;
  assert.equal(await bind({ password: 'Wrong-2026' }), 'identity/password-incorrect');
  await query('update users set google_pending_ms = 1 where user_id = $1', Number(user.userId));
  assert.equal(await bind(), 'identity/google-bind-expired');
  const [bound] = await withAuthenticator('bound');
  const again = { password: PASSWORD, code: await codeFor(bound, 'bind'), googleCode: '123456' };
  assert.equal((await post('/user/bindGoogle', again, bound)).error, 'identity/google-bound');
  assert.equal((await post('/user/startGoogleBind', {}, bound)).error, 'identity/google-bound');
});

test('R7.6 identity I9 an authenticator is not bound, and no password reset, if the credentials change meanwhile', async (context) => {
  const user = await server.register('changing');
  const { data } = await server.post<{ secret: string }>(`${USER}/startGoogleBind`, {}, user);
  const googleCode = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate();
  const proof = { password: PASSWORD, code: await codeFor(user, 'bind'), googleCode };
  changeNext(context, Number(user.userId), 'bind');
  assert.equal((await post('/user/bindGoogle', proof, user)).error, 'identity/changed-meanwhile');
  const { email } = user;
  await server.post(`${USER}/sendEmailCodeForget`, { email });
  const reset = { email, code: await server.codeFor(email), ...NEW };
  changeAfterLookUp(context, Number(user.userId));
  assert.equal((await server.post(`${USER}/forgetPwd`, reset)).error, 'identity/changed-meanwhile');
});

/** Another change of the credentials while a new password is hashed. */
function changeAfterLookUp(context: TestContext, userId: number): void {
  const methods: Pick<Passwords, 'hashLogin'> = Passwords.prototype;
  const original: (this: unknown, password: string, user: string) => Promise<string> = methods.hashLogin;
  const restore = () => {
    methods.hashLogin = original;
  };
  context.after(restore);
  methods.hashLogin = async function changed(this: unknown, ...args) {
    restore();
    await query('update users set credential_version = credential_version + 1 where user_id = $1', userId);
    return original.call(this, ...args);
  };
}

test('R5.2 R7.6 new passwords that are known or guessable are refused wherever one is set', async () => {
  const user = await server.register('weakly');
  const rows = [
    ['Password123', 'identity/password-breached'],
    ['weakly-12345', 'identity/password-guessable'],
  ] as const;
  for (const [password, error] of rows) {
    const body = { password, confirmPassword: password, code: '123456' };
    assert.equal((await post('/user/updatePwd', { ...body, oldPassword: PASSWORD }, user)).error, error);
    assert.equal((await server.post(`${USER}/forgetPwd`, { ...body, email: user.email })).error, error);
  }
  const same = { password: PASSWORD, confirmPassword: PASSWORD, oldPassword: PASSWORD, code: '123456' };
  assert.equal((await post('/user/updatePwd', same, user)).error, 'identity/password-same');
});

test('R7.6 R13.3 an address that has an account cannot become that of another; a passkey that is not there is not removed', async () => {
  const user = await server.register('taker');
  const { email } = await server.register('taken');
  await server.post(`${USER}/sendEmailChangeCode`, { email }, user);
  const proof = async () => ({ password: PASSWORD, code: await codeFor(user, 'bind') });
  const newCode = await server.codeFor(email);
  const change = await post('/user/changeEmail', { email, newCode, ...(await proof()) }, user);
  assert.deepEqual([change.error, change.field], ['identity/email-taken', 'email']);
  assert.equal(
    (await post('/user/removePasskey', { id: 'none', ...(await proof()) }, user)).error,
    'request/not-found',
  );
});

test('R7.6 identity I5 the book is full at a hundred addresses; the fund password is asked for, and locks', async () => {
  const user = await server.register('full-book');
  const userId = Number(user.userId);
  const address = async (changes: Body = {}) =>
    (
      await post(
        '/wallet/addAddress',
        { ...ADDRESS, code: await codeFor(user, 'withdraw'), ...changes },
        user,
      )
    ).error;
  const turnOff = async (changes: Body = {}) =>
    (
      await post(
        '/wallet/setWhitelistOnly',
        { on: false, code: await codeFor(user, 'withdraw'), ...changes },
        user,
      )
    ).error;
  assert.equal(await address({ currency: 'LUNA' }), 'wallet/unknown-asset');
  const set = await post('/user/setTransactionPwd', { ...FUND, code: await codeFor(user, 'asset') }, user);
  assert.equal(set.code, 1);
  for (const call of [address, turnOff]) {
    assert.equal(await call(), 'identity/fund-password-missing');
    assert.equal(await call({ fundPassword: '111111' }), 'identity/fund-password-incorrect');
  }
  await query('update fund_password_tries set locked_ms = 9007199254740991 where user_id = $1', userId);
  const fundPassword = FUND.password;
  for (const call of [address, turnOff])
    assert.equal(await call({ fundPassword }), 'identity/fund-password-locked');
  await query(
    `insert into withdrawal_addresses (user_id, currency, chain, address, memo, note, created_ms, usable_ms)
     select $1, 'USDT', 'ERC20', 'address ' || n, '', '', 0, 0 from generate_series(1, 100) as n`,
    userId,
  );
  assert.equal(await address({ fundPassword }), 'wallet/too-many-addresses');
});
