/** The security center and the guard over real HTTP; waiting times are ended in the database. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import {
  PASSWORD,
  startTestServer,
  wrongCode,
  type TestServer,
  type TestUser,
} from '../../testing/harness.ts';
import { setPurchase } from '../../testing/purchase.ts';
import type { AddressRow } from '@glasshouse/protocol/wallet';
import { ACCOUNT_LIMITS } from '../../http/limits.ts';
import { removeOldLogins } from './login-history.ts';

const USER = '/bb/app/user';
const DAY_MS = 86_400_000;

let server: TestServer;
before(async () => {
  server = await startTestServer({
    env: { TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://exchange.example' },
  });
});
after(() => server.close());

interface Mail {
  readonly subject: string;
  readonly text: string;
}
async function mailsTo(email: string): Promise<readonly Mail[]> {
  const response = await fetch(`${server.server.url}/dev/mail.json?to=${encodeURIComponent(email)}`);
  return (await response.json()) as Mail[];
}

/** A code for a signed-in purpose; the minute between two codes is skipped in the database. */
async function codeFor(
  user: Pick<TestUser, 'email'>,
  type: 'bind' | 'password' | 'withdraw' | 'login',
): Promise<string> {
  await server.server.database.query('update email_codes set created_ms = 0 where email = $1', [user.email]);
  await server.post(`${USER}/sendEmailCode`, { email: user.email, type });
  return server.codeFor(user.email);
}
/** The codes of some minutes around now. */
const codesAround = (totp: TOTP): string[] =>
  Array.from({ length: 20 }, (_, step) => totp.generate({ timestamp: Date.now() + (step - 2) * 30_000 }));
const proofOf = async (user: TestUser) => ({ password: PASSWORD, code: await codeFor(user, 'bind') });

interface Security {
  readonly google: { recoveryCodesLeft: number } | null;
  readonly holds: readonly { cause: string; untilTime: number }[];
  readonly frozen: { unfreezeTime: number | null } | null;
}
const securityOf = async (user: Pick<TestUser, 'token'>) =>
  (await server.post<Security>(`${USER}/getSecurity`, {}, user)).data;

async function permission(
  user: Pick<TestUser, 'token'>,
  operation: string,
): Promise<string | null | undefined> {
  const { data } = await server.post<{ operation: string; error: string | null }[]>(
    `${USER}/getPermissions`,
    {},
    user,
  );
  return data.find((each) => each.operation === operation)?.error;
}

test('R4.3 R1.3 identity I5 second verification: bound by its own code, asked at login, recovery codes work once, removed only with a code', async () => {
  const user = await server.register('google');
  const { data } = await server.post<{ secret: string; uri: string }>(`${USER}/startGoogleBind`, {}, user);
  assert.match(data.uri, /^otpauth:\/\/totp\/Glasshouse:google%40test\.example\?.*secret=/);
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) });
  const shown = await proofOf(user);
  const mistyped = { ...shown, googleCode: wrongCode(...codesAround(totp)) };
  const wrong = await server.post(`${USER}/bindGoogle`, mistyped, user);
  assert.equal(wrong.error, 'identity/google-code-wrong');
  // It used up no code by mail.
  const proof = { ...shown, googleCode: totp.generate() };
  const bound = await server.post<{ recoveryCodes: string[] }>(`${USER}/bindGoogle`, proof, user);
  assert.equal(bound.code, 1, bound.msg);
  const [recovery = '', second = ''] = bound.data.recoveryCodes;
  assert.equal(bound.data.recoveryCodes.length, 10);
  const { rows } = await server.server.database.query<{ secret: string }>(
    'select google_secret as secret from users where user_id = $1',
    [Number(user.userId)],
  );
  assert.ok(!(rows[0]?.secret ?? '').includes(data.secret), 'the secret lies encrypted');

  const body = async () => ({ account: user.email, password: PASSWORD, code: await codeFor(user, 'login') });
  const first = await body();
  assert.equal((await server.post(`${USER}/login`, first)).error, 'identity/google-code-missing');
  const entered = await server.post(`${USER}/login`, { ...first, googleCode: recovery });
  assert.equal(entered.code, 1, 'the mailed code was not used up by the question');
  const again = await server.post(`${USER}/login`, { ...(await body()), googleCode: recovery });
  assert.equal(again.error, 'identity/google-code-wrong');
  assert.equal((await securityOf(user)).google?.recoveryCodesLeft, 9);

  const without = await server.post(`${USER}/unbindGoogle`, await proofOf(user), user);
  assert.equal(without.error, 'identity/google-code-missing');
  const removed = await server.post(
    `${USER}/unbindGoogle`,
    { ...(await proofOf(user)), googleCode: second },
    user,
  );
  assert.equal(removed.code, 1, removed.msg);
  const { google, holds } = await securityOf(user);
  assert.deepEqual([google, holds.map(({ cause }) => cause)], [null, ['google']]);
  assert.equal(await permission(user, 'withdraw'), 'identity/withdrawals-held');
});

