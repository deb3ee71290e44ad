/** Goal: the chart's bars follow R3.3. Method: one candle with four different prices. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asBar } from './bar.ts';

test('R3.3 R3.17 the turnover of a bar is the mean of open, close, high and low, times the volume', () => {
  const bar = asBar({
    id: 1_700_000_000,
    open: 10,
    close: 14,
    high: 20,
    low: 8,
    vol: 3,
  });
  assert.equal(bar.timestamp, 1_700_000_000_000);
  assert.equal(bar.turnover, 39);
});
