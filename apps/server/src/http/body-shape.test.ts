/** Bodies that are costly to parse: the checks at their boundary, and over real HTTP. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { isFormWide, isJsonDeep } from './body-shape.ts';
import { BODY_LIMIT_BYTES, BODY_SHAPE_LIMITS } from './edge-limits.ts';

const PAIRS = '/bb/app/market/getPairs';
const { formFields, jsonDepth } = BODY_SHAPE_LIMITS;
const form = (fields: number): string => Array.from({ length: fields }, (_, at) => `a${at}=1`).join('&');
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('R7.6 R13.6 a form with too many fields and JSON that is nested too deeply are told by their text', () => {
  assert.deepEqual([isFormWide(form(formFields)), isFormWide(form(formFields + 1))], [false, true]);
  assert.deepEqual([isJsonDeep(nested(jsonDepth)), isJsonDeep(nested(jsonDepth + 1))], [false, true]);
  const signs = '[{'.repeat(jsonDepth);
  for (const text of [signs, `"${signs}`, `\\${signs}`, `\\"${signs}\\`])
    assert.equal(isJsonDeep(JSON.stringify({ text })), false, 'brackets in a string');
  assert.equal(isJsonDeep(`["\\\\",${nested(jsonDepth)}]`), true, 'after a string that ends in a backslash');
  assert.equal(isJsonDeep(`[${Array.from({ length: 100 }, () => '{"a":[]}').join(',')}]`), false, 'wide');
});

async function send(type: string, body: string): Promise<readonly unknown[]> {
  const { http, error, field, msg } = await server.post(PAIRS, body, { headers: { 'content-type': type } });
  return [http, error, field, msg.split(': ').at(-1)];
}

test('R7.6 R13.6 bodies that are costly to parse are refused unparsed', async () => {
  const [FORM, JSON_TYPE] = ['application/x-www-form-urlencoded', 'application/json'];
  const refused = [200, 'request/invalid', 'body'];
  assert.deepEqual(await send(FORM, form(formFields + 1)), [...refused, 'has too many fields']);
  assert.deepEqual(await send(JSON_TYPE, nested(jsonDepth + 1)), [...refused, 'is nested too deeply']);
  for (const type of [FORM, JSON_TYPE])
    assert.deepEqual((await send(type, 'x'.repeat(BODY_LIMIT_BYTES + 1))).slice(0, 2), [
      413,
      'request/too-large',
    ]);
  assert.equal((await send(FORM, form(formFields)))[2], 'a0', 'parsed, and its fields are unknown');
});
