/**
 * Goal: the edge behaves as docs/operating/limits.md says. Method: the whole server over real HTTP
 * and plain sockets, with limits a tenth as high.
 */
import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { after, before, test } from 'node:test';
import { TICKS_PAGE_MAX } from '@glasshouse/protocol/market';
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';
import { makeOperator } from '../testing/operator.ts';
import { BODY_SHAPE_LIMITS, EDGE_LIMITS, REQUEST_LIMITS } from './edge-limits.ts';
import { STREAM_SLOTS } from '../ws/stream-slots.ts';
import { metricsReader } from './probes.ts';
import {
  UPLOAD_GIVES_WAY_MS,
  UPLOAD_WAITS_MS,
  UPLOADS_AT_ONCE,
  UPLOADS_OF_ONE,
  UPLOADS_WAITING_MAX,
} from './uploads.ts';

const FACTOR = 0.1;
let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: String(FACTOR), TRUST_PROXY: 'loopback' } });
  user = await server.register('limits');
});
after(() => server.close());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Ask {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A client that sets every header itself; fetch would not send another Host. */
function ask({ path, method = 'GET', headers = {}, body }: Ask): Promise<Answer> {
  const { port } = server.server;
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** What the server sends until it closes the connection. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(server.server.port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.once('close', () => resolve(text));
    socket.once('error', reject);
  });
}

const PAIRS = '/bb/app/market/getPairs';
const from = (ip: string) => ({ 'x-forwarded-for': ip });

test('R13.6 a call counts as a call, and its address is written in one way; pages and probes do not', async () => {
  const policyOf = async (path: string, method: string) =>
    String((await ask({ path, method, headers: from('192.0.2.60') })).headers['ratelimit-policy']);
  assert.match(await policyOf(PAIRS, 'POST'), /^"calls";/);
  assert.equal((await ask({ path: PAIRS, method: 'POST' })).status, 200);
  for (const path of ['/%62b/app/market/getPairs', `http://127.0.0.1${PAIRS}`, `${PAIRS}#top`])
    assert.equal((await ask({ path, method: 'POST' })).status, 404, path);
  for (const path of ['/pc', '/pc/', '/pc/assets/a.js?v=1', '/', '/readyz', '/metrics'])
    assert.match(await policyOf(path, 'GET'), /^"files";/, path);
  for (const path of ['/contract/app/paramter/contractconfig', '/openapi.json', '/dev/mail', '/other'])
    assert.match(await policyOf(path, 'GET'), /^"calls";/, path);
});

test('R7.6 R13.6 a network with too many requests is refused with the time to wait; others, and its signed-in users, are not', async () => {
  const burst = REQUEST_LIMITS.calls.burst * FACTOR;
  const asked = Array.from({ length: burst * 4 }, (_, i) =>
    ask({ path: PAIRS, method: 'POST', headers: from(i % 2 === 0 ? '2001:db8::1' : '2001:db8::ffff') }),
  );
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status === 429);
  const taken = answers.length - refused.length;
  assert.ok(taken >= burst && refused.length > 0, `${taken} of ${answers.length} were taken`);
  const { headers, body } = refused[0]!;
  assert.equal((JSON.parse(body) as { error: string }).error, 'request/too-many');
  assert.ok(Number(headers['retry-after']) >= 1);
  assert.equal(headers['ratelimit-policy'], `"calls";q=${burst};w=10`);
  assert.match(String(headers.ratelimit), /^"calls";r=0;t=\d+$/);

  const other = await ask({ path: PAIRS, method: 'POST', headers: from('2001:db8:0:1::1') });
  assert.equal(other.status, 200);
  assert.match(String(other.headers.ratelimit), /^"calls";r=\d+;t=\d+$/);
  const signedIn = await server.post('/bb/app/user/info', {}, { ...user, headers: from('2001:db8::1') });
  assert.equal(signedIn.code, 1, 'a user has a limit of their own');
});

test('R16.6 R13.6 D0016 an operator and a sign-in have limits of their own, beside visitors of their network', async () => {
  const operator = await makeOperator(server, 'edge-agent');
  const ip = from('203.0.113.5');
  const burst = REQUEST_LIMITS.calls.burst * FACTOR;
  const asked = Array.from({ length: burst * 2 }, () => ask({ path: PAIRS, method: 'POST', headers: ip }));
  assert.ok((await Promise.all(asked)).some(({ status }) => status === 429));
  const inbox = { path: '/operator/app/desk/getInbox', method: 'POST' };
  const answer = await ask({ ...inbox, headers: { ...ip, ...operator.headers } });
  assert.equal((JSON.parse(answer.body) as { code: number }).code, 1);
  assert.match(String(answer.headers['ratelimit-policy']), /^"operator";/);
  const stranger = await ask({ ...inbox, headers: ip });
  assert.equal((JSON.parse(stranger.body) as { error: string }).error, 'operators/not-signed-in');
  assert.match(String(stranger.headers['ratelimit-policy']), /^"office";/);
});

