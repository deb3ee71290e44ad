/**
 * Goal: a program's socket lives while it answers pings, and no longer than a day; what it sends
 * and leaves unread has a limit. Method: real sockets on a server of their own with a clock of the
 * test, and a kind that echoes.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { WebSocket } from 'ws';
import { ClientAddresses } from '../../http/client-address.ts';
import { containment } from '../../process/containment.ts';
import { BUFFER_LIMIT_BYTES } from '../../ws/backlog.ts';
import { StreamSlots } from '../../ws/stream-slots.ts';
import { Upgrades } from '../../ws/upgrades.ts';
import type { ProgramSocket } from './program-socket.ts';
import { ProgramSockets, SOCKET_TERMS, type SocketKind } from './program-sockets.ts';

const FRAMES = { burst: 5, perSecond: 1 };

async function start(
  context: TestContext,
  limits = { total: 8, visitors: 6, visitorsOfOneNetwork: 4, ofOneUser: 2 },
) {
  const clock = { nowMs: 0 };
  const opened: ProgramSocket[] = [];
  const log: unknown[] = [];
  const kind: SocketKind = {
    takes: (path) => path === '/echo',
    frames: FRAMES,
    messageBytes: 1_000,
    open: (socket) => {
      opened.push(socket);
      socket.onMessage = (text) => socket.send(text);
    },
    shutdownEvent: () => 'stopping',
  };
  const contain = containment({ error: (fields: unknown) => void log.push(fields) });
  const slots = new StreamSlots(limits);
  const addresses = new ClientAddresses([]);
  const sockets = new ProgramSockets({ slots, addresses, contain, kinds: [kind], now: () => clock.nowMs });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = { ownsHost: () => true, ownsOrigin: () => true };
  const upgrades = new Upgrades({ slots, addresses, own, contain, headers: {}, rateFactor: 1 });
  upgrades.listen(server, [sockets]);
  context.after(() => {
    sockets.stop();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = async (options = {}): Promise<WebSocket> => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/echo`, options);
    context.after(() => socket.terminate());
    await once(socket, 'open');
    return socket;
  };
  return { clock, sockets, slots, opened, log, open, server };
}

const closing = async (socket: WebSocket): Promise<readonly [number, string]> => {
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  return [code, reason.toString()];
};

test('R13.6 a program is pinged, and closed once it has answered no ping for a minute', async (context) => {
  const { clock, sockets, open, opened } = await start(context);
  const answering = await open();
  const silent = await open({ autoPong: false });
  const pings: string[] = [];
  silent.on('ping', (payload: Buffer) => {
    pings.push(payload.toString());
    // An answer to no ping of ours does not count.
    silent.pong('nothing');
  });
  const closed = closing(silent);
  for (let round = 1; round <= 4; round++) {
    clock.nowMs += SOCKET_TERMS.pingEveryMs;
    const answered = once(answering, 'ping');
    sockets.look();
    if (round === 4) break;
    await answered;
    while (opened[0]!.heardMs !== clock.nowMs) await new Promise(setImmediate);
  }
  assert.deepEqual(await closed, [1008, 'Pong timeout']);
  assert.deepEqual(pings, ['20000', '40000', '60000']);
  assert.equal(answering.readyState, WebSocket.OPEN);
});

test('R13.6 a connection ends after 24 hours, and before the server stops its programs are told', async (context) => {
  const { clock, sockets, open, opened } = await start(context);
  const old = await open();
  const closed = closing(old);
  clock.nowMs = SOCKET_TERMS.lastsMs - 1;
  opened[0]!.heardMs = clock.nowMs;
  const young = await open();
  sockets.look();
  assert.equal(sockets.size, 2);
  clock.nowMs++;
  sockets.look();
  assert.deepEqual(await closed, [1001, 'A connection lasts 24 hours']);
  const told = once(young, 'message');
  const ended = closing(young);
  sockets.stop();
  assert.equal(String((await told)[0]), 'stopping');
  assert.equal((await ended)[0], 1001);
});

test('R13.6 R11.8 too many, too long and binary messages close the socket, and nothing else', async (context) => {
  const { sockets, slots, open, log } = await start(context);
  const witness = await open();
  const flooding = await open();
  const answers: string[] = [];
  flooding.on('message', (data: Buffer) => answers.push(data.toString()));
  for (let i = 0; i < FRAMES.burst + 1; i++) flooding.send(String(i));
  assert.deepEqual(await closing(flooding), [1008, 'Too many requests']);
  assert.deepEqual(answers, ['0', '1', '2', '3', '4']);
  const binary = await open();
  binary.send(Buffer.from('x'));
  assert.equal((await closing(binary))[0], 1003);
  const long = await open();
  long.send('x'.repeat(1_001));
  assert.equal((await closing(long))[0], 1009);
  witness.send('still here');
  assert.equal(String((await once(witness, 'message'))[0]), 'still here');
  assert.equal(sockets.size, 1);
  assert.deepEqual(slots.decide('127.0.0.1'), { refusal: null, leaver: null });
  assert.deepEqual(log, []);
});

test('R13.6 what throws for one message ends that socket alone', async (context) => {
  const { open, opened, log } = await start(context);
  const witness = await open();
  const failing = await open();
  opened[1]!.onMessage = () => assert.fail('injected');
  failing.send('x');
  await closing(failing);
  witness.send('y');
  assert.equal(String((await once(witness, 'message'))[0]), 'y');
  assert.equal(log.length, 1);
});

test('R13.6 the messages of one turn are one write, and a program that does not read is dropped', async (context) => {
  const { open, opened, sockets, server } = await start(context);
  const connected = once(server, 'connection');
  const reading = await open();
  const [connection] = (await connected) as [Socket];
  const received: string[] = [];
  reading.on('message', (data: Buffer) => received.push(data.toString()));
  let writes = 0;
  const writev = connection._writev!.bind(connection);
  connection._writev = (chunks, done) => {
    writes++;
    writev(chunks, done);
  };
  for (let i = 0; i < 20; i++) opened[0]!.send(String(i));
  while (received.length < 20) await once(reading, 'message');
  assert.deepEqual(
    received,
    Array.from({ length: 20 }, (_, i) => String(i)),
  );
  assert.equal(writes, 1);

  // What it has asked for together it may read at its own pace, however many messages.
  const count = 20_000;
  opened[0]!.sendAll(Array.from({ length: count }, (_, i) => String(i)));
  opened[0]!.send('after');
  while (received.at(-1) !== 'after') await once(reading, 'message');
  assert.equal(received.length, 20 + count + 1);

  const stuck = await open();
  stuck.pause();
  const text = 'x'.repeat(BUFFER_LIMIT_BYTES / 4);
  // The operating system takes some megabytes.
  for (let bytes = 0; sockets.size === 2; bytes += text.length) {
    assert.ok(bytes < 100_000_000, 'it is dropped');
    opened[1]!.send(text);
    await new Promise(setImmediate);
  }
  assert.equal(sockets.metrics.slowDropped, 1);
  reading.send('y');
  assert.equal(String((await once(reading, 'message'))[0]), 'y');
});

test('R13.6 D0016 sockets have slots: a network has its share, a user so many, the oldest ends', async (context) => {
  const { open, opened, slots } = await start(context);
  const users = [await open(), await open(), await open()];
  const closed = closing(users[0]!);
  for (const one of opened) one.signIn(1000);
  assert.equal((await closed)[0], 1013);
  assert.deepEqual(slots.decide('127.0.0.1'), { refusal: null, leaver: null });
  for (let i = 0; i < 4; i++) await open();
  await assert.rejects(open(), /429/);
});
