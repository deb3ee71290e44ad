/**
 * Goal: a message tells its facts and offers its acts to its reader alone, and comes by mail as its
 * reader chose. Method: a real server over HTTP, its own ticks and commands, and its captured mail.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Command } from '@glasshouse/core';
import type { NoticeDetail, NoticeRow } from '@glasshouse/protocol/notices';
import { MAIL_DEFAULTS, MAIL_KINDS } from '@glasshouse/protocol/notices/kinds';
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { MESSAGES_OF_A_DAY_MAX } from './notifier.ts';
import { addNotice, publishNotice } from './queries.ts';

const INDEX = '/bb/app/index';
const ELSEWHERE = {
  'x-forwarded-for': '203.0.113.77',
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:151.0) Gecko/20100101 Firefox/151.0',
};
const CHAIN = 3;
const UNIT = 1_000_000;

let server: TestServer;
before(async () => {
  server = await startTestServer({
    env: { TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://exchange.example' },
  });
});
after(() => server.close());

const listOf = async (user: Pick<TestUser, 'token'>, query: Record<string, unknown> = {}) =>
  (await server.post<{ list: NoticeRow[]; sum: number }>(`${INDEX}/getNoticePage`, query, user)).data;
const open = (user: Pick<TestUser, 'token'>, id: string, language = 'en-US') =>
  server.post<NoticeDetail>(`${INDEX}/getNoticeDetail`, { id }, { token: user.token, language });
async function newest(user: TestUser, kind: string, language?: string): Promise<NoticeDetail> {
  const [row] = (await listOf(user, { kind })).list;
  return (await open(user, row?.id ?? '0', language)).data;
}
async function mailsTo({ email }: TestUser): Promise<readonly { subject: string; text: string }[]> {
  const response = await fetch(`${server.server.url}/dev/mail.json?to=${encodeURIComponent(email)}`);
  return (await response.json()) as { subject: string; text: string }[];
}
const choose = (user: TestUser, kind: string, byMail: boolean) =>
  server.post(`${INDEX}/setMailChoice`, { kind, byMail }, user);

/** Logs in from a network and a browser that the account does not know. */
async function loginElsewhere(user: TestUser): Promise<TestUser> {
  const options = { headers: ELSEWHERE };
  await server.server.database.query('update email_codes set created_ms = 0 where email = $1', [user.email]);
  await server.post('/bb/app/user/sendEmailCode', { email: user.email, type: 'login' }, options);
  const code = await server.codeFor(user.email);
  const { data } = await server.post<{ token: string }>(
    '/bb/app/user/login',
    { account: user.email, code, password: PASSWORD },
    options,
  );
  return { ...user, token: data.token };
}

async function submit(command: Command): Promise<number> {
  const { error, id } = await server.server.running.pipeline.submit(command, { owner: 1 });
  assert.equal(error, null, JSON.stringify(command));
  return id;
}

async function deposit(user: TestUser, output: number): Promise<void> {
  await submit({
    type: 'credit-deposit',
    owner: Number(user.userId),
    chain: CHAIN,
    asset: 0,
    amount: 2_500 * UNIT,
    rest: 0,
    txid: 'ab'.repeat(32),
    output,
    isFinal: 0,
  });
  await server.server.features.open.notices.own.notifier.look();
}

async function playContract(user: TestUser): Promise<void> {
  const order = { openAmount: '50', baseCoin: 'BTC', quoteCoin: 'USDT', positionTime: 30, tradeType: 1 };
  await server.market.tick();
  const { error } = await server.post('/contract/app/contract/createOrder', order, user);
  assert.equal(error, undefined);
  for (let second = 0; second < 30; second++) await server.market.tick();
  await server.market.tick(6_010_000);
  await server.server.features.open.notices.own.notifier.look();
}

const facts = ({ facts: all }: NoticeDetail) =>
  Object.fromEntries(all.map(({ name, value }) => [name, value]));

