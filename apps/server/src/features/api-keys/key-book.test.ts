/**
 * Goal: after a change whose result cannot be read, a user has no key until it can; listeners hear
 * of what changed alone. Method: the book on a server's database, whose reads the test lets fail.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../../db/database.ts';
import { createSecrets } from '../../process/secrets.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { newKey } from './create-key.ts';
import { KeyBook } from './key-book.ts';
import { endKeys } from './key-rows.ts';
import { NEW_KEY } from './key-terms.ts';

const secrets = createSecrets('a-key-of-tests-with-more-than-32-characters');
let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('key-book');
});
after(() => server.close());

async function addKey(name: string) {
  const userId = Number(user.userId);
  const made = newKey(secrets, {
    userId,
    name,
    kind: 'hmac',
    publicKey: null,
    terms: NEW_KEY,
    nowMs: Date.now(),
  });
  await server.server.database.kysely.insertInto('api_keys').values(made.row).execute();
  return made;
}

/** A book whose reads fail while `isDown`. */
async function openBook() {
  const { database } = server.server;
  const state = { isDown: false, errors: 0, told: [] as (readonly [string, boolean])[] };
  const failing: Database = new Proxy(database, {
    get: (real, name) => {
      if (name === 'reads' && state.isDown) throw new Error('the database is away');
      const value: unknown = Reflect.get(real, name, real);
      return typeof value === 'function' ? value.bind(real) : value;
    },
  });
  const book = new KeyBook({ database: failing, secrets, onError: () => void state.errors++ });
  await book.loadAll();
  book.onChange((keyId, key) => state.told.push([keyId, key === null]));
  return { book, state };
}

test('api-keys I2 keys that cannot be read again after a change count as ended until they can', async () => {
  const [kept, ended] = [await addKey('kept'), await addKey('ended')];
  const userId = Number(user.userId);
  const { book, state } = await openBook();
  assert.ok(book.find(kept.apiKey) !== null && book.find(ended.apiKey) !== null);
  await endKeys(server.server.database, { why: 'owner', nowMs: Date.now(), keyId: ended.row.key_id });
  state.isDown = true;
  await book.settle(userId);
  assert.deepEqual([book.find(kept.apiKey), book.find(ended.apiKey), state.errors], [null, null, 1]);
  await book.keepUp();
  assert.deepEqual([book.find(kept.apiKey), state.errors], [null, 2]);
  state.isDown = false;
  await book.keepUp();
  assert.equal(book.find(kept.apiKey)?.keyId, kept.row.key_id);
  assert.equal(book.find(ended.apiKey), null);
  const both = [kept, ended].map(({ row }) => [row.key_id, true] as const);
  assert.deepEqual(new Map(state.told), new Map(both));
});

test('api-keys I2 listeners hear of changed terms, and not of another name', async () => {
  const made = await addKey('heard');
  const userId = Number(user.userId);
  const { book, state } = await openBook();
  const change = (set: object) =>
    server.server.database.kysely
      .updateTable('api_keys')
      .set(set)
      .where('key_id', '=', made.row.key_id)
      .execute();
  await change({ name: 'renamed' });
  await book.settle(userId);
  assert.deepEqual(state.told, []);
  await change({ networks: '203.0.113.7' });
  await book.settle(userId);
  assert.deepEqual(state.told, [[made.row.key_id, false]]);
  assert.equal(book.again(made.row.key_id)?.allows('203.0.113.8'), false);
});