test('R13.3 identity I5 a changed e-mail takes codes to both addresses, ends other sessions, tells the old one and holds withdrawals for 72 hours', async () => {
  const user = await server.register('old-address');
  const other = await server.login(user);
  const email = 'new-address@test.example';
  await server.post(`${USER}/sendEmailChangeCode`, { email }, user);
  const newCode = await server.codeFor(email);
  const body = { email, newCode, ...(await proofOf(user)) };
  const wrong = await server.post(`${USER}/changeEmail`, { ...body, newCode: wrongCode(newCode) }, user);
  assert.deepEqual([wrong.error, wrong.field], ['identity/wrong-code', 'newCode']);
  assert.equal((await server.post(`${USER}/changeEmail`, body, user)).code, 1);
  assert.equal((await server.post(`${USER}/info`, {}, other)).code, -2);
  const [told] = await mailsTo(user.email);
  assert.equal(told?.subject, 'The e-mail address of your account was changed');
  const [hold] = (await securityOf(user)).holds;
  const hours = ((hold?.untilTime ?? 0) - Date.now()) / 3_600_000;
  assert.ok(hold?.cause === 'email' && hours > 71.9 && hours <= 72);
  await server.login({ email, password: PASSWORD });
});

test('R13.3 identity I5 mails carry the anti-phishing code in both parts, and the way to freeze; the link freezes by a press', async () => {
  const user = await server.register('mails');
  const set = { text: '蓝鹭 41', password: PASSWORD };
  assert.equal((await server.post(`${USER}/setAntiPhishingCode`, set, user)).code, 1);
  const stranger = { headers: { 'x-forwarded-for': '203.0.113.9', 'accept-language': 'zh-CN,zh' } };
  await server.post(`${USER}/sendEmailCode`, { email: user.email, type: 'login' }, stranger);
  const code = await server.codeFor(user.email);
  const body = { account: user.email, password: PASSWORD, code };
  assert.equal((await server.post(`${USER}/login`, body, stranger)).code, 1);
  const [alert, codeMail] = await mailsTo(user.email);
  assert.equal(alert?.subject, '账户在新地点登录');
  assert.match(alert?.text ?? '', /203\.0\.113\.9[\s\S]*你的防钓鱼码：蓝鹭 41/);
  assert.match(codeMail?.text ?? '', /你的防钓鱼码：蓝鹭 41/);
  const link =
    /https:\/\/exchange\.example\/pc\/login\/login\?freeze=(\S+)/.exec(alert?.text ?? '')?.[1] ?? '';
  const forged = link.replace(/^\d+/, String(Number(user.userId) - 1));
  assert.equal((await server.post(`${USER}/freezeByLink`, { token: forged })).error, 'identity/link-expired');
  assert.equal((await server.post(`${USER}/freezeByLink`, { token: link })).code, 1);
  assert.equal((await server.post(`${USER}/info`, {}, user)).code, -2);
});