test('R2.30 R1.4 a login from elsewhere tells where, when and how, which logins came before, and offers to end it; in the language of the reading', async () => {
  const user = await server.register('facts');
  const stranger = await loginElsewhere(user);
  const message = await newest(user, 'security');
  const { device, ip, time, method } = facts(message);
  assert.match(device ?? '', /Firefox\/151/);
  assert.equal(ip, '203.0.113.77');
  assert.ok(Math.abs(Number(time) - message.time) < 1000);
  assert.equal(method, 'password, e-mail code');
  assert.deepEqual([message.asks, message.confirmTime, message.canFreeze], [true, null, true]);
  assert.equal(message.session?.state, 'open');
  assert.deepEqual(
    message.earlierLogins.map((login) => login.ip),
    ['127.0.0.1'],
    'the registration, and not the login that it is about',
  );
  assert.equal(message.mailed?.to, `${user.email.slice(0, 4)}***${user.email.slice(-4)}`);
  assert.match(message.content, /IP address: 203\.0\.113\.77\n/);

  const chinese = (await open(user, message.id, 'zh-CN')).data;
  assert.deepEqual(
    chinese.facts.map(({ label }) => label),
    ['验证方式', '设备', 'IP 地址', '时间'],
  );
  assert.equal(facts(chinese)['method'], '密码、邮箱验证码');

  assert.equal((await open(stranger, message.id)).data.session?.state, 'current');
  const id = message.session?.id ?? '';
  assert.equal((await server.post('/bb/app/user/endSession', { id, password: PASSWORD }, user)).code, 1);
  assert.equal((await open(user, message.id)).data.session?.state, 'ended');
  const { error } = await server.post(`${INDEX}/getNoticePage`, {}, stranger);
  assert.equal(error, 'session/invalid');
});

test('R2.30 R13.1 “This was me” is noted once; a foreign message, a missing one and one that does not ask are not found', async () => {
  const [user, other] = [await server.register('confirms'), await server.register('confirms-not')];
  await loginElsewhere(user);
  const { id } = await newest(user, 'security');
  const confirm = (who: TestUser, notice: string) =>
    server.post<{ confirmTime: number }>(`${INDEX}/confirmNotice`, { id: notice }, who);
  const foreign = await confirm(other, id);
  assert.deepEqual(foreign, await confirm(other, '999999999'));
  assert.deepEqual([foreign.error, foreign.field], ['request/not-found', 'id']);
  assert.deepEqual(await open(other, id), await open(other, '999999999'));
  const [welcome] = (await listOf(user, { kind: 'notice' })).list;
  assert.equal((await confirm(user, welcome?.id ?? '')).error, 'request/not-found');
  assert.equal((await newest(user, 'security')).confirmTime, null, 'nobody else has confirmed it');

  const [first, second] = [await confirm(user, id), await confirm(user, id)];
  assert.ok(first.data.confirmTime > 0);
  assert.deepEqual(first.data, second.data);
  assert.equal((await newest(user, 'security')).confirmTime, first.data.confirmTime);
});

test('R2.30 R13.3 a message about a change tells who made it, and freezing from it is the freeze of the mail', async () => {
  const user = await server.register('freezes');
  const elsewhere = await loginElsewhere(user);
  await server.post('/bb/app/user/setAntiPhishingCode', { text: 'blue heron 41', password: PASSWORD }, user);
  assert.equal((await newest(user, 'security')).canFreeze, false, 'harmless');
  await server.server.database.query('update email_codes set created_ms = 0 where email = $1', [user.email]);
  const given = { token: elsewhere.token, headers: ELSEWHERE };
  await server.post('/bb/app/user/sendUpdateAssetEmail', {}, given);
  const set = { password: '135790', confirmPassword: '135790', code: await server.codeFor(user.email) };
  const { error } = await server.post('/bb/app/user/setTransactionPwd', set, given);
  assert.equal(error, undefined);
  const message = await newest(user, 'security');
  assert.equal(facts(message)['ip'], '203.0.113.77');
  assert.equal(message.mailed?.withCode, true);
  assert.equal(message.session?.state, 'open', 'another one than that of the reader');

  assert.equal((await server.post('/bb/app/user/freeze', { confirm: true }, user)).code, 1);
  const again = await server.login(user);
  assert.equal((await open(again, message.id)).data.canFreeze, false, 'it is frozen already');
  assert.equal((await newest(again, 'security')).title, 'Your account is frozen');
});

