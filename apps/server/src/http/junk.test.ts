/** Junk for every field of every call, from a seed: whatever comes, the answer is the envelope and never a failure of the server. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CALLS, REFUSALS, type Call } from '@glasshouse/protocol';
import * as z from 'zod';
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';

let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('junk');
});
after(() => server.close());

const JUNK: readonly unknown[] = [
  '',
  ' ',
  '0',
  0,
  -1,
  1.5,
  1e21,
  '1e400',
  '-0.1',
  '9'.repeat(400),
  '0.'.padEnd(300, '0'),
  'NaN',
  'Infinity',
  'null',
  null,
  true,
  [],
  [1, [2]],
  {},
  { $ne: 1 },
  '\u0000',
  '𝒳\uD800',
  "'; drop table users; --",
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'btcusdt',
  'BTC',
  'USDT',
  1,
  2,
  '9007199254740993',
];
/** Most fields are right most of the time, so that junk gets behind the first check. */
const RIGHT: Readonly<Record<string, unknown>> = {
  email: 'junk@test.example',
  account: 2,
  code: '123456',
  password: 'Some-password-1',
  confirmPassword: 'Some-password-1',
  oldPassword: 'Some-password-1',
  agree: true,
  symbol: 'btcusdt',
  timer: '1min',
  size: 5,
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  currency: 'USDT',
  side: 'buy',
  type: 'limit',
  price: '59000',
  amount: '0.01',
  openAmount: '10',
  positionTime: 60,
  tradeType: 1,
  entryStatus: 0,
  status: 0,
  pageNo: 1,
  pageSize: 10,
  id: '1',
  paramName: 'contract_fee_rate',
};
const SEED = Number(process.env.SEED ?? 20_260_214);
const ROUNDS_PER_CALL = 40;

/** mulberry32 */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function fieldsOf(call: Call): readonly string[] {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
  return Object.keys(schema.properties ?? {});
}

test(`SPEC §8 no input makes a call fail (SEED=${SEED})`, async () => {
  const random = randomFrom(SEED);
  for (const call of CALLS as readonly Call[]) {
    if (call.name === 'identity/logout') continue;
    const fields = fieldsOf(call);
    const target = call.prefixes[0] + call.path;
    for (let round = 0; round < ROUNDS_PER_CALL; round++) {
      const value = (field: string) =>
        random() < 0.7 ? RIGHT[field] : JUNK[Math.floor(random() * JUNK.length)];
      const body = Object.fromEntries(fields.map((field) => [field, value(field)]));
      const options = { token: user.token, isForm: random() < 0.3 };
      const query = new URLSearchParams(body as Record<string, string>).toString();
      const reply =
        call.method === 'GET'
          ? await server.get(`${target}?${query}`, options)
          : await server.post(target, body, options);
      const told = JSON.stringify({ call: call.name, body, reply });
      assert.ok(reply.http === 200 || reply.http === 429, told);
      assert.notEqual(reply.error, 'request/failed', told);
      assert.ok(reply.code === 1 || (reply.error ?? '') in REFUSALS, told);
    }
  }
  const info = await server.post('/bb/app/user/info', {}, { token: user.token });
  assert.equal(info.code, 1, 'the server still serves');
});