test('R13.3 identity I5 unfreezing takes the proof and 24 hours; freezing again stops it', async () => {
  const user = await server.register('ice');
  await server.post(`${USER}/freeze`, { confirm: true }, user);
  const back = await server.login(user);
  assert.equal(await permission(back, 'trade'), 'identity/account-frozen');
  const asked = await server.post<{ unfreezeTime: number }>(`${USER}/unfreeze`, await proofOf(user), back);
  assert.ok(asked.data.unfreezeTime - Date.now() > DAY_MS - 60_000);
  assert.equal(await permission(back, 'trade'), 'identity/account-frozen', 'not yet');
  await server.post(`${USER}/freeze`, { confirm: true }, back);
  const third = await server.login(user);
  assert.equal((await securityOf(third)).frozen?.unfreezeTime, null, 'the request is gone');
  await server.post(`${USER}/unfreeze`, await proofOf(user), third);
  await server.server.database.query('update users set unfreeze_ms = 1 where user_id = $1', [
    Number(user.userId),
  ]);
  server.server.features.open.identity.gives.people.changed(Number(user.userId));
  assert.equal(await permission(third, 'trade'), null);
});

test('R6.1 R6.3 an operator sets the purchase permission, which only affects investing and subscribing', async () => {
  const user = await server.register('no-purchase');
  const ask = async (mayPurchase: boolean, of = Number(user.userId)) =>
    (await setPurchase(server, { user: of, mayPurchase })).text;
  assert.match(await ask(true), /nothing would change/i, 'everybody may from the start');
  assert.equal(await ask(false), 'Purchases and subscriptions stopped');
  assert.equal(await permission(user, 'subscribe'), 'identity/purchase-not-allowed');
  assert.equal(await permission(user, 'invest'), 'identity/purchase-not-allowed');
  assert.equal(await permission(user, 'trade'), null);
  assert.equal(await purchaseOf(user), 0);
  assert.equal(await ask(true), 'Purchases and subscriptions allowed');
  assert.equal(await permission(user, 'invest'), null);
  assert.equal(await purchaseOf(user), 1);
  const { rows } = await server.server.database.query<{ title: string }>(
    `select title_en as title from notices where user_id = $1 order by notice_id desc limit 2`,
    [Number(user.userId)],
  );
  assert.deepEqual(
    rows.map(({ title }) => title),
    ['You can buy and subscribe again', 'You can no longer buy or subscribe'],
  );
  assert.match(await ask(false, 999_999), /not found/i, 'no such user');
});

async function purchaseOf(user: TestUser): Promise<number> {
  return (await server.post<{ purchase: number }>(`${USER}/info`, {}, user)).data.purchase;
}

