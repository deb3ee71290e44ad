/**
 * Goal: the document says of every endpoint what a program has to send and can get. Method: compare
 * it with the definitions and the table of errors; ask each endpoint as a stranger, without its
 * parameters, and as a key that may all, and check every answer against the document.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { REFUSALS } from '@glasshouse/protocol';
import { ENDPOINTS, weightOf, type AnyEndpoint } from '@glasshouse/protocol/programs';
import { allErrors, errorsOf } from './published-errors.ts';
import { MASTER_KEY } from '../testing/fund-password.ts';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { Program, programOf } from '../testing/program.ts';
import { assertPublished } from '../testing/published.ts';
import { openApiDocument } from './openapi.ts';

const endpoints = ENDPOINTS as readonly AnyEndpoint[];
const { paths = {} } = openApiDocument();
const operationOf = ({ method, path }: AnyEndpoint) =>
  paths[path]?.[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'];

let server: TestServer;
before(async () => {
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
});
after(() => server.close());

test('R7.8 trading-api I12 every endpoint is published with its parameters, its signature and its errors', () => {
  const ids = Object.values(paths).flatMap(({ get, post, put, delete: removed }) =>
    [get, post, put, removed].flatMap((operation) => operation?.operationId ?? []),
  );
  assert.equal(new Set(ids).size, ids.length);
  for (const endpoint of endpoints) {
    const operation = operationOf(endpoint);
    assert.equal(operation?.operationId, endpoint.name);
    const isSigned = endpoint.security !== 'none';
    assert.deepEqual(operation.security, isSigned ? [{ apiKey: [], signature: [] }] : []);
    const text = JSON.stringify([operation.parameters, operation.requestBody]);
    for (const field of [...Object.keys(endpoint.input.shape), ...(isSigned ? ['timestamp'] : [])])
      assert.ok(text.includes(`"${field}"`), `${endpoint.name} ${field}`);
    for (const { status } of [...errorsOf(endpoint), ...endpoint.failures])
      assert.ok(operation.responses?.[status], `${endpoint.name} ${status}`);
  }
});

test('R7.8 trading-api I12 weights are those that requests are counted by', async () => {
  const program = new Program(server.server.url, { apiKey: '', secret: '' });
  const of = endpoints.find(({ name }) => name === 'market/get-order-book')!;
  const published = operationOf(of)?.['x-weight'] as { parameters: string; weight: number }[];
  assert.deepEqual(
    published.map(({ weight }) => weight),
    [5, 25, 50, 250],
  );
  let used = 0;
  for (const { parameters, weight } of published) {
    const { headers } = await program.send('GET /api/v3/depth', `symbol=BTCUSDT&${parameters}`);
    const now = Number(headers.get('x-mbx-used-weight-1m'));
    // A new minute begins at nothing.
    assert.ok(now - used === weight || now === weight, parameters);
    used = now;
  }
  for (const { weight } of endpoints)
    if (typeof weight !== 'number')
      for (const example of weight.examples) assert.ok(weightOf(weight, example as never) > 0);
});

test('R7.6 R7.8 trading-api I12 whatever is asked without key or parameters is refused as published', async () => {
  const user = await server.register('published');
  const key = await programOf(server, user, ['trade']);
  const stranger = new Program(server.server.url, { apiKey: '', secret: '' });
  const codes = new Set(allErrors().map(({ code }) => code));
  let refused = 0;
  for (const endpoint of endpoints) {
    const target = `${endpoint.method} ${endpoint.path}`;
    // Both check the answer against the document.
    for (const { status, body } of [
      await stranger.send(target, 'nonsense=1'),
      await key.ask(target),
      await key.ask(target, { symbol: 'NOSUCHPAIR' }),
    ]) {
      if (status === 200) continue;
      refused++;
      assert.ok(codes.has(body.code) && body.error in REFUSALS, `${target} ${JSON.stringify(body)}`);
    }
  }
  assert.ok(refused > endpoints.length);
});

test('R7.8 trading-api I12 answers that contradict the document are detected', () => {
  const answer = { path: '/api/v3/order', method: 'POST', status: 400 };
  const body = { code: -2010, msg: '', error: 'wallet/insufficient-balance' };
  assertPublished(answer, body);
  assert.throws(() => assertPublished(answer, { ...body, code: -2011 }), 'another code');
  assert.throws(() => assertPublished(answer, { ...body, error: 'kyc/photo-type' }), 'another’s refusal');
  assert.throws(() => assertPublished(answer, { ...body, more: 1 }), 'another field');
  assert.throws(() => assertPublished({ ...answer, status: 409 }, body), 'another status');
});
