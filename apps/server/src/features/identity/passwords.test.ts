/**
 * Goal: a password is right from every keyboard, passwords of earlier versions stay right, and a
 * new one holds withdrawals. Method: logins and changes over HTTP, with rows as earlier versions
 * and other clocks have written them.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { PASSWORD, startTestServer, type TestServer } from '../../testing/harness.ts';
import { Passwords } from './passwords.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('R5.2 a password is right from every keyboard; an old hash verifies as typed, and is replaced at login', async (context) => {
  const [composed, decomposed] = ['Caf\u00e9-au-lait', 'Cafe\u0301-au-lait'];
  const email = 'keyboards@test.example';
  await server.register('keyboards', { password: composed, confirmPassword: decomposed });
  await server.login({ email, password: decomposed });
  // As earlier versions hashed it: the text as it was typed.
  const { database } = server.server;
  const keep = (hash: string) =>
    database.query('update users set password_hash = $1 where email = $2', [hash, email]);
  const kept = async () =>
    (
      await database.query<{ hash: string }>('select password_hash as hash from users where email = $1', [
        email,
      ])
    ).rows[0]?.hash ?? '';
  await keep(await hash(decomposed));
  await assert.rejects(server.login({ email, password: composed }), /credentials/);
  await server.login({ email, password: decomposed });
  assert.match(await kept(), /^nfkc:/);
  await server.login({ email, password: composed });
  // A password with one form only keeps its hash.
  const plain = await hash('Plain-password-7');
  await keep(plain);
  await server.login({ email, password: 'Plain-password-7' });
  assert.equal(await kept(), `nfkc:${plain}`);
  // A password that is changed during the login stays changed.
  await keep(plain);
  const renew = async () => {
    await keep('changed meanwhile');
    return `nfkc:${plain}`;
  };
  context.mock.method(Passwords.prototype, 'renewed', renew, { times: 1 });
  await server.login({ email, password: 'Plain-password-7' });
  assert.equal(await kept(), 'changed meanwhile');
});

test('R13.3 R13.9 a new password holds withdrawals, however far the clock of commands is behind', async () => {
  const owner = await server.register('clock-behind');
  const { email } = owner;
  // A registration takes its time from the machine.
  const registeredMs = Date.now() + 3_600_000;
  await server.server.database.query('update users set created_ms = $1 where email = $2', [
    registeredMs,
    email,
  ]);
  const user = '/bb/app/user';
  await server.post(`${user}/sendEmailCode`, { email, type: 'password' }, owner);
  const next = { password: 'Changed-2026', confirmPassword: 'Changed-2026' };
  const body = { oldPassword: PASSWORD, code: await server.codeFor(email), ...next };
  assert.equal((await server.post(`${user}/updatePwd`, body, owner)).code, 1);
  const { data } = await server.post<{ holds: { cause: string }[] }>(`${user}/getSecurity`, {}, owner);
  assert.deepEqual(
    data.holds.map(({ cause }) => cause),
    ['password'],
  );
});
