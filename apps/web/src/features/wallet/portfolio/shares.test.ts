/** Goal: figures beside the ring add up. Method: laws over random sums. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { percentsOf, sharesOf } from './shares.ts';

test('R2.6 the shares of an allocation add up to 100.00%, and none is off by a hundredth', () => {
  const value = fc.integer({ min: 1, max: 1_000_000_000 });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 9 }), (values) => {
      const parts = values.map((each, at) => ({ name: String(at), value: String(each) }));
      const shares = sharesOf(parts, 5, 'rest');
      const percents = percentsOf(shares);
      assert.equal(
        percents.reduce((sum, each) => sum + Math.round(each * 10_000), 0),
        10_000,
      );
      for (const [at, { ratio }] of shares.entries())
        assert.ok(Math.abs((percents[at] ?? 0) - ratio) < 0.0001, `${percents[at]} of ${ratio}`);
    }),
  );
  assert.deepEqual(percentsOf([]), []);
});
