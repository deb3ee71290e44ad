/**
 * Goal: on every call, a visitor, another user, a frozen user and a signed-out one get their proper
 * refusal, never an error and never another user's row. Method: one well-formed request per call,
 * made from the protocol itself.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CALLS, isPermitted, OPERATOR_CALLS, OPERATOR_ROLES, type Call } from '@glasshouse/protocol';
import { startTestServer, type TestServer, type TestReply, type TestUser } from '../testing/harness.ts';
import { makeOperator } from '../testing/operator.ts';
import { sampleInput } from '../testing/sample-input.ts';
import { BODY_LIMIT_BYTES } from './edge-limits.ts';

const ALL = CALLS as readonly Call[];
const OFFICE = OPERATOR_CALLS as readonly Call[];
const OF_OPERATORS = OFFICE.filter(({ access }) => access === 'operator');
const OF_USERS = ALL.filter(({ access }) => access === 'user');
const MARK = 'OWNERS-MARK';
const ADDRESS = 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ';

let server: TestServer;
let owner: TestUser;
let other: TestUser;
before(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'loopback' } });
  owner = await server.register('row-owner');
  other = await server.register('row-other');
});
after(() => server.close());

type Asking = Readonly<{ token?: string; headers?: Readonly<Record<string, string>> }>;

function ask(
  call: Call,
  asking: string | Asking | undefined,
  input = sampleInput(call),
): Promise<TestReply<unknown>> {
  const options = typeof asking === 'string' ? { token: asking } : (asking ?? {});
  const target = call.prefixes[0] + call.path;
  const query = new URLSearchParams(input as Record<string, string>).toString();
  if (call.method === 'GET') return server.get(`${target}?${query}`, options);
  return call.uploadBytesMax === null
    ? server.post(target, input, options)
    : server.post(`${target}?${query}`, {}, options);
}

test('identity I1 the sample for every call is well-formed, so that later tests pass the first check', () => {
  for (const call of [...ALL, ...OFFICE]) {
    const parsed = call.input.safeParse(sampleInput(call));
    assert.ok(parsed.success, `${call.name}: ${JSON.stringify(parsed.error?.issues)}`);
  }
});

/** A rule of tools/tidy.ts ensures that no other file adds routes that take input. */
test('identity I1 these tests cover every call of the handler table', () => {
  const names = [...ALL, ...OFFICE].map(({ name }) => name).toSorted();
  assert.deepEqual(Object.keys(server.server.features.handlers).toSorted(), names);
  assert.ok(OF_USERS.length > 40 && OF_USERS.length < names.length);
});

test('R13.1 identity I1 every call of a user refuses a visitor, a made-up token and a session that was ended', async () => {
  const gone = await server.login(owner);
  assert.equal((await server.post('/bb/app/user/logout', {}, { token: gone.token })).code, 1);
  for (const call of OF_USERS) {
    for (const token of [undefined, 'A'.repeat(43), gone.token]) {
      const reply = await ask(call, token);
      assert.deepEqual([reply.http, reply.code, reply.error], [200, -2, 'session/invalid'], call.name);
    }
  }
});

test('R13.1 R16.3 no call of the back office takes the session of a user, and none of a user that of an operator', async () => {
  const admin = await makeOperator(server, 'matrix-admin', 'admin');
  const [, operatorToken = ''] = admin.headers.cookie.split('=');
  assert.ok(OF_OPERATORS.length >= 15, 'they are named');
  for (const call of OF_OPERATORS) {
    const strangers = [
      undefined,
      owner.token,
      operatorToken,
      { headers: { cookie: `session=${owner.token}`, 'x-user-id': owner.userId } },
      { headers: { cookie: `operator=${owner.token}` } },
      { headers: { cookie: `session=${operatorToken}` } },
    ];
    for (const asking of strangers)
      assert.equal((await ask(call, asking)).error, 'operators/not-signed-in', call.name);
  }
  for (const call of OF_USERS)
    for (const asking of [
      operatorToken,
      admin,
      { headers: { cookie: `session=${operatorToken}`, 'x-user-id': '1' } },
    ])
      assert.equal((await ask(call, asking)).error, 'session/invalid', call.name);
});

