/** Goal: a chart catches up without holes. Method: a small series with known results. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candlesFrom } from './missed-candles.ts';

const flat = { open: 1, high: 1, low: 1, close: 1, vol: 0 };
const CANDLES = [2, 3, 4].map((id) => ({ id, ...flat }));

test('R14.5 after a gap a chart takes its last candle anew and all behind it, if they reach back to it', () => {
  const last = (id: number) => candlesFrom(CANDLES, id)?.map((each) => each.id);
  assert.deepEqual(last(2), [2, 3, 4]);
  assert.deepEqual(last(3), [3, 4]);
  assert.deepEqual(last(4), [4]);
  assert.deepEqual(last(1), undefined);
  assert.equal(candlesFrom([], 2), undefined);
});
