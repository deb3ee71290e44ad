/**
 * Goal: the laws of API keys, see docs/features/api-keys.md. Method: a whole server over real HTTP,
 * the port that other features get, and signatures made by node:crypto.
 */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { ApiKeyRow } from '@glasshouse/protocol/api-keys';
import { KEYS_MAX } from '@glasshouse/protocol/api-keys/rules';
import { FUND_PASSWORD, giveFundPassword, MASTER_KEY } from '../../testing/fund-password.ts';
import { startTestServer, wrongCode, type TestServer, type TestUser } from '../../testing/harness.ts';
import { demoKeyFiles } from './demo-keys.ts';

const DAY_MS = 86_400_000;
const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-keys-'));
const log: string[] = [];
const start = () =>
  startTestServer({
    dataDir,
    env: { MASTER_KEY, LOG_LEVEL: 'debug' },
    writeLog: (line) => void log.push(line),
  });

let server: TestServer;
let owner: TestUser;
before(async () => {
  server = await start();
  owner = await server.register('keys');
  await giveFundPassword(server, owner);
});
after(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const port = () => server.server.features.open['api-keys'].gives.apiKeys;
const call = <T = ApiKeyRow>(name: string, input: object, user = owner) =>
  server.post<T>(`/bb/app/apiKeys/${name}`, input, user);

async function codeOf(user: TestUser): Promise<string> {
  await server.server.database.query('update email_codes set created_ms = 0 where email = $1', [user.email]);
  await server.post('/bb/app/user/sendEmailCode', { email: user.email, type: 'withdraw' });
  return server.codeFor(user.email);
}
const proofOf = async (user = owner) => ({ code: await codeOf(user), fundPassword: FUND_PASSWORD });

interface Made {
  readonly key: ApiKeyRow;
  readonly apiKey: string;
  readonly secret: string | null;
}
async function make(more: object = {}, user = owner): Promise<Made> {
  const input = { name: 'Bot', kind: 'hmac', ...more, ...(await proofOf(user)) };
  const { data, code, msg } = await call<Made>('createKey', input, user);
  assert.equal(code, 1, msg);
  return data;
}
const listOf = async (user = owner) => (await call<{ list: ApiKeyRow[] }>('getKeys', {}, user)).data.list;
const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' });

test('api-keys I1 a key, and what lets it do more, needs the whole proof; what lets it do less none', async () => {
  const right = await proofOf();
  const input = { name: 'Proven', kind: 'hmac', permissions: ['trade'] };
  const without = await call('createKey', { ...input, code: right.code });
  assert.deepEqual([without.error, without.field], ['identity/fund-password-missing', 'fundPassword']);
  const wrong = await call('createKey', { ...input, ...right, code: wrongCode(right.code) });
  assert.deepEqual([wrong.error, wrong.field], ['identity/wrong-code', 'code']);
  const { key } = (await call<Made>('createKey', { ...input, ...right })).data;
  const { keyId } = key;
  const wider = [
    { permissions: ['trade', 'transfer'] },
    { permissions: ['trade', 'withdraw'], networks: ['203.0.113.0/24'] },
    { expireTime: (key.expireTime ?? 0) + 1_000, networks: ['203.0.113.0/24'] },
  ];
  for (const change of wider)
    assert.equal((await call('updateKey', { keyId, ...change })).error, 'identity/wrong-code');
  assert.equal(
    (await call('updateKey', { keyId, permissions: ['trade', 'transfer'], ...(await proofOf()) })).code,
    1,
  );
  for (const change of [{ name: 'Renamed' }, { networks: ['203.0.113.0/24'] }, { networks: ['203.0.113.7'] }])
    assert.equal((await call('updateKey', { keyId, ...change })).code, 1);
  for (const networks of [['203.0.113.7', '203.0.113.8'], ['203.0.113.0/28'], []])
    assert.equal(
      (await call('updateKey', { keyId, networks })).error,
      'identity/wrong-code',
      String(networks),
    );
  const narrowed = await call('updateKey', { keyId, permissions: [] });
  assert.deepEqual([narrowed.data.permissions, narrowed.data.name], [['read'], 'Renamed']);
  const live = port().again(keyId);
  assert.ok(live?.allows('::ffff:203.0.113.7') && !live.allows('203.0.113.8'));
  assert.deepEqual([...(live?.permissions ?? [])], ['read']);
  assert.equal((await call('endKey', { keyId })).code, 1);
});

test('api-keys I2 a key works from its reply to its end; a restart keeps it, and no other text is one', async () => {
  const { key, apiKey } = await make({ permissions: ['transfer'] });
  const ended = await make();
  assert.equal(port().find(apiKey)?.userId, Number(owner.userId));
  const { beginning, expireTime, permissions } = key;
  assert.deepEqual([beginning, permissions], [apiKey.slice(0, 8), ['read', 'transfer']]);
  assert.ok((expireTime ?? Infinity) <= Date.now() + 90 * DAY_MS);
  for (const text of [
    '',
    'x',
    apiKey.slice(1),
    `${apiKey}a`,
    key.keyId,
    'a'.repeat(1e6),
    apiKey.toUpperCase(),
  ])
    assert.equal(port().find(text), null);
  const told: (readonly [string, boolean])[] = [];
  port().onChange((keyId, now) => told.push([keyId, now === null]));
  assert.equal((await call('endKey', { keyId: ended.key.keyId })).code, 1);
  assert.deepEqual(told, [[ended.key.keyId, true]]);
  assert.equal(port().find(ended.apiKey), null);
  port().used(key.keyId, { ip: '203.0.113.7', userAgent: 'bot/1.0' });
  await server.close();
  server = await start();
  assert.equal(port().find(apiKey)?.keyId, key.keyId);
  assert.equal(port().find(ended.apiKey), null);
  const list = await listOf();
  assert.equal(list.find(({ keyId }) => keyId === key.keyId)?.lastUsed?.device, 'bot/1.0');
  assert.equal(list.find(({ keyId }) => keyId === ended.key.keyId)?.ended?.reason, 'owner');
});

test('api-keys I2 a key that is due ends at its moment, and its owner is told; old ones go', async () => {
  const { key, apiKey } = await make({ name: 'Short' });
  const at = (column: 'expires_ms' | 'ended_ms', ms: number) =>
    server.server.database.query(`update api_keys set ${column} = $1 where key_id = $2`, [ms, key.keyId]);
  await at('expires_ms', Date.now() - 1);
  await server.server.features.open['api-keys'].gives.userKeys.settle(Number(owner.userId));
  assert.equal(port().find(apiKey), null);
  assert.equal((await listOf()).find(({ keyId }) => keyId === key.keyId)?.ended, null);
  await server.server.features.keepUp();
  assert.equal((await listOf()).find(({ keyId }) => keyId === key.keyId)?.ended?.reason, 'expired');
  assert.match(await lastMessage(owner), /^An API key has expired: .*Short/);
  await at('ended_ms', Date.now() - 91 * DAY_MS);
  await server.server.features.keepUp();
  assert.ok(!(await listOf()).some(({ keyId }) => keyId === key.keyId));
});

test('api-keys I2 a freeze, by its owner or by support, ends all keys at once and for ever', async () => {
  const people = server.server.features.open.identity.gives.people;
  const freezes = {
    owner: (user: TestUser) => server.post('/bb/app/user/freeze', { confirm: true }, user),
    support: (user: TestUser) => people.freeze(Number(user.userId)),
  };
  for (const [name, freeze] of Object.entries(freezes)) {
    const user = await server.register(`frozen-by-${name}`);
    const keys = [await make({}, user), await make({ permissions: ['trade'] }, user)];
    await freeze(user);
    assert.deepEqual(
      keys.map(({ apiKey }) => port().find(apiKey)),
      [null, null],
      name,
    );
    await server.server.features.open['api-keys'].gives.userKeys.settle(Number(user.userId));
    assert.deepEqual(
      keys.map(({ key }) => port().again(key.keyId)),
      [null, null],
      name,
    );
    const again = await server.login(user);
    assert.deepEqual(
      (await listOf(again)).map(({ ended }) => ended?.reason),
      ['frozen', 'frozen'],
    );
    const refused = await call('createKey', { name: 'Late', kind: 'hmac', ...(await proofOf(again)) }, again);
    assert.equal(refused.error, 'identity/account-frozen');
  }
});

test('api-keys I3 a signature is right for its key and payload alone, and what is none is false', async () => {
  const payload = 'symbol=BTCUSDT&note=价格 😀&timestamp=1764547200000';
  const ed25519 = generateKeyPairSync('ed25519');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const hmac = await make();
  const kinds = {
    hmac: {
      made: hmac,
      of: (text: string) =>
        createHmac('sha256', hmac.secret ?? '')
          .update(text)
          .digest('hex'),
    },
    ed25519: {
      made: await make({ kind: 'ed25519', publicKey: pemOf(ed25519.publicKey) }),
      of: (text: string) => sign(null, Buffer.from(text), ed25519.privateKey).toString('base64'),
    },
    rsa: {
      made: await make({ kind: 'rsa', publicKey: pemOf(rsa.publicKey) }),
      of: (text: string) => sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64'),
    },
  };
  const all = Object.values(kinds).map(({ of }) => of(payload));
  for (const [kind, { made, of }] of Object.entries(kinds)) {
    const key = port().find(made.apiKey);
    assert.equal(key?.kind, kind);
    const right = of(payload);
    assert.ok(key?.verify(payload, right), kind);
    assert.ok(!key?.verify(`${payload} `, right), kind);
    const wrong = [
      ...all.filter((each) => each !== right),
      of('another'),
      right.slice(1),
      `${right}0`,
      ` ${right}`,
    ];
    const none = [
      '',
      '=',
      '====',
      'é',
      '0'.repeat(63),
      'z'.repeat(64),
      'A'.repeat(86),
      'A'.repeat(1e6),
      '\0',
      '../',
    ];
    for (const text of [...wrong, ...none])
      assert.equal(key?.verify(payload, text), false, `${kind} ${text}`);
  }
});

test('api-keys I4 a pasted private key is refused by name, and a public key belongs to one key alone', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pasted = async (kind: string, text?: string) => {
    const { error, field } = await call('createKey', { name: 'P', kind, publicKey: text, code: '123456' });
    return [error, field];
  };
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' });
  assert.deepEqual(await pasted('ed25519', pkcs8), ['api-keys/private-key', 'publicKey']);
  assert.deepEqual(await pasted('ed25519'), ['api-keys/public-key-missing', 'publicKey']);
  assert.deepEqual(await pasted('hmac', pemOf(publicKey)), ['request/invalid', 'publicKey']);
  const { key } = await make({ kind: 'ed25519', publicKey: pemOf(publicKey).replaceAll('\n', '\r\n') });
  assert.equal(key.publicKey, pemOf(publicKey));
  const other = await server.register('other-pair');
  const taken = { name: 'Pair', kind: 'ed25519', publicKey: pemOf(publicKey), ...(await proofOf(other)) };
  const { error, field } = await call('createKey', taken, other);
  assert.deepEqual([error, field], ['api-keys/public-key-taken', 'publicKey']);
});

