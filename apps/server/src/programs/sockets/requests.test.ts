/**
 * The trading API over a WebSocket: real sockets against the whole server.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { SHORT_MAX } from './requests.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const addressOf = (path: string): string => server.server.url.replace('http', 'ws') + path;

test('R7.7 R8.5 a request over a socket gets its answer under its id, a wrong one its error', async (context) => {
  const socket = new WebSocket(addressOf('/ws-api/v3'));
  context.after(() => socket.terminate());
  await once(socket, 'open');
  const ask = async (message: unknown): Promise<Record<string, unknown>> => {
    const answer = once(socket, 'message');
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    return JSON.parse(String((await answer)[0])) as Record<string, unknown>;
  };
  const { rateLimits, ...ping } = await ask({ id: 'a-1', method: 'ping' });
  assert.deepEqual(ping, { id: 'a-1', status: 200, result: {} });
  assert.deepEqual(
    (rateLimits as { rateLimitType: string; count: number }[]).map(({ rateLimitType, count }) => [
      rateLimitType,
      count,
    ]),
    [['REQUEST_WEIGHT', 1]],
  );
  const time = await ask({ id: 2, method: 'time', params: {} });
  assert.equal(typeof (time['result'] as { serverTime: unknown }).serverTime, 'number');
  const silent = await ask({ id: 2, method: 'ping', params: { returnRateLimits: false } });
  assert.deepEqual(silent, { id: 2, status: 200, result: {} });
  for (const [message, id, field] of [
    ['{', null, 'message'],
    ['[]', null, 'message'],
    ['['.repeat(SHORT_MAX), null, 'message'],
    [{ id: 1.5, method: 'ping' }, null, 'id'],
    [{ id: 3 }, null, 'method'],
    [{ id: 3, method: 'ping', params: [] }, null, 'params'],
    [{ id: 3, method: 'ping', params: { size: 1 } }, 3, 'size'],
    [{ id: 3, method: 'ping', params: { returnRateLimits: 'no' } }, 3, 'returnRateLimits'],
    [{ id: 3, method: 'order.steal' }, 3, 'method'],
    [{ id: 3, method: '__proto__' }, 3, 'method'],
  ] as const) {
    const { id: answered, status, error } = await ask(message);
    assert.deepEqual([answered, (error as { field?: string }).field], [id, field]);
    assert.ok(status === 400 || status === 404);
  }
});

test('trading-api I5 R7.9 whatever a socket sends weighs, and what is costly to read is not read', async (context) => {
  const socket = new WebSocket(addressOf('/ws-api/v3'));
  context.after(() => socket.terminate());
  await once(socket, 'open');
  const ask = async (text: string) => {
    const answer = once(socket, 'message');
    socket.send(text);
    return JSON.parse(String((await answer)[0])) as {
      readonly error: { readonly error: string; readonly field?: string };
      readonly rateLimits: readonly { readonly count: number }[];
    };
  };
  let weight = (await ask('{"method":"ping"}')).rateLimits[0]!.count;
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, 1]));
  for (const [text, error, field] of [
    ['{', 'request/invalid', 'message'],
    ['{"method":"order.steal"}', 'request/unknown-route', 'method'],
    ['{"method":"order.batch"}', 'request/unknown-key', undefined],
    [JSON.stringify({ method: 'ping', params: fields(65) }), 'request/invalid', 'parameters'],
    [JSON.stringify({ method: 'ping', params: fields(64) }), 'request/invalid', 'a0'],
    [JSON.stringify({ method: 'ping', more: 'x'.repeat(SHORT_MAX) }), 'request/too-large', undefined],
  ] as const) {
    const answer = await ask(text);
    assert.deepEqual([answer.error.error, answer.error.field], [error, field], text.slice(0, 80));
    assert.equal(answer.rateLimits[0]?.count, ++weight, text.slice(0, 80));
  }
});

test('R7.7 R8.5 a handshake at no path of a socket is refused', async () => {
  for (const path of ['/ws-api/v4', '/ws-api/v3/', '/ws2']) {
    const socket = new WebSocket(addressOf(path));
    const [error] = (await once(socket, 'error')) as [Error];
    assert.match(error.message, /404/);
  }
});
