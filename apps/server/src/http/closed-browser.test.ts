/**
 * Goal: whoever leaves in the middle of a change finds the account unchanged, and can finish or
 * start again (each flow of the personal center). Method: a table of flows over real HTTP. Each is
 * started as the page starts it, then all that the account shows is compared with before, the owner
 * signs in as usual, and the flow is finished. For input that the browser keeps see
 * e2e/closed-browser.spec.ts.
 */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import {
  PASSWORD,
  startTestServer,
  type TestReply,
  type TestServer,
  type TestUser,
} from '../testing/harness.ts';

const USER = '/bb/app/user';
const NEXT = { password: 'Returned-2026', confirmPassword: 'Returned-2026' };
const ADDRESS = { currency: 'BTC', chain: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' };

let server: TestServer;
before(async () => {
  server = await startTestServer({
    env: { KYC_QUICK: 'off', TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://exchange.example' },
  });
});
after(() => server.close());

type Reply = TestReply<Record<string, unknown>>;
const call = (user: TestUser, path: string, body: Record<string, unknown> = {}): Promise<Reply> =>
  server.post(path, body, user);

/** Everything that the account shows. */
async function shownOf(user: TestUser): Promise<unknown> {
  const reads = [
    ...['info', 'getSecurity', 'getSessions', 'getLimits', 'getPermissions'].map((name) => `${USER}/${name}`),
    '/bb/app/wallet/getAddresses',
    '/bb/app/kyc/getStatus',
    '/bb/app/index/getNoticePage',
  ];
  const replies = await Promise.all(reads.map((path) => call(user, path)));
  for (const reply of replies) assert.equal(reply.code, 1, reply.msg);
  return JSON.parse(
    JSON.stringify(replies.map(({ data }) => data)).replaceAll(/"lastSeenTime":\d+/g, '"lastSeenTime":0'),
  );
}

/** A code for the address, even if one was mailed within the minute. */
async function freshCode(user: TestUser, type: string): Promise<string> {
  await server.server.database.query('update email_codes set created_ms = 0 where email = $1', [user.email]);
  await call(user, `${USER}/sendEmailCode`, { email: user.email, type });
  return server.codeFor(user.email);
}

async function uploadPhoto(user: TestUser): Promise<string> {
  const photo = await sharp({ create: { width: 900, height: 560, channels: 3, background: '#468' } })
    .jpeg()
    .toBuffer();
  const response = await fetch(`${server.server.url}/bb/app/kyc/uploadPhoto?side=front`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', 'x-access-token': user.token },
    body: Buffer.from(photo),
  });
  return ((await response.json()) as TestReply<{ id: string }>).data.id;
}

interface Flow {
  readonly name: string;
  /** Runs until the browser is closed. Returns what the page knew by then. */
  readonly begin: (user: TestUser) => Promise<string>;
  /** Runs after coming back. Returns the reply that completes the flow. */
  readonly finish: (user: TestUser, known: string) => Promise<Reply>;
}

const mailed = (
  user: TestUser,
  path: string,
  body: { email?: string; type?: string } = {},
): Promise<string> => call(user, path, body).then(() => server.codeFor(body.email ?? user.email));
const newcomer = (user: TestUser): string => `new-${user.email}`;

const FLOWS: readonly Flow[] = [
  {
    name: 'registration after its code',
    begin: (user) => mailed(user, `${USER}/sendEmailCode`, { email: newcomer(user), type: 'register' }),
    finish: async (user, code) => {
      const email = newcomer(user);
      const { rows } = await server.server.database.query('select 1 from users where email = $1', [email]);
      assert.equal(rows.length, 0, 'there is no half account');
      const again = await call(user, `${USER}/sendEmailCode`, { email, type: 'register' });
      assert.equal(again.error, 'request/too-many', 'the first code still counts');
      const body = { email, code, password: PASSWORD, confirmPassword: PASSWORD, agree: true };
      return server.post(`${USER}/register`, body);
    },
  },
  {
    name: 'login after its code',
    begin: (user) => freshCode(user, 'login'),
    finish: async (user) =>
      server.post(`${USER}/login`, {
        account: user.email,
        password: PASSWORD,
        code: await freshCode(user, 'login'),
      }),
  },
  {
    name: 'forgotten password after its code',
    begin: (user) => mailed(user, `${USER}/sendEmailCodeForget`, { email: user.email }),
    finish: (user, code) => server.post(`${USER}/forgetPwd`, { email: user.email, code, ...NEXT }),
  },
  {
    name: 'changed password after its code',
    begin: (user) => freshCode(user, 'password'),
    finish: (user, code) => call(user, `${USER}/updatePwd`, { oldPassword: PASSWORD, code, ...NEXT }),
  },
  {
    name: 'fund password after its code',
    begin: (user) => mailed(user, `${USER}/sendUpdateAssetEmail`),
    finish: (user, code) =>
      call(user, `${USER}/setTransactionPwd`, { password: '739154', confirmPassword: '739154', code }),
  },
  {
    name: 'Google code after its secret was shown',
    begin: async (user) => String((await call(user, `${USER}/startGoogleBind`)).data.secret),
    finish: async (user, seen) => {
      const secret = String((await call(user, `${USER}/startGoogleBind`)).data.secret);
      assert.notEqual(secret, seen, 'the next attempt begins anew');
      const bind = async (from: string) =>
        call(user, `${USER}/bindGoogle`, {
          password: PASSWORD,
          code: await freshCode(user, 'bind'),
          googleCode: new TOTP({ secret: Secret.fromBase32(from) }).generate(),
        });
      assert.equal((await bind(seen)).error, 'identity/google-code-wrong', 'the first secret is void');
      return bind(secret);
    },
  },
  {
    name: 'passkey after its challenge',
    begin: async (user) => {
      const proof = { password: PASSWORD, code: await freshCode(user, 'bind') };
      return String((await call(user, `${USER}/startPasskey`, proof)).data.challengeId);
    },
    finish: async (user, challengeId) => {
      const response = { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a' } };
      const unproven = await call(user, `${USER}/addPasskey`, { challengeId, name: 'x', response });
      assert.equal(unproven.error, 'identity/passkey-refused', 'a challenge alone adds nothing');
      return call(user, `${USER}/startPasskey`, { password: PASSWORD, code: await freshCode(user, 'bind') });
    },
  },
  {
    name: 'e-mail change after the code to the new address',
    begin: (user) => mailed(user, `${USER}/sendEmailChangeCode`, { email: newcomer(user) }),
    finish: async (user, newCode) => {
      const proof = { password: PASSWORD, code: await freshCode(user, 'bind') };
      return call(user, `${USER}/changeEmail`, { email: newcomer(user), newCode, ...proof });
    },
  },
  {
    name: 'unfreezing after its code, of an account that is not frozen',
    begin: (user) => freshCode(user, 'bind'),
    finish: async (user) => {
      assert.equal((await call(user, `${USER}/freeze`, { confirm: true })).code, 1);
      const { token } = await server.login(user);
      const proof = { password: PASSWORD, code: await freshCode(user, 'bind') };
      return server.post(`${USER}/unfreeze`, proof, { token });
    },
  },
  {
    name: 'identity after a photo was uploaded, never sent',
    begin: uploadPhoto,
    finish: async (user, lost) => {
      const passport = { country: 'DE', document: 'passport', name: 'Max Muster', number: 'C01X00T47' };
      const frontPhoto = await uploadPhoto(user);
      const submit = (photo: string) =>
        call(user, '/bb/app/kyc/submit', { ...passport, own: true, frontPhoto: photo });
      assert.equal((await submit(lost)).error, 'kyc/photo-missing', 'the first one made room');
      return submit(frontPhoto);
    },
  },
  {
    name: 'address after its code',
    begin: (user) => freshCode(user, 'withdraw'),
    finish: (user, code) => call(user, '/bb/app/wallet/addAddress', { ...ADDRESS, code }),
  },
];

test('R4.11 identity I8 a user who closes the browser in the middle of a change finds the account unchanged, can sign in, and can finish', async () => {
  for (const [index, { name, begin, finish }] of FLOWS.entries()) {
    const user = await server.register(`left-${index}`);
    const before = await shownOf(user);
    const known = await begin(user);
    assert.ok(known.length >= 6, name);
    assert.deepEqual(await shownOf(user), before, name);
    const { token } = await server.login(user);
    assert.equal((await server.post(`${USER}/logout`, {}, { token })).code, 1, name);
    assert.deepEqual(await shownOf(user), before, name);
    const finished = await finish(user, known);
    assert.equal(finished.code, 1, `${name}: ${finished.msg}`);
  }
});

/** Sends a whole request and closes the connection without waiting for the reply. */
function hangUp(path: string, body: unknown, token: string): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(server.server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token': token },
    });
    sent.on('error', () => {});
    sent.on('close', () => resolve());
    sent.end(JSON.stringify(body), () => sent.destroy());
  });
}

test('R4.11 identity I8 an address submitted as the browser closed is added at most once, whatever is pressed afterwards', async () => {
  for (const turn of [1, 2, 3]) {
    const user = await server.register(`hung-up-${turn}`);
    const code = await freshCode(user, 'withdraw');
    await hangUp('/bb/app/wallet/addAddress', { ...ADDRESS, code }, user.token);
    const again = await call(user, '/bb/app/wallet/addAddress', {
      ...ADDRESS,
      code: await freshCode(user, 'withdraw'),
    });
    assert.ok(again.code === 1 || again.error === 'wallet/address-known', again.msg);
    const { data } = await call(user, '/bb/app/wallet/getAddresses');
    assert.equal((data.list as unknown[]).length, 1);
  }
});
