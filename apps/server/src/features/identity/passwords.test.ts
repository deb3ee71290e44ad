/**
 * Goal: a password is right from every keyboard, and passwords of earlier versions stay right.
 * Method: logins over HTTP, with hashes as an earlier version kept them.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { startTestServer, type TestServer } from '../../testing/harness.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('R5.2 a password is right from every keyboard; an old hash verifies as typed, and is replaced at login', async () => {
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
});
