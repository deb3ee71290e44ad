/**
 * Goal: however many networks a stranger has, others still reach customer service, and the disk
 * keeps room. Method: a real server behind a proxy, so that each call comes from where it says;
 * the age of chats is set in their rows.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import sharp from 'sharp';
import { startSupport, SUPPORT } from '../../testing/support.ts';
import { areaOf, networkOf } from '../../values/network.ts';
import { UPLOADS_OF_ONE } from '../../http/uploads.ts';
import { VISITORS_PICTURE_BYTES_MAX } from './pictures.ts';
import { WAITING_MAX } from './service.ts';

const { server, agent, begin, begun, view, present, openStream, replyBy } = await startSupport({
  env: { TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '3' },
});
// An operator counts as there for a while.
beforeEach(() => present(agent));
after(() => server.close());

const HOUR_MS = 3_600_000;
/** Chats that a network and an area begin in ten minutes by that factor, and that wait of one. */
const [OF_NETWORK, OF_AREA, WAITING_OF_AREA] = [30, 150, 100];
const CHANNELS_OF_STREAM = 50;

const { kysely } = server.server.database;
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
/** The networks of an area. */
const networkIn = (area: number, i: number) => from(`2001:db8:${area.toString(16)}:${i.toString(16)}::1`);

test('R16.6 the area of a network is what one customer of a provider has', () => {
  const areas = ['2001:db8:1:2::9', '2001:db8:1:ffff::1', '2001:db8:2::1', '192.0.2.7', '::ffff:192.0.2.99'];
  assert.deepEqual(
    areas.map((ip) => areaOf(networkOf(ip))),
    ['2001:db8:1', '2001:db8:1', '2001:db8:2', '192.0.2', '192.0.2'],
  );
});

test('R16.6 support I4 the networks of one area begin no more chats than a few of them could', async () => {
  const tries: (string | undefined)[] = [];
  for (let i = 0; i < OF_AREA + 1; i++) {
    const reply = await begin(networkIn(1, Math.floor(i / OF_NETWORK)));
    tries.push(reply.error);
    if (reply.code === 1) await server.post(`${SUPPORT}/close`, { chat: reply.data.chat });
  }
  assert.deepEqual(tries, [...Array<undefined>(OF_AREA).fill(undefined), 'request/too-many']);
  assert.equal((await begin(networkIn(2, 0))).error, undefined, 'another area');
});

test('R16.6 support I4 one area has some of the places that wait, and a chat that ends gives its place back', async () => {
  const { chat } = await begun(networkIn(3, 0));
  for (let i = 1; i < WAITING_OF_AREA; i++) await begun(networkIn(3, Math.floor(i / OF_NETWORK)));
  await server.server.features.keepUp();
  const last = networkIn(3, 99);
  assert.equal((await begin(last)).error, 'support/full');
  assert.equal((await begin(networkIn(4, 0))).error, undefined, 'another area');
  assert.equal((await server.post(`${SUPPORT}/close`, { chat })).code, 1);
  assert.equal((await begin(last)).error, undefined);
});

test('R16.6 support I4 when all places are taken, the oldest unanswered question of the largest area makes room', async () => {
  const { database } = server.server;
  const [largest, answered, small] = [await begun(networkIn(40, 0)), await begun(networkIn(41, 0)), 5];
  await replyBy(agent, { chat: answered.number, text: 'At once' });
  // Not open: the answered one waits again, in the largest area, and is older than all others.
  const write = async (text: string, params: readonly (string | number)[]) => database.query(text, params);
  await write(
    "update support_chats set area_key = 'large', operator = '', waits_ms = 1, state = 0 where chat_id = $1",
    [answered.number],
  );
  await write(
    "update support_chats set area_key = 'large', email = 'a@example.com', waits_ms = 3 where chat_id = $1",
    [largest.number],
  );
  const fill = (area: string, number: number, sinceMs: number) =>
    write(
      `insert into support_chats (topic, language, page, email, state, begun_ms, changed_ms, waits_ms, area_key)
       select 'deposit', 'en-US', '/', 'b@example.com', 0, $3, $3, $3, $1 from generate_series(1, $2::integer)`,
      [area, number, sinceMs],
    );
  await fill('small', small, 2);
  await fill('large', 110, Date.now());
  const waitingNow = async () => {
    const { rows } = await database.query<{ count: number }>(
      'select count(*) as count from support_chats where user_id is null and state in (0, 2) and waits_ms is not null',
    );
    return rows[0]?.count ?? 0;
  };
  for (let i = 0, left = WAITING_MAX - (await waitingNow()); left > 0; i++, left -= 50)
    await fill(`other-${i}`, Math.min(50, left), 2);
  assert.equal(await waitingNow(), WAITING_MAX);

  const { chat } = await begun(networkIn(42, 0));
  assert.equal((await view(chat)).state, 'waiting');
  const gone = await view(largest.chat);
  assert.deepEqual([gone.state, gone.messages.at(-1)?.text], ['closed', 'closed-crowded']);
  assert.equal((await view(answered.chat)).state, 'waiting');
  await write(
    "update support_chats set area_key = 'area ' || chat_id where chat_id <> $1 and user_id is null",
    [answered.number],
  );
  await write(
    "update support_chats set area_key = 'small' where chat_id in (select chat_id from support_chats where email = 'b@example.com' limit 5)",
    [],
  );
  assert.equal(
    (await begin(networkIn(43, 0))).error,
    'support/full',
    'none of those who have left an address',
  );
  await write("delete from support_chats where email = 'b@example.com'", []);
});

