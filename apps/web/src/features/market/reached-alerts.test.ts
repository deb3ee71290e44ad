/** A price alert is reached at its price and beyond. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachedBy, type PriceAlert } from './reached-alerts.ts';

const alert = (price: string, isAbove: boolean, symbol = 'btcusdt'): PriceAlert => ({
  symbol,
  price,
  isAbove,
});

test('R2.12 an alert is reached by a tick at its price or beyond, and by no tick without its pair', () => {
  const priceOf = (symbol: string) => (symbol === 'btcusdt' ? '100.5' : undefined);
  const reached = (one: PriceAlert) => reachedBy([one], priceOf).length === 1;
  assert.ok(reached(alert('100.5', true)));
  assert.ok(reached(alert('100.5', false)));
  assert.ok(!reached(alert('100.51', true)));
  assert.ok(!reached(alert('100.49', false)));
  assert.ok(reached(alert('100', true)));
  assert.ok(!reached(alert('0.1', true, 'ethusdt')));
});