test('R13.3 identity I5 the address book: proof to add, a day to wait, whitelist off holds withdrawals', async () => {
  const user = await server.register('book');
  const address = { currency: 'USDT', chain: 'ERC20', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
  const add = async (changes: Record<string, unknown> = {}, chooseCode = (mailed: string) => mailed) =>
    server.post<{ usableTime: number }>(
      '/bb/app/wallet/addAddress',
      { ...address, code: chooseCode(await codeFor(user, 'withdraw')), ...changes },
      user,
    );
  const typo = address.address.replace('5aAeb', '5aaeb');
  assert.equal((await add({ address: typo })).error, 'wallet/address-invalid');
  assert.equal((await add({ chain: 'BTC' })).error, 'wallet/chain-unknown');
  const lost = await add({ address: '0x000000000000000000000000000000000000dEaD' });
  assert.deepEqual([lost.error, lost.field], ['wallet/address-nobodys', 'address']);
  const tagged = await add({ memo: '17' });
  assert.deepEqual([tagged.error, tagged.field], ['wallet/memo-unused', 'memo']);
  assert.equal((await add({}, (mailed) => wrongCode(mailed))).error, 'identity/wrong-code');
  const added = await add();
  assert.ok(added.data.usableTime - Date.now() > DAY_MS - 60_000);
  const lower = address.address.toLowerCase();
  for (const again of [address.address, lower, `\u200b${lower} `])
    assert.equal((await add({ address: again })).error, 'wallet/address-known', again);
  // As earlier versions kept it.
  await server.server.database.query('update withdrawal_addresses set address = $1 where address = $2', [
    lower,
    address.address,
  ]);
  assert.equal((await add()).error, 'wallet/address-known');
  const turn = (on: boolean, code?: string) =>
    server.post('/bb/app/wallet/setWhitelistOnly', { on, code }, user);
  assert.equal((await turn(true)).code, 1);
  assert.equal((await turn(false)).error, 'identity/wrong-code');
  assert.equal((await turn(false, await codeFor(user, 'withdraw'))).code, 1);
  assert.deepEqual(
    (await securityOf(user)).holds.map(({ cause }) => cause),
    ['whitelist'],
  );
});

test('R3.14 R13.3 identity I5 an entry of the address book: its note is edited at once, its destination as a new one', async () => {
  const user = await server.register('book-edit');
  const [first, second] = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  ];
  const call = <T = unknown>(name: string, body: object, by: TestUser = user) =>
    server.post<T>(`/bb/app/wallet/${name}`, { ...body }, by);
  const add = async (address: string, currency: string) => {
    const code = await codeFor(user, 'withdraw');
    return (await call<{ id: string }>('addAddress', { currency, chain: 'ERC20', address, code })).data.id;
  };
  const [id, other] = [await add(first, 'USDT'), await add(first, 'ETH')];
  await server.server.database.query('update withdrawal_addresses set usable_ms = 1, created_ms = 1');
  const rows = async () =>
    (await call<{ list: AddressRow[] }>('getAddresses', {})).data.list.map((row) => [
      row.id,
      row.address,
      row.note,
      row.usableTime === 1,
    ]);
  assert.equal((await call('editAddress', { id, address: first, note: 'Ledger' })).code, 1);
  assert.deepEqual(await rows(), [
    [other, first, '', true],
    [id, first, 'Ledger', true],
  ]);
  const moved = { id, address: second, note: 'Ledger' };
  assert.equal((await call('editAddress', moved)).error, 'identity/wrong-code');
  const wrong = { ...moved, code: wrongCode(await codeFor(user, 'withdraw')) };
  assert.equal((await call('editAddress', wrong)).error, 'identity/wrong-code');
  const thief = await server.register('book-thief');
  assert.equal((await call('editAddress', moved, thief)).error, 'request/not-found');
  const right = { ...moved, code: await codeFor(user, 'withdraw') };
  const { data } = await call<{ usableTime: number }>('editAddress', right);
  assert.ok(data.usableTime - Date.now() > DAY_MS - 60_000);
  assert.deepEqual(await rows(), [
    [other, first, '', true],
    [id, second, 'Ledger', false],
  ]);
  await add(first, 'USDT');
  const taken = { id, address: first, note: '', code: await codeFor(user, 'withdraw') };
  assert.equal((await call('editAddress', taken)).error, 'wallet/address-known');
});

test("R7.4 R2.12 messages: unread count, kinds, one read, all read; another user's is missing", async () => {
  const user = await server.register('reader');
  await server.post(`${USER}/setAntiPhishingCode`, { text: 'blue heron', password: PASSWORD }, user);
  const count = async () => (await server.post<number>('/bb/app/index/getNoticeCount', {}, user)).data;
  type Page = { list: { id: string; type: string; summary: string }[]; sum: number };
  const page = async (query: Record<string, unknown>) =>
    (await server.post<Page>('/bb/app/index/getNoticePage', query, user)).data;
  assert.equal(await count(), 2);
  assert.deepEqual(
    (await page({ kind: 'personal' })).list.map(({ type }) => type),
    ['security'],
  );
  assert.deepEqual(
    (await page({ kind: 'notice' })).list.map(({ type }) => type),
    ['system'],
  );
  const [first] = (await page({})).list;
  await server.post('/bb/app/index/getNoticeDetail', { id: first?.id }, user);
  assert.equal((await page({ unread: 1 })).sum, 1);
  await server.post('/bb/app/index/readAllNotices', {}, user);
  assert.equal(await count(), 0);
});

