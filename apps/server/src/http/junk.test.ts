/**
 * Sends random junk, from a seed, in every field of every call. The answer is always the envelope
 * and never an internal error.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CALLS, REFUSALS, type Call } from '@glasshouse/protocol';
import { fieldsOf, sampleInput } from '../testing/sample-input.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';

let server: TestServer;
let user: TestUser;
/**
 * For calls that end the caller's own session or trade: later calls must still pass the first
 * check.
 */
let spare: TestUser;
const ENDING: ReadonlySet<string> = new Set(['identity/logout', 'identity/freeze', 'identity/exclude']);
before(async () => {
  server = await startTestServer();
  user = await server.register('junk');
  spare = await server.register('junk-spare');
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

test(`R8.5 no input makes a call fail (SEED=${SEED})`, async () => {
  const random = randomFrom(SEED);
  for (const call of CALLS as readonly Call[]) {
    const fields = fieldsOf(call);
    const right = sampleInput(call);
    const target = call.prefixes[0] + call.path;
    for (let round = 0; round < ROUNDS_PER_CALL; round++) {
      // Most fields are valid most of the time, so that junk gets past the first check.
      const value = (field: string) =>
        random() < 0.7 ? right[field] : JUNK[Math.floor(random() * JUNK.length)];
      const body = Object.fromEntries(fields.map((field) => [field, value(field)]));
      const options = { token: (ENDING.has(call.name) ? spare : user).token, isForm: random() < 0.3 };
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
