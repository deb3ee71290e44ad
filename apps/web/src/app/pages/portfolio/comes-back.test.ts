/** Goal: the scale shows what ends when. Method: a few items around its limits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySoonest, inTime, marksOf, shareOf, spanOf } from './comes-back.ts';

const NOW = 1_000_000;
const at = (endMs: number | null) => ({ endMs });

test('R2.6 the portfolio lists what ends soonest first, and what has no end last', () => {
  const items = [at(null), at(NOW + 90_000), at(NOW + 30_000)];
  assert.deepEqual(bySoonest(items), [items[2], items[1], items[0]]);
  const spanMs = spanOf(items, NOW);
  assert.equal(spanMs, 90_000);
  assert.deepEqual(
    bySoonest(items).map((item) => shareOf(item, { nowMs: NOW, spanMs })),
    [1 / 3, 1, 1],
  );
  assert.equal(shareOf(at(NOW - 1), { nowMs: NOW, spanMs }), 0);
  assert.equal(spanOf([at(NOW + 1_000)], NOW), 60_000);
  assert.equal(spanOf([], NOW), 60_000);
});

test('R1.4 R2.6 the time that is left is told in the largest unit of which there are two', () => {
  assert.equal(inTime(86_400_000 * 3 - 1, 'en-US'), 'in 3 days');
  assert.equal(inTime(86_400_000 * 1.5, 'en-US'), 'in 36 hours');
  assert.equal(inTime(119_001, 'en-US'), 'in 120 seconds');
  assert.equal(inTime(500, 'en-US'), 'in 1 second');
  assert.equal(inTime(3_600_000 * 5, 'zh-CN'), '5 小时后');
});

test('R2.6 the scale has at most six dates, each where bars that end on it do', () => {
  const nowMs = new Date(2026, 10, 26, 15, 30).getTime();
  const day = 86_400_000;
  assert.deepEqual(marksOf(nowMs, 1.5 * day), []);
  for (const days of [2, 7, 30, 90, 400, 4000]) {
    const spanMs = days * day;
    const marks = marksOf(nowMs, spanMs);
    assert.ok(marks.length > 0 && marks.length <= 6, String(days));
    for (const { timeMs, share } of marks) {
      assert.equal(new Date(timeMs).getHours(), 0);
      assert.equal(shareOf(at(timeMs), { nowMs, spanMs }), share);
    }
  }
});
