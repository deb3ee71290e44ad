/**
 * Goal: compiled checks decide as the schemas themselves. Method: properties over all calls, with
 * each field valid, absent or anything else; and that every schema compiles at all.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLS, OPERATOR_CALLS, type Call } from '@glasshouse/protocol';
import fc from 'fast-check';
import * as z from 'zod';
import { fieldsOf, sampleInput } from '../testing/sample-input.ts';
import { CheckedInput } from './checked-input.ts';

const ALL = [...CALLS, ...OPERATOR_CALLS] as readonly Call[];
const RUNS_PER_CALL = 60;

/** Values near the limits of what fields take, beside anything that JSON can say. */
const anyValue = fc.oneof(
  fc.constantFrom('', ' ', null, 0, 1, -1, 1.5, '1', '01', '1.50', ' 2 ', 'btc', true, 'true', '1e5', 1e-7),
  fc.constantFrom(9_007_199_254_740_992, 0.1 + 0.2, '9'.repeat(31), [], {}, '\u0000', '\uD800', 'ＢＴＣ'),
  fc.jsonValue(),
  fc.string(),
);

/** Mostly valid fields; some absent, some of any value, rarely one that the call does not have. */
function inputOf(call: Call): fc.Arbitrary<unknown> {
  const valid = sampleInput(call);
  const entries = fieldsOf(call).map((field) =>
    fc.tuple(
      fc.constant(field),
      fc.oneof(
        { arbitrary: fc.constant([valid[field]]), weight: 8 },
        { arbitrary: fc.constant([]), weight: 3 },
        { arbitrary: anyValue.map((value) => [value]), weight: 1 },
      ),
    ),
  );
  const known = fc
    .tuple(...entries)
    .map((fields) => fields.flatMap(([field, value]) => value.map((one): [string, unknown] => [field, one])));
  const further = fc.oneof(
    { arbitrary: fc.constant<[string, unknown][]>([]), weight: 9 },
    {
      arbitrary: fc
        .tuple(fc.string(), anyValue)
        .filter(([name]) => name !== '__proto__')
        .map((one) => [one]),
      weight: 1,
    },
  );
  const body = fc
    .tuple(known, further)
    .map(([own, more]) => Object.fromEntries([...own, ...more]) as unknown);
  return fc.oneof({ arbitrary: body, weight: 20 }, { arbitrary: anyValue, weight: 1 });
}

test('R8.5 the check of each call decides as its schema, field by field', () => {
  let accepted = 0;
  for (const call of ALL) {
    const checked = new CheckedInput(call.input);
    const alike = fc.property(inputOf(call), (raw) => {
      const [found, expected] = [checked.check(raw), call.input.safeParse(raw)];
      assert.equal(found.success, expected.success);
      if (expected.success) accepted++;
      // The hash of an Idempotency-Key covers the order of the fields.
      if (expected.success) assert.equal(JSON.stringify(found.data), JSON.stringify(expected.data));
      assert.deepEqual(found.data, expected.data);
      assert.deepEqual(found.error?.issues, expected.error?.issues);
    });
    fc.assert(alike, { numRuns: RUNS_PER_CALL });
  }
  assert.ok(accepted > ALL.length, `${accepted} inputs were valid`);
});

test('R8.5 every schema compiles: none is left to the slow check unseen', () => {
  for (const call of ALL) assert.notEqual(z.compile(call.input, { strict: true }), call.input, call.name);
});
