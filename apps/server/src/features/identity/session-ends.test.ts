/**
 * Goal: whoever comes with the token of an ended session is told why it ended, in their language,
 * and for a day. Method: each way to end a session over real HTTP, and a store with a clock of the
 * test.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SESSION_ENDS, type SessionEnd } from '@glasshouse/protocol';
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { EndedSessions } from './ended-sessions.ts';
import { SessionStore } from './sessions.ts';

const USER = '/bb/app/user';
const NEW_PASSWORD = 'Harness-2027';
const DAY_MS = 86_400_000;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

async function toldTo({ token }: TestUser, language: 'en' | 'zh' = 'en') {
  const { http, code, error, msg } = await server.post(`${USER}/info`, {}, { token, language });
  assert.deepEqual([http, code, error], [200, -2, 'session/invalid']);
  return msg;
}

/** Ends the user's other session by `end` of the first; returns what that one is told. */
async function endedBy(name: string, end: (first: TestUser, other: TestUser) => Promise<unknown>) {
  const first = await server.register(name);
  const other = await server.login(first);
  await end(first, other);
  return [await toldTo(other), await toldTo(other, 'zh')];
}

const textsOf = (why: SessionEnd) => [SESSION_ENDS[why].en, SESSION_ENDS[why].zh];

test('R7.2 R8.1 a session that another device, a new password or a freeze ended is told which', async () => {
  const byDevice = await endedBy('ended-by-device', async (first) => {
    const { data } = await server.post<{ id: string; current: boolean }[]>(`${USER}/getSessions`, {}, first);
    const id = data.find(({ current }) => !current)?.id;
    assert.equal((await server.post(`${USER}/endSession`, { id, password: PASSWORD }, first)).code, 1);
  });
  assert.deepEqual(byDevice, textsOf('device'));
  const byAll = await endedBy('ended-by-all', async (first) => {
    assert.equal((await server.post(`${USER}/endOtherSessions`, { password: PASSWORD }, first)).code, 1);
  });
  assert.deepEqual(byAll, textsOf('everywhere'));
  const byFreeze = await endedBy('ended-by-freeze', async (first) => {
    assert.equal((await server.post(`${USER}/freeze`, { confirm: true }, first)).code, 1);
  });
  assert.deepEqual(byFreeze, textsOf('frozen'));
  const byPassword = await endedBy('ended-by-password', async (first) => {
    await server.post(`${USER}/sendEmailCode`, { email: first.email, type: 'password' });
    const code = await server.codeFor(first.email);
    const next = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    const reply = await server.post(`${USER}/updatePwd`, { oldPassword: PASSWORD, ...next, code }, first);
    assert.equal(reply.code, 1, reply.msg);
  });
  assert.deepEqual(byPassword, textsOf('password'));
});

test('R7.2 who logged out, or has a token of nobody, is asked to log in', async () => {
  const byItself = await endedBy('ended-by-itself', (_first, other) =>
    server.post(`${USER}/logout`, {}, other),
  );
  assert.equal(byItself[0], 'Please login first');
  assert.equal(await toldTo({ token: 'nobody' } as TestUser), 'Please login first');
});

test('R7.2 an expired session is told so, before and after it is removed', async () => {
  const { database } = server.server;
  const user = await server.register('ended-by-age');
  let nowMs = Date.now();
  const store = new SessionStore(database, () => nowMs);
  const session = { userId: Number(user.userId), credentialVersion: 0, ip: '192.0.2.1', userAgent: 'test' };
  const token = (await store.open(session)) ?? '';
  assert.equal(store.whyEnded(token), null);
  nowMs += 8 * DAY_MS;
  assert.equal(await store.find(token), null);
  assert.equal(store.whyEnded(token), 'expired');
  await store.keepUp();
  assert.equal(store.whyEnded(token), 'expired');
});

test('R7.2 R13.6 a reason is kept for a day, and at most so many', () => {
  const ended = new EndedSessions(2);
  ended.add('a', 'device', 0);
  assert.deepEqual([ended.whyOf('a', DAY_MS), ended.whyOf('a', DAY_MS + 1)], ['device', null]);
  ended.add('b', 'frozen', 1);
  ended.add('c', 'password', 2);
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => ended.whyOf(key, 3)),
    [null, 'frozen', 'password'],
  );
});
