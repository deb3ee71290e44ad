/**
 * Goal: a refusal of malformed input says what is wrong with which field, and no call ignores a
 * field that it does not know, because a misspelt one would count as absent. Method: every call
 * with one unknown field beside well-formed ones; a table of malformed fields.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CALLS, type Call } from '@glasshouse/protocol';
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';
import { sampleInput } from '../testing/sample-input.ts';

let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('unknown-fields');
  await server.market.tick();
});
after(() => server.close());

test('R8.5 each call refuses an unknown field by its name, in the language of the caller', async () => {
  for (const call of CALLS as readonly Call[])
    for (const prefix of call.prefixes)
      for (const language of ['en-US,en', 'zh-CN,zh']) {
        const input = { ...sampleInput(call), colour: 'blue' };
        const query = new URLSearchParams(input as Record<string, string>).toString();
        const options = { token: user.token, language };
        const path = prefix + call.path;
        if (call.uploadBytesMax !== null) continue;
        const reply =
          call.method === 'GET'
            ? await server.get(`${path}?${query}`, options)
            : await server.post(path, input, options);
        assert.deepEqual([reply.error, reply.field], ['request/invalid', 'colour'], path);
        assert.match(reply.msg, language === 'en-US,en' ? /^Check colour: / : /colour.*没有此字段/, path);
      }
});

test('R8.5 an upload refuses an unknown field of its query', async () => {
  const headers = { 'x-access-token': user.token, 'content-type': 'image/png' };
  const body = new Uint8Array([1]);
  const url = `${server.server.url}/bb/app/kyc/uploadPhoto?side=front&colour=blue`;
  const reply = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { field?: string };
  assert.equal(reply.field, 'colour');
});

test('R8.5 a misspelt field neither cancels orders of other pairs nor removes a limit', async () => {
  const order = { baseCoin: 'BTC', quoteCoin: 'USDT', side: 'buy', type: 'limit' };
  await server.post('/bb/app/spot/placeOrder', { ...order, price: '59000', amount: '0.01' }, user);
  const cancelled = await server.post('/bb/app/spot/cancelAll', { symbol: 'ethusdt' }, user);
  assert.deepEqual([cancelled.error, cancelled.field], ['request/invalid', 'symbol']);
  const open = await server.post<{ sum: number }>('/bb/app/spot/getOrders', { status: 0 }, user);
  assert.equal(open.data.sum, 1);
  await server.post('/bb/app/user/setLimits', { dailyLoss: '100' }, user);
  const limited = await server.post('/bb/app/user/setLimits', { dailyLos: '50' }, user);
  assert.deepEqual([limited.error, limited.field], ['request/invalid', 'dailyLos']);
  type Limits = { dailyLoss: { value: string } };
  const limits = await server.post<Limits>('/bb/app/user/getLimits', {}, user);
  assert.equal(limits.data.dailyLoss.value, '100');
});

test('R8.5 R8.1 a refusal says the range, the length, the choices, or the missing consent', async () => {
  const registration = { email: 'a@test.example', code: '123456', password: PASSWORD, agree: false };
  const login = { account: 'a@test.example', code: '123456', password: 'short' };
  const order = { baseCoin: 'BTC', quoteCoin: 'USDT', side: 'up', type: 'limit' };
  const table: readonly (readonly [string, object, string, string])[] = [
    [
      'spot/getOrders',
      { pageSize: 101 },
      'Check pageSize: from 1 to 100',
      '请检查 pageSize：须在 1 至 100 之间',
    ],
    ['spot/getOrders', { status: '-1' }, 'Check status: not a whole number', '请检查 status：不是有效整数'],
    [
      'user/register',
      { ...registration, confirmPassword: PASSWORD },
      'Check agree: accept the user agreement',
      '请检查 agree：请同意用户协议',
    ],
    ['user/login', login, 'Check password: at least 6 characters', '请检查 password：至少 6 个字符'],
    ['spot/placeOrder', order, 'Check side: one of buy, sell', '请检查 side：须为以下之一：buy, sell'],
  ];
  for (const [path, body, english, chinese] of table) {
    const { token } = user;
    assert.equal((await server.post(`/bb/app/${path}`, body, { token })).msg, english);
    assert.equal((await server.post(`/bb/app/${path}`, body, { token, language: 'zh-CN,zh' })).msg, chinese);
  }
});

test('R7.4 user/info accepts the token in its payload alone; no other call does', async () => {
  const { token, userId } = user;
  const answered = await server.post<{ uid: string }>('/bb/app/user/info', { token, userId });
  assert.deepEqual([answered.code, answered.data.uid], [1, userId]);
  const form = await server.post('/bb/app/user/info', { token }, { isForm: true });
  assert.equal(form.code, 1);
  const empty = await server.post('/bb/app/user/info', { token }, { token: '' });
  assert.equal(empty.code, 1, 'an empty header counts as absent');
  const wrong = await server.post('/bb/app/user/info', { token: '1.1.a' });
  assert.deepEqual([wrong.code, wrong.msg], [-2, 'Please login first']);
  const header = await server.post('/bb/app/user/info', { token }, { token: '1.1.a' });
  assert.equal(header.code, -2);
  assert.equal((await server.post('/bb/app/spot/getOrders', { token })).code, -2);
});
