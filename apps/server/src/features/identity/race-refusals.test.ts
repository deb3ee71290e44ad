/**
 * Goal: who adds a passkey, or registers, meets each refusal that the call declares. Method: real
 * HTTP. What a browser signs is planted, and what comes between two steps of a call is done there.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { Passkeys, PASSKEYS_MAX } from './passkeys.ts';
import { SessionStore } from './sessions.ts';

const USER = '/bb/app/user';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const passkeyOf = ({ userId }: TestUser, i = 0) => ({
  credential_id: `key-${userId}-${i}`,
  user_id: Number(userId),
  public_key: new Uint8Array([1]),
  counter: 0,
  transports: '',
  name: `phone ${i}`,
  created_ms: 1,
  last_used_ms: null,
});

async function add(owner: TestUser): Promise<string | undefined> {
  const response = { clientDataJSON: 'AA', attestationObject: 'AA' };
  const answer = { id: 'AA', rawId: 'AA', type: 'public-key', response, clientExtensionResults: {} };
  const from = { ...owner, headers: { origin: server.server.url } };
  const body = { challengeId: 'x', name: 'phone', response: answer };
  return (await server.post(`${USER}/addPasskey`, body, from)).error;
}

test('R7.6 R13.3 an answer that proves nothing, and an eleventh passkey, are refused', async (context) => {
  const owner = await server.register('many-passkeys');
  assert.equal(await add(owner), 'identity/passkey-refused');
  const known = Array.from({ length: PASSKEYS_MAX }, (_, i) => passkeyOf(owner, i));
  await server.server.database.kysely.insertInto('passkeys').values(known).execute();
  const one = passkeyOf(owner, PASSKEYS_MAX);
  context.mock.method(Passkeys.prototype, 'prove', async () => one, { times: 1 });
  assert.equal(await add(owner), 'identity/too-many-passkeys');
});

test('R7.6 R13.3 D0018 a passkey is not added after the credentials have changed', async (context) => {
  const owner = await server.register('changed-passkeys');
  await server.post(`${USER}/sendEmailCode`, { email: owner.email, type: 'password' });
  const code = await server.codeFor(owner.email);
  const password = 'Changed-2026';
  const prove = async () => {
    const body = { oldPassword: PASSWORD, password, confirmPassword: password, code };
    assert.equal((await server.post(`${USER}/updatePwd`, body, owner)).code, 1);
    return passkeyOf(owner);
  };
  context.mock.method(Passkeys.prototype, 'prove', prove, { times: 1 });
  assert.equal(await add(owner), 'identity/changed-meanwhile');
});

test('R7.6 R13.3 D0018 a registration opens no session if the account changed before it', async (context) => {
  const email = 'changed-at-once@test.example';
  await server.post(`${USER}/sendEmailCode`, { email, type: 'register' });
  const { database } = server.server;
  type Open = SessionStore['open'];
  // oxlint-disable-next-line typescript/unbound-method -- Called with its own object below.
  const original: Open = SessionStore.prototype.open;
  const open = async function open(this: SessionStore, ...[opening]: Parameters<Open>) {
    const change = 'update users set credential_version = credential_version + 1 where user_id = $1';
    await database.query(change, [opening.userId]);
    return original.call(this, opening);
  };
  context.mock.method(SessionStore.prototype, 'open', open, { times: 1 });
  const code = await server.codeFor(email);
  const body = { email, code, password: PASSWORD, confirmPassword: PASSWORD, agree: true };
  assert.equal((await server.post(`${USER}/register`, body)).error, 'session/invalid');
});
