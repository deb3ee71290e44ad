/** Goal: requests contain what R5.10 says. Method: nested samples. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asForm, withoutEmpty } from './payload.ts';

test('R5.10 payloads drop null, undefined and empty-string fields recursively', () => {
  const sent = withoutEmpty({
    a: 1,
    b: '',
    c: null,
    d: undefined,
    e: { f: '', g: false, h: [0, '', { i: null }] },
  });
  assert.deepEqual(sent, { a: 1, e: { g: false, h: [0, {}] } });
});
test('R7.1 contract calls are form-encoded', () => {
  assert.equal(asForm({ openAmount: '10', note: '', tradeType: 1 }).toString(), 'openAmount=10&tradeType=1');
});
