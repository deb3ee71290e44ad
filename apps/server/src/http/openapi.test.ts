/**
 * Goal: client code can be generated from the document. Method: check what generators depend on,
 * and validate replies of every call against it.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CALLS, OPERATION_REFUSALS, REFUSALS, type Call, type RefusalName } from '@glasshouse/protocol';
import { isOfPrograms } from './program-refusals.ts';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { assertPublished } from '../testing/published.ts';
import { sampleInput } from '../testing/sample-input.ts';
import { openApiDocument } from './openapi.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

/** Those of calls; endpoints of the trading API have a test of their own. */
const operations = Object.entries(openApiDocument().paths ?? {}).flatMap(([route, { get, post }]) =>
  isOfPrograms(route) ? [] : [get, post].flatMap((operation) => operation ?? []),
);

test('R7.8 operation ids are unique, public calls need no session, and refusals are declared', () => {
  const ids = operations.map(({ operationId }) => operationId);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.length >= CALLS.length);
  const access = new Map((CALLS as readonly Call[]).map((call) => [call.name, call.access]));
  for (const { operationId = '', security, responses } of operations) {
    const name = operationId.replace(/-contract-app$/, '');
    assert.deepEqual(security, access.get(name) === 'user' ? [{ session: [] }] : [], operationId);
    for (const status of ['200', '404', '413', '429', '503']) assert.ok(responses?.[status], operationId);
  }
});

const ROOT = path.join(import.meta.dirname, '../../../..');
const DESTINATIONS = path.join(ROOT, 'packages/protocol/src/features/wallet/destinations.ts');
const SOURCES = ['apps/server/src', 'packages/core/src'].map((folder) => path.join(ROOT, folder));

test('R7.6 R7.8 every refusal that a call or an operation declares is given somewhere', () => {
  const texts = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(path.join(folder, file), 'utf8')),
  );
  // What form, book and calls decide alike is decided in the protocol.
  texts.push(readFileSync(DESTINATIONS, 'utf8'));
  const given = new Set(texts.flatMap((text) => text.match(/(?<=')[a-z-]+\/[a-z-]+(?=')/g) ?? []));
  // Products of fixed terms give the same ones, each under its own name.
  const products = texts.flatMap((text) => /defineFixedTerm\(\{\s*name: '([a-z-]+)'/.exec(text)?.[1] ?? []);
  const shared = texts.find((text) => text.includes('export function defineFixedTerm')) ?? '';
  for (const fault of shared.match(/(?<=`\$\{name\})\/[a-z-]+(?=`)/g) ?? [])
    for (const product of products) given.add(`${product}${fault}`);
  const declared = [
    ...(CALLS as readonly Call[]).flatMap(({ refusals }) => refusals),
    ...Object.values(OPERATION_REFUSALS).flat(),
  ];
  assert.deepEqual(
    declared.filter((name) => !given.has(name)),
    [],
  );
});

/** Calls that take something from the user run last, logging out after all others. */
const ENDING = ['identity/exclude', 'identity/freeze', 'identity/logout'];

test('R7.8 each call answers strangers and users as the document says', async () => {
  const user = await server.register('published');
  await server.market.tick();
  const calls = (CALLS as readonly Call[]).toSorted(
    (a, b) => ENDING.indexOf(a.name) - ENDING.indexOf(b.name),
  );
  const succeeded = new Set<string>();
  for (const call of calls)
    for (const prefix of call.prefixes)
      for (const options of [{}, user]) {
        const input = sampleInput(call);
        const query = new URLSearchParams(input as Record<string, string>).toString();
        // The harness validates the reply against the document.
        const { code } =
          call.method === 'GET'
            ? await server.get(`${prefix}${call.path}?${query}`, options)
            : await server.post(prefix + call.path, input, options);
        if (code === 1) succeeded.add(call.name);
      }
  assert.ok(succeeded.size > calls.length / 2, [...succeeded].join());
});

test('R7.8 R14.7 replies that contradict the document are detected', () => {
  const answered = { path: '/bb/app/spot/cancelOrder', method: 'POST', status: 200 };
  const { code } = REFUSALS['spot/unknown-order'];
  const refusal = { code, msg: '', data: null, error: 'spot/unknown-order' };
  assertPublished(answered, refusal);
  assert.throws(() => assertPublished(answered, { ...refusal, error: 'spot/unheard-of' }));
  assert.throws(() => assertPublished(answered, { ...refusal, error: 'kyc/photo-type' }), 'another call’s');
  assert.throws(() => assertPublished(answered, { ...refusal, code: 1 }));
  assert.throws(() => assertPublished(answered, { ...refusal, more: 1 }));
  assert.throws(() => assertPublished(answered, { code: 1, msg: 'success', data: {} }));
  assert.throws(() => assertPublished({ ...answered, status: 500 }, refusal));
});

test('R7.6 R7.8 the catalogue of refusals and the limits are published as they are applied', async () => {
  type Listed = { error: RefusalName; code: number; status: number; en: string; zh: string };
  const { data: listed } = await server.get<Listed[]>('/bb/app/paramter/getRefusals');
  assert.deepEqual(
    Object.fromEntries(listed.map(({ error, code, en, zh }) => [error, { code, en, zh }])),
    Object.fromEntries(Object.entries(REFUSALS).map(([name, { code, en, zh }]) => [name, { code, en, zh }])),
  );
  const unknown = await server.post('/bb/app/nothing');
  assert.equal(unknown.http, listed.find(({ error }) => error === unknown.error)?.status);
  type Limits = { rates: { calls: { burst: number; perSecond: number } } };
  const { data: limits } = await server.get<Limits>('/bb/app/paramter/getLimits');
  const answered = await fetch(`${server.server.url}/bb/app/paramter/getLimits`);
  const { burst, perSecond } = limits.rates.calls;
  assert.equal(answered.headers.get('ratelimit-policy'), `"calls";q=${burst};w=${burst / perSecond}`);
});
