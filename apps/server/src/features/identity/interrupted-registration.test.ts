/** An account whose registration a kill has interrupted, over real HTTP. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { insertUser } from './accounts.ts';

const USER = '/bb/app/user';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('R13.3 identity I4 a reset opens what a kill left unopened, and a hold that fails stops no upkeep', async () => {
  const { database, features } = server.server;
  const email = 'unopened@test.example';
  // As a kill leaves it before the accounts are opened.
  const userId = await insertUser(database, {
    email,
    passwordHash: 'none',
    accountName: null,
    invitedBy: null,
    language: 'en',
    nowMs: Date.now() - 1000,
    documents: [],
  });
  assert.ok(userId !== null);
  const unplaced = async () => {
    const { rows } = await database.query<{ user_id: number }>(
      'select user_id from security_holds where placed_ms is null',
    );
    return rows.map((row) => row.user_id);
  };
  await server.post(`${USER}/sendEmailCodeForget`, { email });
  const code = await server.codeFor(email);
  const body = { email, code, password: 'Forgot-2026', confirmPassword: 'Forgot-2026' };
  assert.equal((await server.post(`${USER}/forgetPwd`, body)).code, 1);
  assert.deepEqual(await unplaced(), []);
  await server.login({ email, password: 'Forgot-2026' });

  const nobody = 999_999_999;
  const untilMs = Date.now() + 3_600_000;
  for (const [user, noted] of [
    [nobody, 1],
    [userId, 2],
  ] as const)
    await database.query(
      'insert into security_holds (user_id, until_ms, noted_ms, placed_ms) values ($1, $2, $3, null)',
      [user, untilMs, noted],
    );
  await database.query('update email_codes set expires_ms = 0', []);
  await assert.rejects(features.keepUp(), /1 failed/);
  assert.deepEqual(await unplaced(), [nobody], 'the other hold is placed');
  const { rows } = await database.query('select email from email_codes', []);
  assert.deepEqual(rows, [], 'what comes after the holds is done');
  await database.query('delete from security_holds where user_id = $1', [nobody]);
});
