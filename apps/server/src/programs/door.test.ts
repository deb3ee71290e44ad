/**
 * Goal: who may do what by the trading API. Method: a whole server, keys of two users; each request
 * differs from a good one in one thing, and after all of them nothing has been placed.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ENDPOINTS, type AnyEndpoint } from '@glasshouse/protocol/programs';
import { MASTER_KEY } from '../testing/fund-password.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';
import { keyOf, Program, programOf, ProgramLine, type ProgramError } from '../testing/program.ts';

const beforeStartMs = Date.now();
let server: TestServer;
let ann: TestUser;
let program: Program;
let other: Program;
let reader: Program;
before(async () => {
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
  ann = await server.register('ann');
  program = await programOf(server, ann);
  other = await programOf(server, await server.register('bob'));
  reader = await programOf(server, await server.register('eve'), []);
});
after(() => server.close());

const ORDER = 'POST /api/v3/order';
const LIMIT = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '59000',
  quantity: '0.001',
};
const TEXT = new URLSearchParams(LIMIT).toString();
const signed = (text: string, by = program): string => `${text}&signature=${by.sign(text)}`;
const open = async (by = program): Promise<readonly { orderId: number }[]> =>
  (await by.ask<readonly { orderId: number }[]>('GET /api/v3/openOrders')).body;

test('trading-api I1 a request is done only with the signature of its key, of what was sent, in its time', async () => {
  const now = Date.now();
  const at = (ms: number, more = ''): string => signed(`${TEXT}&timestamp=${now + ms}${more}`);
  const refused: readonly (readonly [text: string, code: number, field?: string])[] = [
    [TEXT, -1102, 'timestamp'],
    [signed(`${TEXT}&timestamp=${Math.floor(now / 1_000)}`), -1130, 'timestamp'],
    [at(-60_000), -1021],
    [at(60_000), -1021],
    [at(-30_000, '&recvWindow=60001'), -1130, 'recvWindow'],
    [at(-30_000, '&recvWindow=20000'), -1021],
    [`${TEXT}&timestamp=${now}`, -1102, 'signature'],
    [signed(`${TEXT}&timestamp=${now}`, other), -1022],
    [at(0).replace('59000', '59001'), -1022],
    [`${at(0)}&icebergQty=0.0005`, -1022],
    [`${at(0)}&quantity=1`, -1130, 'quantity'],
    [`${at(0)}&signature=00`, -1130, 'signature'],
    [at(0).replace(/signature=.*/, 'signature=%20'), -1022],
  ];
  for (const [text, code, field] of refused) {
    const { status, body } = await program.send(ORDER, text);
    assert.deepEqual([status, body.code, body.field], [400, code, field], text);
  }
  const stranger = { ...LIMIT, timestamp: now };
  for (const [key, code] of [
    ['', -2014],
    ['A'.repeat(64), -2015],
  ] as const) {
    const response = await fetch(`${server.server.url}/api/v3/order`, {
      method: 'POST',
      headers: { 'x-mbx-apikey': key, 'content-type': 'application/x-www-form-urlencoded' },
      body: program.signed(stranger),
    });
    assert.deepEqual([response.status, ((await response.json()) as ProgramError).code], [401, code]);
  }
  assert.deepEqual(await open(), []);
  const wide = signed(`timestamp=${now - 30_000}&recvWindow=60000`);
  assert.equal(
    (await program.send('GET /api/v3/openOrders', wide)).status,
    200,
    'a wider window is honoured',
  );
  const placed = await program.send(ORDER, at(0));
  assert.equal(placed.status, 200);
  // The query and the form are signed as one text, with nothing between them.
  const [query, form] = [
    'symbol=BTCUSDT',
    `orderId=${(placed.body as unknown as { orderId: number }).orderId}`,
  ];
  const both = `${form}&timestamp=${Date.now()}`;
  const cancelled = await fetch(`${server.server.url}/api/v3/order?${query}`, {
    method: 'DELETE',
    headers: { 'x-mbx-apikey': program.apiKey, 'content-type': 'application/x-www-form-urlencoded' },
    body: `${both}&signature=${program.sign(query + both)}`,
  });
  assert.equal(cancelled.status, 200, await cancelled.text());
});

/** All spellings that a verifier may take for one signature. */
function spellings(text: string): readonly string[] {
  const [payload = '', signature = ''] = text.split('&signature=');
  const base64 = decodeURIComponent(signature);
  const spelled = base64.endsWith('==')
    ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
        .split('')
        .map((last) => `${base64.slice(0, -3)}${last}==`)
    : [signature.toUpperCase(), signature.toLowerCase()];
  return [
    `signature=${signature}&${payload}`,
    ...[signature, ...spelled].map((one) => `${payload}&signature=${encodeURIComponent(one)}`),
  ];
}

test('trading-api I2 a signed text that was seen before does nothing, however its signature is spelled', async () => {
  for (const kind of ['hmac', 'ed25519'] as const) {
    const by = new Program(server.server.url, await keyOf(server, ann, { kind }));
    const text = by.signed(LIMIT);
    assert.equal((await by.send(ORDER, text)).status, 200);
    for (const again of spellings(text)) {
      const { status, body } = await by.send(ORDER, again);
      assert.deepEqual([status, body.code], [400, -1022], again);
    }
    assert.equal((await open(by)).length, 1);
    // What was signed to read cancels nothing.
    const read = by.signed({ symbol: 'BTCUSDT' });
    for (const status of [200, 200])
      assert.equal((await by.send('GET /api/v3/openOrders', read)).status, status);
    assert.equal((await by.send('DELETE /api/v3/openOrders', read)).body.error, 'request/repeated');
    assert.equal((await by.ask('DELETE /api/v3/openOrders', { symbol: 'BTCUSDT' })).status, 200);
  }
  // What was signed before the start may have been seen then.
  const early = `timestamp=${beforeStartMs}&recvWindow=60000`;
  assert.equal((await program.send(ORDER, signed(`${TEXT}&${early}`))).body.code, -1021);
  assert.equal((await program.send('GET /api/v3/openOrders', signed(early))).status, 200);
  const line = await ProgramLine.open(server);
  const stolen = await ProgramLine.open(server);
  const now = Date.now();
  assert.equal((await line.logOn(program, now)).status, 200);
  assert.equal((await stolen.logOn(program, now)).error?.code, -1022);
  assert.equal((await stolen.ask('openOrders.status')).status, 401);
  for (const one of [line, stolen]) one.close();
});