test('R16.3 each role is refused the calls that do not name it, and admin none', async () => {
  for (const role of OPERATOR_ROLES) {
    for (const call of OF_OPERATORS) {
      const operator = await operatorOf(role);
      const { error } = await ask(call, operator);
      const isAllowed = isPermitted(role, call.permission);
      assert.equal(error === 'operators/not-allowed', !isAllowed, `${role}: ${call.name} ${error}`);
      assert.notEqual(error, 'request/failed', call.name);
      if (call.name === 'operators/sign-out') operators.delete(role);
    }
  }
});

const operators = new Map<string, Asking>();
let operatorCount = 0;
async function operatorOf(role: (typeof OPERATOR_ROLES)[number]): Promise<Asking> {
  const known = operators.get(role);
  if (known !== undefined) return known;
  const made = await makeOperator(server, `matrix-${role}-${++operatorCount}`, role);
  operators.set(role, made);
  return made;
}

test('R7.6 every call refuses a wrong method, a body that is too large and one that is not JSON', async () => {
  for (const call of ALL) {
    const target = call.prefixes[0] + call.path;
    const wrong = call.method === 'GET' ? await server.post(target, {}) : await server.get(target);
    assert.deepEqual([wrong.http, wrong.error], [404, 'request/unknown-route'], call.name);
    if (call.method === 'GET') {
      await refusesQueries(call, target);
      continue;
    }
    const { token } = other;
    const bytes = (call.uploadBytesMax ?? call.bodyBytesMax ?? BODY_LIMIT_BYTES) + 1_000;
    const large = await server.post(target, `{"x":"${'x'.repeat(bytes)}"}`, { token });
    assert.deepEqual([large.http, large.error], [413, 'request/too-large'], call.name);
    // A visitor's file is refused before it is read: there is no such chat.
    if (call.access === 'visitor' && call.uploadBytesMax !== null) continue;
    const broken = await server.post(target, '{"x":', { token });
    assert.deepEqual([broken.http, broken.error, broken.field], [200, 'request/invalid', 'body'], call.name);
  }
});

/** Calls by GET take their input from the query string. */
async function refusesQueries(call: Call, target: string): Promise<void> {
  const broken = await server.get(`${target}?paramName=%E0%A4%A&paramName=1&__proto__=1`);
  assert.ok(broken.http === 200 && broken.error !== 'request/failed', call.name);
  const large = await fetch(`${server.server.url}${target}?paramName=${'x'.repeat(100_000)}`);
  assert.ok([200, 414, 431].includes(large.status), `${call.name}: ${large.status}`);
}

/** By the commands that its calls submit. */
async function requestWithdrawal(): Promise<string> {
  const { pipeline } = server.server.running;
  const coin = { chain: 3, asset: 0, restDecimals: 0, costAsset: 0 };
  const terms = { fee: 1, minAmount: 1, maxAmount: 1_000 };
  await pipeline.submit({ type: 'define-chain-coin', ...coin, ...terms }, { owner: 1 });
  const to = { chain: 3, asset: 0, amount: 10, fee: 1, address: ADDRESS, memo: '' };
  const asked = { type: 'request-withdrawal', owner: Number(owner.userId), ...to } as const;
  return String((await pipeline.submit(asked, { owner: 1 })).id);
}

async function addVoucher(): Promise<string> {
  const nothing = new Uint8Array([1]);
  const row = { chain: 'XRP', asset: 1, amount: 1, remark: MARK, status: 0, handed_ms: 1, changed_ms: 1 };
  const picture = { picture_mac: MARK, picture_id: MARK, wrapped_key: nothing, sealed: nothing };
  const { voucher_id } = await server.server.database.kysely
    .insertInto('vouchers')
    .values({ user_id: Number(owner.userId), ...row, ...picture })
    .returning('voucher_id')
    .executeTakeFirstOrThrow();
  return String(voucher_id);
}

