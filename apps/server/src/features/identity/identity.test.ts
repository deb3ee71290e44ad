/** Registration, login, sessions and codes over real HTTP, and codes with a clock of the test. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RateLimits } from '../../http/limits.ts';
import { createSecrets } from '../../process/secrets.ts';
import { PASSWORD, startTestServer, wrongCode, type TestServer } from '../../testing/harness.ts';
import { EmailCodes } from './codes.ts';
import { DEMO_TRADER } from './demo-trader.ts';
import { SESSION_IDLE_MS, SESSION_LIFE_MS, SessionStore } from './sessions.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const USER = '/bb/app/user';

async function registration(email: string, changes: Record<string, unknown> = {}) {
  await server.post(`${USER}/sendEmailCode`, { email, type: 'register' });
  const code = await server.codeFor(email);
  const body = { email, code, password: PASSWORD, confirmPassword: PASSWORD, agree: true, ...changes };
  return server.post<{ userId: string; token: string }>(`${USER}/register`, body);
}

test('R1.3 R5.1 a user registers by a mailed code and is signed in at once', async () => {
  const reply = await registration('alice@test.example', { accountName: 'alice2026' });
  assert.equal(reply.code, 1);
  assert.match(reply.data.token, /^[\w-]{43}$/);
  const info = await server.post<Record<string, unknown>>(`${USER}/info`, {}, { token: reply.data.token });
  assert.equal(info.data.email, 'alice@test.example');
  assert.equal(info.data.uid, reply.data.userId);
  assert.deepEqual(
    [info.data.auth, info.data.purchase, info.data.assetsPwd, info.data.googleBind],
    [2, 1, false, false],
  );
  for (const field of [
    'icon',
    'invitationCode',
    'idCard',
    'idCardPhotoPositive',
    'idCardPhotoReverseSide',
    'remark',
    'name',
  ])
    assert.equal(typeof info.data[field], 'string', field);
});

test('R3.1 R3.2 an avatar is one of the drawings, is the own one only, and can be given up', async () => {
  const { token } = (await registration('avatar@test.example')).data;
  const other = await registration('no-avatar@test.example');
  const iconOf = async (by: string) =>
    (await server.post<{ icon: string }>(`${USER}/info`, {}, { token: by })).data.icon;
  const chosen = await server.post<{ icon: string }>(`${USER}/setAvatar`, { avatar: 'prism' }, { token });
  assert.deepEqual(chosen.data, { icon: '/pc/avatars/prism.svg' });
  assert.deepEqual([await iconOf(token), await iconOf(other.data.token)], [chosen.data.icon, '']);
  const foreign = await server.post(`${USER}/setAvatar`, { avatar: '../coins/btc' }, { token });
  assert.deepEqual([foreign.error, foreign.field], ['request/invalid', 'avatar']);
  await server.post(`${USER}/setAvatar`, {}, { token });
  assert.equal(await iconOf(token), '');
});

test('R5.2 R5.3 R5.9 registration: passwords differ, break the rule or are leaked; agreement and account name', async () => {
  const email = 'rules@test.example';
  await server.post(`${USER}/sendEmailCode`, { email, type: 'register' });
  const code = await server.codeFor(email);
  const base = { email, code, password: PASSWORD, confirmPassword: PASSWORD, agree: true };
  const cases: readonly [Record<string, unknown>, string, string][] = [
    [{ confirmPassword: 'Different-1' }, 'identity/passwords-differ', 'confirmPassword'],
    [{ password: 'Password123', confirmPassword: 'Password123' }, 'identity/password-breached', 'password'],
    [{ password: 'monkey12', confirmPassword: 'monkey12' }, 'identity/password-breached', 'password'],
    [
      { password: 'Glasshouse-2026', confirmPassword: 'Glasshouse-2026' },
      'identity/password-guessable',
      'password',
    ],
    [{ password: 'rules-12345', confirmPassword: 'rules-12345' }, 'identity/password-guessable', 'password'],
    [
      { password: `L${'o'.repeat(24)}ng`, confirmPassword: `L${'o'.repeat(24)}ng` },
      'request/invalid',
      'password',
    ],
    [{ password: '1abcdefgh', confirmPassword: '1abcdefgh' }, 'request/invalid', 'password'],
    [{ password: 'Short-1', confirmPassword: 'Short-1' }, 'request/invalid', 'password'],
    [{ agree: false }, 'request/invalid', 'agree'],
    [{ accountName: 'short' }, 'request/invalid', 'accountName'],
    [{ accountName: 'Alice2026' }, 'request/invalid', 'accountName'],
    [{ inviteCode: 'NOSUCHCODE' }, 'identity/invite-unknown', 'inviteCode'],
    [{ code: wrongCode(code) }, 'identity/wrong-code', 'code'],
  ];
  for (const [change, error, field] of cases) {
    const reply = await server.post(`${USER}/register`, { ...base, ...change });
    assert.deepEqual([reply.error, reply.field], [error, field], JSON.stringify(change));
  }
  assert.equal(
    (await server.post(`${USER}/register`, base)).code,
    1,
    'the code is still good after the refusals',
  );
});

test('R5.11 of two concurrent registrations of one account name one is refused as taken', async () => {
  const people = ['name-one@test.example', 'name-two@test.example'];
  const replies = await Promise.all(
    people.map((email) => registration(email, { accountName: 'Contested2026' })),
  );
  const refused = replies.filter(({ code }) => code !== 1).map(({ error, field }) => [error, field]);
  assert.deepEqual(refused, [['request/invalid', 'accountName']]);
});

test('R5.11 identity I10 a second registration of an address is refused only with its mailed code, and requesting one reveals nothing', async () => {
  await server.register('twice');
  const first = await server.post(`${USER}/sendEmailCode`, { email: 'twice@test.example', type: 'register' });
  const fresh = await server.post(`${USER}/sendEmailCode`, { email: 'fresh@test.example', type: 'register' });
  assert.deepEqual(first, fresh);
  const code = await server.codeFor('twice@test.example');
  const body = {
    email: 'twice@test.example',
    code,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    agree: true,
  };
  assert.equal((await server.post(`${USER}/register`, body)).error, 'identity/email-taken');
});

test('R3.12 an invite code is recorded', async () => {
  const inviter = await server.register('inviter');
  const info = await server.post<{ invitationCode: string }>(`${USER}/info`, {}, { token: inviter.token });
  const reply = await registration('invited@test.example', { inviteCode: info.data.invitationCode });
  assert.equal(reply.code, 1);
  const { rows } = await server.server.database.query<{ invited_by: number }>(
    'select invited_by from users where user_id = $1',
    [Number(reply.data.userId)],
  );
  assert.equal(rows[0]?.invited_by, Number(inviter.userId));
});

test('R5.1 identity I3 login takes e-mail, password and code; a code works once', async () => {
  const user = await server.register('login');
  await server.post(`${USER}/sendEmailCode`, { email: user.email });
  const code = await server.codeFor(user.email);
  const body = { account: ' LOGIN@test.example ', code, password: PASSWORD };
  const wrong = await server.post(`${USER}/login`, { ...body, password: 'Wrong-password' });
  assert.equal(wrong.error, 'identity/wrong-credentials');
  const right = await server.post<{ userId: string }>(`${USER}/login`, body);
  assert.deepEqual([right.code, right.data.userId], [1, user.userId]);
  assert.equal((await server.post(`${USER}/login`, body)).error, 'identity/wrong-code');
});

test('R5.2 a password is taken literally and never expires', async () => {
  const typed = 'Zwölf Boxkämpfer 🥊';
  const email = 'as-typed@test.example';
  assert.equal((await registration(email, { password: typed, confirmPassword: typed })).code, 1);
  await server.server.database.query('update users set password_changed_ms = 0 where email = $1', [email]);
  await server.post(`${USER}/sendEmailCode`, { email });
  const code = await server.codeFor(email);
  const enter = (password: string) => server.post(`${USER}/login`, { account: email, code, password });
  for (const other of [` ${typed}`, `${typed} `, typed.toLowerCase()])
    assert.equal((await enter(other)).error, 'identity/wrong-credentials', other);
  assert.equal((await enter(typed)).code, 1);
});

test('R13.2 identity I10 an unknown address gets the same answers as a known one, and no mail', async () => {
  await server.register('known');
  const replies = [];
  for (const email of ['known@test.example', 'unknown@test.example']) {
    const sent = await server.post(`${USER}/sendEmailCode`, { email, type: 'login' });
    const again = await server.post(`${USER}/sendEmailCode`, { email, type: 'login' });
    let code = wrongCode(await server.codeFor(email));
    const login = await server.post(`${USER}/login`, { account: email, code, password: PASSWORD });
    const forget = await server.post(`${USER}/sendEmailCodeForget`, { email });
    code = wrongCode(await server.codeFor(email));
    const body = { email, code, password: PASSWORD, confirmPassword: PASSWORD };
    replies.push([sent, again, login, forget, await server.post(`${USER}/forgetPwd`, body)]);
  }
  assert.deepEqual(replies[0], replies[1]);
  assert.equal(await server.codeFor('unknown@test.example'), '');
});

test('R13.2 R7.6 a second code within a minute is refused with 429', async () => {
  await server.post(`${USER}/sendEmailCode`, { email: 'hasty@test.example', type: 'register' });
  const reply = await server.post(`${USER}/sendEmailCode`, { email: 'hasty@test.example', type: 'register' });
  assert.deepEqual([reply.http, reply.error], [429, 'request/too-many']);
});

test('R13.2 identity I3 brute force: after five wrong tries even the right code is dead', async () => {
  const email = 'brute@test.example';
  await server.post(`${USER}/sendEmailCode`, { email, type: 'register' });
  const code = await server.codeFor(email);
  const wrongs = Array.from({ length: 5 }, (_, i) =>
    String((Number(code) + i + 1) % 1_000_000).padStart(6, '0'),
  );
  const verify = (tried: string) =>
    server.post<{ valid: boolean }>(`${USER}/emailVerification`, { email, code: tried, type: 'register' });
  assert.equal((await verify(code)).data.valid, true);
  for (const wrong of wrongs) assert.equal((await verify(wrong)).data.valid, false);
  assert.equal((await verify(code)).data.valid, false);
});

test('R13.2 identity I3 a code is valid for ten minutes, one purpose, one use, one address and one requester', async () => {
  let nowMs = 1_000_000;
  const { database } = server.server;
  const limits = new RateLimits({ database });
  const codes = new EmailCodes({ database, secrets: createSecrets('test'), limits, now: () => nowMs });
  const email = 'clock@test.example';
  const slot = { email, purpose: 'login', scope: '192.0.2.1' } as const;
  const code = (await codes.make({ ...slot, purposes: [slot.purpose], isMailed: true })) ?? '';
  const claim = { ...slot, code };
  assert.equal(await codes.make({ ...slot, purposes: [slot.purpose], isMailed: true }), null);
  nowMs += 12_345;
  assert.equal(await codes.waitS({ ...slot, purposes: [slot.purpose] }), 48, 'the rest of a minute');
  nowMs -= 12_345;
  assert.equal(await codes.check({ ...claim, scope: '192.0.2.2' }), false);
  assert.equal(await codes.check({ ...claim, purpose: 'forget' }), false);
  assert.equal(await codes.check({ ...claim, email: 'other@test.example' }), false);
  nowMs += 599_999;
  assert.equal(await codes.check(claim), true);
  const uses = await Promise.all([codes.use(claim), codes.use(claim)]);
  assert.deepEqual(uses.filter(Boolean).length, 1);
  const next = (await codes.make({ ...slot, purposes: [slot.purpose], isMailed: true })) ?? '';
  nowMs += 600_000;
  assert.equal(await codes.check({ ...claim, code: next }), false);
  const unmailed = (await codes.make({ ...slot, purposes: [slot.purpose], isMailed: false })) ?? '';
  assert.match(unmailed, /^\d{6}$/);
  assert.equal(await codes.check({ ...claim, code: unmailed }), false, 'nobody was told it');
  assert.equal(await codes.use({ ...claim, code: unmailed }), false);
});

test('R4.1 logout ends the session, and only this one', async () => {
  const first = await server.register('logout');
  const second = await server.login(first);
  assert.equal((await server.post(`${USER}/logout`, {}, { token: first.token })).code, 1);
  assert.equal((await server.post(`${USER}/info`, {}, { token: first.token })).code, -2);
  assert.equal((await server.post(`${USER}/info`, {}, { token: second.token })).code, 1);
});

test('R13.8 R13.1 users can list their sessions and end each one, but not those of others', async () => {
  const first = await server.register('devices');
  const second = await server.login(first);
  const stranger = await server.register('devices-stranger');
  type Row = { id: string; current: boolean; ip: string };
  const list = async (token: string) => (await server.post<Row[]>(`${USER}/getSessions`, {}, { token })).data;
  const rows = await list(first.token);
  assert.equal(rows.length, 2);
  const other = rows.find(({ current }) => !current);
  const end = (token: string) =>
    server.post(`${USER}/endSession`, { id: other?.id, password: PASSWORD }, { token });
  assert.equal((await end(stranger.token)).error, 'request/not-found');
  const wrong = { id: other?.id, password: 'Wrong-2026' };
  assert.equal((await server.post(`${USER}/endSession`, wrong, first)).error, 'identity/password-incorrect');
  assert.equal((await end(first.token)).code, 1);
  assert.equal((await server.post(`${USER}/info`, {}, { token: second.token })).code, -2);
  assert.deepEqual(
    (await list(first.token)).map(({ current }) => current),
    [true],
  );
});

test('R13.8 sessions beyond the cache are read from the database, and ended ones are not found', async () => {
  const { database } = server.server;
  const user = await server.register('memory');
  const store = new SessionStore(database, Date.now, 2);
  await store.loadAll();
  const tokens = [];
  const session = { userId: Number(user.userId), credentialVersion: 0, ip: '', userAgent: '' };
  for (let i = 0; i < 4; i++) tokens.push((await store.open(session)) ?? '');
  for (const token of tokens) assert.equal((await store.find(token))?.userId, session.userId);
  assert.equal(await store.find('nobody'), null);
  await store.endAll(session.userId);
  for (const token of tokens) assert.equal(await store.find(token), null);
});

test('R13.8 a session in use ends after 30 days, and a user has at most 100', async () => {
  const { database } = server.server;
  const user = await server.register('lifetime');
  let nowMs = Date.now();
  const store = new SessionStore(database, () => nowMs);
  const session = { userId: Number(user.userId), credentialVersion: 0, ip: '', userAgent: '' };
  const token = (await store.open(session)) ?? '';
  const endMs = nowMs + SESSION_LIFE_MS;
  while (nowMs + 86_400_000 < endMs) {
    nowMs += 86_400_000;
    assert.notEqual(await store.find(token), null);
  }
  nowMs = endMs;
  assert.equal(await store.find(token), null);
  const first = (await store.open(session)) ?? '';
  for (let i = 0; i < 100; i++) {
    nowMs += 1;
    await store.open(session);
  }
  assert.equal(await store.find(first), null, 'the one used longest ago made room');
  assert.equal((await store.list(session.userId, '')).length, 100);
});

test('R13.8 identity I4 the last use of a session is stored, and old sessions are removed', async () => {
  const { database } = server.server;
  const user = await server.register('seen');
  let nowMs = Date.now();
  const store = new SessionStore(database, () => nowMs);
  const token =
    (await store.open({ userId: Number(user.userId), credentialVersion: 0, ip: '', userAgent: '' })) ?? '';
  nowMs += 120_000;
  await store.find(token);
  await store.keepUp();
  const seen = (await store.list(Number(user.userId), '')).map(({ lastSeenTime }) => lastSeenTime);
  assert.ok(seen.includes(nowMs));
  nowMs += SESSION_IDLE_MS + 1;
  assert.equal(await store.find(token), null, 'unused for a week');
  await store.keepUp();
  assert.equal((await store.list(Number(user.userId), '')).length, 0);
});

test('R13.3 identity I4 a changed password ends the other sessions and keeps this one', async () => {
  const user = await server.register('change');
  const other = await server.login(user);
  await server.post(`${USER}/sendEmailCode`, { email: user.email, type: 'password' });
  const code = await server.codeFor(user.email);
  const body = { oldPassword: PASSWORD, password: 'Changed-2026', confirmPassword: 'Changed-2026', code };
  const wrong = await server.post(
    `${USER}/updatePwd`,
    { ...body, oldPassword: 'Wrong-2026' },
    { token: user.token },
  );
  assert.equal(wrong.error, 'identity/password-incorrect');
  assert.equal((await server.post(`${USER}/updatePwd`, body, { token: user.token })).code, 1);
  assert.equal((await server.post(`${USER}/info`, {}, { token: user.token })).code, 1);
  assert.equal((await server.post(`${USER}/info`, {}, { token: other.token })).code, -2);
  await server.login({ email: user.email, password: 'Changed-2026' });
});

test('R13.3 identity I4 a forgotten password is set by a mailed code and ends all sessions', async () => {
  const user = await server.register('forget');
  await server.post(`${USER}/sendEmailCodeForget`, { email: user.email });
  const code = await server.codeFor(user.email);
  const body = { email: user.email, code, password: 'Forgot-2026', confirmPassword: 'Forgot-2026' };
  assert.equal((await server.post(`${USER}/forgetPwd`, body)).code, 1);
  assert.equal((await server.post(`${USER}/info`, {}, { token: user.token })).code, -2);
  assert.equal((await server.post(`${USER}/forgetPwd`, body)).error, 'identity/wrong-code');
  await server.login({ email: user.email, password: 'Forgot-2026' });
});

test('R5.4 the fund password has six digits and is set by a code to the own address', async () => {
  const user = await server.register('fund');
  const { token } = user;
  await server.post(`${USER}/sendUpdateAssetEmail`, {}, { token });
  const code = await server.codeFor(user.email);
  const set = (password: string, confirmPassword = password) =>
    server.post(`${USER}/setTransactionPwd`, { password, confirmPassword, code }, { token });
  assert.equal((await set('12345')).field, 'password');
  assert.equal((await set('123456', '123457')).error, 'identity/passwords-differ');
  assert.equal((await set('135790')).code, 1);
  const info = await server.post<{ assetsPwd: boolean }>(`${USER}/info`, {}, { token });
  assert.equal(info.data.assetsPwd, true);
});

test('R13.11 the database holds no token, code or password in plain text', async () => {
  const user = await server.register('stored');
  const { rows: users } = await server.server.database.query<{ password_hash: string }>(
    'select password_hash from users where user_id = $1',
    [Number(user.userId)],
  );
  assert.match(users[0]?.password_hash ?? '', /^nfkc:\$argon2id\$/);
  const { rows: sessions } = await server.server.database.query<{ n: number }>(
    'select count(*) as n from sessions where session_key = $1',
    [user.token],
  );
  assert.equal(sessions[0]?.n, 0);
});

/** What is available in USDT. */
async function usdtOf(token: string): Promise<string | undefined> {
  const assets = await server.post<{ list: { currency: string; availableCurrency: string }[] }>(
    '/bb/app/wallet/getAssets',
    {},
    { token },
  );
  return assets.data.list.find((row) => row.currency === 'USDT')?.availableCurrency;
}

test('R14.1 demo: the ready-made trader signs in with the mailed code and has play money', async () => {
  const trader = await server.login(DEMO_TRADER);
  assert.equal(await usdtOf(trader.token), '10000');
});

test('identity I6 a crash between registration and play money is healed by the next login, without a second gift', async () => {
  const user = await server.register('healed');
  await server.server.database.query('update users set accounts_ready_ms = null where user_id = $1', [
    Number(user.userId),
  ]);
  const { token } = await server.login(user);
  assert.equal(await usdtOf(token), '10000');
});