test('api-keys I4 neither a key nor its secret is readable in the database, the log, a message or a list', async () => {
  const { apiKey, secret } = await make({ name: 'Hidden' });
  assert.ok(secret !== null && secret.length === 64 && apiKey.length === 64);
  const { rows } = await server.server.database.query<{ row: string }>(
    'select api_keys::text as row from api_keys union all select notices::text from notices union all select outbox::text from outbox',
  );
  const places = [JSON.stringify(rows), log.join('\n'), JSON.stringify(await listOf())];
  for (const text of [
    apiKey,
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64'),
  ])
    for (const place of places) assert.ok(!place.includes(text));
});

test('api-keys I5 only a key with a network may withdraw, a day after it was allowed to', async () => {
  const nowhere = await call('createKey', {
    name: 'W',
    kind: 'hmac',
    permissions: ['withdraw'],
    code: '123456',
  });
  assert.deepEqual([nowhere.error, nowhere.field], ['api-keys/withdraw-needs-network', 'networks']);
  const { key } = await make({ permissions: ['withdraw'], networks: ['2001:DB8::/48', '203.0.113.7'] });
  assert.deepEqual(
    [key.permissions, key.networks],
    [
      ['read', 'withdraw'],
      ['2001:db8::/48', '203.0.113.7'],
    ],
  );
  assert.equal(key.expireTime, null);
  const { keyId } = key;
  const waits = () => (port().again(keyId)?.withdrawsFromMs ?? 0) - Date.now();
  assert.ok(waits() > DAY_MS - 60_000 && waits() <= DAY_MS);
  assert.equal((await call('updateKey', { keyId, permissions: ['read'] })).code, 1);
  assert.equal(port().again(keyId)?.withdrawsFromMs, Infinity);
  await server.server.database.query('update api_keys set created_ms = 1 where key_id = $1', [keyId]);
  assert.equal((await call('updateKey', { keyId, permissions: ['withdraw'], ...(await proofOf()) })).code, 1);
  assert.ok(waits() > DAY_MS - 60_000);
  const left = await call('updateKey', { keyId, networks: [] });
  assert.deepEqual([left.error, left.field], ['api-keys/withdraw-needs-network', 'networks']);
  await call('endKey', { keyId });
});