/** Lists of the caller's own rows, which `id` narrows: `records.test.ts` tries them. */
const isOwnList = ({ name }: Call): boolean =>
  /\/(?:get-(?:orders|fills|record|deposits|withdrawals|exchanges|ledger|transfers|holdings|subscriptions)|export-.+)$/.test(
    name,
  );

/** One order of each offer that takes an id later on. */
async function takeOffers(token: string) {
  const take = async (path: string, input: object): Promise<string> => {
    const taken = await server.post<{ id: string }>(`/bb/app/${path}`, input, { token });
    assert.equal(taken.code, 1, `${path}: ${taken.msg}`);
    return taken.data.id;
  };
  await server.market.tick();
  return {
    holding: await take('fund/buy', { fund: 4, quantity: '30', leverage: 1 }),
    miner: await take('pool/buy', { offer: 1, amount: '200', dailyRate: '0.00024', days: 30 }),
    subscription: await take('subscription/subscribe', { project: 1, amount: '100' }),
  };
}

/** Rows of the owner: each with its id and the calls that take such an id. */
async function ownersRows(): Promise<readonly { readonly calls: readonly string[]; readonly id: string }[]> {
  const { token } = owner;
  await server.post('/bb/app/user/sendEmailCode', { email: owner.email, type: 'withdraw' });
  const code = await server.codeFor(owner.email);
  const address = { currency: 'USDT', chain: 'TRC20', address: ADDRESS, note: MARK, code };
  const added = await server.post<{ id: string }>('/bb/app/wallet/addAddress', address, { token });
  assert.equal(added.code, 1, added.msg);
  const order = {
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    side: 'buy',
    type: 'limit',
    price: '59000',
    amount: '0.01',
  };
  const placed = await server.post<{ id: string }>(
    '/bb/app/spot/placeOrder',
    { ...order, clientOrderId: MARK },
    { token },
  );
  const position = { openAmount: '10', baseCoin: 'BTC', quoteCoin: 'USDT', positionTime: 60, tradeType: 1 };
  await server.market.tick();
  const opened = await server.post<{ id: string }>('/contract/app/contract/createOrder', position, { token });
  const withdrawal = await requestWithdrawal();
  const notices = await server.post<{ list: { id: string }[] }>('/bb/app/index/getNoticePage', {}, { token });
  const sessions = await server.post<{ id: string }[]>('/bb/app/user/getSessions', {}, { token });
  const photo = await server.server.database.kysely
    .insertInto('passkeys')
    .values({
      credential_id: MARK,
      user_id: Number(owner.userId),
      public_key: new Uint8Array([1]),
      counter: 0,
      transports: '',
      name: MARK,
      created_ms: 1,
      last_used_ms: null,
    })
    .returning('credential_id')
    .executeTakeFirstOrThrow();
  const wanted = { symbol: 'btcusdt', price: '59000' };
  const alert = await server.post<{ id: string }>('/bb/app/priceAlerts/add', wanted, { token });
  const voucher = await addVoucher();
  const { holding, miner, subscription } = await takeOffers(token);
  return [
    { calls: ['wallet/edit-address', 'wallet/remove-address'], id: added.data.id },
    { calls: ['price-alerts/remove'], id: alert.data.id },
    { calls: ['vouchers/take-back'], id: voucher },
    {
      calls: ['spot/cancel-order', 'spot/amend-order', 'spot/get-order', 'wallet/get-record-postings'],
      id: placed.data.id,
    },
    { calls: ['seconds-contract/get-position'], id: opened.data.id },
    { calls: ['funding/get-withdrawal', 'funding/cancel-withdrawal'], id: withdrawal },
    { calls: ['notices/get-detail', 'notices/confirm'], id: notices.data.list[0]?.id ?? '' },
    { calls: ['identity/end-session'], id: sessions.data[0]?.id ?? '' },
    { calls: ['identity/remove-passkey'], id: photo.credential_id },
    { calls: ['fund/sell', 'fund/cancel-sell', 'fund/exit'], id: holding },
    { calls: ['mining/redeem', 'mining/redeem-early'], id: miner },
    { calls: ['subscription/cancel'], id: subscription },
  ];
}

