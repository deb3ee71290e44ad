/** Refusals keep their numbers and names apart. */
import assert from 'node:assert/strict';
import test from 'node:test';
import * as features from './features.ts';
import { REFUSALS } from './refusals.ts';
import { requestRefusals } from './request-refusals.ts';

test('R7.2 no two refusals have one number, and none has that of success', () => {
  const codes = Object.values(REFUSALS).map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
  assert.ok(!codes.includes(1));
});

test('R7.2 a refusal is named after its feature, and no two features name the same one', () => {
  for (const [name, { refusals }] of Object.entries(features))
    for (const refusal of Object.keys(refusals))
      assert.ok(refusal.startsWith(`${name}/`), `${refusal} of ${name}`);
  const listed = Object.values(features).flatMap(({ refusals }) => Object.keys(refusals));
  assert.equal(Object.keys(REFUSALS).length, listed.length + Object.keys(requestRefusals).length);
});
