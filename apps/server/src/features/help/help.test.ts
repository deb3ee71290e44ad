/**
 * Goal: the last answer of each network counts once, in any order, and nobody can fill the table.
 * Method: the call over HTTP, by visitors of several networks.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { readFeedback, removeOldVoters } from './routes.ts';

const ARTICLE = 'break-even';
const MONTH_MS = 31 * 86_400_000;
const LIMIT = 60;

let server: TestServer;
before(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' } });
});
after(() => server.close());

function answer(helped: 'yes' | 'no', ip: string) {
  const body = { article: ARTICLE, helped };
  return server.post('/bb/app/help/sendFeedback', body, { headers: { 'x-forwarded-for': ip } });
}

const counted = async () => {
  const found = (await readFeedback(server.server.database)).find(({ article }) => article === ARTICLE);
  return [found?.helped ?? 0, found?.notHelped ?? 0];
};

test('R2.40 of one network the last answer counts, whatever comes at once', async () => {
  assert.deepEqual(await counted(), [0, 0]);
  assert.equal((await answer('yes', '192.0.2.1')).code, 1);
  await Promise.all(Array.from({ length: 5 }, () => answer('yes', '192.0.2.1')));
  assert.deepEqual(await counted(), [1, 0]);
  await answer('no', '192.0.2.1');
  assert.deepEqual(await counted(), [0, 1]);
  await answer('yes', '192.0.2.2');
  assert.deepEqual(await counted(), [1, 1]);
  await answer('no', '192.0.2.3');
  assert.deepEqual(await counted(), [1, 2]);
});

test('R2.40 R8.5 another article or answer is refused by its field', async () => {
  for (const [body, field] of [
    [{ article: 'no-such-article', helped: 'yes' }, 'article'],
    [{ article: ARTICLE, helped: 'maybe' }, 'helped'],
  ] as const) {
    const reply = await server.post('/bb/app/help/sendFeedback', body);
    assert.deepEqual([reply.error, reply.field], ['request/invalid', field]);
  }
});

test('R2.40 R11.8 a network has a number of answers an hour, and others have theirs', async () => {
  const ip = '198.51.100.7';
  for (let sent = 0; sent < LIMIT; sent++) assert.equal((await answer('yes', ip)).code, 1);
  const reply = await answer('no', ip);
  assert.deepEqual([reply.http, reply.error], [429, 'request/too-many']);
  assert.equal((await answer('yes', '198.51.100.8')).code, 1);
});

test('R2.40 who answered is forgotten after a month, and no table names a network; the counts stay', async () => {
  const { kysely } = server.server.database;
  const before = await counted();
  const voters = await kysely.selectFrom('help_voters').selectAll().execute();
  assert.ok(voters.length > 0);
  for (const { voter } of voters) assert.doesNotMatch(voter, /192\.0|198\.51/);
  await kysely
    .updateTable('help_voters')
    .set({ voted_ms: Date.now() - MONTH_MS })
    .execute();
  await removeOldVoters(server.server.database);
  assert.deepEqual(await kysely.selectFrom('help_voters').selectAll().execute(), []);
  assert.deepEqual(await counted(), before);
});
