/**
 * The stream at /ws against the whole server: hello, channels, the account, limits, and clients
 * that do not read.
 */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import type { ServerFrame } from '@glasshouse/protocol/stream';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { BUFFER_LIMIT_BYTES } from './backlog.ts';
import { CHANNELS_PER_CLIENT_MAX } from './hub.ts';
import { STREAM_LIMITS } from './stream-limits.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
  server.server.hub.registerChannel('demo', {
    accepts: (arg) => arg.length > 0,
    snapshot: (arg) => {
      // Collected deals: existing listeners get them, the new one has them in its snapshot.
      server.server.hub.publish(`demo:${arg}`, { type: 'pong', timeMs: 0 });
      return { type: 'deals', channel: `demo:${arg}`, ...NUMBERS, deals: [] };
    },
  });
});
after(() => server.close());

const NUMBERS = { seq: 1, previous: 0 };

/** Long enough for any machine. */
const FRAME_MS_MAX = 60_000;

interface TestStream {
  readonly socket: WebSocket;
  readonly messages: string[];
  send(frame: unknown): void;
  /** Waits for the next matching frame, received already or not. */
  next<T extends ServerFrame['type']>(type: T): Promise<Extract<ServerFrame, { type: T }>>;
}

async function openTestStream(headers: Record<string, string> = {}): Promise<TestStream> {
  const socket = new WebSocket(`${server.server.url.replace('http', 'ws')}/ws`, { headers });
  const frames: ServerFrame[] = [];
  const messages: string[] = [];
  let wake = () => {};
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    messages.push(text);
    const parsed = JSON.parse(text) as ServerFrame | ServerFrame[];
    frames.push(...(Array.isArray(parsed) ? parsed : [parsed]));
    wake();
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return {
    socket,
    messages,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    next: async (type) => {
      const deadline = Date.now() + FRAME_MS_MAX;
      for (;;) {
        const index = frames.findIndex((frame) => frame.type === type);
        if (index >= 0) return frames.splice(index, 1)[0] as never;
        if (Date.now() > deadline) throw new Error(`no frame ${type}; got ${messages.join(' ')}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 100);
        });
      }
    },
  };
}

test('R7.7 a client is greeted with the time, and pinged back', async () => {
  const openedMs = Date.now();
  const stream = await openTestStream();
  const hello = await stream.next('hello');
  assert.ok(hello.timeMs > openedMs - 5000 && hello.timeMs < Date.now() + 5000);
  stream.send({ op: 'ping' });
  await stream.next('pong');
  stream.socket.close();
});

test('R7.7 R8.5 a channel begins with its snapshot; an unknown one and malformed frames are refused', async () => {
  const stream = await openTestStream();
  stream.send({ op: 'subscribe', channels: ['demo:btcusdt', 'nothing'] });
  assert.equal((await stream.next('deals')).channel, 'demo:btcusdt');
  assert.ok(!stream.messages.some((message) => message.includes('pong')));
  const refused = await stream.next('refused');
  assert.deepEqual([refused.error, refused.channel], ['request/not-found', 'nothing']);
  for (const frame of ['{', '[]', '{"op":"steal"}', '{"op":"subscribe","channels":"x"}']) {
    stream.send(frame);
    assert.equal((await stream.next('refused')).error, 'request/invalid');
  }
  stream.socket.close();
});

test('R7.7 the frames of one turn arrive as one message, and none after unsubscribing', async () => {
  const { hub } = server.server;
  const stream = await openTestStream();
  stream.send({ op: 'subscribe', channels: ['demo:joined'] });
  await stream.next('deals');
  const before = stream.messages.length;
  for (let i = 0; i < 5; i++)
    hub.publish('demo:joined', { type: 'deals', channel: 'demo:joined', ...NUMBERS, deals: [] });
  for (let i = 0; i < 5; i++) await stream.next('deals');
  assert.equal(stream.messages.length, before + 1);
  assert.ok(hub.hasSubscribers('demo:joined'));
  stream.send({ op: 'unsubscribe', channels: ['demo:joined'] });
  stream.send({ op: 'ping' });
  await stream.next('pong');
  assert.ok(!hub.hasSubscribers('demo:joined'));
  stream.socket.close();
});

test('R7.7 R11.8 a client holds a limited number of channels', async () => {
  const stream = await openTestStream();
  const channels = Array.from({ length: CHANNELS_PER_CLIENT_MAX }, (_, i) => `demo:${i}`);
  stream.send({ op: 'subscribe', channels });
  stream.send({ op: 'subscribe', channels: ['demo:one-more'] });
  const refused = await stream.next('refused');
  assert.deepEqual([refused.error, refused.channel], ['request/too-many', 'demo:one-more']);
  stream.socket.close();
});

test('R7.7 R13.1 the account: its state at sign-in, then its committed changes, only for its owner', async () => {
  const [owner, other] = [await server.register('stream-owner'), await server.register('stream-other')];
  const [mine, theirs] = [await openTestStream(), await openTestStream()];
  mine.send({ op: 'auth', token: owner.token });
  theirs.send({ op: 'auth', token: other.token });
  assert.equal((await mine.next('authenticated')).userId, owner.userId);
  const first = await mine.next('account');
  assert.equal(
    first.changes.wallet?.find((row) => row.account === 2 && row.currency === 'USDT')?.available,
    '10000',
  );
  await theirs.next('account');
  const order = {
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    side: 'buy',
    type: 'limit',
    price: '59000',
    amount: '0.01',
  };
  const placed = await server.post<{ id: string }>('/bb/app/spot/placeOrder', order, { token: owner.token });
  const changed = await mine.next('account');
  assert.deepEqual([changed.changes.spot?.[0]?.id, changed.changes.spot?.[0]?.status], [placed.data.id, 0]);
  assert.deepEqual(changed.changes.wallet, [
    { account: 2, currency: 'USDT', available: '9410', frozen: '590' },
  ]);
  assert.ok(changed.seq > first.seq);
  assert.deepEqual([first.previous, changed.previous], [null, first.seq]);
  const postings = changed.added.wallet ?? [];
  assert.deepEqual(
    postings.map(({ available, frozen, reason }) => [available, frozen, reason]),
    [['-590', '590', 'order-frozen']],
  );
  assert.ok(!theirs.messages.some((message) => message.includes('"price":"59000"')));
  mine.socket.close();
  theirs.socket.close();
});

test('R7.7 R13.3 a wrong token is refused; a revoked session loses its account channel', async () => {
  const user = await server.register('stream-revoked');
  const stream = await openTestStream();
  stream.send({ op: 'subscribe', channels: ['account'] });
  assert.equal((await stream.next('refused')).error, 'session/invalid');
  stream.send({ op: 'auth', token: 'wrong' });
  assert.equal((await stream.next('refused')).error, 'session/invalid');
  stream.send({ op: 'auth', token: user.token });
  await stream.next('account');
  await server.post('/bb/app/user/logout', {}, { token: user.token });
  const ended = await stream.next('refused');
  assert.deepEqual([ended.error, ended.channel], ['session/invalid', 'account']);
  assert.ok(!server.server.hub.hasUser(Number(user.userId)));
  stream.socket.close();
});

test('identity I12 a page of another site cannot open the stream; another path is not a stream', async () => {
  await assert.rejects(openTestStream({ origin: 'https://evil.example' }), /403/);
  const wrong = new WebSocket(`${server.server.url.replace('http', 'ws')}/elsewhere`);
  await assert.rejects(new Promise((_, reject) => wrong.once('error', reject)), /404/);
});

const UPGRADE_OF_ANOTHER_SITE =
  'GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';

test('R13.6 a refused client that resets the connection does no harm, and one that leaves it open is closed', async () => {
  const { port, url } = server.server;
  const uncaught: unknown[] = [];
  const note = (error: unknown): void => void uncaught.push(error);
  process.on('uncaughtException', note);
  const open = (allowHalfOpen: boolean): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect({ port, allowHalfOpen }, () => resolve(socket.on('error', () => undefined)));
    });
  for (let i = 0; i < 100; i++) {
    const socket = await open(false);
    await new Promise<void>((resolve) => socket.write(UPGRADE_OF_ANOTHER_SITE, () => resolve()));
    socket.resetAndDestroy();
  }
  const lingering = await open(true);
  const answered = new Promise((resolve) => lingering.once('end', resolve));
  const closed = new Promise((resolve) => lingering.once('close', resolve));
  lingering.resume().write(UPGRADE_OF_ANOTHER_SITE);
  await answered;
  // This side stays open. If the server kept the socket, it would accept these bytes for ever.
  const writing = setInterval(() => lingering.write('x'), 10);
  await closed;
  clearInterval(writing);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  process.off('uncaughtException', note);
  assert.deepEqual(uncaught, []);
});

test('R13.6 each channel that a frame names counts, so nobody gets snapshots by the thousand', async () => {
  const { hub } = server.server;
  let snapshots = 0;
  hub.registerChannel('costly', {
    accepts: () => true,
    snapshot: () => ({ type: 'pong', timeMs: ++snapshots }),
  });
  const stream = await openTestStream();
  const closed = new Promise<number>((resolve) => stream.socket.once('close', resolve));
  // A new interval begins with a ping.
  let intervals = 1;
  stream.socket.on('ping', () => void intervals++);
  const channels = Array.from({ length: CHANNELS_PER_CLIENT_MAX }, () => 'costly');
  for (let i = 0; i < 50; i++) stream.send({ op: 'subscribe', channels });
  assert.equal(await closed, 1008);
  const most = intervals * STREAM_LIMITS.requestsPerInterval;
  assert.ok(snapshots > 0 && snapshots <= most, `${snapshots} snapshots in ${intervals} intervals`);
});

/** A frame as a client sends it, masked with zeros. */
function rawFrame(opcode: number, { fin = true, bytes = Buffer.alloc(0) } = {}): Buffer {
  const long = bytes.length > 125;
  const head = Buffer.alloc(long ? 8 : 6);
  head[0] = (fin ? 0x80 : 0) | opcode;
  head[1] = 0x80 | (long ? 126 : bytes.length);
  if (long) head.writeUInt16BE(bytes.length, 2);
  return Buffer.concat([head, bytes]);
}
const repeated = (frame: Buffer, times: number): Buffer =>
  Buffer.concat(Array.from({ length: times }, () => frame));
const [TEXT, CONTINUATION, PING, PONG] = [1, 0, 9, 10];

for (const [name, bytes] of [
  ['pings', repeated(rawFrame(PING), 600)],
  ['pongs that nobody asked for', repeated(rawFrame(PONG), 600)],
  ['texts that are no frames', repeated(rawFrame(TEXT, { bytes: Buffer.alloc(6_000, '[') }), 30)],
  [
    'a text in many fragments',
    Buffer.concat([
      rawFrame(TEXT, { fin: false, bytes: Buffer.from('{') }),
      repeated(rawFrame(CONTINUATION, { fin: false, bytes: Buffer.from(' ') }), 40),
    ]),
  ],
] as const)
  test(`R13.6 ${name} end the stream, of a client that does not answer the close frame too`, async () => {
    const socket = await openStuckClient(server.server.port);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined).resume();
    socket.write(bytes);
    await closed;
  });

test('R13.6 a broken handshake is refused by name, before it takes a slot', async () => {
  const { port } = server.server;
  for (const [part, other, field] of [
    ['GET /ws', 'POST /ws', 'method'],
    ['Version: 13', 'Version: 12', 'Sec-WebSocket-Version'],
    ['A==', 'A', 'Sec-WebSocket-Key'],
  ] as const) {
    const socket = connect({ port });
    const request = UPGRADE_OF_ANOTHER_SITE.replace('Origin: https://evil.example\r\n', '');
    socket.write(request.replace(part, other));
    const chunks = await socket.setEncoding('utf8').toArray();
    assert.match(chunks.join(''), new RegExp(`400 Bad Request[^]*"field":"${field}"`));
  }
});

test('R13.6 asking for the account again and again in one turn brings one snapshot', async () => {
  const user = await server.register('often');
  const stream = await openTestStream();
  const frame = JSON.stringify({ op: 'auth', token: user.token });
  stream.send(frame);
  stream.send({ op: 'unsubscribe', channels: ['account'] });
  for (let i = 0; i < 4; i++) stream.send(frame);
  await stream.next('account');
  stream.send({ op: 'ping' });
  await stream.next('pong');
  // One more if the requests came in two turns.
  const others = stream.messages.join('').split('"type":"account"').length - 2;
  assert.ok(others <= 1, `${others} more snapshots`);
  stream.socket.close();
});

test('R13.6 a client that never reads is dropped at a limit, and the others miss nothing', async () => {
  const { hub, port } = server.server;
  // Clients of earlier tests take a moment to leave.
  while (hub.clients.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const reader = await openTestStream();
  reader.send({ op: 'subscribe', channels: ['demo:flood'] });
  await reader.next('deals');
  const stuck = await openStuckClient(port);
  while (hub.clients.size < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  for (const client of hub.clients)
    if (!client.channels.has('demo:flood')) hub.subscribe(client, 'demo:flood');
  const dropped = hub.metrics.slowDropped;
  const deals = Array.from({ length: 500 }, (_, i) => ({
    id: `${i}`,
    ts: 0,
    price: 1,
    amount: 1,
    direction: 'buy' as const,
  }));
  for (let i = 0; i < 2000 && hub.metrics.slowDropped === dropped; i++) {
    hub.publish('demo:flood', { type: 'deals', channel: 'demo:flood', ...NUMBERS, deals });
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(hub.metrics.slowDropped, dropped + 1);
  assert.equal(hub.clients.size, 1);
  reader.send({ op: 'ping' });
  await reader.next('pong');
  reader.socket.close();
  stuck.destroy();
});

test('R7.7 R13.6 one message may be longer than the limit of unread bytes; what follows counts', async () => {
  const { hub, port } = server.server;
  while (hub.clients.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const stuck = await openStuckClient(port);
  while (hub.clients.size < 1) await new Promise((resolve) => setTimeout(resolve, 10));
  const [client] = hub.clients;
  assert.ok(client);
  const dropped = hub.metrics.slowDropped;
  const send = async (length: number) => {
    hub.send(client, { type: 'refused', error: 'x'.repeat(length) });
    await new Promise((resolve) => setImmediate(resolve));
  };
  // Longer than what sockets take without a reader.
  await send(50_000_000);
  const { bufferedAmount } = client.socket;
  assert.ok(bufferedAmount > BUFFER_LIMIT_BYTES, String(bufferedAmount));
  await send(1000);
  await send(1000);
  assert.equal(hub.metrics.slowDropped, dropped, 'the long message alone is no reason');
  for (let i = 0; i < 4; i++) await send(BUFFER_LIMIT_BYTES);
  assert.equal(hub.metrics.slowDropped, dropped + 1);
  stuck.destroy();
});

/** A raw socket that completes the handshake and then never reads. */
function openStuckClient(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
      socket.pause();
      resolve(socket);
    });
  });
}

test('D0016 a second subscription to a channel costs nothing, and each version of a snapshot is made once', async () => {
  const { hub } = server.server;
  let made = 0;
  let version = 1;
  hub.registerChannel('counted', {
    accepts: () => true,
    version: () => version,
    snapshot: () => ({ type: 'pong', timeMs: ++made }),
  });
  const subscribe = { op: 'subscribe', channels: Array.from({ length: 64 }, () => 'counted:x') };
  const streams = await Promise.all(Array.from({ length: 20 }, () => openTestStream()));
  for (const stream of streams) {
    stream.send(subscribe);
    await stream.next('pong');
    stream.send(subscribe);
    stream.send({ op: 'subscribe', channels: ['nothing'] });
    await stream.next('refused');
    assert.ok(!stream.messages.slice(2, -1).some((message) => message.includes('pong')));
  }
  assert.equal(made, 1);
  version = 2;
  const [stream] = streams;
  stream?.send({ op: 'unsubscribe', channels: ['counted:x'] });
  stream?.send({ op: 'subscribe', channels: ['counted:x'] });
  assert.equal((await stream?.next('pong'))?.timeMs, 2);
  for (const { socket } of streams) socket.close();
});
