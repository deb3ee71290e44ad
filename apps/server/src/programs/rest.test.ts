/** The trading API over HTTP, without a key. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../testing/harness.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const ask = async (path: string, init?: RequestInit) => {
  const response = await fetch(server.server.url + path, init);
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
};

test('D0052 the trading API answers without a key, and says what a request weighed', async () => {
  const ping = await ask('/api/v3/ping');
  assert.deepEqual(ping.body, {});
  const { body, headers } = await ask('/api/v3/time');
  const { serverTime } = body as { serverTime: number };
  assert.ok(Math.abs(serverTime - Date.now()) < 5_000);
  const used = [ping.headers, headers].map((of) => of.get('x-mbx-used-weight-1m'));
  // A new minute begins at nothing.
  assert.ok(['1,2', '1,1'].includes(used.join()), used.join());
});

test('D0052 what is no endpoint, method or parameter of it is refused with its code', async () => {
  const unknown = await ask('/api/v3/pong');
  assert.equal(unknown.status, 404);
  assert.equal((unknown.body as { error: string }).error, 'request/unknown-route');
  assert.equal((await ask('/api/v3/ping', { method: 'DELETE' })).status, 404);
  const more = await ask('/api/v3/ping?size=1');
  assert.deepEqual(
    [more.status, more.body],
    [
      400,
      {
        code: -1104,
        msg: 'Check size: is not a field of this call',
        error: 'request/invalid',
        field: 'size',
      },
    ],
  );
  assert.equal((await ask('/api/v3/ping?a=%zz')).status, 400);
});
