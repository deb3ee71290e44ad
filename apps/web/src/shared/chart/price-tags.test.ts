/**
 * Goal: tags of own orders never overlap, and stay near their lines. Method: small tables, and a
 * property over arbitrary lines.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { placeTags, TAG_PX, type TaggedLine } from './price-tags.ts';

const buy = (y: number) => ({ y, side: 'buy' }) as const;
const sell = (y: number) => ({ y, side: 'sell' }) as const;
const tags = (lines: readonly TaggedLine[], taken: readonly number[] = []) =>
  placeTags(lines, { height: 300, taken }).map(({ y, lines: own }) => [y, own.map((line) => line.y)]);

test('R2.17 chart: a tag is at its line, beside the last price, and within the pane', () => {
  assert.deepEqual(tags([buy(200), sell(100)], [150]), [
    [100, [100]],
    [200, [200]],
  ]);
  assert.deepEqual(tags([sell(145)], [150]), [[132, [145]]]);
  assert.deepEqual(tags([buy(152)], [150]), [[168, [152]]]);
  assert.deepEqual(tags([sell(2), buy(299), buy(301), sell(-1)]), [
    [9, [2]],
    [291, [299]],
  ]);
});

test('R2.17 chart: two nearby tags are stacked, more share a tag at the price nearest to the market', () => {
  assert.deepEqual(tags([buy(200), buy(204)]), [
    [193, [200]],
    [211, [204]],
  ]);
  assert.deepEqual(tags([buy(200), buy(202), buy(205), buy(206)]).length, 3);
  const many = Array.from({ length: 12 }, (_, i) => i);
  const [first] = placeTags(
    many.map((i) => buy(200 + i)),
    { height: 300, taken: [] },
  );
  assert.equal(first?.lines[0].y, 200);
  const sells = placeTags(
    many.map((i) => sell(100 + i)),
    { height: 300, taken: [] },
  );
  assert.equal(sells.at(-1)?.lines[0].y, 111);
});

test('R2.17 chart: whatever the lines, no tags of one side overlap, none is lost, and all are in the pane', () => {
  const y = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(fc.array(y, { maxLength: 40 }), fc.array(y, { maxLength: 3 }), (ys, taken) => {
      const placed = placeTags(ys.map(buy), { height: 400, taken });
      assert.equal(placed.flatMap(({ lines }) => lines).length, ys.length);
      for (const [i, tag] of placed.entries()) {
        assert.ok(tag.y >= TAG_PX / 2 && tag.y <= 400 - TAG_PX / 2);
        const above = placed[i - 1];
        assert.ok(above === undefined || tag.y - above.y >= TAG_PX - 1e-9);
        for (const middle of taken) assert.ok(Math.abs(tag.y - middle) >= TAG_PX - 1e-9);
      }
    }),
  );
});