test('R13.6 D0016 a signed-in user has a limit of their own, wherever they call from', async () => {
  const busy = await server.register('busy');
  const burst = REQUEST_LIMITS.user.burst * FACTOR;
  const asked = Array.from({ length: burst * 3 }, (_, i) =>
    ask({
      path: '/bb/app/index/getNoticeCount',
      method: 'POST',
      headers: { ...from(`192.0.2.${i % 200}`), 'x-access-token': busy.token },
    }),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  assert.ok(statuses.includes(429), statuses.join());
  assert.ok(statuses.filter((status) => status === 200).length >= burst, statuses.join());
});

test('R13.6 a client that pipelines public calls and never reads is closed, and others are served', async () => {
  const body = '{"size":300}';
  const one = `POST /bb/app/market/getTicks HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.9\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const socket = connect(server.server.port, '127.0.0.1');
  const gone = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined).write(one.repeat(200));
  // Reads its answers only to see the end.
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.resume();
  await gone;
  assert.equal((await fetch(`${server.server.url}/healthz`)).status, 200);
});

test('identity I12 Host and Origin must be our own: rebound names and pages that name their own host are refused', async () => {
  const { port } = server.server;
  for (const path of ['/pc/', PAIRS, '/dev/mail', '/dev/mail.json', '/openapi.json']) {
    const { status, body } = await ask({ path, headers: { host: `rebound.example:${port}` } });
    assert.equal(status, 421, path);
    const { error, field } = JSON.parse(body) as { error: string; field: string };
    assert.deepEqual([error, field], ['request/wrong-host', 'Host'], path);
  }
  assert.equal((await ask({ path: '/healthz', headers: { host: '10.0.0.1' } })).status, 200);
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`])
    assert.equal((await ask({ path: '/dev/mail.json', headers: { host } })).status, 200, host);
  const post = async (origin: string, host: string): Promise<string | undefined> => {
    const { body } = await ask({ path: PAIRS, method: 'POST', headers: { origin, host } });
    return (JSON.parse(body) as { error?: string }).error;
  };
  assert.equal(await post(`http://localhost:${port}`, `localhost:${port}`), undefined);
  assert.equal(
    await post('http://localhost:1', 'localhost:1'),
    'request/invalid',
    'another port is another site',
  );
  assert.equal(await post(`https://localhost:${port}`, `localhost:${port}`), 'request/invalid');
});

test('R7.6 unknown methods and unexpected bodies are refused', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS', 'PROPFIND']) {
    const { status, body, headers } = await ask({ path: '/pc/', method });
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, POST'], method);
    assert.match(body, /request\/method/);
  }
  for (const path of ['/pc/', '/healthz', '/bb/app/paramter/contractconfig']) {
    const { body } = await ask({ path, body: 'a=1', headers: { 'content-length': '3' } });
    const { error, field } = JSON.parse(body) as { error: string; field: string };
    assert.deepEqual([error, field], ['request/invalid', 'body'], path);
  }
});

