/** Goal: own fills become one mark per candle and side. Method: fills around candle borders. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillMarks } from './fill-groups.ts';

const MINUTE = 60_000;

test('R2.17 fills of one candle and side are one mark, at the lowest buy and the highest sell', () => {
  const at = (side: 'buy' | 'sell', price: number, timeMs: number) => ({ side, price, timeMs });
  const marks = fillMarks(
    [
      at('buy', 10, MINUTE),
      at('buy', 9, MINUTE + 59_999),
      at('buy', 8, 2 * MINUTE),
      at('sell', 11, MINUTE + 1),
      at('sell', 12, MINUTE + 2),
    ],
    (timeMs) => Math.floor(timeMs / MINUTE) * MINUTE,
  );
  assert.deepEqual(marks, [
    { side: 'buy', timestamp: MINUTE, price: 9, count: 2 },
    { side: 'buy', timestamp: 2 * MINUTE, price: 8, count: 1 },
    { side: 'sell', timestamp: MINUTE, price: 12, count: 2 },
  ]);
});
