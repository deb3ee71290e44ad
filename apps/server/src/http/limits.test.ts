/**
 * Goal: a refusal for too many attempts says when they are possible again, and guesses are counted
 * where a restart finds them. Method: a real database, two servers' limits on it.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Database } from '../db/database.ts';
import { openEmbeddedDatabase } from '../db/embedded/embedded-database.ts';
import { placeCluster } from '../testing/embedded-cluster.ts';
import { ACCOUNT_LIMITS, RateLimits } from './limits.ts';

let folder: string;
let database: Database;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-limits-'));
  await placeCluster(folder, 'applied');
  database = await openEmbeddedDatabase({ dataDir: folder, onFatal: assert.fail });
});
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const name of ['wrong-sign-in', 'upload'] as const)
  test(`R7.6 Retry-After is the time until points return, of each limit and key: ${name}`, async () => {
    const limits = new RateLimits({ database });
    const { points, duration } = ACCOUNT_LIMITS[name];
    for (let taken = 0; taken < points; taken++) assert.ok(await limits.take(name, 'one'));
    assert.equal(await limits.take(name, 'one'), false);
    const { error, retryAfterS = 0 } = await limits.tooMany(name, 'one');
    assert.equal(error, 'request/too-many');
    assert.ok(retryAfterS > duration / 2 && retryAfterS <= duration, String(retryAfterS));
    assert.ok(await limits.take(name, 'two'));
  });

test('R13.2 D0019 guesses are counted for the next server, and what was given back or forgotten is not', async () => {
  const [first, next] = [new RateLimits({ database }), new RateLimits({ database })];
  const name = 'wrong-operator-code';
  const { points } = ACCOUNT_LIMITS[name];
  const all = await Promise.all(Array.from({ length: points + 3 }, () => first.take(name, 'agent')));
  assert.equal(all.filter(Boolean).length, points, 'at once');
  assert.equal(await next.take(name, 'agent'), false);
  await next.forget(name, 'agent');
  for (let taken = 0; taken < points; taken++) assert.ok(await next.take(name, 'agent'));
  await next.giveBack(name, 'agent');
  assert.deepEqual([await first.has(name, 'agent'), await next.take(name, 'agent')], [true, true]);
  assert.equal(await new RateLimits({ database }).has(name, 'agent'), false);
  const { rows } = await database.query<{ key: string }>('select key from counted_guesses');
  assert.ok(
    rows.every(({ key }) => !key.includes('agent')),
    'without whom they count for',
  );
});