test("R13.1 identity I1 another user's row is answered like a missing one, in every call that takes an id", async () => {
  const rows = await ownersRows();
  const taking = ALL.filter((call) => 'id' in sampleInput(call) && !isOwnList(call)).map(({ name }) => name);
  assert.deepEqual(
    taking.filter((name) => !rows.some(({ calls }) => calls.includes(name))),
    [],
    'every call that takes an id is tried with a row of another user',
  );
  for (const { calls, id } of rows) {
    for (const name of calls) {
      const call = ALL.find((each) => each.name === name);
      assert.ok(call, name);
      const missing = /^\d+$/.test(id) ? '999999999' : 'ZZZZZZZZZZZZZZZZ';
      const input = { ...sampleInput(call), password: other.password };
      const foreign = await ask(call, other.token, { ...input, id });
      const none = await ask(call, other.token, { ...input, id: missing });
      assert.notEqual(foreign.code, 1, name);
      assert.deepEqual(foreign, none, name);
    }
  }
  const book = await server.post<{ list: { note: string }[] }>('/bb/app/wallet/getAddresses', {}, owner);
  assert.equal(book.data.list[0]?.note, MARK, 'what another tried to remove is still there');
  assert.equal((await server.post('/bb/app/user/info', {}, owner)).code, 1, 'and so is the session');
});

test("R13.1 no reply to a visitor or another user contains the owner's data, even if the owner is named", async () => {
  const spare = await server.register('row-reader');
  const named = { userId: owner.userId, email: owner.email, account: owner.email, clientOrderId: MARK };
  for (const call of ALL) {
    const sample = sampleInput(call);
    const ofOwner = Object.fromEntries(Object.entries(named).filter(([field]) => field in sample));
    for (const [token, input] of [
      [spare.token, sample],
      [spare.token, { ...sample, ...ofOwner }],
      [undefined, { ...sample, ...ofOwner }],
    ] as const) {
      const reply = JSON.stringify(await ask(call, token, input));
      for (const secret of [owner.email, MARK, ADDRESS, owner.token])
        assert.ok(!reply.includes(secret), `${call.name}: ${reply}`);
      assert.ok(!reply.includes('"data":null,"error":"request/failed"'), `${call.name}: ${reply}`);
      if (call.name === 'identity/logout' || call.name === 'identity/freeze')
        Object.assign(spare, await server.login(spare));
    }
  }
});

test('R13.1 identity I1 a frozen user is refused every operation, but can read, cancel and request to be unfrozen', async () => {
  const frozen = await server.register('row-frozen');
  const order = {
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    side: 'buy',
    type: 'limit',
    price: '58000',
    amount: '0.01',
  };
  const placed = await server.post<{ id: string }>('/bb/app/spot/placeOrder', order, frozen);
  assert.equal((await server.post('/bb/app/user/freeze', { confirm: true }, frozen)).code, 1);
  assert.equal((await server.post('/bb/app/user/info', {}, frozen)).code, -2, 'freezing ends every session');
  let { token } = await server.login(frozen);
  const guarded = ALL.filter(({ operation }) => operation !== null);
  assert.ok(guarded.length >= 15, 'operations are named');
  for (const call of guarded)
    assert.equal((await ask(call, token)).error, 'identity/account-frozen', call.name);
  for (const call of ALL.filter(({ movesMoney }) => movesMoney))
    assert.ok(
      call.operation !== null || /cancel/.test(call.name),
      `${call.name} moves money: it names its operation, or only takes orders back`,
    );
  assert.equal((await server.post('/bb/app/spot/cancelOrder', { id: placed.data.id }, { token })).code, 1);
  assert.equal((await server.post('/bb/app/user/getSecurity', {}, { token })).code, 1);
  const quiet = ALL.filter(({ operation }) => operation === null);
  for (const call of quiet) {
    assert.notEqual((await ask(call, token)).error, 'request/failed', call.name);
    // Freezing and logging out end the session that the next call needs.
    if (/logout|freeze$/.test(call.name)) ({ token } = await server.login(frozen));
  }
});
