/**
 * Goal: a user's calls wait for no visitor and for no body that does not come, D0016. Method: real
 * HTTP; the handlers of visitors are held back until the test releases them.
 */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newGate } from '../testing/gate.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';
import { EDGE_LIMITS } from './edge-limits.ts';
import { SessionStore } from '../features/identity/sessions.ts';
import { RateLimits } from './limits.ts';

/** Longer than an answer takes. */
const SETTLED_MS = 500;
const DESK = '/bb/app/support/getDesk';
let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('turns');
});
after(() => server.close());

test('R16.6 R13.6 D0016 calls without a session, made by a user, wait for no visitor', async (context) => {
  const [allBegun, released] = [newGate(), newGate()];
  let begun = 0;
  context.mock.method(
    RateLimits.prototype,
    'take',
    async function hold(this: RateLimits, ...args: Parameters<RateLimits['take']>) {
      if (args[0] === 'chat-open') {
        if (++begun === EDGE_LIMITS.runningOfVisitors) allBegun.open(undefined);
        await released.opened;
      }
      return true;
    },
  );
  const held = Array.from({ length: EDGE_LIMITS.runningOfVisitors }, () =>
    server.post('/bb/app/support/openChat', {
      topic: 'deposit',
      text: 'Where is it?',
      email: 'a@example.com',
    }),
  );
  await allBegun.opened;
  const visitor = server.post(DESK);
  assert.equal((await server.post(DESK, {}, user)).code, 1);
  assert.equal(await Promise.race([visitor, sleep(SETTLED_MS).then(() => 'waits')]), 'waits');
  released.open(undefined);
  assert.equal((await visitor).code, 1);
  await Promise.all(held);
});

test('R16.6 D0016 lists that users ask for take turns, and orders do not wait for them', async (context) => {
  const others = [await server.register('reader'), await server.register('trader')] as const;
  const released = newGate();
  const allBegun = newGate();
  const begun: number[] = [];
  context.mock.method(SessionStore.prototype, 'list', async (userId: number) => {
    begun.push(userId);
    if (begun.length === EDGE_LIMITS.runningReads) allBegun.open(undefined);
    await released.opened;
    return [];
  });
  const ask = (who: TestUser) => server.post('/bb/app/user/getSessions', {}, who);
  const flood = Array.from({ length: EDGE_LIMITS.runningOfOneCaller }, () => ask(user));
  await allBegun.opened;
  // The rest of the flood waits for its turns.
  await sleep(SETTLED_MS);
  const list = ask(others[0]);
  assert.equal((await server.post('/bb/app/spot/cancelAll', {}, others[1])).code, 1);
  assert.equal(await Promise.race([list, sleep(SETTLED_MS).then(() => 'waits')]), 'waits');
  released.open(undefined);
  await Promise.all([list, ...flood]);
  // One turn of the user who had asked first, then one of the other, whose only call this is.
  const turn = begun.indexOf(Number(others[0].userId));
  assert.ok(turn > 0 && turn <= EDGE_LIMITS.runningReads + 1, begun.join());
});

test('R16.6 R13.6 D0016 requests whose bodies do not come keep no slot from the user’s others', async () => {
  const slow = Array.from({ length: EDGE_LIMITS.runningOfOneCaller }, () => sendHead());
  await Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  const firstEnd = Promise.race(slow.map((socket) => new Promise((resolve) => socket.once('data', resolve))));
  // The server has read them before it reads what comes on a later connection.
  await sleep(SETTLED_MS);
  const answer = server.post('/bb/app/user/info', {}, user);
  assert.equal(await Promise.race([answer.then(({ code }) => code), firstEnd.then(() => 'too late')]), 1);
  for (const socket of slow) socket.destroy();
});

test('R16.6 R13.6 D0016 who holds bodies back loses the oldest, and keeps nobody out of the account', async () => {
  const slow = Array.from({ length: EDGE_LIMITS.inFlightOfOneCaller + 1 }, () => sendHead());
  let answers = 0;
  for (const socket of slow) socket.on('data', () => answers++);
  const ended = slow.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())));
  await Promise.all(ended.slice(0, slow.length - EDGE_LIMITS.arrivingOfOneCaller));
  assert.equal(answers, 0, 'ended at once, not answered because they took too long');
  assert.equal((await server.post('/bb/app/user/info', {}, user)).code, 1);
  for (const socket of slow) socket.destroy();
});

/** A request with one byte of its body. */
function sendHead(): Socket {
  const socket = connect(server.server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /bb/app/spot/cancelAll HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nX-Access-Token: ${user.token}\r\nContent-Length: 40\r\n\r\n{`,
  );
  return socket;
}