test('R16.6 visitors who stay connected keep no other unused chat open, nor theirs for ever', async () => {
  const chats: { readonly chat: string; readonly number: number }[] = [];
  for (let i = 0; i < 201; i++) chats.push(await begun(networkIn(16 + (i % 5), Math.floor(i / OF_NETWORK))));
  const left = chats.pop()!;
  const streams = [];
  for (let i = 0; i < chats.length; i += CHANNELS_OF_STREAM) {
    const stream = await openStream();
    const channels = chats.slice(i, i + CHANNELS_OF_STREAM).map(({ chat }) => `chat:${chat}`);
    stream.send({ op: 'subscribe', channels: [...channels, 'inbox:guess'] });
    await stream.until(({ type }) => type === 'refused');
    streams.push(stream);
  }
  const numbers = chats.map(({ number }) => number);
  const closedOf = async () => {
    await server.server.features.keepUp();
    const rows = await kysely
      .selectFrom('support_chats')
      .select('chat_id')
      .where('chat_id', 'in', [...numbers, left.number])
      .where('state', '=', 3)
      .execute();
    return rows.map(({ chat_id }) => chat_id);
  };
  await age(numbers, 3 * HOUR_MS);
  await age([left.number], 2 * HOUR_MS);
  assert.deepEqual(await closedOf(), [left.number], 'only who has left');
  await age(numbers, 4 * HOUR_MS + 1_000);
  assert.equal((await closedOf()).length, chats.length + 1);
  for (const stream of streams) stream.close();
});

test('R16.6 pictures of visitors have a budget on disk: those of closed chats make room, oldest first', async () => {
  const [old, later, open] = [
    await begun(networkIn(32, 0)),
    await begun(networkIn(32, 1)),
    await begun(networkIn(32, 2)),
  ];
  const photo = await newPhoto();
  const send = (chat: string) => sendPicture(chat, { photo, ...networkIn(32, 3) });
  const picturesOf = async (number: number) =>
    (
      await kysely.selectFrom('support_pictures').select('picture').where('chat_id', '=', number).execute()
    ).map(({ picture }) => picture);
  const half = VISITORS_PICTURE_BYTES_MAX / 2;
  await fill(old.number, half);
  await fill(later.number, half);
  const refused = await send(open.chat);
  assert.equal(refused.error, 'support/pictures-no-room', refused.msg);
  assert.equal((await picturesOf(old.number)).length > 0, true, 'open chats keep theirs');
  // A user is known: theirs has no budget with strangers.
  const user = await server.register('has-room');
  const own = await begun(user);
  const sent = await fetch(`${server.server.url}${SUPPORT}/sendPicture?chat=${own.chat}`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', 'x-access-token': user.token },
    body: photo as Uint8Array<ArrayBuffer>,
  });
  assert.equal(((await sent.json()) as { code: number }).code, 1);
  await server.post(`${SUPPORT}/close`, { chat: old.chat });
  await server.post(`${SUPPORT}/close`, { chat: later.chat });
  await age([old.number], HOUR_MS);
  assert.equal((await send(open.chat)).code, 1);
  assert.deepEqual(await picturesOf(old.number), []);
  assert.equal((await picturesOf(later.number)).length > 0, true, 'no more goes than has to');
  assert.equal((await view(open.chat)).messages.at(-1)?.picture, 1);
});

/** Nobody has written in these chats for so long. */
async function age(numbers: readonly number[], ms: number): Promise<void> {
  const changed = { changed_ms: Date.now() - ms };
  await kysely
    .updateTable('support_chats')
    .set(changed)
    .where('chat_id', 'in', [...numbers])
    .execute();
}

test('R16.6 R13.6 D0016 pictures of visitors that do not come give way to one of another area', async () => {
  const { chat: slowChat } = await begun(networkIn(33, 0));
  const slowOnes = await Promise.all(
    Array.from({ length: UPLOADS_OF_ONE.area }, (_, i) => sendSlowly(slowChat, networkIn(33, i).headers)),
  );
  const [photo, { chat }] = [await newPhoto(), await begun(networkIn(34, 0))];
  const answered = await sendPicture(chat, { photo, ...networkIn(34, 0) });
  assert.equal(answered.code, 1, answered.msg);
  for (const socket of slowOnes) socket.destroy();
});

const newPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();

async function sendPicture(
  chat: string,
  { photo, headers }: { readonly photo: Buffer; readonly headers: Readonly<Record<string, string>> },
) {
  const response = await fetch(`${server.server.url}${SUPPORT}/sendPicture?chat=${chat}`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', ...headers },
    body: photo as Uint8Array<ArrayBuffer>,
  });
  return (await response.json()) as { code: number; error?: string; msg: string };
}

/** A picture of which one byte comes. */
async function sendSlowly(chat: string, headers: Readonly<Record<string, string>>): Promise<Socket> {
  const socket = connect(server.server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `POST ${SUPPORT}/sendPicture?chat=${chat} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}Content-Type: image/png\r\nContent-Length: 9000\r\n\r\n.`,
  );
  return socket;
}

/** Gives a chat pictures of so many bytes, which compress to nearly nothing. */
async function fill(number: number, bytes: number): Promise<void> {
  const each = 10_000_000;
  await server.server.database.query(
    `insert into support_pictures (chat_id, picture, width, height, wrapped_key, sealed)
     select $1, 1000 + n, 1, 1, '', convert_to(repeat('x', $2), 'UTF8') from generate_series(1, $3) n`,
    [number, each, bytes / each],
  );
}
