/**
 * Goal: a chat is between its visitor and the operators alone, loses and doubles no message, and
 * tells both sides what happens. Method: real HTTP and a real stream, a visitor, two users and two
 * operators side by side.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import sharp from 'sharp';
import type { ChatMessage, ChatView } from '@glasshouse/protocol/support';
import { DESK, SUPPORT, startSupport, words, type Who } from '../../testing/support.ts';

const { server, agent, other, begin, begun, view, say, present, replyBy, acts, openStream } =
  await startSupport();
after(() => server.close());

const reply = (chat: number, text: string) => replyBy(agent, { chat, text });

test('R16.1 support I2 a visitor and an operator write to each other; notes stay with operators; both see what was read', async () => {
  await present(agent);
  const { chat, state, number } = await begun(undefined, { page: '/trade' });
  assert.equal(state, 'waiting');
  const waits = await view(chat);
  assert.deepEqual([waits.place, waits.hasEmail], [1, false]);
  const second = await begun(undefined);
  assert.equal((await view(second.chat)).place, 2);

  const inbox = await server.post<{ list: { chat: number; unread: number; lastText: string }[] }>(
    `${DESK}/getInbox`,
    {},
    agent,
  );
  const [first] = inbox.data.list;
  assert.deepEqual([first?.chat, first?.unread, first?.lastText], [number, 1, 'Where is it?']);

  const opened = await server.post<{ messages: ChatMessage[]; page: string }>(
    `${DESK}/getChat`,
    { chat: number },
    agent,
  );
  assert.equal(opened.data.page, '/trade');
  assert.equal((await view(chat)).readByOperator, opened.data.messages.at(-1)?.id);
  assert.equal(
    (await replyBy(agent, { chat: number, text: 'He sent it an hour ago', isNote: true })).code,
    1,
  );
  assert.equal((await view(chat)).state, 'waiting', 'a note takes nothing');
  assert.equal((await reply(number, 'It has 7 of 12 blocks')).code, 1);
  const seen = await view(chat);
  assert.deepEqual([seen.state, seen.operator, seen.place], ['taken', 'Customer service', 0]);
  assert.ok(!JSON.stringify(seen).includes('agent-one'), 'the name of the login is not shown');
  await server.server.features.open.operators.own.accounts.setShownName('agent-one', 'Desk 1');
  assert.equal((await view(chat)).messages.at(-1)?.operator, 'Desk 1');
  assert.deepEqual(words(seen.messages), [
    'event: begun',
    'visitor: Where is it?',
    'event: taken',
    'operator: It has 7 of 12 blocks',
  ]);
  assert.equal((await view(second.chat)).place, 1);
  const after = await server.post<{ readByVisitor: number; messages: ChatMessage[] }>(
    `${DESK}/getChat`,
    { chat: number },
    agent,
  );
  assert.equal(after.data.readByVisitor, seen.messages.at(-1)?.id);
  assert.ok(words(after.data.messages).includes('note: He sent it an hour ago'));
  assert.deepEqual(await acts(`chat #${number} `), [
    'agent-one desk/get-chat',
    'agent-one desk/reply',
    'agent-one desk/reply',
  ]);
});

test('R16.1 support I1 a message that is sent again by its key is there once, many at once have numbers without gaps', async () => {
  const { chat } = await begun(undefined);
  const once = { chat, text: 'twice', messageKey: 'same' };
  const sent = await Promise.all([1, 2, 3].map(() => server.post<{ id: number }>(`${SUPPORT}/send`, once)));
  assert.equal(new Set(sent.map(({ data }) => data.id)).size, 1);
  await Promise.all(Array.from({ length: 8 }, (_, i) => say(chat, `at once ${i}`)));
  const { messages } = await view(chat);
  assert.deepEqual(
    messages.map(({ id }) => id),
    messages.map((_, i) => i + 1),
  );
  assert.equal(messages.filter(({ text }) => text === 'twice').length, 1);
});

test('R16.1 support I1 a first question that is sent again by its key is there once, also at once and after its chat has ended', async () => {
  const messageKey = randomUUID().replaceAll('-', '');
  const user = await server.register('asks-again');
  for (const who of [undefined, user]) {
    const again = () => begun(who, { messageKey });
    const tries = [...(await Promise.all([again(), again(), again()])), await again()];
    const [first] = tries;
    assert.ok(first);
    for (const each of tries) assert.equal(each.chat, first.chat);
    const said = async () =>
      (await view(first.chat, who)).messages.filter(({ from }) => from === 'visitor').length;
    assert.equal(await said(), 1);
    assert.equal((await server.post(`${SUPPORT}/close`, { chat: first.chat }, who)).code, 1);
    assert.deepEqual([(await again()).chat, await said()], [first.chat, 1]);
    const other = await begun(who, { messageKey: randomUUID() });
    assert.notEqual(other.chat, first.chat, 'another key');
    if (who === undefined) continue;
    // A question that goes on in an open chat.
    const goesOn = { messageKey: randomUUID(), text: 'And another thing' };
    for (let i = 0; i < 2; i++) assert.equal((await begun(who, goesOn)).chat, other.chat);
    const { messages } = await view(other.chat, who);
    assert.equal(messages.filter(({ text }) => text === goesOn.text).length, 1);
  }
  const guessed = await begin(undefined, { messageKey: 'short' });
  assert.deepEqual([guessed.error, guessed.field], ['request/invalid', 'messageKey']);
});

test('R16.1 support I1 a picture that is sent again by its key is there once', async () => {
  const { chat } = await begun(undefined);
  const send = async (key: string) =>
    (await sendPicture(`${SUPPORT}/sendPicture?chat=${chat}&messageKey=${key}`)).data.id;
  const [first, second] = await Promise.all([send('same'), send('same')]);
  assert.deepEqual([second, await send('same')], [first, first]);
  assert.notEqual(await send('other'), first);
  const pictures = (await view(chat)).messages.map(({ picture }) => picture);
  assert.deepEqual(
    pictures.filter((picture) => picture !== null),
    [1, 2],
  );
});

test('R16.1 R16.6 a picture that its chat has no place for is not kept', async () => {
  const { chat, number } = await begun(undefined);
  const visitors = `${SUPPORT}/sendPicture?chat=${chat}`;
  assert.equal((await sendPicture(visitors)).code, 1);
  const { kysely } = server.server.database;
  await kysely
    .updateTable('support_chats')
    .set({ message_count: 1_000 })
    .where('chat_id', '=', number)
    .execute();
  const refused = [
    await sendPicture(visitors),
    await sendPicture(`${DESK}/replyPicture?chat=${number}`, agent.headers),
  ];
  assert.deepEqual(
    refused.map(({ error }) => error),
    ['support/messages-full', 'support/messages-full'],
  );
  const kept = await kysely
    .selectFrom('support_chats as c')
    .innerJoin('support_pictures as p', 'p.chat_id', 'c.chat_id')
    .select(['picture', 'picture_count'])
    .where('c.chat_id', '=', number)
    .execute();
  assert.deepEqual(kept, [{ picture: 1, picture_count: 1 }]);
});

test('R16.1 R13.1 support I2 a chat is reached by its key alone, that of a user by its user alone', async () => {
  const [owner, stranger] = [await server.register('chat-owner'), await server.register('chat-stranger')];
  const own = await begun(owner);
  const visitors = await begun(undefined);
  const forged = `${visitors.number}-${'A'.repeat(22)}`;
  const swapped = `${visitors.number}${own.chat.slice(own.chat.indexOf('-'))}`;
  const reaches = async (chat: string, who: Who) => {
    const codes = await Promise.all([
      server.post(`${SUPPORT}/getMessages`, { chat }, who),
      server.post(`${SUPPORT}/send`, { chat, text: 'x', messageKey: randomUUID() }, who),
      server.post(`${SUPPORT}/getPicture`, { chat, picture: 1 }, who),
      server.post(`${SUPPORT}/type`, { chat }, who),
    ]);
    return codes.some(({ error }) => error !== 'support/chat-unknown');
  };
  assert.deepEqual(
    [
      await reaches(own.chat, undefined),
      await reaches(own.chat, stranger),
      await reaches(forged, undefined),
      await reaches(swapped, owner),
      await reaches(own.chat, owner),
      await reaches(visitors.chat, undefined),
    ],
    [false, false, false, false, true, true],
  );
  assert.equal(
    (await server.post(`${SUPPORT}/close`, { chat: own.chat }, stranger)).error,
    'support/chat-unknown',
  );
  const again = await begun(owner, { text: 'more' });
  assert.equal(again.chat, own.chat, 'a user has one open chat');
  const desk = await server.post<{ chat: string }>(`${SUPPORT}/getDesk`, {}, owner);
  assert.equal(desk.data.chat, own.chat);
  assert.equal((await server.post<{ chat: string }>(`${SUPPORT}/getDesk`, {}, stranger)).data.chat, '');
});

test('R16.1 where nobody is there a question needs an address, and its answer goes there by mail', async () => {
  await Promise.all([present(agent, false), present(other, false)]);
  const refused = await begin(undefined);
  assert.deepEqual([refused.error, refused.field], ['support/email-missing', 'email']);
  const email = 'away@test.example';
  const { chat, state, number } = await begun(undefined, { email });
  assert.deepEqual([state, (await view(chat)).hasEmail], ['mail', true]);
  for (const text of ['We are looking', 'Found it']) assert.equal((await reply(number, text)).code, 1);
  const mails = await mailsTo(email);
  assert.equal(mails.length, 2, 'each answer to a question by mail');
  assert.match(
    mails.map(({ text }) => text).join(),
    /Found it[\s\S]+number #\d+[\s\S]+\/pc\/about\/connect\?support=open/,
  );
  assert.equal((await view(chat)).state, 'mail');
  await present(agent);
});

test('R16.1 R7.4 support I3 a user who has left gets an answer under Messages and by mail, once until it is read', async () => {
  const user = await server.register('chat-away');
  const { chat, number } = await begun(user);
  const before = (await mailsTo(user.email)).length;
  await reply(number, 'First answer');
  await reply(number, 'Second answer');
  assert.equal((await mailsTo(user.email)).length, before + 1);
  // Their page learns of it behind a closed panel, which reads nothing.
  const ask = (input: object) => server.post<ChatView>(`${SUPPORT}/getMessages`, { chat, ...input }, user);
  const unseen = (await ask({ after: 0, isSeen: 0 })).data.messages;
  assert.equal(unseen.at(-1)?.text, 'Second answer');
  await reply(number, 'Not seen either');
  assert.equal((await mailsTo(user.email)).length, before + 1);
  type Notice = { id: string; title: string; link?: { path: string } };
  const notices = await server.post<{ list: Notice[] }>('/bb/app/index/getNoticePage', {}, user);
  const told = notices.data.list.filter(({ title }) => /has answered/.test(title));
  assert.equal(told.length, 1);
  const [notice] = told;
  const message = await server.post<Notice>('/bb/app/index/getNoticeDetail', { id: notice?.id }, user);
  const path = '/setting/message?support=open';
  assert.equal(message.data.link?.path, path, 'both lead to the chat');
  assert.ok((await mailsTo(user.email)).some(({ text }) => text.includes(`/pc${path}`)));
  // The panel opens: all that the page has is read.
  const last = (await ask({ after: unseen.at(-1)?.id, isSeen: 0 })).data.messages.at(-1)?.id;
  assert.deepEqual((await ask({ after: last, isSeen: 1 })).data.messages, []);
  await reply(number, 'Third answer');
  assert.equal((await mailsTo(user.email)).length, before + 2);
});

test('R16.1 R7.4 of an answer that is a picture mail and message say so', async () => {
  const user = await server.register('chat-pictured');
  const { number } = await begun(user);
  assert.equal((await sendPicture(`${DESK}/replyPicture?chat=${number}`, agent.headers)).code, 1);
  const notices = await server.post<{ list: { title: string; summary: string }[] }>(
    '/bb/app/index/getNoticePage',
    {},
    user,
  );
  assert.equal(notices.data.list.find(({ title }) => /has answered/.test(title))?.summary, 'A picture');
  const mail = (await mailsTo(user.email)).find(({ text }) => /has answered/.test(text));
  assert.match(mail?.text ?? '', /A picture\n\nYour question has the number/);
});

test('R16.1 R7.4 support I3 answers at the same moment to a question by mail are told each', async () => {
  await Promise.all([present(agent, false), present(other, false)]);
  const user = await server.register('chat-by-mail');
  const { number } = await begun(user);
  const before = (await mailsTo(user.email)).length;
  await Promise.all(['one', 'two', 'three', 'four'].map((text) => reply(number, text)));
  assert.equal((await mailsTo(user.email)).length, before + 4);
  const notices = await server.post<{ list: { title: string }[] }>('/bb/app/index/getNoticePage', {}, user);
  assert.equal(notices.data.list.filter(({ title }) => /has answered/.test(title)).length, 4);
  await present(agent);
});

test('R16.1 R13.4 a picture is encoded anew, kept encrypted, and seen by both sides', async () => {
  const { chat, number } = await begun(undefined);
  const secret = 'GPS-OF-THE-VISITOR';
  const png = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#123456' } })
    .withExif({ IFD0: { Copyright: secret } })
    .png()
    .toBuffer();
  const send = (body: Uint8Array) =>
    fetch(`${server.server.url}${SUPPORT}/sendPicture?chat=${chat}`, {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: body as Uint8Array<ArrayBuffer>,
    }).then((response) => response.json() as Promise<{ code: number; error?: string; data: { id: number } }>);
  assert.equal((await send(Buffer.from('<svg onload=alert(1)>'))).error, 'kyc/photo-type');
  const sent = await send(png);
  assert.equal(sent.code, 1);
  const message = (await view(chat)).messages.find(({ id }) => id === sent.data.id);
  const seen = await server.post<{ jpegBase64: string; width: number }>(`${SUPPORT}/getPicture`, {
    chat,
    picture: message?.picture,
  });
  const jpeg = Buffer.from(seen.data.jpegBase64, 'base64');
  assert.deepEqual([(await sharp(jpeg).metadata()).format, seen.data.width], ['jpeg', 640]);
  assert.ok(!jpeg.includes(secret));
  const byAgent = await server.post<{ jpegBase64: string }>(
    `${DESK}/getPicture`,
    { chat: number, picture: 1 },
    agent,
  );
  assert.equal(byAgent.data.jpegBase64, seen.data.jpegBase64);
  const [row] = await server.server.database.reads
    .selectFrom('support_pictures')
    .select('sealed')
    .where('chat_id', '=', number)
    .execute();
  assert.ok(!Buffer.from(row?.sealed ?? []).includes(jpeg.subarray(0, 64)));
});

test('R16.1 a question by mail waits in the line once somebody is there, and a full chat makes room for a new one', async () => {
  const user = await server.register('chat-goes-on');
  await Promise.all([present(agent, false), present(other, false)]);
  const asked = await begun(user);
  assert.equal(asked.state, 'mail');
  await present(agent);
  assert.deepEqual(await begun(user, { text: 'Are you there?' }), { ...asked, state: 'waiting' });
  const { kysely } = server.server.database;
  await kysely
    .updateTable('support_chats')
    .set({ message_count: 1_000 })
    .where('chat_id', '=', asked.number)
    .execute();
  assert.equal((await say(asked.chat, 'one more', user)).error, 'support/messages-full');
  assert.notEqual((await begun(user)).number, asked.number);
  const full = await view(asked.chat, user);
  assert.deepEqual([full.state, full.messages.at(-1)?.text, full.hasEmail], ['closed', 'closed-full', true]);
});

test('R16.6 R13.6 a file for a chat that is not there takes no place among the files of users', async () => {
  const unknown = `${SUPPORT}/sendPicture?chat=1-${'A'.repeat(22)}`;
  const reply = await fetch(server.server.url + unknown, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(10),
  });
  assert.equal(((await reply.json()) as { error: string }).error, 'support/chat-unknown');
});

test('R16.6 messages of one chat and chats of one network are limited, and an answer needs no limit', async () => {
  const { chat, number } = await begun(undefined);
  const answers: (string | undefined)[] = [];
  for (let i = 0; i < 61; i++) answers.push((await say(chat, `m${i}`)).error);
  assert.equal(answers.filter((error) => error === undefined).length, 60);
  assert.equal(answers.at(-1), 'request/too-many');
  assert.equal((await reply(number, 'Please slow down')).code, 1);
  assert.equal(
    (await server.post(`${SUPPORT}/send`, { chat, text: ' ', messageKey: 'blank' })).field,
    'text',
  );
  const long = await server.post(`${SUPPORT}/send`, { chat, text: 'x'.repeat(2_001), messageKey: 'long' });
  assert.equal(long.field, 'text');
});

test('R16.1 R16.6 a text keeps its lines and loses what nobody sees or what turns the text after it', async () => {
  const user = await server.register('unseen');
  const { chat } = await begun(user);
  const sent = 'one\r\ntwo \u{1b}[2J\u202Eeerht\u2066 \u{1F468}\u200D\u{1F469}';
  assert.equal((await say(chat, sent, user)).code, 1);
  assert.equal((await view(chat, user)).messages.at(-1)?.text, 'one\ntwo [2Jeerht \u{1F468}\u200D\u{1F469}');
  for (const unseen of ['\u202E', '\u200B', '\u{7}\n'])
    assert.equal((await say(chat, unseen, user)).field, 'text');
});

test('R16.1 the stream says that a chat has changed, and carries none of its words', async () => {
  const { chat, number } = await begun(undefined);
  const stream = await openStream();
  const { until } = stream;
  stream.send({ op: 'subscribe', channels: [`chat:${number}-${'A'.repeat(22)}`] });
  await until(({ error }) => error === 'request/not-found');
  stream.send({ op: 'subscribe', channels: [`chat:${chat}`, 'inbox:guess'] });
  await until(({ type }) => type === 'refused');
  await server.post(`${DESK}/type`, { chat: number }, agent);
  await until(({ type, isTyping }) => type === 'chat' && isTyping === true);
  const answered = await reply(number, 'SECRET-WORDS');
  await until(({ type, seq }) => type === 'chat' && seq === answered.data.id);
  assert.ok(!JSON.stringify(stream.frames).includes('SECRET-WORDS'));
  assert.equal(
    (await server.post<{ isVisitorHere: boolean }>(`${DESK}/getChat`, { chat: number }, agent)).data
      .isVisitorHere,
    true,
  );
  stream.close();
});

async function sendPicture(address: string, headers: Readonly<Record<string, string>> = {}) {
  const png = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#654321' } })
    .png()
    .toBuffer();
  const response = await fetch(server.server.url + address, {
    method: 'POST',
    headers: { 'content-type': 'image/png', ...headers },
    body: png as Uint8Array<ArrayBuffer>,
  });
  return (await response.json()) as { code: number; error?: string; data: { id: number } };
}

async function mailsTo(email: string): Promise<readonly { readonly text: string }[]> {
  const response = await fetch(`${server.server.url}/dev/mail.json?to=${encodeURIComponent(email)}`);
  return (await response.json()) as { text: string }[];
}