test('trading-api I3 a key does what its permissions name, from its networks, and is unknown otherwise', async () => {
  const unknown = { status: 401, code: -2015, error: 'request/unknown-key' };
  const answerTo = async (by: Program, { method, path }: Pick<AnyEndpoint, 'method' | 'path'>) => {
    const { status, body } = await by.ask(`${method} ${path}`);
    return { status, code: body.code, error: body.error };
  };
  const guarded = (ENDPOINTS as readonly AnyEndpoint[]).filter(
    ({ security }) => security !== 'none' && security !== 'read',
  );
  assert.ok(guarded.length > 5);
  for (const endpoint of guarded) assert.deepEqual(await answerTo(reader, endpoint), unknown, endpoint.name);
  const account = { method: 'GET', path: '/api/v3/account' } as const;
  assert.equal((await answerTo(reader, account)).status, 200);

  const cat = await server.register('cat');
  const elsewhere = await programOf(server, cat);
  assert.equal((await answerTo(elsewhere, account)).status, 200);
  const { data } = await server.post<{ list: { keyId: string }[] }>('/bb/app/apiKeys/getKeys', {}, cat);
  const changed = await server.post(
    '/bb/app/apiKeys/updateKey',
    { keyId: data.list[0]!.keyId, networks: ['203.0.113.7'] },
    cat,
  );
  assert.equal(changed.code, 1, changed.msg);
  assert.deepEqual(await answerTo(elsewhere, account), unknown);
});

test('trading-api I1 R7.7 what is no parameter is refused, never taken for another, and fails nothing', async () => {
  const at = `timestamp=${Date.now()}`;
  const named = await program.send('GET /api/v3/openOrders', signed(`${at}&__proto__=1`));
  assert.deepEqual([named.body.code, named.body.field], [-1104, '__proto__']);
  const line = await ProgramLine.open(server);
  const ask = (params: Readonly<Record<string, unknown>>) => {
    const sent: Readonly<Record<string, unknown>> = { apiKey: program.apiKey, ...params };
    const text = Object.keys(sent)
      .toSorted()
      .map((name) => `${name}=${typeof sent[name] === 'string' ? sent[name] : JSON.stringify(sent[name])}`);
    return line.ask('order.place', { ...sent, signature: program.sign(text.join('&')) });
  };
  const before = await open();
  const hidden = JSON.parse(`{"__proto__":${JSON.stringify(LIMIT)},"timestamp":${Date.now()}}`) as object;
  assert.equal((await ask({ ...hidden })).error?.field, '__proto__');
  for (const timestamp of [{ toString: 1, valueOf: 1 }, [Date.now()]])
    assert.equal((await ask({ ...LIMIT, timestamp })).error?.field, 'timestamp');
  const recvWindow = { toString: 1, valueOf: 1 };
  assert.equal((await ask({ ...LIMIT, timestamp: Date.now(), recvWindow })).error?.field, 'recvWindow');
  assert.deepEqual(await open(), before);
  line.close();
});

test('api-keys I2 D0051 only who has signed has used a key', async () => {
  const dan = await server.register('dan');
  const by = await programOf(server, dan);
  await by.send(ORDER, `${TEXT}&timestamp=${Date.now()}&signature=${'0'.repeat(64)}`);
  const used = async () =>
    (await server.post<{ list: { lastUsed: unknown }[] }>('/bb/app/apiKeys/getKeys', {}, dan)).data.list[0]!
      .lastUsed;
  assert.equal(await used(), null);
  await by.ask('GET /api/v3/account');
  assert.notEqual(await used(), null);
});

test('trading-api I4 orders of others and of another pair answer as ones that do not exist', async () => {
  const named = { newClientOrderId: 'hers' };
  const { body } = await program.ask<{ orderId: number }>(ORDER, { ...LIMIT, ...named });
  const names = [
    { symbol: 'BTCUSDT', orderId: body.orderId },
    { symbol: 'BTCUSDT', origClientOrderId: 'hers' },
  ];
  const missing = [
    { symbol: 'BTCUSDT', orderId: body.orderId + 1 },
    { symbol: 'BTCUSDT', origClientOrderId: 'nobodys' },
  ];
  for (const target of ['GET /api/v3/order', 'DELETE /api/v3/order', 'PUT /api/v3/order/amend/keepPriority'])
    for (const [i, name] of names.entries()) {
      const more = target.startsWith('PUT') ? { newQty: '0.0005' } : {};
      const expected = await other.ask(target, { ...missing[i], ...more });
      assert.match(String(expected.body.code), /^-201[13]$/);
      assert.deepEqual((await other.ask(target, { ...name, ...more })).body, expected.body, target);
      const elsewhere = await program.ask(target, { ...name, ...more, symbol: 'ETHUSDT' });
      assert.deepEqual(elsewhere.body, expected.body, target);
    }
  assert.deepEqual(
    (await open()).map(({ orderId }) => orderId),
    [body.orderId],
  );
});
