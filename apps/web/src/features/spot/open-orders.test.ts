/** Goal: the open list follows the stream. Method: updates with each status. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderRow } from '@glasshouse/protocol/spot';
import { mergeOpenOrders } from './open-orders.ts';

const order = (id: string, status: number, updateTime: number): OrderRow => ({
  id,
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  price: '1',
  amount: '1',
  quoteAmount: null,
  filledAmount: '0',
  filledQuote: '0',
  averagePrice: null,
  fee: '0',
  feeCoin: 'BTC',
  direction: 'buy',
  type: 'limit',
  timeInForce: 'GTC',
  status,
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
  time: Number(id),
  updateTime,
});
const ids = (rows: readonly OrderRow[]) => rows.map((row) => row.id);

test('R4.7 finished and cancelled orders leave the open list', () => {
  const open = [order('2', 0, 2), order('1', 0, 1)];
  assert.deepEqual(ids(mergeOpenOrders(open, [order('2', 1, 3), order('1', 2, 3)])), []);
});
test('R4.7 new orders come first', () => {
  assert.deepEqual(ids(mergeOpenOrders([order('1', 0, 1)], [order('3', 0, 3)])), ['3', '1']);
});
test('R3.10 an older update never replaces a newer one', () => {
  assert.equal(mergeOpenOrders([order('1', 0, 5)], [order('1', 1, 4)]).length, 1);
});
