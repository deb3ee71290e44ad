/** Goal: the order form computes what the exchange will. Method: small tables with exact results. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  amountOf,
  draftError,
  receivedOf,
  shareOf,
  totalOf,
  wouldTake,
  type OrderDraft,
} from './order-math.ts';

const terms = {
  priceDecimals: 2,
  amountDecimals: 5,
  quoteDecimals: 6,
  baseDecimals: 8,
  minNotional: '5',
  makerFeePpm: 800,
  takerFeePpm: 1000,
};
const draft: OrderDraft = {
  side: 'buy',
  type: 'limit',
  price: '100',
  amount: '1',
  quoteAmount: '',
  available: '1000',
};

test('§5 totals and amounts are truncated, never rounded up', () => {
  assert.equal(totalOf('90369.25', '0.13450', terms), '12154.664125');
  assert.equal(amountOf('100', '3', terms), '33.33333');
  assert.equal(totalOf('', '1', terms), '');
  assert.equal(amountOf('1', '0', terms), '');
});
test('§2 a share of the balance is cut to the lot', () => {
  assert.equal(shareOf('0.48123456', 25, 5), '0.1203');
  assert.equal(shareOf('10', 100, 2), '10');
});
test('§9 the fee is taken from what is received', () => {
  assert.deepEqual(receivedOf({ side: 'buy', amount: '0.1345', price: '90369.25', taker: false }, terms), {
    amount: '0.1343924',
    fee: '0.0001076',
    feePpm: 800,
  });
  assert.deepEqual(receivedOf({ side: 'sell', amount: '1', price: '100', taker: true }, terms), {
    amount: '99.9',
    fee: '0.1',
    feePpm: 1000,
  });
});
test('§3 a limit price that meets the other side takes', () => {
  assert.ok(wouldTake('buy', '101', '101'));
  assert.ok(!wouldTake('buy', '100', '101'));
  assert.ok(wouldTake('sell', '99', '100'));
  assert.ok(!wouldTake('sell', '99', undefined));
});
test('§5 enter a suitable price, enter quantity, insufficient available balance', () => {
  assert.equal(draftError({ ...draft, price: '' }, undefined, terms), 'spot.enterPrice');
  assert.equal(draftError({ ...draft, amount: '0' }, undefined, terms), 'spot.enterAmount');
  assert.equal(draftError({ ...draft, amount: '0.01' }, undefined, terms), 'spot.belowMinimum');
  assert.equal(draftError({ ...draft, amount: '11' }, undefined, terms), 'spot.insufficient');
  assert.equal(draftError(draft, undefined, terms), undefined);
});
test('§5 a market buy by total needs the total only', () => {
  const market: OrderDraft = { ...draft, type: 'market', price: '', amount: '', quoteAmount: '50' };
  assert.equal(draftError(market, '100', terms), undefined);
  assert.equal(draftError({ ...market, quoteAmount: '5000' }, '100', terms), 'spot.insufficient');
  assert.equal(draftError({ ...market, quoteAmount: '4' }, '100', terms), 'spot.belowMinimum');
});