test('R2.30 R2.31 contracts and deposits are told once, with the numbers of their rows and a link, by mail as chosen', async () => {
  const user = await server.register('business');
  await playContract(user);
  const contract = await newest(user, 'contract');
  assert.match(contract.title, /^Contract #\d+ has ended: \+\d/);
  assert.match(contract.text, /BTC\/USDT up, 30 s: 60,000\.00 to 60,100\.00\./);
  const { list } = (
    await server.post<{ list: { id: string; profit: string; fees: string }[] }>(
      '/contract/app/contract/getContractRecord',
      {},
      user,
    )
  ).data;
  const [row] = list;
  const net = Number(row?.profit) - Number(row?.fees);
  assert.equal(facts(contract)['netResult'], `+${net} USDT`);
  assert.equal(contract.link?.path, `/account/trade?type=4&tab=contracts&number=${row?.id}`);
  assert.match((await open(user, contract.id, 'zh-CN')).data.title, /^合约 #\d+ 已结束：\+/);
  assert.equal(contract.mailed, null, 'contracts are not mailed unless they are chosen');
  assert.deepEqual(
    (await mailsTo(user)).filter(({ subject }) => subject.startsWith('Contract')),
    [],
  );

  await deposit(user, 1);
  const credited = await newest(user, 'deposit');
  assert.deepEqual(
    [credited.title, facts(credited)['network'], credited.mailed !== null],
    ['2,500 USDT credited', 'TRC20', true],
  );
  await server.server.features.open.notices.own.notifier.look();
  assert.equal((await listOf(user, { kind: 'deposit' })).sum, 1);
  assert.equal((await mailsTo(user)).filter(({ subject }) => subject === '2,500 USDT credited').length, 1);

  assert.equal((await choose(user, 'contract', true)).code, 1);
  assert.equal((await choose(user, 'deposit', false)).code, 1);
  await playContract(user);
  await deposit(user, 2);
  const mails = await mailsTo(user);
  assert.equal(mails.filter(({ subject }) => subject.startsWith('Contract #')).length, 1);
  assert.equal(mails.filter(({ subject }) => subject === '2,500 USDT credited').length, 1, 'no second one');
  assert.equal((await listOf(user, { kind: 'deposit' })).sum, 2, 'but it is listed');
});

test('R2.31 the choice is each user’s own, survives, and has no word about security, which is always mailed', async () => {
  const [user, other] = [await server.register('chooses'), await server.register('chooses-not')];
  const choicesOf = async (who: TestUser) =>
    (await server.post<{ kind: string; byMail: boolean }[]>(`${INDEX}/getMailChoices`, {}, who)).data;
  const defaults = MAIL_KINDS.map((kind) => ({ kind, byMail: MAIL_DEFAULTS[kind] }));
  assert.deepEqual(await choicesOf(user), defaults);
  for (const kind of MAIL_KINDS) await choose(user, kind, false);
  assert.deepEqual(
    await choicesOf(user),
    MAIL_KINDS.map((kind) => ({ kind, byMail: false })),
  );
  assert.deepEqual(await choicesOf(other), defaults);
  for (const kind of ['security', 'personal', ''])
    assert.equal((await choose(user, kind, false)).error, 'request/invalid', kind);
  await loginElsewhere(user);
  assert.equal(
    (await mailsTo(user)).filter(({ subject }) => subject === 'New login to your account').length,
    1,
  );
});

test('R2.31 R1.4 a notice of the platform is mailed once to those who chose it, each in their language', async () => {
  const names = ['notice-by-mail', 'notice-not'] as const;
  const [reader, other] = [await server.register(names[0]), await server.register(names[1])];
  await choose(reader, 'system', true);
  await server.server.database.query("update users set language = 'zh' where user_id = $1", [
    Number(reader.userId),
  ]);
  await publishNotice(server.server.database, {
    title: { en: 'Fees fall', zh: '手续费下调' },
    content: { en: 'From 1 December.', zh: '12 月 1 日起。' },
  });
  await server.server.features.keepUp();
  await server.server.features.keepUp();
  const subjects = async (who: TestUser) => (await mailsTo(who)).map(({ subject }) => subject);
  assert.equal((await subjects(reader)).filter((subject) => subject === '手续费下调').length, 1);
  assert.deepEqual(
    (await subjects(other)).filter((subject) => /手续费|Fees/.test(subject)),
    [],
  );
});

test('R2.30 R12.4 a message of a former version, without data, reads as it was and can still freeze', async () => {
  const user = await server.register('old-message');
  const both = { en: 'A passkey was added', zh: '已添加通行密钥' };
  const old = { type: 'security', cause: 'old', title: both, content: both } as const;
  await addNotice(server.server.database, Number(user.userId), old);
  const message = await newest(user, 'security');
  assert.deepEqual(
    [message.title, message.content, message.facts, message.asks, message.canFreeze, message.link],
    [both.en, both.en, [], false, true, null],
  );
});

test('R3.7 D0024 each type is a filter, with the numbers of its rows', async () => {
  const user = await server.register('filters');
  const add = (type: 'order' | 'contract', cause: string) =>
    addNotice(server.server.database, Number(user.userId), {
      type,
      cause,
      title: { en: cause, zh: cause },
      content: { en: cause, zh: cause },
    });
  for (let i = 0; i < 3; i++) await add('order', `order ${i}`);
  assert.equal(await add('contract', 'contract'), true);
  assert.equal(await add('contract', 'contract'), false, 'one of a cause');
  const sums = () =>
    Promise.all(
      [
        { kind: 'order' },
        { kind: 'contract' },
        { kind: 'deposit' },
        { kind: 'personal' },
        { kind: 'order', unread: 1 },
        { unread: 1, kind: 'personal' },
      ].map(async (query) => {
        const { list, sum } = await listOf(user, query);
        assert.equal(list.length, sum);
        return sum;
      }),
    );
  assert.deepEqual(await sums(), [3, 1, 0, 4, 3, 4]);
  const [row] = (await listOf(user, { kind: 'order' })).list;
  await open(user, row?.id ?? '');
  assert.deepEqual(await sums(), [3, 1, 0, 4, 2, 3]);
  await server.post(`${INDEX}/readAllNotices`, {}, user);
  assert.deepEqual(await sums(), [3, 1, 0, 4, 0, 0]);
});

test('R11.8 an owner gets a limited number of messages a day, and one that says so', async () => {
  const user = await server.register('trades-all-day');
  for (let i = 0; i <= MESSAGES_OF_A_DAY_MAX + 3; i++)
    await submit({
      type: 'credit-deposit',
      owner: Number(user.userId),
      chain: CHAIN,
      asset: 0,
      amount: UNIT,
      rest: 0,
      txid: 'cd'.repeat(32),
      output: i,
      isFinal: 0,
    });
  await server.server.features.open.notices.own.notifier.look();
  assert.equal((await listOf(user, { kind: 'deposit' })).sum, MESSAGES_OF_A_DAY_MAX);
  const enough = await newest(user, 'order');
  assert.equal(enough.title, 'No more messages about trades today');
});