test('R13.5 every answer carries its security headers: replies, refusals, errors of the parser, refused streams', async () => {
  const { port } = server.server;
  const head = `HTTP/1.1\r\nHost: localhost:${port}\r\n`;
  const stream = 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  const answers: Readonly<Record<string, string>> = {
    reply: `POST ${PAIRS} ${head}Content-Length: 0\r\nConnection: close\r\n\r\n`,
    'unknown route': `GET /nothing ${head}Connection: close\r\n\r\n`,
    'undecodable address': `GET /bb/%E0%A4%A ${head}Connection: close\r\n\r\n`,
    'unreadable address': `GET //[ ${head}Connection: close\r\n\r\n`,
    'unreadable host of a page': `GET http://[/pc/trade ${head}Connection: close\r\n\r\n`,
    'redirect to the site': `GET / ${head}Connection: close\r\n\r\n`,
    page: `GET /pc/ ${head}Connection: close\r\n\r\n`,
    'missing file': `GET /pc/assets/none.js ${head}Connection: close\r\n\r\n`,
    probe: `GET /readyz ${head}Connection: close\r\n\r\n`,
    document: `GET /openapi.json ${head}Connection: close\r\n\r\n`,
    mail: `GET /dev/mail ${head}Connection: close\r\n\r\n`,
    'mail as JSON': `GET /dev/mail.json ${head}Connection: close\r\n\r\n`,
    figures: `GET /metrics ${head}Connection: close\r\n\r\n`,
    'foreign page': `POST ${PAIRS} ${head}Origin: https://evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    'body too long': `POST ${PAIRS} ${head}Content-Type: application/json\r\nContent-Length: 200000\r\nConnection: close\r\n\r\n`,
    'unknown method': `PUT / ${head}Connection: close\r\n\r\n`,
    'wrong host': 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    'no host': 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
    'stream without a host': `GET /ws HTTP/1.1\r\n${stream}`,
    'no HTTP': 'nonsense\r\n\r\n',
    'header too long': `GET / ${head}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    expectation: `GET / ${head}Expect: the-unexpected\r\nConnection: close\r\n\r\n`,
    'stream of another path': `GET /elsewhere ${head}${stream}`,
    'stream of a foreign page': `GET /ws ${head}Origin: https://evil.example\r\n${stream}`,
    'stream of a wrong host': `GET /ws HTTP/1.1\r\nHost: evil.example\r\n${stream}`,
  };
  for (const [name, request] of Object.entries(answers)) {
    const answer = await raw(request);
    assert.match(answer, /^HTTP\/1\.1 [2-5]\d\d/, name);
    assert.match(answer, /^x-content-type-options: nosniff\r$/im, name);
    const policies = answer.match(/^content-security-policy: .*$/gim) ?? [];
    assert.equal(policies.length, 1, `${name}: ${answer.slice(0, 500)}`);
    assert.match(policies[0] ?? '', /default-src|script-src/, name);
    assert.doesNotMatch(answer, /^HTTP\/1\.1 500/, name);
  }
});

test('R13.5 a call that offers another protocol beside is answered like any', async () => {
  const head = `HTTP/1.1\r\nHost: localhost:${server.server.port}\r\nContent-Length: 0\r\n`;
  const offer = 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
  assert.match(await raw(`POST ${PAIRS} ${head}${offer}\r\n`), /^HTTP\/1\.1 200/);
  assert.match(await raw(`GET /ws ${head}${offer}\r\n`), /^HTTP\/1\.1 404/);
});

test('R14.6 only the machine itself can read the metrics, and reading them changes nothing', async () => {
  const { url } = server.server;
  assert.match(await (await fetch(`${url}/metrics`)).text(), /glasshouse_connections \d+/);
  const forwarded = await ask({ path: '/metrics', headers: from('192.0.2.1') });
  assert.equal(forwarded.status, 404, 'a proxy asks for a stranger');
  const production = metricsReader({ mode: 'production', metricsToken: null });
  const guarded = metricsReader({ mode: 'production', metricsToken: 'a-token-of-the-monitoring-system' });
  const asked = (authorization?: string) =>
    ({
      headers: authorization === undefined ? {} : { authorization },
      socket: { remoteAddress: '127.0.0.1' },
    }) as FastifyRequest;
  assert.equal(production(asked()), false);
  assert.equal(guarded(asked()), false);
  assert.equal(guarded(asked('Bearer another-token-of-some-other-system')), false);
  assert.equal(guarded(asked('Bearer a-token-of-the-monitoring-system')), true);
});

test('R14.6 R11.8 the published limits equal the real ones', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/operating/limits.md'), 'utf8');
  const requests = Object.values(REQUEST_LIMITS).flatMap(({ burst, perSecond }) => [burst, perSecond]);
  const { unreadMs, queuedMs, refusalHeldMs, ...counts } = EDGE_LIMITS;
  const seconds = [unreadMs, queuedMs, refusalHeldMs].map((ms) => ms / 1000);
  const all = [...requests, ...Object.values(counts), ...Object.values(STREAM_SLOTS), ...seconds];
  for (const limit of [
    ...all,
    ...Object.values(UPLOADS_AT_ONCE),
    ...Object.values(BODY_SHAPE_LIMITS),
    TICKS_PAGE_MAX,
  ])
    assert.match(page, new RegExp(`\\b${limit.toLocaleString('en-US')}\\b`), String(limit));
  const waits = `${UPLOADS_WAITING_MAX} others wait ${UPLOAD_WAITS_MS / 1000} s; then 429`;
  for (const [whose, most] of [
    ['users', `${UPLOADS_AT_ONCE.ofUsers}, of one ${UPLOADS_OF_ONE.user}`],
    ['visitors', `${UPLOADS_AT_ONCE.ofVisitors}, of one area ${UPLOADS_OF_ONE.area}`],
  ])
    assert.match(page, new RegExp(`uploads of ${whose} +\\| ${most} .*\\| ${waits}`));
  assert.match(page, new RegExp(`while others wait +\\| ${UPLOAD_GIVES_WAY_MS / 1000} s `));
});
