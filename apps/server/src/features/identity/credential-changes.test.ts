/**
 * Goal: no session outlives a change of credentials, and a change is complete or has no effect
 * (identity I9). Method: real HTTP. A sign-in is paused at a chosen step while the change runs, and
 * faults are planted in the database, so that no result depends on timing.
 */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import type { Database } from '../../db/database.ts';
import { EmailCodes } from './codes.ts';
import { Passkeys } from './passkeys.ts';
import { Passwords } from './passwords.ts';
import { SessionStore } from './sessions.ts';

const USER = '/bb/app/user';
const NEW_PASSWORD = 'Changed-2026';

let server: TestServer;
let database: Database;
before(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://exchange.example' } });
  database = server.server.database;
});
after(() => server.close());

type Method = (this: unknown, ...args: never[]) => Promise<unknown>;

function signal(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Pauses the next call of a method after its work, until it is released. */
function holdNext(context: TestContext, prototype: object, name: string) {
  const methods = prototype as Record<string, Method>;
  const original = methods[name];
  assert.ok(original !== undefined, `there is no method ${name}`);
  const reached = signal();
  const released = signal();
  methods[name] = async function hold(...args) {
    methods[name] = original;
    const result = await original.apply(this, args);
    reached.resolve();
    await released.promise;
    return result;
  };
  context.after(() => {
    methods[name] = original;
  });
  return { reached: reached.promise, release: released.resolve };
}

async function codeFor(email: string, type: string): Promise<string> {
  await database.query('update email_codes set created_ms = 0 where email = $1', [email]);
  await server.post(`${USER}/sendEmailCode`, { email, type });
  return server.codeFor(email);
}

const CHANGE = { version: 0, why: 'protection' } as const;
const isAlive = async (token: string): Promise<boolean> =>
  (await server.post(`${USER}/info`, {}, { token })).code === 1;

/** A change that the owner makes on their own device. Returns whether it succeeded. */
type Change = (owner: TestUser) => Promise<boolean>;
const proofOf = async ({ email }: TestUser) => ({ password: PASSWORD, code: await codeFor(email, 'bind') });

const CHANGES: Readonly<Record<string, { readonly change: Change; readonly keepsOwn: boolean }>> = {
  'a new password': {
    keepsOwn: true,
    change: async (owner) => {
      const code = await codeFor(owner.email, 'password');
      const body = { oldPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD, code };
      return (await server.post(`${USER}/updatePwd`, body, owner)).code === 1;
    },
  },
  'a reset': {
    keepsOwn: false,
    change: async ({ email }) => {
      await server.post(`${USER}/sendEmailCodeForget`, { email });
      const code = await server.codeFor(email);
      const body = { email, code, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
      return (await server.post(`${USER}/forgetPwd`, body)).code === 1;
    },
  },
  'a freeze': {
    keepsOwn: false,
    change: async (owner) => (await server.post(`${USER}/freeze`, { confirm: true }, owner)).code === 1,
  },
  'a new address': {
    keepsOwn: true,
    change: async (owner) => {
      const email = `moved-${owner.email}`;
      await server.post(`${USER}/sendEmailChangeCode`, { email }, owner);
      const body = { email, newCode: await server.codeFor(email), ...(await proofOf(owner)) };
      return (await server.post(`${USER}/changeEmail`, body, owner)).code === 1;
    },
  },
  'a bound authenticator': {
    keepsOwn: true,
    change: async (owner) => {
      const { data } = await server.post<{ secret: string }>(`${USER}/startGoogleBind`, {}, owner);
      const googleCode = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate();
      const body = { ...(await proofOf(owner)), googleCode };
      return (await server.post(`${USER}/bindGoogle`, body, owner)).code === 1;
    },
  },
  'a removed passkey': {
    keepsOwn: true,
    change: async (owner) => {
      await plantPasskey(owner);
      const body = { id: `key-${owner.userId}`, ...(await proofOf(owner)) };
      return (await server.post(`${USER}/removePasskey`, body, owner)).code === 1;
    },
  },
  'the end of other sessions': {
    keepsOwn: true,
    change: async (owner) =>
      (await server.post(`${USER}/endOtherSessions`, { password: PASSWORD }, owner)).code === 1,
  },
};

const passkeyOf = (owner: TestUser) => ({
  credential_id: `key-${owner.userId}`,
  user_id: Number(owner.userId),
  public_key: new Uint8Array([1]),
  counter: 0,
  transports: '',
  name: 'phone',
  created_ms: 1,
  last_used_ms: null,
});
async function plantPasskey(owner: TestUser): Promise<void> {
  await database.kysely.insertInto('passkeys').values(passkeyOf(owner)).execute();
}

/**
 * Where a sign-in is paused: after the password was verified; after the session was written to the
 * database, before it is in memory.
 */
const STEPS = [
  ['whose password was just found right', Passwords.prototype, 'verifyLogin'],
  ['whose session was just written', SessionStore.prototype, 'endBeyondMax'],
] as const;

for (const [index, [when, prototype, method]] of STEPS.entries())
  for (const [what, { change, keepsOwn }] of Object.entries(CHANGES))
    test(`R13.3 identity I9 ${what} leaves no session to a sign-in ${when}`, async (context) => {
      const owner = await server.register(`overlap-${index}-${what.replaceAll(' ', '-')}`);
      const body = { account: owner.email, password: PASSWORD, code: await codeFor(owner.email, 'login') };
      const held = holdNext(context, prototype, method);
      const thief = server.post<{ token: string } | null>(`${USER}/login`, body);
      await held.reached;
      assert.ok(await change(owner), 'the change was done');
      held.release();
      const entered = await thief;
      assert.equal(entered.error, 'identity/wrong-credentials');
      const { rows } = await database.query('select session_key from sessions where user_id = $1', [
        Number(owner.userId),
      ]);
      assert.equal(rows.length, keepsOwn ? 1 : 0, 'nothing is left in the database');
      assert.equal(await isAlive(owner.token), keepsOwn);
    });

test('R13.3 identity I9 a sign-in that waits for a running change opens no session, on either engine', async () => {
  const owner = await server.register('overlap-lock');
  const userId = Number(owner.userId);
  const store = new SessionStore(database);
  const held = signal();
  const reached = signal();
  const change = store.replaceCredentials({ userId, keepSession: '', ...CHANGE }, async () => {
    reached.resolve();
    await held.promise;
  });
  await reached.promise;
  const opening = store.open({ userId, credentialVersion: 0, ip: '', userAgent: '' });
  held.resolve();
  assert.deepEqual([await opening, typeof (await change)], [null, 'object']);
});

test('R13.3 D0018 of two changes with proofs of the same credentials only one succeeds', async (context) => {
  const owner = await server.register('overlap-two');
  const code = await codeFor(owner.email, 'password');
  const body = { oldPassword: PASSWORD, password: 'Thief-2026-x', confirmPassword: 'Thief-2026-x', code };
  const held = holdNext(context, Passwords.prototype, 'verifyLogin');
  const thief = server.post(`${USER}/updatePwd`, body, owner);
  await held.reached;
  assert.ok(await CHANGES['a reset']?.change(owner));
  held.release();
  assert.equal((await thief).error, 'identity/changed-meanwhile');
  await server.login({ email: owner.email, password: NEW_PASSWORD });
});

test('R13.3 D0018 a change is rolled back if its session has ended in the meantime', async (context) => {
  const owner = await server.register('overlap-ended');
  const userId = Number(owner.userId);
  const other = await server.login(owner);
  const code = await codeFor(owner.email, 'password');
  const body = { oldPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD, code };
  const held = holdNext(context, Passwords.prototype, 'verifyLogin');
  const thief = server.post(`${USER}/updatePwd`, body, other);
  await held.reached;
  await database.query('delete from sessions where user_id = $1', [userId]);
  held.release();
  assert.equal((await thief).error, 'session/invalid');
  await server.login({ email: owner.email, password: PASSWORD });
});

test('R13.3 identity I9 a change that fails at its last step has changed nothing: password, sessions, messages', async () => {
  const owner = await server.register('whole-or-not');
  const other = await server.login(owner);
  await database.exec(`
    create function refuse_mail() returns trigger language plpgsql as $$
      begin raise exception 'the outbox is full'; end $$;
    create trigger refuse_mail before insert on outbox for each row
      when (new.recipient = 'whole-or-not@test.example' and new.subject like 'Your login password was%')
      execute function refuse_mail();`);
  const failed = await server.post(
    `${USER}/updatePwd`,
    {
      oldPassword: PASSWORD,
      password: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
      code: await codeFor(owner.email, 'password'),
    },
    owner,
  );
  await database.exec('drop trigger refuse_mail on outbox; drop function refuse_mail();');
  assert.equal(failed.error, 'request/failed', 'which says that nothing was changed');
  assert.deepEqual([await isAlive(owner.token), await isAlive(other.token)], [true, true]);
  const { rows } = await database.query<{ n: number }>(
    `select count(*) as n from notices where user_id = $1 and cause like 'password-changed%'`,
    [Number(owner.userId)],
  );
  assert.equal(rows[0]?.n, 0);
  assert.ok(await CHANGES['a new password']?.change(owner), 'and it works when it is tried again');
  assert.equal(await isAlive(other.token), false);
});

test('R13.3 D0018 if the answer of a commit is lost, memory drops the sessions that the database has ended', async () => {
  const owner = await server.register('lost-answer');
  const userId = Number(owner.userId);
  const store = new SessionStore(losingAnswers(database));
  await store.loadAll();
  const session = { userId, credentialVersion: 0, ip: '', userAgent: '' };
  const thief = (await store.open(session)) ?? '';
  assert.notEqual(await store.find(thief), null);
  const own = await database.query<{ session_key: string }>(
    'select session_key from sessions where user_id = $1 order by created_ms limit 1',
    [userId],
  );
  const keepSession = own.rows[0]?.session_key ?? '';
  await assert.rejects(store.endAll(userId, 'everywhere', keepSession), /lost/);
  assert.equal(await store.find(thief), null, 'ended');
  assert.equal((await store.find(owner.token))?.userId, userId, 'found again in the database');
});

/** Commits, and then reports a lost connection. */
function losingAnswers(real: Database): Database {
  const kysely = new Proxy(real.kysely, {
    get: (target, name) => {
      if (name === 'transaction')
        return () => ({
          execute: async (work: never) => {
            await target.transaction().execute(work);
            throw new Error('the connection was lost');
          },
        });
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...real, kysely };
}

const holdsOf = async (owner: TestUser) =>
  (await server.post<{ holds: { cause: string; untilTime: number }[] }>(`${USER}/getSecurity`, {}, owner))
    .data.holds;

test('R13.3 R13.9 a passkey that is added or removed holds withdrawals for 24 hours', async (context) => {
  for (const act of ['added', 'removed']) {
    const owner = await server.register(`passkey-${act}`);
    if (act === 'removed') assert.ok(await CHANGES['a removed passkey']?.change(owner));
    else {
      // For the browser's part, with its signatures, see e2e/people.spec.ts.
      context.mock.method(Passkeys.prototype, 'prove', async () => passkeyOf(owner), { times: 1 });
      const body = { challengeId: 'x', name: 'phone', response: passkeyAnswer() };
      const added = await server.post(`${USER}/addPasskey`, body, {
        ...owner,
        headers: { origin: server.server.url },
      });
      assert.equal(added.code, 1, added.msg);
    }
    const [hold] = await holdsOf(owner);
    assert.equal(hold?.cause, 'passkey');
    assert.ok((hold?.untilTime ?? 0) > Date.now() + 23 * 3_600_000);
  }
});

function passkeyAnswer() {
  const response = { clientDataJSON: 'AA', attestationObject: 'AA' };
  return { id: 'AA', rawId: 'AA', type: 'public-key', response, clientExtensionResults: {} };
}

test('R13.3 R13.9 a reset removes the passkeys, and ends the adding of one', async () => {
  const owner = await server.register('reset-passkeys');
  await plantPasskey(owner);
  const started = await server.post<{ challengeId: string }>(
    `${USER}/startPasskey`,
    await proofOf(owner),
    owner,
  );
  assert.equal(started.code, 1, started.msg);
  assert.ok(await CHANGES['a reset']?.change(owner));
  for (const table of ['passkeys', 'passkey_challenges']) {
    const { rows } = await database.query(`select 1 from ${table} where user_id = $1`, [
      Number(owner.userId),
    ]);
    assert.equal(rows.length, 0, table);
  }
});

test('R13.3 identity I5 a freeze link works once, and a freeze invalidates earlier links', async () => {
  const owner = await server.register('freeze-once');
  const linkOf = async () => {
    const { rows } = await database.query<{ body: string }>(
      `select body from outbox where recipient = $1 and body like '%freeze=%' order by mail_id desc limit 1`,
      [owner.email],
    );
    return /freeze=(\S+)/.exec(rows[0]?.body ?? '')?.[1] ?? '';
  };
  const press = async (token: string) => (await server.post(`${USER}/freezeByLink`, { token })).error;
  assert.ok(await CHANGES['a bound authenticator']?.change(owner));
  const first = await linkOf();
  const presses = await Promise.all([press(first), press(first), press(first)]);
  assert.deepEqual(presses.filter((error) => error === undefined).length, 1);
  assert.equal(await press(first), 'identity/link-expired');
  // A request to unfreeze is mailed with a freeze link, which still stops a thief who made the
  // request.
  await database.query('update users set unfreeze_ms = 1 where user_id = $1', [Number(owner.userId)]);
  assert.equal(await press(first), 'identity/link-expired', 'nor does it freeze the account anew');
});

test('R13.3 D0018 a freeze cancels an earlier request to unfreeze, and its old end does not return', async (context) => {
  const owner = await server.register('freeze-overtakes');
  assert.equal(await CHANGES['a freeze']?.change(owner), true);
  const back = await server.login(owner);
  const asked = await server.post(`${USER}/unfreeze`, await proofOf(owner), back);
  assert.equal(asked.code, 1);
  const body = await proofOf(owner);
  const held = holdNext(context, Passwords.prototype, 'verifyLogin');
  const again = server.post(`${USER}/unfreeze`, body, back);
  await held.reached;
  assert.equal(await CHANGES['a freeze']?.change(back), true);
  held.release();
  assert.equal((await again).error, 'identity/changed-meanwhile');
  const { rows } = await database.query<{ until: number | null }>(
    'select unfreeze_ms as until from users where user_id = $1',
    [Number(owner.userId)],
  );
  assert.deepEqual(rows, [{ until: null }]);
});

test('R13.3 D0018 a fund password requested before a freeze is not set after it', async (context) => {
  const owner = await server.register('fund-overtaken');
  await server.post(`${USER}/sendUpdateAssetEmail`, {}, owner);
  const body = { password: '123456', confirmPassword: '123456', code: await server.codeFor(owner.email) };
  const held = holdNext(context, Passwords.prototype, 'hashFund');
  const setting = server.post(`${USER}/setTransactionPwd`, body, owner);
  await held.reached;
  assert.equal(await CHANGES['a freeze']?.change(owner), true);
  held.release();
  assert.equal((await setting).error, 'identity/changed-meanwhile');
  const { rows } = await database.query('select fund_password_hash as hash from users where user_id = $1', [
    Number(owner.userId),
  ]);
  assert.deepEqual(rows, [{ hash: null }]);
});

test('identity I9 R13.3 an address or a whitelist that was proven before a change of credentials is not changed after it', async (context) => {
  const address = { currency: 'USDT', chain: 'ERC20', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
  const inProgress = {
    'add-address': async (owner: TestUser, code: string) =>
      server.post('/bb/app/wallet/addAddress', { ...address, code }, owner),
    'whitelist-off': async (owner: TestUser, code: string) =>
      server.post('/bb/app/wallet/setWhitelistOnly', { on: false, code }, owner),
  };
  const between = { 'a freeze': 'session/invalid', 'a new password': 'identity/changed-meanwhile' };
  for (const [name, refusal] of Object.entries(between))
    for (const [kind, send] of Object.entries(inProgress)) {
      const owner = await server.register(`proven-${refusal.replace('/', '-')}-${kind}`);
      const userId = Number(owner.userId);
      await server.post('/bb/app/wallet/setWhitelistOnly', { on: true }, owner);
      const code = await codeFor(owner.email, 'withdraw');
      const proven = holdNext(context, EmailCodes.prototype, 'use');
      const reply = send(owner, code);
      await proven.reached;
      assert.equal(await CHANGES[name]?.change(owner), true);
      proven.release();
      assert.equal((await reply).error, refusal, `${kind} beside ${name}`);
      const { rows } = await database.query(
        `select whitelist_only,
           (select count(*) from withdrawal_addresses where user_id = $1) as addresses,
           (select count(*) from notices where user_id = $1 and cause ~ '^(address-added|whitelist-off)') as told
         from users where user_id = $1`,
        [userId],
      );
      assert.deepEqual(rows, [{ whitelist_only: true, addresses: 0, told: 0 }]);
    }
});
