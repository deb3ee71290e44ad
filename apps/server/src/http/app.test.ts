/** The HTTP edge, over real HTTP against the whole server. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CALLS, type Call } from '@glasshouse/protocol';
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';

const webDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-web-'));
let server: TestServer;
let user: TestUser;

before(async () => {
  writeFileSync(path.join(webDir, 'index.html'), '<!doctype html><title>Site</title>');
  server = await startTestServer({ env: { WEB_DIR: webDir } });
  user = await server.register('edge');
});
after(async () => {
  await server.close();
  rmSync(webDir, { recursive: true, force: true });
});

test('R7.1 R7.2 every call is mounted under each of its prefixes, and a user call without a session answers -2', async () => {
  for (const call of CALLS as readonly Call[]) {
    for (const prefix of call.prefixes) {
      const reply =
        call.method === 'GET'
          ? await server.get(prefix + call.path)
          : await server.post(prefix + call.path, {});
      assert.equal(reply.http, 200, call.name);
      if (call.access === 'user')
        assert.deepEqual([reply.code, reply.error], [-2, 'session/invalid'], call.name);
      else assert.notEqual(reply.code, -2, call.name);
    }
  }
});

test('R7.2 a wrong or a very long token answers -2', async () => {
  for (const token of ['nonsense', 'x'.repeat(4000)]) {
    const reply = await server.post('/bb/app/user/info', {}, { token });
    assert.deepEqual([reply.http, reply.code], [200, -2]);
  }
});

test('R7.1 form-encoded and JSON bodies mean the same', async () => {
  const options = { token: user.token };
  const body = { amount: '1.5', currency: 'USDT', type: '1' };
  const json = await server.post('/contract/app/contract/transfer', body, options);
  const form = await server.post('/contract/app/contract/transfer', body, { ...options, isForm: true });
  assert.deepEqual(json, form);
  const assets = await server.post<{ currency: string; availableCurrency: string }[]>(
    '/contract/app/contract/getAssets',
    undefined,
    options,
  );
  assert.equal(assets.data.find((row) => row.currency === 'USDT')?.availableCurrency, '1003');
});

test('R7.1 a call without a payload may send no body, an empty one or null, whatever the content type', async () => {
  for (const [body, isForm] of [
    [undefined, false],
    ['', false],
    ['null', false],
    ['', true],
  ] as const) {
    const reply = await server.post('/bb/app/index/getNoticeCount', body, { token: user.token, isForm });
    assert.equal(reply.code, 1, JSON.stringify({ body, isForm, reply }));
  }
});

test('R8.1 R1.4 messages are Chinese for Accept-Language zh-CN,zh and else English', async () => {
  const target = '/contract/app/contract/transfer';
  const english = await server.post(
    target,
    { currency: 'USDT' },
    { token: user.token, language: 'en-US,en' },
  );
  const chinese = await server.post(
    target,
    { currency: 'USDT' },
    { token: user.token, language: 'zh-CN,zh' },
  );
  assert.equal(english.msg, 'Enter transfer amount');
  assert.equal(chinese.msg, '请输入划转数量');
  const invalid = await server.post('/bb/app/user/sendEmailCode', { email: 'no' }, { language: 'zh-CN,zh' });
  assert.deepEqual([invalid.field, invalid.msg], ['email', '请检查 email：邮箱格式不正确']);
});

test('R7.3 huobi-shaped replies carry status beside code, and data or tick', async () => {
  const kline = await server.post('/bb/app/huobi/getKline', { symbol: 'btcusdt', timer: '1min', size: 2000 });
  assert.deepEqual([kline.code, kline.status, Array.isArray(kline.data)], [1, 'ok', true]);
  const depth = await server.post('/bb/app/huobi/getHuobiContractDepthV2', { symbol: 'btcusdt', size: 20 });
  assert.deepEqual([depth.status, typeof depth.tick], ['ok', 'object']);
  const wrong = await server.post('/bb/app/huobi/getKline', { symbol: 'btcusdt', timer: '7min' });
  assert.deepEqual([wrong.status, wrong.error, wrong.field], ['error', 'request/invalid', 'timer']);
});

test('R8.5 malformed input is a refusal that names the field, never an error page', async () => {
  const cases: readonly [unknown, string][] = [
    ['{', 'body'],
    ['[1]', 'body'],
    ['"text"', 'body'],
    ['{"__proto__":{"x":1}}', 'body'],
    [{ account: 'x', code: '123456', password: 'longenough' }, 'account'],
    [{ account: 'a@b.example', code: '12', password: 'longenough' }, 'code'],
    [{ account: 'a@b.example', code: '123456', password: 'short' }, 'password'],
    [{ account: { $gt: '' }, code: '123456', password: 'longenough' }, 'account'],
  ];
  for (const [body, field] of cases) {
    const reply = await server.post('/bb/app/user/login', body);
    assert.deepEqual(
      [reply.http, reply.error, reply.field],
      [200, 'request/invalid', field],
      JSON.stringify(body),
    );
  }
});

const TRANSFER = '/contract/app/contract/transfer';
const ORDERS = '/bb/app/spot/getOrders';
const ODD_NUMBERS = ['1e1', '0x10', '１', '+1', '-0', '-1', 'NaN', 'Infinity', '1,0', true, [1], { a: 1 }];

test('R5.13 numbers are digits: other notations, and numbers that cannot be exact, are refused by field', async () => {
  const cases: readonly (readonly [
    path: string,
    field: string,
    values: readonly unknown[],
    rest?: object,
  ])[] = [
    [ORDERS, 'pageNo', [...ODD_NUMBERS, 0, 1.5, '1.5', 1e15, '9'.repeat(40)]],
    [ORDERS, 'pageSize', [...ODD_NUMBERS, 0, 101]],
    [ORDERS, 'status', [...ODD_NUMBERS, 4]],
    ['/bb/app/wallet/getAssets', 'account', [...ODD_NUMBERS, 0, 6]],
    ['/contract/app/contract/getOrder', 'id', [...ODD_NUMBERS, '', null, 2 ** 53]],
    [
      TRANSFER,
      'amount',
      [...ODD_NUMBERS, '.5', '1.', 1e21, 9007199254740992, 0.1 + 0.2],
      { currency: 'USDT' },
    ],
    [TRANSFER, 'type', [...ODD_NUMBERS, 3], { currency: 'USDT', amount: '1' }],
    ['/bb/app/wallet/setWhitelistOnly', 'on', ['TRUE', 'no', 2, '', null, [true]], { code: '123456' }],
  ];
  for (const [path, field, values, rest = {}] of cases) {
    for (const value of values) {
      const reply = await server.post(path, { ...rest, [field]: value }, user);
      const told = `${path} ${field} ${JSON.stringify(value)}`;
      assert.deepEqual([reply.http, reply.error, reply.field], [200, 'request/invalid', field], told);
    }
  }
});

test('R8.5 a text that a database cannot store is refused by its field, before anything else', async () => {
  await server.post('/bb/app/user/sendEmailCode', { email: user.email, type: 'withdraw' });
  const code = await server.codeFor(user.email);
  const address = { currency: 'USDT', chain: 'TRC20', address: 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ', code };
  for (const note of ['a\u0000b', 'a\uD800']) {
    const reply = await server.post('/bb/app/wallet/addAddress', { ...address, note }, user);
    assert.deepEqual([reply.error, reply.field], ['request/invalid', 'note']);
  }
  const added = await server.post('/bb/app/wallet/addAddress', { ...address, note: '地址 💣' }, user);
  assert.equal(added.code, 1, 'the code was not used up');
  const passkey = { id: '\u0000', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a' } };
  const login = await server.post('/bb/app/user/loginByPasskey', { challengeId: 'a', response: passkey });
  assert.deepEqual([login.error, login.field], ['request/invalid', 'response']);
});

test('R5.10 an empty field and null are treated as absent', async () => {
  const cases: readonly (readonly [path: string, fields: readonly string[]])[] = [
    [ORDERS, ['pageNo', 'pageSize', 'status', 'baseCoin', 'quoteCoin']],
    ['/bb/app/wallet/getAssets', ['account']],
    [
      '/contract/app/contract/getContractRecord',
      ['pageNo', 'pageSize', 'entryStatus', 'baseCoin', 'quoteCoin'],
    ],
    ['/contract/app/contract/getAssetsRecord', ['currency', 'pageNo', 'pageSize', 'tradeType']],
    ['/bb/app/user/info', ['token', 'userId']],
    ['/bb/app/huobi/getHuobiDetailsByQuoteCoin', ['quoteCoin']],
  ];
  for (const [path, fields] of cases) {
    const absent = await server.post(path, {}, user);
    assert.equal(absent.code, 1, path);
    for (const blank of ['', null]) {
      const body = Object.fromEntries(fields.map((field) => [field, blank]));
      assert.deepEqual(await server.post(path, body, user), absent, `${path} ${blank}`);
    }
  }
});

test('R7.6 an unknown route and a wrong method are 404, a large body 413, with the envelope', async () => {
  const unknown = await server.post('/bb/app/nothing/here', {});
  assert.deepEqual([unknown.http, unknown.error], [404, 'request/unknown-route']);
  const wrongMethod = await server.get('/bb/app/user/login');
  assert.deepEqual([wrongMethod.http, wrongMethod.error], [404, 'request/unknown-route']);
  const undecodable = await server.get('/bb/app/user/%E0%A4%A');
  assert.deepEqual([undecodable.http, undecodable.error], [404, 'request/unknown-route']);
  const large = await server.post('/bb/app/user/login', { account: 'x'.repeat(200_000) });
  assert.deepEqual([large.http, large.error], [413, 'request/too-large']);
});

test('R7.6 a body of a foreign type is refused', async () => {
  const reply = await server.post('/bb/app/user/login', '<x/>', {
    headers: { 'content-type': 'application/xml' },
  });
  assert.deepEqual([reply.http, reply.error, reply.field], [200, 'request/invalid', 'Content-Type']);
});

test('identity I12 a POST from a foreign page is refused; our own pages and programs are not', async () => {
  const target = '/bb/app/user/info';
  const { host } = new URL(server.server.url);
  const foreign = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ];
  for (const headers of foreign) {
    const reply = await server.post(target, {}, { token: user.token, headers });
    assert.deepEqual([reply.error, reply.field], ['request/invalid', 'Origin'], JSON.stringify(headers));
  }
  const own = await server.post(target, {}, { token: user.token, headers: { origin: `http://${host}` } });
  assert.equal(own.code, 1);
});

test('R12.3 a repeated idempotency key gives the same answer and moves the money once', async () => {
  const target = '/contract/app/contract/transfer';
  const before = await contractUsdt();
  const body = { amount: '2', currency: 'USDT', type: 1 };
  const options = { token: user.token, key: 'transfer-1' };
  const [first, second] = await Promise.all([
    server.post(target, body, options),
    server.post(target, body, options),
  ]);
  assert.deepEqual(first, second);
  assert.equal((await server.post(target, body, { ...options, isForm: true })).code, 1);
  assert.equal(Number(await contractUsdt()) - Number(before), 2);
  const other = await server.post(target, { ...body, amount: '3' }, options);
  assert.equal(other.error, 'request/key-reused');
  const malformed = await server.post(target, body, { token: user.token, key: 'with spaces' });
  assert.deepEqual([malformed.error, malformed.field], ['request/invalid', 'Idempotency-Key']);
});

test("R12.3 idempotency keys are per user, and none collides with the server's own", async () => {
  const other = await server.register('edge-other');
  const body = { amount: '7', currency: 'USDT', type: 1 };
  const keys = ['transfer-1', `open:${other.userId}`];
  for (const key of keys) {
    const reply = await server.post('/contract/app/contract/transfer', body, { token: other.token, key });
    assert.equal(reply.code, 1, key);
  }
});

test('R7.8 R14.6 probes and documents: healthz, readyz, metrics, openapi with every call', async () => {
  const { url } = server.server;
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  assert.match(await (await fetch(`${url}/metrics`)).text(), /glasshouse_commits_total \d+/);
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, unknown> };
  for (const call of CALLS) assert.ok(document.paths[call.prefixes[0] + call.path], call.name);
});

test('R13.5 R2.2 replies of the API and pages carry their security headers, and / leads to /pc/', async () => {
  const { url } = server.server;
  const api = await fetch(`${url}/bb/app/paramter/contractconfig`);
  assert.equal(api.headers.get('x-content-type-options'), 'nosniff');
  assert.match(api.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.equal(api.headers.get('x-powered-by'), null);
  for (const entry of ['/', '/pc']) {
    const root = await fetch(url + entry, { redirect: 'manual' });
    assert.deepEqual([root.status, root.headers.get('location')], [302, '/pc/'], entry);
  }
  assert.equal((await fetch(`${url}/pc/`, { redirect: 'manual' })).status, 200);
  const page = await fetch(`${url}/pc/trade`);
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const part of ["script-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"])
    assert.ok(policy.includes(part), part);
});

async function contractUsdt(): Promise<string> {
  const reply = await server.post<{ currency: string; availableCurrency: string }[]>(
    '/contract/app/contract/getAssets',
    {},
    { token: user.token },
  );
  return reply.data.find((row) => row.currency === 'USDT')?.availableCurrency ?? '';
}
