/**
 * Goal: a call is answered alike, whether it goes past the framework or through it. Method: each
 * request twice over real HTTP, with two spellings of the type of its body, of which only one is
 * taken directly; a spy tells which.
 */
import assert from 'node:assert/strict';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test, type TestContext } from 'node:test';
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';
import { DirectCalls } from './direct-calls.ts';
import { BODY_LIMIT_BYTES } from './edge-limits.ts';

const DIRECT = 'application/json';
const BY_FRAMEWORK = 'application/json; charset=us-ascii';
const INFO = '/bb/app/user/info';
const ORDER = '/bb/app/spot/placeOrder';
const OF_OFFICE = '/operator/app/operators/getSelf';

let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('direct');
});
after(() => server.close());

/** Tells of each request whether it was taken directly. */
function spyOn(context: TestContext) {
  const { mock } = context.mock.method(DirectCalls.prototype, 'take');
  return { taken: () => mock.calls.map(({ result }) => result), reset: () => mock.resetCalls() };
}

interface Asked {
  readonly path: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send({ path, body, headers }: Asked, type: string): Promise<IncomingMessage> {
  const all = { 'content-type': type, 'content-length': String(Buffer.byteLength(body)), ...headers };
  const { port } = server.server;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method: 'POST', headers: all, agent: false }, resolve)
      .on('error', reject)
      .end(body);
  });
}

/** What differs between two answers to the same request. */
const OWN_OF_EACH = /^(date|ratelimit|content-length)$/;

async function shown(reply: IncomingMessage) {
  const body = (await text(reply)).replace(/"(token|id)":"[^"]+"/g, '"$1":"*"');
  const headers = Object.entries(reply.headersDistinct).filter(([name]) => !OWN_OF_EACH.test(name));
  const lines = headers.map(([name, values = []]) => `${name}: ${values.join(' | ')}`);
  return { status: reply.statusCode, headers: lines.toSorted().map(withoutToken), body };
}

const withoutToken = (line: string): string => line.replace(/(set-cookie: \w+=)[\w-]+/, '$1*');

test('R7.1 R7.2 R7.6 R13.5 D0020 a call gets the same answer past the framework and through it', async (context) => {
  const spy = spyOn(context);
  const own = { 'x-access-token': user.token };
  const order = { baseCoin: 'BTC', quoteCoin: 'USDT', side: 'buy', type: 'limit', amount: '0.01' };
  const login = JSON.stringify({ account: user.email, password: user.password });
  const chinese = { ...own, 'accept-language': 'zh-CN,zh' };
  const cases: readonly (readonly [Asked, isDirect: boolean])[] = [
    [{ path: ORDER, body: JSON.stringify({ ...order, price: '40000' }), headers: own }, true],
    [{ path: ORDER, body: JSON.stringify({ ...order, price: '' }), headers: chinese }, true],
    [{ path: ORDER, body: JSON.stringify({ ...order, price: '40000', prise: 1 }), headers: own }, true],
    [{ path: ORDER, body: '{}', headers: { ...own, 'idempotency-key': 'no key' } }, true],
    [{ path: INFO, body: '{}', headers: own }, true],
    [{ path: INFO, body: '', headers: own }, true],
    [{ path: INFO, body: 'null', headers: own }, true],
    [{ path: INFO, body: '{', headers: own }, true],
    [{ path: INFO, body: '[1]', headers: own }, true],
    [{ path: INFO, body: '\uFEFF{}', headers: own }, true],
    [{ path: INFO, body: '{"__proto__":{"x":1}}', headers: own }, true],
    [{ path: INFO, body: '['.repeat(17) + ']'.repeat(17), headers: own }, true],
    [{ path: INFO, body: '{}' }, true],
    [{ path: INFO, body: '{}', headers: { 'x-access-token': 'nonsense' } }, true],
    [{ path: '/bb/app/user/login', body: login }, true],
    [{ path: '/bb/app/market/getPairs', body: '{}' }, true],
    [{ path: '/bb/app/huobi/getKline', body: '{"symbol":"btcusdt","timer":"7min"}' }, true],
    [{ path: OF_OFFICE, body: '{}' }, true],
    [{ path: INFO, body: JSON.stringify({ a: 'x'.repeat(BODY_LIMIT_BYTES) }), headers: own }, false],
    [{ path: `${INFO}?a=1`, body: '{}', headers: own }, false],
    [{ path: `${INFO}/`, body: '{}', headers: own }, false],
    [{ path: INFO, body: '{}', headers: { ...own, origin: 'https://elsewhere.example' } }, false],
  ];
  for (const [asked, isDirect] of cases) {
    spy.reset();
    const direct = await shown(await send(asked, DIRECT));
    const framework = await shown(await send(asked, BY_FRAMEWORK));
    const told = `${asked.path} ${asked.body.slice(0, 80)}`;
    assert.deepEqual(spy.taken(), [isDirect, false], told);
    assert.deepEqual(direct, framework, told);
    assert.ok(
      direct.headers.some((line) => line.startsWith('content-security-policy: ')),
      told,
    );
  }
});

test('R13.6 a body that comes in pieces is read to its end, and one that breaks off ends nothing else', async (context) => {
  const spy = spyOn(context);
  const head = `POST ${INFO} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Access-Token: ${user.token}\r\nContent-Type: ${DIRECT}\r\n`;
  const broken = connect(server.server.port, '127.0.0.1');
  broken.write(`${head}Content-Length: 100\r\n\r\n{"a`);
  const slow = connect(server.server.port, '127.0.0.1').setNoDelay(true);
  const answered = new Promise<string>((resolve) => slow.once('data', (bytes) => resolve(String(bytes))));
  // A sign of three bytes is cut, too.
  const body = Buffer.from('{"€":1}');
  slow.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
  for (const byte of body) {
    await new Promise((resolve) => slow.write(Buffer.of(byte), resolve));
    await server.post(INFO, {}, user);
  }
  broken.destroy();
  assert.match(await answered, /"field":"€"/);
  slow.destroy();
  assert.ok(spy.taken().every((isTaken) => isTaken === true));
  assert.equal((await server.post(INFO, {}, user)).code, 1);
});