test('api-keys I6 networks, names and ends are checked, each by its field', async () => {
  const cases: readonly (readonly [Record<string, unknown>, string, string])[] = [
    [{ networks: ['203.0.113.7/24'] }, 'api-keys/network-invalid', 'networks'],
    [{ networks: ['0.0.0.0/0'] }, 'api-keys/network-wide', 'networks'],
    [{ networks: Array.from({ length: 21 }, (_, at) => `203.0.113.${at}`) }, 'request/invalid', 'networks'],
    [{ expireTime: Date.now() - 1 }, 'api-keys/expire-time', 'expireTime'],
    [{ expireTime: Date.now() + 366 * DAY_MS }, 'api-keys/expire-time', 'expireTime'],
    [{ expireTime: Date.now() + 91 * DAY_MS, permissions: ['trade'] }, 'api-keys/expire-time', 'expireTime'],
    [{ name: 'a\u202eb' }, 'request/invalid', 'name'],
    [{ name: 'n'.repeat(41) }, 'request/invalid', 'name'],
    [{ permissions: ['admin'] }, 'request/invalid', 'permissions.0'],
  ];
  for (const [more, error, field] of cases) {
    const refused = await call('createKey', { name: 'Checked', kind: 'hmac', code: '123456', ...more });
    assert.deepEqual([refused.error, refused.field], [error, field], JSON.stringify(more));
  }
  const form = {
    name: 'Form',
    kind: 'hmac',
    permissions: 'trade,transfer',
    networks: '203.0.113.0/24, 203.0.113.9',
  };
  const sent = { ...form, ...(await proofOf()) };
  const { data } = await server.post<Made>('/bb/app/apiKeys/createKey', sent, { ...owner, isForm: true });
  assert.deepEqual(data.key.permissions, ['read', 'trade', 'transfer']);
  assert.deepEqual(data.key.networks, ['203.0.113.0/24']);
});

