/**
 * Goal: preferences are kept for their owner alone, no change overwrites one that its author has
 * not seen, and nobody fills the table. Method: the calls over HTTP.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PREFERENCE_LENGTH_MAX, PREFERENCES_MAX, type PreferenceRow } from '@glasshouse/protocol/preferences';
import { startTestServer, type TestReply, type TestServer, type TestUser } from '../../testing/harness.ts';

let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('preferences');
});
after(() => server.close());

const set = (name: string, version: number, value: string) =>
  server.post<{ version: number }>('/bb/app/preferences/set', { name, version, value }, user);
const refusedIn = (replies: readonly TestReply<unknown>[], refusal: string) =>
  replies.filter(({ error }) => error === refusal).length;
const all = async (who: TestUser) =>
  (await server.post<readonly PreferenceRow[]>('/bb/app/preferences/getAll', {}, who)).data;

test('preferences I1 a text is kept by name for its owner alone', async () => {
  assert.deepEqual((await set('favourites', 0, '{"symbols":["btcusdt"]}')).data, { version: 1 });
  assert.deepEqual((await set('drawings/btcusdt', 0, '[]')).data, { version: 1 });
  assert.deepEqual((await set('favourites', 1, '')).data, { version: 2 });
  assert.deepEqual(await all(user), [
    { name: 'drawings/btcusdt', version: 1, value: '[]' },
    { name: 'favourites', version: 2, value: '' },
  ]);
  assert.deepEqual(await all(await server.register('other-preferences')), []);
});

test('preferences I2 of two changes of one version, at once or later, the second is refused', async () => {
  const begun = await Promise.all([set('chart', 0, 'a'), set('chart', 0, 'b')]);
  assert.equal(refusedIn(begun, 'preferences/changed'), 1);
  const changed = await Promise.all([set('chart', 1, 'c'), set('chart', 1, 'd')]);
  assert.equal(refusedIn(changed, 'preferences/changed'), 1);
  assert.equal((await set('chart', 7, 'e')).error, 'preferences/changed');
});

test('preferences I3 a user has no more than the most, also by calls at once, and no longer texts', async () => {
  const tooLong = await set('long', 0, 'x'.repeat(PREFERENCE_LENGTH_MAX + 1));
  assert.deepEqual([tooLong.error, tooLong.field], ['request/invalid', 'value']);
  assert.equal((await set('quoted', 0, '"'.repeat(PREFERENCE_LENGTH_MAX))).code, 1);
  const left = PREFERENCES_MAX - (await all(user)).length;
  for (let i = 1; i < left; i++) assert.equal((await set(`drawings/${i}`, 0, '[]')).code, 1);
  const last = await Promise.all(['one', 'two'].map((name) => set(name, 0, '1')));
  assert.equal(refusedIn(last, 'preferences/too-many'), 1);
  assert.equal((await all(user)).length, PREFERENCES_MAX);
});