test('R3.12 R13.8 friends who registered with the code are listed, masked; sign-ins and failures are in the history', async () => {
  const user = await server.register('host');
  const { data } = await server.post<{ invitationCode: string }>(`${USER}/info`, {}, user);
  const email = 'friend-of-host@test.example';
  await server.post(`${USER}/sendEmailCode`, { email, type: 'register' });
  const friend = {
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    agree: true,
    inviteCode: data.invitationCode,
  };
  await server.post(`${USER}/register`, { ...friend, code: await server.codeFor(email) });
  const friends = await server.post<{ list: { account: string; verified: boolean }[]; totalRow: number }>(
    `${USER}/getFriends`,
    {},
    user,
  );
  assert.deepEqual(
    friends.data.list.map(({ account, verified }) => [account, verified]),
    [['fr***.example', true]],
  );
  assert.equal(friends.data.totalRow, 1);
  const code = await codeFor(user, 'login');
  await server.post(`${USER}/login`, { account: user.email, password: 'Wrong-2026', code });
  await server.login({ email: user.email, password: PASSWORD }).catch(() => undefined);
  const history = await server.post<{ list: { method: string; outcome: string }[] }>(
    `${USER}/getLoginHistory`,
    {},
    user,
  );
  const outcomes = history.data.list.map(({ method, outcome }) => `${method} ${outcome}`);
  assert.ok(outcomes.includes('password wrong-password'));
  assert.equal(outcomes.at(-1), 'register success');
});

test('R3.7 D0024 the number of sign-ins is kept: it follows each one, and those that are too old', async () => {
  const user = await server.register('counted');
  await server.post('/bb/app/user/logout', {}, user);
  const { token } = await server.login(user);
  const { database } = server.server;
  const totals = async () => {
    const { rows } = await database.query<{ logins: number; counted: number }>(
      'select logins, (select count(*) from login_history where login_history.user_id = users.user_id) as counted from users where user_id = $1',
      [Number(user.userId)],
    );
    const shown = await server.post<{ totalRow: number }>(`${USER}/getLoginHistory`, {}, { token });
    return [rows[0]?.logins, rows[0]?.counted, shown.data.totalRow];
  };
  assert.deepEqual(await totals(), [2, 2, 2]);
  await database.query('update login_history set time_ms = 1 where user_id = $1 and method = $2', [
    Number(user.userId),
    'register',
  ]);
  await removeOldLogins(database);
  assert.deepEqual(await totals(), [1, 1, 1]);
});

test('R13.2 R13.6 changes that the right password confirms are limited by session, concurrent ones too', async () => {
  const [user, other] = [await server.register('confirms'), await server.register('confirms-too')];
  const { points } = ACCOUNT_LIMITS['password-confirmed'];
  const set = (owner: TestUser, at: number) =>
    server.post(`${USER}/setAntiPhishingCode`, { text: `blue heron ${at}`, password: PASSWORD }, owner);
  const wrong = { text: 'blue heron', password: 'Wrong-2026' };
  assert.equal(
    (await server.post(`${USER}/setAntiPhishingCode`, wrong, user)).error,
    'identity/password-incorrect',
  );
  // Each takes one of the tries of wrong passwords until it is found right, so few go at once.
  const replies: Awaited<ReturnType<typeof set>>[] = [];
  while (replies.length < points + 6) {
    const at = replies.length;
    replies.push(...(await Promise.all([at, at + 1, at + 2, at + 3].map((each) => set(user, each)))));
  }
  const done = replies.filter(({ code }) => code === 1);
  assert.equal(done.length, points, 'a wrong password does not count');
  assert.ok(replies.every(({ code, error }) => code === 1 || error === 'request/too-many'));
  assert.equal((await set(other, 0)).code, 1);
  // Whoever has another session cannot be kept from ending this one.
  const elsewhere = await server.login(user);
  const ended = await server.post(`${USER}/endOtherSessions`, { password: PASSWORD }, elsewhere);
  assert.equal(ended.code, 1);
});
