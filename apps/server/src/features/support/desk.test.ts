/**
 * Goal: operators find, take and hand over chats, see of a customer what they may, and no look is
 * unlogged. Method: real HTTP and a real stream, two operators, users and visitors.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ChatMessage } from '@glasshouse/protocol/support';
import { makeOperator } from '../../testing/operator.ts';
import { DESK, SUPPORT, startSupport, words } from '../../testing/support.ts';

const { server, agent, other, begin, begun, view, say, replyBy, acts, present, openStream } =
  await startSupport();
before(() => present(agent));
after(() => server.close());

const reply = (chat: number, text: string) => replyBy(agent, { chat, text });

test('R16.1 a chat is handed over, released and closed, and says so; nobody writes into a closed one', async () => {
  const { chat, number } = await begun(undefined);
  await server.post(`${DESK}/take`, { chat: number }, agent);
  const unknown = await server.post(`${DESK}/handOver`, { chat: number, to: 'nobody-here' }, agent);
  assert.deepEqual([unknown.error, unknown.field], ['request/not-found', 'to']);
  assert.equal((await server.post(`${DESK}/handOver`, { chat: number, to: 'agent-two' }, agent)).code, 1);
  assert.equal((await view(chat)).operator, 'Customer service');
  assert.equal((await server.post(`${DESK}/handOver`, { chat: number }, other)).code, 1);
  assert.deepEqual([(await view(chat)).state, (await view(chat)).operator], ['waiting', '']);
  assert.equal((await server.post(`${SUPPORT}/close`, { chat })).code, 1);
  assert.equal((await server.post(`${SUPPORT}/close`, { chat })).code, 1, 'twice is once');
  const closed = await view(chat);
  assert.equal(closed.state, 'closed');
  assert.equal(closed.messages.filter(({ text }) => text === 'closed').length, 1);
  assert.equal((await say(chat, 'still there?')).error, 'support/chat-closed');
  assert.equal((await reply(number, 'still there?')).error, 'support/chat-closed');
  assert.equal(
    (await server.post(`${DESK}/reply`, { chat: 999_999, text: 'x', messageKey: 'x' }, agent)).error,
    'support/chat-unknown',
  );
});

test('R16.4 what an operator may see of a user has no balance and no whole address, and each look is logged', async () => {
  const user = await server.register('chat-looked-at');
  const { number } = await begun(user);
  const person = await server.post<object>(`${DESK}/getPerson`, { chat: number }, agent);
  const text = JSON.stringify(person.data);
  assert.ok(text.includes(`"userId":${user.userId}`) && !text.includes(user.email));
  assert.deepEqual(Object.keys(person.data).toSorted(), [
    'hasGoogle',
    'heldUntil',
    'isFrozen',
    'kycState',
    'maskedEmail',
    'postings',
    'sinceTime',
    'userId',
  ]);
  const email = await server.post<{ email: string }>(`${DESK}/getEmail`, { chat: number }, agent);
  assert.equal(email.data.email, user.email);
  assert.deepEqual(await acts(`chat #${number} of user ${user.userId}`), [
    'agent-one desk/get-person',
    'agent-one desk/get-email',
  ]);
  const visitors = await begun(undefined);
  assert.equal(
    (await server.post(`${DESK}/getPerson`, { chat: visitors.number }, agent)).error,
    'request/not-found',
  );
});

test('R16.4 R13.7 an operator freezes the account of a customer who asks for it, and the owner is told', async () => {
  const user = await server.register('robbed');
  const { number } = await begun(user, { text: 'Somebody is in my account' });
  const visitors = await begun(undefined);
  const freeze = (of: number) => server.post(`${DESK}/freezePerson`, { chat: of }, agent);
  assert.equal((await freeze(visitors.number)).error, 'request/not-found');
  assert.equal((await freeze(999_999)).error, 'support/chat-unknown');
  const { error } = await server.post(`${DESK}/freezePerson`, { chat: number }, user);
  assert.equal(error, 'operators/not-signed-in', 'of a user');
  assert.equal((await freeze(number)).code, 1);
  assert.deepEqual(await acts(`chat #${number} `), ['agent-one desk/freeze-person']);
  assert.equal((await server.post('/bb/app/user/info', {}, user)).error, 'session/invalid');
  const userId = Number(user.userId);
  const { reads } = server.server.database;
  const { frozen_ms: frozenMs } = await reads
    .selectFrom('users')
    .select('frozen_ms')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  assert.notEqual(frozenMs, null);
  const told = await reads.selectFrom('notices').select('title_en').where('user_id', '=', userId).execute();
  assert.ok(told.some((notice) => notice.title_en === 'Customer service has frozen your account'));
  const { messages } = (
    await server.post<{ messages: ChatMessage[] }>(`${DESK}/getChat`, { chat: number }, agent)
  ).data;
  assert.ok(words(messages).includes('event: frozen'));
});

test('R16.4 R13.7 an account that several freeze at once is frozen once, and its owner is told once', async () => {
  const user = await server.register('robbed-twice');
  const { number } = await begun(user);
  const freeze = (by: object) => server.post(`${DESK}/freezePerson`, { chat: number }, by);
  const answers = await Promise.all([agent, other, agent, other].map(freeze));
  assert.deepEqual(
    answers.map(({ code }) => code),
    [1, 1, 1, 1],
  );
  const told = await server.server.database.reads
    .selectFrom('notices')
    .select('title_en')
    .where('user_id', '=', Number(user.userId))
    .execute();
  const frozen = told.filter((notice) => notice.title_en === 'Customer service has frozen your account');
  assert.equal(frozen.length, 1);
  const { messages } = (
    await server.post<{ messages: ChatMessage[] }>(`${DESK}/getChat`, { chat: number }, agent)
  ).data;
  assert.equal(words(messages).filter((text) => text === 'event: frozen').length, 1);
});

test('R16.1 the inbox shows own chats first, more on demand, and finds a chat by its number or its user', async () => {
  type Inbox = { list: { chat: number; operator: string }[]; hasMore: boolean };
  const inbox = async (input: object) => (await server.post<Inbox>(`${DESK}/getInbox`, input, other)).data;
  const user = await server.register('found-user');
  const [old, own] = [await begun(user), await begun(undefined)];
  await server.post(`${DESK}/take`, { chat: own.number }, other);
  const first = await inbox({ count: 1 });
  assert.deepEqual([first.list.map(({ chat }) => chat), first.hasMore], [[own.number], true]);
  assert.equal((await inbox({ count: 1_000 })).hasMore, false);
  await server.post(`${DESK}/close`, { chat: old.number }, other);
  for (const find of [String(old.number), user.userId]) {
    const found = (await inbox({ find })).list.map(({ chat }) => chat);
    assert.ok(found.includes(old.number), `${find} finds a closed chat too`);
  }
  assert.deepEqual((await inbox({ find: '999999999999' })).list, []);
});

test('R16.3 operators I1 a session that has ended hears no more of the inbox', async () => {
  const third = await makeOperator(server, 'agent-three');
  const { channel } = (await server.post<{ channel: string }>(`${DESK}/getInbox`, {}, third)).data;
  const others = (await server.post<{ channel: string }>(`${DESK}/getInbox`, {}, other)).data.channel;
  assert.notEqual(channel, others);
  const stream = await openStream();
  stream.send({ op: 'subscribe', channels: [channel, others] });
  await begun(undefined);
  await stream.until((frame) => frame.type === 'inbox' && frame.channel === channel);
  await server.post('/operator/app/operators/signOut', {}, third);
  stream.frames.length = 0;
  await begun(undefined);
  await stream.until((frame) => frame.type === 'inbox' && frame.channel === others);
  assert.ok(!stream.frames.some((frame) => frame.channel === channel));
  stream.close();
});

test('R16.4 operators I2 the first look at a chat is logged, whatever part of it is asked for, and once in a session', async () => {
  const { number } = await begun(undefined);
  for (const after of [1, 0, 1])
    assert.equal((await server.post(`${DESK}/getChat`, { chat: number, after }, other)).code, 1);
  assert.deepEqual(await acts(`chat #${number} `), ['agent-two desk/get-chat']);
  const { number: pictured } = await begun(undefined);
  await server.post(`${DESK}/getPicture`, { chat: pictured, picture: 1 }, other);
  assert.deepEqual(await acts(`chat #${pictured} `), ['agent-two desk/get-chat']);
});

test('R16.4 operators I2 each change of whether an operator takes chats is logged, what repeats it is not', async () => {
  const entries = () =>
    server.server.database.reads
      .selectFrom('operator_audit')
      .select(['operator', 'detail'])
      .where('act', '=', 'desk/set-presence')
      .where('operator', '=', 'agent-two')
      .orderBy('entry')
      .execute();
  await present(other, false);
  const before = (await entries()).length;
  for (const isTaking of [true, true, false, false, true]) await present(other, isTaking);
  assert.deepEqual(
    (await entries()).slice(before).map(({ detail }) => detail),
    ['on', 'off', 'on'],
  );
});

test('R16.1 R16.6 the place in line is that of the list: users before visitors', async () => {
  const visitors = await begun(undefined);
  const before = (await view(visitors.chat)).place;
  const user = await begun(await server.register('placed-user'));
  assert.equal((await view(visitors.chat)).place, before + 1);
  await server.post(`${DESK}/take`, { chat: user.number }, agent);
  assert.equal((await view(visitors.chat)).place, before);
});

test('R16.6 support I4 users are listed before visitors, and a flood of visitors leaves room for a user', async () => {
  const user = await server.register('chat-among-many');
  const { database } = server.server;
  const many = Array.from({ length: 2_000 }, () => ({
    user_id: null,
    topic: 'other',
    language: 'en',
    page: '/',
    email: null,
    state: 0,
    begun_ms: 1,
    changed_ms: Date.now(),
    waits_ms: 1,
  }));
  const ids = await database.kysely.insertInto('support_chats').values(many).returning('chat_id').execute();
  assert.equal((await begin(undefined)).error, 'support/full');
  const { number } = await begun(user, { text: 'I have been waiting' });
  const inbox = await server.post<{ list: { chat: number }[] }>(`${DESK}/getInbox`, {}, agent);
  assert.ok(inbox.data.list.some(({ chat }) => chat === number));
  const flood = ids.map(({ chat_id }) => chat_id);
  await database.kysely.deleteFrom('support_chats').where('chat_id', 'in', flood).execute();
});
