/**
 * Goal: the session of a page is in a cookie that no script can read and no other page can use.
 * Method: real HTTP and WebSocket as a browser sends them, with Origin, Cookie, and the user whom
 * the page shows.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';

const USER = '/bb/app/user';

let server: TestServer;
let origin: string;
before(async () => {
  server = await startTestServer();
  origin = server.server.url;
});
after(() => server.close());

interface Sent {
  readonly code: number;
  readonly error?: string;
  readonly data: { readonly token: string } | null;
  readonly cookies: readonly string[];
}

async function send(path: string, body: unknown, headers: Record<string, string>): Promise<Sent> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { ...((await response.json()) as Omit<Sent, 'cookies'>), cookies: response.headers.getSetCookie() };
}

/**
 * Signs in as a page does. Returns the browser's cookies and the Set-Cookie line of the session.
 */
async function signIn({ email }: Pick<TestUser, 'email'>, cookie = '') {
  const headers = { origin, ...(cookie === '' ? {} : { cookie }) };
  const asked = await send(`${USER}/sendEmailCode`, { email, type: 'login' }, headers);
  const device = asked.cookies.find((line) => line.startsWith('device='))?.split(';')[0];
  const jar = [cookie, device ?? ''].filter((part) => part !== '').join('; ');
  const body = { account: email, password: PASSWORD, code: await server.codeFor(email) };
  const entered = await send(`${USER}/login`, body, { origin, cookie: jar });
  const line = entered.cookies.find((each) => each.startsWith('session=')) ?? '';
  return { line, cookie: line.split(';')[0] ?? '', jar, token: entered.data?.token ?? '' };
}

test('identity I12 D0016 a page signed in by its cookie has priority and its own limit, as programs do', async () => {
  const user = await server.register('cookie-goes-first');
  const { cookie } = await signIn(user);
  const headers = { origin, cookie, 'x-user-id': user.userId };
  const policyOf = async (more: Record<string, string>) =>
    (await fetch(`${origin}/bb/app/market/getPairs`, { method: 'POST', headers: more })).headers.get(
      'ratelimit-policy',
    );
  assert.match((await policyOf({ origin })) ?? '', /^"calls"/);
  assert.match((await policyOf(headers)) ?? '', /^"user"/);
});

test('identity I12 a page is identified by its cookie and the user it shows; programs by the header, without a cookie', async () => {
  const user = await server.register('cookie-owner');
  const { userId } = user;
  const { line, cookie } = await signIn(user);
  for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/']) assert.ok(line.includes(part), part);
  const info = async (headers: Record<string, string>) => (await send(`${USER}/info`, {}, headers)).code;
  assert.equal(await info({ origin, cookie, 'x-user-id': userId }), 1);
  assert.equal(await info({ origin, cookie }), -2, 'the cookie alone is nothing');
  const other = await server.register('cookie-other');
  assert.equal(await info({ origin, cookie, 'x-user-id': other.userId }), -2, 'a page that shows another');
  const foreign = { origin: 'https://evil.example', cookie, 'x-user-id': userId };
  assert.equal((await send(`${USER}/info`, {}, foreign)).error, 'request/invalid');
  const sameSite = { origin, cookie, 'x-user-id': userId, 'sec-fetch-site': 'same-site' };
  assert.equal((await send(`${USER}/info`, {}, sameSite)).error, 'request/invalid');
  const code = await (async () => {
    await server.post(`${USER}/sendEmailCode`, { email: user.email, type: 'login' });
    return server.codeFor(user.email);
  })();
  const program = await send(`${USER}/login`, { account: user.email, password: PASSWORD, code }, {});
  assert.deepEqual(program.cookies, []);
  assert.equal(await info({ 'x-access-token': program.data?.token ?? '' }), 1);
});

test('R4.1 identity I12 logging out deletes the cookie and ends the session; a new sign-in ends the previous one', async () => {
  const [first, second] = [await server.register('cookie-first'), await server.register('cookie-second')];
  const former = await signIn(first);
  const next = await signIn(second, `${former.jar}; ${former.cookie}`);
  const asFirst = { origin, cookie: former.cookie, 'x-user-id': first.userId };
  assert.equal((await send(`${USER}/info`, {}, asFirst)).code, -2, 'the former session has ended');
  const asSecond = { origin, cookie: next.cookie, 'x-user-id': second.userId };
  const left = await send(`${USER}/logout`, {}, asSecond);
  assert.match(left.cookies.join(), /^session=; Max-Age=0/);
  assert.equal((await send(`${USER}/info`, {}, asSecond)).code, -2);
});

test('R4.1 identity I12 a log-out whose reply was lost deletes the cookie when it is sent again, and nobody else’s', async () => {
  const [first, second] = [await server.register('reply-lost'), await server.register('reply-other')];
  const { cookie } = await signIn(first);
  const asFirst = { origin, cookie, 'x-user-id': first.userId };
  await send(`${USER}/logout`, {}, asFirst);
  const again = await send(`${USER}/logout`, {}, asFirst);
  assert.equal(again.code, -2);
  assert.match(again.cookies.join(), /^session=; Max-Age=0/);
  // The second person has signed in meanwhile, in the same browser.
  const next = await signIn(second);
  const late = await send(`${USER}/logout`, {}, { ...asFirst, cookie: next.cookie });
  assert.deepEqual([late.code, late.cookies], [-2, []]);
  assert.equal((await send(`${USER}/info`, {}, asFirst)).cookies.length, 0);
});

test('R7.7 identity I12 the stream identifies a page by its cookie and the user it shows', async () => {
  const user = await server.register('cookie-stream');
  const { cookie } = await signIn(user);
  const answerTo = async (userId: string): Promise<string> => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, { headers: { origin, cookie } });
    const answer = new Promise<string>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data: Buffer) => {
        const found = /"(authenticated|refused)"/.exec(data.toString())?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(JSON.stringify({ op: 'auth', userId }));
    const type = await answer;
    socket.terminate();
    return type;
  };
  assert.equal(await answerTo(user.userId), 'authenticated');
  assert.equal(await answerTo('1'), 'refused');
});
