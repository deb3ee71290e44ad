/** Goal: a curve can be read at its axes. Method: laws over random ranges. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { levelsOf } from './curve-plot.ts';

test('R2.6 the levels of a curve stand at round values within its range', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      fc.double({ min: 0.01, max: 1e9, noNaN: true }),
      (low, range) => {
        const levels = levelsOf(low, low + range);
        assert.ok(levels.length >= 1 && levels.length <= 5, String(levels));
        const step = levels.length > 1 ? (levels[1] ?? 0) - (levels[0] ?? 0) : undefined;
        for (const level of levels)
          assert.ok(level >= low - range * 1e-6 && level <= low + range * (1 + 1e-6), `${level}`);
        if (step !== undefined) assert.match(step.toExponential(0), /^[1-5]e/);
      },
    ),
  );
});
