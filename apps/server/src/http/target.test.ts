/**
 * Goal: a proxy that denies a prefix denies what is behind it. Method: generated spellings of a
 * call of the back office, as they are on the wire, that do not begin with the denied prefix.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { isCanonicalPath } from './target.ts';

const CALL = '/operator/app/desk/getInbox';
const DENIED = '/operator/';
const REACHED = 'operators/not-signed-in';
let server: TestServer;
before(async () => {
  server = await startTestServer({ env: { OPERATOR_PORT: '0' } });
});
after(() => server.close());

interface Reply {
  readonly status: number;
  readonly body: string;
}
/** By a socket: clients of HTTP would refuse or mend the path. */
async function send(url: string, path: string, more: readonly string[] = []): Promise<Reply> {
  const { port, hostname, host } = new URL(url);
  const socket = net.connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
  const head = [`POST ${path} HTTP/1.1`, `host: ${host}`, ...more, 'content-type: application/json'];
  socket.write([...head, 'content-length: 2', 'connection: close', '', '{}'].join('\r\n'));
  let text = '';
  for await (const part of socket) text += String(part);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), body: text };
}

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16)}`;
const spellings: readonly ((text: string) => string)[] = [
  hex,
  (text) => hex(text).toUpperCase(),
  (text) => `%25${hex(text).slice(1)}`,
  (text) => text.toUpperCase(),
  (text) => `${text};v=1`,
  // A full-width letter, and an overlong form.
  (text) => encodeURIComponent(String.fromCharCode(text.charCodeAt(0) + 0xfe_e0)),
  (text) => `%c1%${(0x80 | (text.charCodeAt(0) & 0x3f)).toString(16)}`,
];
const slashes = ['/', '//', '/./', '/x/../', '\\', '%2f', '%2F', '%5c', '/%2e/', '/;/', '/%00/', '/.;/'];
const spelled = fc
  .record({
    letters: fc.array(fc.tuple(fc.nat({ max: CALL.length - 1 }), fc.constantFrom(...spellings)), {
      maxLength: 3,
    }),
    slash: fc.constantFrom(...slashes),
    before: fc.constantFrom('', '', '', 'http://other.example', '/pc/..', '/.', '*', '?', '#'),
  })
  .map(({ letters, slash, before: start }) => {
    const parts = CALL.split('');
    for (const [at, spell] of letters)
      if (parts[at]!.length === 1 && parts[at] !== '/') parts[at] = spell(parts[at]!);
    return start + slash + parts.join('').slice(1);
  })
  .filter((path) => !path.startsWith(DENIED));

test(
  'R13.5 R16.6 no spelling of a path reaches the back office but its own',
  { timeout: 120_000 },
  async () => {
    const both = await startTestServer();
    try {
      assert.match((await send(both.server.url, CALL)).body, new RegExp(REACHED));
      const paths = fc.sample(spelled, { numRuns: 500, seed: 36 });
      for (const path of paths) {
        const { status, body } = await send(both.server.url, path);
        assert.ok(!body.includes(REACHED), `${path}: ${status}`);
        assert.ok(status === 404 || status === 400, `${path}: ${status}`);
      }
      const second = await send(both.server.url, CALL, ['host: other.example']);
      assert.deepEqual([second.status, second.body.includes(REACHED)], [421, false]);
    } finally {
      await both.close();
    }
  },
);

test('R16.6 with a port of its own the back office is at that one alone, and the site at the other', async () => {
  const { url, officeUrl } = server.server;
  assert.equal((await send(url, CALL)).status, 404);
  assert.match((await send(officeUrl!, CALL)).body, new RegExp(REACHED));
  assert.equal((await send(officeUrl!, '/bb/app/user/info')).status, 404);
  assert.equal((await fetch(`${officeUrl}/readyz`)).status, 200);
  const { status, headers } = await fetch(officeUrl!, { redirect: 'manual' });
  assert.deepEqual([status, headers.get('location')], [302, '/operator/']);
});

test('R16.6 R13.5 cookies go to all ports of a host, so a page of the site cannot ask the office, nor the other way round', async () => {
  const { url, officeUrl } = server.server;
  const [site, office] = [url, officeUrl!].map((each) => [`origin: ${each}`]);
  const REFUSED = /"field":"Origin"/;
  const SITE_CALL = '/bb/app/market/getPairs';
  assert.match((await send(officeUrl!, CALL, site)).body, REFUSED);
  assert.match((await send(officeUrl!, CALL, office)).body, new RegExp(REACHED));
  assert.match((await send(url, SITE_CALL, office)).body, REFUSED);
  assert.match((await send(url, SITE_CALL, site)).body, /"code":1,/);
});

test('R13.5 a stream is opened under one host, and its path has one form', async () => {
  const { url } = server.server;
  const upgrade = [
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
  ];
  const open = async (path: string, more: readonly string[]): Promise<string> => {
    const { port, host } = new URL(url);
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.write([`GET ${path} HTTP/1.1`, `host: ${host}`, ...more, '', ''].join('\r\n'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString().split(' ')[1] ?? '';
  };
  assert.equal(await open('/ws', upgrade), '101');
  assert.equal(await open('/ws', [...upgrade, 'host: other.example']), '421');
  // Below /ws/ are the market streams of the trading API.
  for (const path of ['/%77s', '//ws', '/%77s/btcusdt@trade', '//ws/', 'http://other.example/ws'])
    assert.equal(await open(path, upgrade), '404', path);
});

test('R13.5 paths have one form', () => {
  for (const path of ['/', '/pc/trade/BTC_USDT', '/bb/app/market/getDetails', '/pc/a%20b', '/pc/%E4%B8%AD'])
    assert.ok(isCanonicalPath(path), path);
  for (const path of [
    '',
    'pc',
    '//pc',
    '/pc//x',
    '/pc/.',
    '/pc/../x',
    '/pc\\x',
    '/p%63',
    '/%2e',
    '/a;b',
    '/中',
  ])
    assert.ok(!isCanonicalPath(path), path);
});
