/**
 * Goal: each thing that happens to a waiting order is told once. Method: rows as the stream sends
 * them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderRow } from '@glasshouse/protocol/spot';
import { orderNewsOf } from './order-news.ts';

const resting: OrderRow = {
  id: '1',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  price: '90000',
  amount: '0.01',
  quoteAmount: null,
  filledAmount: '0',
  filledQuote: '0',
  averagePrice: null,
  fee: '0',
  feeCoin: 'USDT',
  direction: 'sell',
  type: 'limit',
  timeInForce: 'GTC',
  status: 0,
  triggerPrice: null,
  triggerBy: null,
  trailAmount: null,
  activationPrice: null,
  limitOffset: null,
  stopLossPrice: null,
  takeProfitPrice: null,
  expireTime: null,
  visibleAmount: null,
  preventedAmount: null,
  entryId: null,
  trailPercent: null,
  firedTick: null,
  waiting: false,
  ocoId: null,
  stopKind: null,
  endReason: null,
  clientOrderId: null,
  time: 1,
  updateTime: 1,
};
const partly: OrderRow = { ...resting, filledAmount: '0.004', updateTime: 2 };
const filled: OrderRow = { ...resting, filledAmount: '0.01', status: 1, updateTime: 3 };
const stop: OrderRow = { ...resting, type: 'stop-limit', triggerPrice: '80000', waiting: true };
const fired: OrderRow = { ...stop, waiting: false, firedTick: 7 };
const cancelled = { status: 2, updateTime: 4 } as const;

const kind = orderNewsOf;

test('R7.7 fills of a resting order, and a stop that fires, are news', () => {
  assert.equal(kind(resting, partly), 'partly');
  assert.equal(kind(partly, filled), 'filled');
  assert.equal(kind(stop, fired), 'fired');
  assert.equal(kind(fired, { ...fired, ...filled, firedTick: 7 }), 'stopFilled');
  assert.equal(kind(stop, { ...fired, status: 1, filledAmount: '0.01' }), 'stopFilled');
  assert.equal(kind(stop, { ...fired, ...cancelled, endReason: 'refused' }), 'refused');
  const rest = { ...fired, ...cancelled, filledAmount: '0.002', endReason: 'unfilled' } as const;
  assert.equal(kind(stop, rest), 'stopFilled');
});

test('R7.7 a row that is known already and what the user cancels are no news', () => {
  for (const row of [resting, partly, stop, fired]) assert.equal(kind(row, row), null);
  assert.equal(kind(resting, { ...resting, ...cancelled, endReason: 'owner' }), null);
  assert.equal(kind(stop, { ...stop, ...cancelled, waiting: false, endReason: 'oco' }), null);
});