test("api-keys I6 a user has at most 30 live keys; others' keys are missing ones", async () => {
  const user = await server.register('many-keys');
  const { key } = await make({}, user);
  await server.server.database.query(
    `insert into api_keys (key_id, user_id, key_hash, beginning, name, kind, public_key, permissions, networks, created_ms)
     select 'filled' || n, $1, 'filled' || n, 'filled', 'filled', 'rsa', 'filled' || n, 'read', '', 0
     from generate_series(1, $2::integer) n`,
    [Number(user.userId), KEYS_MAX - 2],
  );
  await make({ name: 'the last' }, user);
  const beyond = await call('createKey', { name: 'c', kind: 'hmac', ...(await proofOf(user)) }, user);
  assert.deepEqual([beyond.error, (await listOf(user)).length], ['api-keys/too-many', KEYS_MAX]);
  for (const keyId of [key.keyId, '0'.repeat(16)])
    for (const name of ['endKey', 'updateKey']) {
      const { error, field } = await call(name, { keyId });
      assert.deepEqual([error, field], ['request/not-found', 'keyId']);
    }
  assert.equal((await call<{ ended: number }>('endAllKeys', {}, user)).data.ended, KEYS_MAX);
  assert.equal(port().again(key.keyId), null);
});

test('api-keys I7 making, changing and ending a key tell its owner, once each; changing nothing does not', async () => {
  const user = await server.register('told-keys');
  const { key } = await make({ name: 'Told', permissions: ['trade'] }, user);
  const { keyId } = key;
  assert.match(await lastMessage(user), /^An API key was made: .*Told.*read, trade.*any/);
  await call('updateKey', { keyId, networks: ['203.0.113.7'] }, user);
  const changed = await lastMessage(user);
  assert.match(changed, /^An API key was changed: .*203\.0\.113\.7/);
  await call('updateKey', { keyId, networks: ['203.0.113.7/32'], name: 'Told' }, user);
  assert.equal(await lastMessage(user), changed);
  await call('endKey', { keyId }, user);
  assert.match(await lastMessage(user), /^An API key was ended: .*Told/);
  const second = await make({ name: 'Second' }, user);
  const end = server.server.features.commands['api-keys/end-keys'] as unknown as (
    input: object,
  ) => Promise<number>;
  assert.equal(await end({ user: Number(user.userId), operator: 'test' }), 1);
  assert.equal(port().find(second.apiKey), null);
  assert.match(await lastMessage(user), /^The platform has ended an API key of yours: .*Second/);
});

