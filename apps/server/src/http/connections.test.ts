/**
 * Goal: no client costs more memory than its limits, whether or not it reads. Method: plain sockets
 * against a real HTTP server.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { containment } from '../process/containment.ts';
import { createLog } from '../process/log.ts';
import { ClientAddresses } from './client-address.ts';
import { Connections, type ConnectionLimits } from './connections.ts';
import { REQUEST_LIMITS } from './edge-limits.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

interface Place {
  readonly connections: Connections;
  readonly held: ServerResponse[];
  readonly clock: { nowMs: number };
  readonly open: (localAddress?: string) => Promise<Socket>;
  readonly port: number;
}

async function start(
  context: TestContext,
  limits: Partial<ConnectionLimits>,
  serve?: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Place> {
  return startBehind([], context, { limits, serve });
}

interface StartOptions {
  readonly limits?: Partial<ConnectionLimits>;
  readonly places?: number;
  readonly serve?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
}
async function startBehind(
  proxies: readonly string[],
  context: TestContext,
  { limits = {}, places = Infinity, serve }: StartOptions = {},
): Promise<Place> {
  const clock = { nowMs: 0 };
  const addresses = new ClientAddresses(proxies);
  const connections = new Connections({
    addresses,
    rateFactor: 1,
    contain: containment(createLog('silent')),
    places,
    limits,
    now: () => clock.nowMs,
  });
  const server: Server = createServer();
  const held: ServerResponse[] = [];
  connections.watch(server, serve ?? ((_request, response) => void held.push(response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = (localAddress = '127.0.0.1'): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress }, () => resolve(socket));
      socket.on('error', () => undefined);
      context.after(() => socket.destroy());
    });
  return { connections, held, clock, open, port };
}

/** Polls until the condition holds; otherwise the runner's time limit ends the test. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

test('R13.6 D0016 few pipelined requests run at once, and all are answered in order', async (context) => {
  const { held, open } = await start(context, { inFlightOfOneConnection: 3 });
  const socket = await open();
  let answered = '';
  socket.on('data', (chunk: Buffer) => (answered += chunk.toString()));
  socket.write(REQUEST.repeat(10));
  await until(() => held.length > 0);
  for (let i = 0; i < 10; i++) {
    await until(() => held.length > i);
    assert.ok(held.length <= i + 3, `${held.length} at once after ${i} answers`);
    held[i]?.end(`answer-${i};`);
  }
  await until(() => answered.includes('answer-9;'));
  assert.deepEqual(
    [...answered.matchAll(/answer-(\d);/g)].map(([, digit]) => Number(digit)),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
});

test('R13.6 D0016 a connection that pipelines without end is closed, and its waiting requests never run', async (context) => {
  const { connections, held, open } = await start(context, {
    inFlightOfOneConnection: 2,
    waitingOfOneConnection: 10,
  });
  const socket = await open();
  const end = closed(socket.resume());
  socket.write(REQUEST.repeat(100));
  await end;
  assert.equal(held.length, 2);
  assert.equal(connections.figures.closedPipelined, 1);
});

test('R13.6 pipelining without end cannot be repeated: the network soon cannot open connections', async (context) => {
  const { connections, clock, open } = await start(context, { waitingOfOneConnection: 10 });
  const flood = async () => {
    const socket = await open();
    const end = closed(socket.resume());
    socket.write(REQUEST.repeat(100));
    await end;
  };
  const most = REQUEST_LIMITS.connections.burst / 100;
  for (let i = 0; i < most + 20; i++) await flood();
  assert.ok(connections.figures.closedPipelined <= most, `${connections.figures.closedPipelined} times`);
  assert.ok(connections.figures.closedTooMany >= 20);
  clock.nowMs += (2000 * REQUEST_LIMITS.connections.burst) / REQUEST_LIMITS.connections.perSecond;
  await open();
  await until(() => connections.size === 1);
});

test('R13.6 D0016 a client that does not read its replies is closed after a while, and one that reads is not', async (context) => {
  const big = Buffer.alloc(20_000_000);
  const { connections, clock, open } = await start(context, { unreadMs: 1_000 }, (_request, response) => {
    response.end(big);
  });
  const stuck = await open();
  stuck.pause().write(REQUEST);
  const idle = await open();
  await until(() => connections.size === 2);
  // The operating system's own buffers fill first.
  await new Promise((resolve) => setTimeout(resolve, 200));
  connections.closeUnread();
  assert.equal(connections.size, 2, 'it was seen once');
  clock.nowMs += 1_000;
  connections.closeUnread();
  await until(() => connections.size === 1);
  assert.equal(connections.figures.closedUnread, 1);
  assert.equal(idle.destroyed, false);
});

test('R13.6 one address gets a part of the connections, and idle ones are closed for new ones', async (context) => {
  const ofOne = await start(context, { connectionsOfOneNetwork: 3 });
  await Promise.all([ofOne.open(), ofOne.open(), ofOne.open()]);
  await until(() => ofOne.connections.size === 3);
  await closed((await ofOne.open()).resume());
  assert.equal(ofOne.connections.size, 3);

  const inAll = await start(context, { connections: 2 });
  const oldest = await inAll.open();
  const gone = closed(oldest.resume());
  await until(() => inAll.connections.size === 1);
  await inAll.open();
  await until(() => inAll.connections.size === 2);
  const newcomer = await inAll.open();
  await gone;
  newcomer.write(REQUEST);
  await until(() => inAll.held.length === 1);
});

test('R14.8 a throw in a request, also in a pipelined one, ends its connection alone', async (context) => {
  const { connections, held, open } = await start(
    context,
    { inFlightOfOneConnection: 1 },
    (request, response) => {
      if (request.url === '/bad') throw new Error('injected');
      held.push(response);
    },
  );
  const bad = REQUEST.replace(' / ', ' /bad ');
  const atOnce = (await open()).resume();
  const pipelined = (await open()).resume();
  const ends = [closed(atOnce), closed(pipelined)];
  atOnce.write(bad);
  pipelined.write(REQUEST + bad);
  await until(() => held.length === 1);
  held[0]?.end();
  await Promise.all(ends);
  const honest = await open();
  honest.write(REQUEST);
  await until(() => held.length === 2);
  assert.equal(connections.size, 1);
});

/** Strangers' connections, each with what it sends, and which of them leaves for a new one. */
const HALF = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n';
for (const [what, sent, leaves] of [
  ['an idle one before one that sends slowly', [HALF, ''], 1],
  ['one that sends slowly before one that is worked for', [REQUEST, HALF], 1],
  ['nobody else than the network that holds most', ['', ''], 0],
] as const)
  test(`R13.6 when connections and requests have taken all places, ${what} leaves for a new connection`, async (context) => {
    const running = sent.filter((text) => text !== '').length;
    const full = await startBehind([], context, { places: sent.length + running + 1 });
    const visitor = await full.open('127.0.0.2');
    const strangers: Socket[] = [];
    for (const text of sent) {
      const stranger = (await full.open('127.0.0.3')).resume();
      if (text !== '') stranger.write(text);
      strangers.push(stranger);
    }
    await until(() => full.held.length === running && full.connections.size === sent.length + 1);
    const end = closed(strangers[leaves]!);
    const newcomer = await full.open('127.0.0.4');
    await end;
    assert.equal(full.connections.figures.closedTooMany, 1);
    assert.deepEqual(
      [visitor, newcomer, strangers[1 - leaves]!].map(({ destroyed }) => destroyed),
      [false, false, false],
    );
  });

