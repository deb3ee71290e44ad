/**
 * Goal: each open order's row offers the terms that can be amended, and sends what has changed.
 * Method: a table of orders.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amendDraft, amendFields, amendInput, amendNameOf, amendTexts, isAmendable } from './amend-fields.ts';
import type { OrderRow } from './calls.ts';

const RESTING: OrderRow = {
  id: '7',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  price: '100',
  amount: '2',
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
  trailPercent: null,
  trailAmount: null,
  activationPrice: null,
  limitOffset: null,
  firedTick: null,
  waiting: false,
  stopLossPrice: null,
  takeProfitPrice: null,
  expireTime: null,
  ocoId: null,
  entryId: null,
  stopKind: null,
  endReason: null,
  clientOrderId: null,
  visibleAmount: null,
  preventedAmount: null,
  time: 0,
  updateTime: 0,
};
const WAITING = { ...RESTING, waiting: true, triggerBy: 'index' } as const;
const STOP: OrderRow = { ...WAITING, type: 'stop-limit', stopKind: 'stop-loss', triggerPrice: '90' };
const TRAILING: OrderRow = {
  ...WAITING,
  type: 'trailing-stop',
  price: null,
  triggerPrice: '95',
  trailPercent: '5',
  activationPrice: '110',
  limitOffset: '1',
};
const EXIT: OrderRow = {
  ...WAITING,
  type: 'tp-sl',
  price: null,
  takeProfitPrice: '120',
  stopLossPrice: '80',
  entryId: '3',
};

test('R11.4 each open order offers its own terms', () => {
  const fields = [
    RESTING,
    STOP,
    { ...STOP, price: null, amount: null, quoteAmount: '50' },
    TRAILING,
    EXIT,
    { ...RESTING, ocoId: '8' },
    { ...STOP, ocoId: '8' },
  ].map((order) => amendFields(order));
  assert.deepEqual(fields, [
    { price: 'price', size: 'amount', condition: [] },
    { price: 'price', size: 'amount', condition: ['triggerPrice'] },
    { size: 'quoteAmount', condition: ['triggerPrice'] },
    { price: 'limitOffset', size: 'amount', condition: ['trailPercent', 'activationPrice'] },
    { size: 'amount', condition: ['takeProfitPrice', 'stopLossPrice'] },
    { price: 'price', size: 'amount', condition: [] },
    { price: 'stopPrice', size: 'amount', condition: ['triggerPrice'] },
  ]);
});
test('R11.4 only open orders with a price or a condition can be amended', () => {
  assert.equal(isAmendable(RESTING), true);
  assert.equal(isAmendable(EXIT), true);
  assert.equal(isAmendable({ ...RESTING, status: 1 }), false);
});
test('R11.4 only what has changed is sent, and a distance that is emptied is given up', () => {
  assert.equal(amendInput(STOP, amendTexts(STOP)), null);
  assert.deepEqual(amendInput(STOP, { ...amendTexts(STOP), triggerPrice: '91' }), {
    id: '7',
    triggerPrice: '91',
  });
  assert.deepEqual(amendInput(TRAILING, { ...amendTexts(TRAILING), activationPrice: '', amount: '3' }), {
    id: '7',
    amount: '3',
    activationPrice: '0',
  });
});
test('R11.4 a leg of a pair is checked as an order of its own, and its error is at its field', () => {
  const leg = { ...STOP, ocoId: '8' };
  const { type, prices } = amendDraft(leg, { ...amendTexts(leg), stopPrice: '89' });
  assert.deepEqual([type.name, prices.price, prices.triggerPrice], ['stop-limit', '89', '90']);
  assert.equal(amendNameOf(leg, 'price'), 'stopPrice');
  assert.equal(amendNameOf({ ...STOP, amount: null, quoteAmount: '50' }, 'amount'), 'quoteAmount');
  assert.equal(amendDraft({ ...STOP, waiting: false }, {}).type.name, 'limit');
});
