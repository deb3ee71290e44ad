/** Goal: merged candles are right at their ends. Method: small series with known results. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Candle } from '#data/klines.ts';
import { candleStartMs } from '#data/timeframes.ts';
import { candlesFrom, CurrentCandle, mergedCandles } from './merged-candles.ts';

const HALF_HOUR_S = 1800;
const candle = (id: number, [open, high, low, close]: readonly [number, number, number, number]): Candle => ({
  id,
  open,
  high,
  low,
  close,
  vol: 1,
});
const [A, B, C] = [
  candle(2 * HALF_HOUR_S, [10, 12, 9, 11]),
  candle(3 * HALF_HOUR_S, [11, 15, 10, 14]),
  candle(4 * HALF_HOUR_S, [14, 14, 8, 9]),
];

test('R2.3 an hour opens with its first half, closes with its last, and has the extremes and the volume of both', () => {
  assert.deepEqual(mergedCandles([A, B, C], '1H'), [
    { id: 2 * HALF_HOUR_S, open: 10, high: 15, low: 9, close: 14, vol: 2 },
    { id: 4 * HALF_HOUR_S, open: 14, high: 14, low: 8, close: 9, vol: 1 },
  ]);
});
test('R2.3 a first candle of which the beginning is missing is left out', () => {
  assert.deepEqual(
    mergedCandles([B, C], '1H').map(({ id }) => id),
    [4 * HALF_HOUR_S],
  );
});
test('R2.3 the current candle follows its parts, and begins anew with the next', () => {
  const current = new CurrentCandle('1H');
  assert.equal(current.take(A).close, 11);
  assert.deepEqual(current.take(B), mergedCandles([A, B], '1H')[0]);
  assert.equal(current.take({ ...B, close: 13 }).close, 13);
  assert.deepEqual(current.take(C), mergedCandles([C], '1H')[0]);
});
test('R2.3 weeks begin on a Monday', () => {
  const wednesday = Date.UTC(2026, 10, 25, 13);
  assert.equal(candleStartMs('1W', wednesday), Date.UTC(2026, 10, 23));
  assert.equal(candleStartMs('4H', wednesday), Date.UTC(2026, 10, 25, 12));
});

test('R14.5 after a gap a chart takes its last candle anew and all behind it, if they reach back to it', () => {
  const last = (id: number) => candlesFrom([A, B, C], id)?.map((each) => each.id / HALF_HOUR_S);
  assert.deepEqual(last(A.id), [2, 3, 4]);
  assert.deepEqual(last(B.id), [3, 4]);
  assert.deepEqual(last(C.id), [4]);
  assert.deepEqual(last(A.id - 1), undefined);
  assert.equal(candlesFrom([], A.id), undefined);
});