/** Its title, and its facts. */
async function lastMessage(user: TestUser): Promise<string> {
  const { rows } = await server.server.database.query<{ title_en: string; data: unknown }>(
    'select title_en, data from notices where user_id = $1 order by notice_id desc limit 1',
    [Number(user.userId)],
  );
  return `${rows[0]?.title_en}: ${JSON.stringify(rows[0]?.data)}`;
}

test('api-keys I8 the trader of a demo has the same two keys at each start, in files for their owner alone', async () => {
  const files = demoKeyFiles(dataDir);
  const read = () => readFileSync(files.keys, 'utf8') + readFileSync(files.privateKey, 'utf8');
  const first = read();
  for (const file of Object.values(files)) assert.equal(statSync(file).mode & 0o777, 0o600);
  const { hmac, ed25519 } = JSON.parse(readFileSync(files.keys, 'utf8')) as Record<
    string,
    { apiKey: string; secret: string }
  >;
  const signature = createHmac('sha256', hmac?.secret ?? '')
    .update('a')
    .digest('hex');
  assert.ok(
    port()
      .find(hmac?.apiKey ?? '')
      ?.verify('a', signature),
  );
  const signed = sign(null, Buffer.from('a'), readFileSync(files.privateKey, 'utf8')).toString('base64');
  const key = port().find(ed25519?.apiKey ?? '');
  assert.ok(key?.verify('a', signed));
  assert.deepEqual([...(key?.permissions ?? [])], ['read', 'trade', 'transfer']);
  await server.close();
  server = await start();
  assert.equal(read(), first);
});
