/** Refusals keep their numbers and names apart. */
import assert from 'node:assert/strict';
import test from 'node:test';
import * as features from './features.ts';
import * as operatorFeatures from './operator-features.ts';
import { CALLS, OPERATOR_CALLS, type Call } from './index.ts';
import { OPERATION_REFUSALS } from './operation-refusals.ts';
import { REFUSALS } from './refusals.ts';
import { requestRefusals } from './request-refusals.ts';

test('R7.2 no two refusals have one number, and none has that of success', () => {
  const codes = Object.values(REFUSALS).map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
  assert.ok(!codes.includes(1));
});

test('R7.6 R7.8 what calls and operations declare is in the catalogue, each once', () => {
  const lists = [
    ...([...CALLS, ...OPERATOR_CALLS] as readonly Call[]).map(({ refusals }) => refusals),
    ...Object.values(OPERATION_REFUSALS),
  ];
  for (const names of lists) {
    assert.deepEqual(
      names.filter((name) => !(name in REFUSALS)),
      [],
    );
    assert.equal(new Set(names).size, names.length);
  }
});

test('R7.2 a refusal is named after its feature, and no two features name the same one', () => {
  const all = { ...features, ...operatorFeatures };
  for (const [name, { refusals }] of Object.entries(all))
    for (const refusal of Object.keys(refusals))
      assert.ok(refusal.startsWith(`${name}/`), `${refusal} of ${name}`);
  const listed = Object.values(all).flatMap(({ refusals }) => Object.keys(refusals));
  assert.equal(Object.keys(REFUSALS).length, listed.length + Object.keys(requestRefusals).length);
});
