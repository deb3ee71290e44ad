/**
 * Goal: clients of the sockets can be generated from the document. Method: AsyncAPI's own schema of
 * a document, and the messages of real sockets against the payloads that it gives.
 */
import specification from '@asyncapi/specs/schemas/3.0.0.json' with { type: 'json' };
import { Ajv, type ValidateFunction } from 'ajv';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ENDPOINTS, SOCKET_METHODS, STREAMS, type AnyEndpoint } from '@glasshouse/protocol/programs';
import { MASTER_KEY } from '../testing/fund-password.ts';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { ProgramLine, programOf, type SocketReply } from '../testing/program.ts';
import { asyncApiDocument } from './asyncapi.ts';

const document = asyncApiDocument();
const ajv = new Ajv({ strict: false, validateFormats: false });

let server: TestServer;
before(async () => {
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
});
after(() => server.close());

/** The schema of documents has the one of schemas in it. */
const ofDocuments = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false });
const isDocument = ofDocuments.compile(specification);

test('R7.8 the document is one of AsyncAPI 3.0, and each reference in it leads somewhere', () => {
  assert.ok(isDocument(document), ofDocuments.errorsText(isDocument.errors));
  assert.ok(!isDocument({ ...document, channels: { requests: { address: 1 } } }), 'it can fail');
  const text = JSON.stringify(document);
  for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    let at: unknown = document;
    for (const part of reference.split('/')) at = (at as Record<string, unknown> | undefined)?.[part];
    assert.ok(at !== undefined, reference);
  }
});

test('R7.8 D0052 every method, stream and event of a socket is in it', () => {
  const methods = [
    ...(ENDPOINTS as readonly AnyEndpoint[]).flatMap(({ socketMethod }) => socketMethod ?? []),
    ...Object.keys(SOCKET_METHODS),
  ];
  const text = JSON.stringify(document.channels['requests']?.messages);
  for (const method of methods) assert.ok(text.includes(`"const":"${method}"`), method);
  for (const { pattern } of Object.values(STREAMS))
    assert.ok(
      Object.values(document.channels).some(
        ({ address }) => address === `/ws/${pattern.replaceAll('<', '{').replaceAll('>', '}')}`,
      ),
      pattern,
    );
});

const payloads = new Map<string, ValidateFunction>();
function assertMessage(name: string, message: unknown): void {
  const { payload } = document.channels['requests']!.messages[name]!;
  const fits = payloads.get(name) ?? ajv.compile(payload);
  payloads.set(name, fits);
  assert.ok(fits(message), `${name}: ${ajv.errorsText(fits.errors)} in ${JSON.stringify(message)}`);
}

test('R7.8 D0052 requests, answers, errors and events of a real socket are as the document says', async () => {
  const program = await programOf(server, await server.register('async'));
  const line = await ProgramLine.open(server);
  const asked = async (name: string, method: string, params: object = {}): Promise<SocketReply> => {
    assertMessage(name, { id: 1, method, params });
    const reply = await line.ask(method, params);
    assertMessage(reply.error === undefined ? `${name}Answer` : 'error', reply);
    return reply;
  };
  assertMessage('sessionLogonAnswer', await line.logOn(program));
  assert.equal((await asked('sessionStatus', 'session.status')).status, 200);
  assert.equal((await asked('userDataStreamSubscribe', 'userDataStream.subscribe')).status, 200);
  assert.equal((await asked('sessionSubscriptions', 'session.subscriptions')).status, 200);
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.001' };
  const placed = await asked('orderPlace', 'order.place', { ...order, price: '59000' });
  assert.equal(placed.status, 200);
  const batch = { requests: [{ method: 'order.place', params: { ...order, price: '59000.001' } }] };
  assert.equal((await asked('orderBatch', 'order.batch', batch)).status, 200);
  assert.equal((await asked('orderPlace', 'order.place', { ...order, price: '59000.001' })).status, 400);
  assert.equal((await asked('openOrdersStatus', 'openOrders.status')).status, 200);
  assert.equal((await asked('depth', 'depth', { symbol: 'BTCUSDT' })).status, 200);
  for (const event of await line.untilEvents(2)) assertMessage('event', event);
  assert.equal((await asked('userDataStreamUnsubscribe', 'userDataStream.unsubscribe')).status, 200);
  assert.equal((await asked('sessionLogout', 'session.logout')).status, 200);
  assert.throws(() => assertMessage('sessionStatusAnswer', placed), 'another answer');
  line.close();
});