test('R13.6 where all are worked for, one of the network that holds most leaves for a new connection', async (context) => {
  const full = await startBehind([], context, { places: 4 });
  const strangers = [await full.open('127.0.0.3'), await full.open('127.0.0.3')];
  for (const stranger of strangers) stranger.resume().write(REQUEST);
  await until(() => full.held.length === 2);
  const end = closed(strangers[0]!);
  const newcomer = await full.open('127.0.0.4');
  await end;
  assert.deepEqual([newcomer.destroyed, strangers[1]!.destroyed], [false, false]);
});

/** In a thread of its own: connections that are asked for something and reset at once. */
const RESETS = `
  const { connect } = require('node:net');
  const { workerData: { port, request, count, done } } = require('node:worker_threads');
  let left = count;
  for (let i = 0; i < count; i++) {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(request);
      socket.resetAndDestroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (--left > 0) return;
      Atomics.store(done, 0, 1);
      Atomics.notify(done, 0);
    });
  }
`;

for (const proxies of [[], ['loopback'], ['10.9.9.9']])
  test(`R13.6 D0016 connections that are reset before they are accepted end nothing, TRUST_PROXY=${proxies.join()}`, async (context) => {
    const { connections, open, port } = await startBehind(proxies, context, {
      serve: (request, response) => void response.end(new ClientAddresses(proxies).networkOf(request)),
    });
    const done = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(RESETS, {
      eval: true,
      workerData: { port, request: REQUEST, count: 20, done },
    });
    await once(worker, 'online');
    // Nothing is accepted meanwhile.
    assert.notEqual(Atomics.wait(done, 0, 0, 60_000), 'timed-out');
    const honest = await open();
    honest.write(REQUEST);
    const [answer] = (await once(honest, 'data')) as [Buffer];
    assert.match(answer.toString(), /127\.0\.0\.1/);
    await until(() => connections.size === 1);
  });
