/**
 * Goal: what the page says of a term is what the core pays. Method: tables of terms and amounts.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@glasshouse/money';
import {
  broughtBy,
  faultOf,
  grownOf,
  mostOf,
  outcomeOf,
  rateText,
  shareLeft,
  sumsOf,
  yearlyText,
  type FixedTermOfferRow,
  type FixedTermOrder,
} from './fixed-terms.ts';

const TERMS = { dailyRate: '0.00026', days: 30 };
const ORDER: FixedTermOrder = {
  ...TERMS,
  id: '1',
  offer: 2,
  currency: 'USDT',
  amount: '20000',
  currentProfit: '31.2',
  interest: '156',
  time: 1_000,
  dueTime: 1_000 + 30 * DAY_MS,
  endTime: null,
  status: 0,
};
const OFFER: FixedTermOfferRow = {
  ...TERMS,
  offer: 2,
  currency: 'USDT',
  minAmount: '500',
  maxPerOwner: '10000',
  quota: '800000',
  left: '148000',
  sold: '652000',
  opensTime: null,
  closesTime: null,
  isOnSale: true,
  reserved: '0',
  texts: {
    en: { name: 'Harvest 30', lead: '-', facts: [] },
    zh: { name: '丰收 30 天', lead: '-', facts: [] },
  },
};

test('finance I3 the calculator shows the interest, what a day brings, and what comes back', () => {
  assert.deepEqual(outcomeOf(TERMS, '10000', 6), { interest: '78', perDay: '2.6', back: '10078' });
  assert.deepEqual(outcomeOf(TERMS, '0.000001', 6), { interest: '0', perDay: '0', back: '0.000001' });
  for (const none of ['', '0', '1.0000001', 'x']) assert.equal(outcomeOf(TERMS, none, 6), undefined);
});

test('D0037 an order brings all interest until it ends, and then what was paid', () => {
  assert.equal(broughtBy(ORDER), '156');
  const over = { ...ORDER, endTime: ORDER.dueTime, status: 1 };
  assert.equal(broughtBy({ ...over, currentProfit: '156' }), '156');
  assert.equal(broughtBy({ ...over, currentProfit: '0' }), '0');
});

test('finance I3 profit grows once per full day, and stops at the end', () => {
  const at = (days: number) => grownOf(ORDER, 1_000 + days * DAY_MS, 6);
  assert.deepEqual(at(0.99), { fullDays: 0, remainingDays: 30, profit: '0' });
  assert.deepEqual(at(21), { fullDays: 21, remainingDays: 9, profit: '109.2' });
  assert.deepEqual(at(99), { fullDays: 30, remainingDays: 0, profit: '156' });
});

test('finance I10 rates are shown per day and per year of 365 days, not compounded', () => {
  assert.deepEqual([rateText('0.00018'), yearlyText('0.00018')], ['0.018%', '6.57%']);
  assert.deepEqual([rateText('0.000000001'), yearlyText('0.00026')], ['0.0000001%', '9.49%']);
});

test('finance I4 an amount that cannot be bought is told before it is sent', () => {
  const fault = (amount: string, available?: string) => faultOf(OFFER, amount, available);
  assert.deepEqual(
    [fault(''), fault('0'), fault('499.9'), fault('10000.1'), fault('900', '899'), fault('900', '900')],
    ['missing', 'missing', 'below', 'limit', 'balance', undefined],
  );
  assert.equal(faultOf({ ...OFFER, left: '600' }, '601', '9999'), 'left');
  assert.equal(mostOf(OFFER, '24310.52'), '10000');
  assert.equal(mostOf({ ...OFFER, maxPerOwner: null }, '24310.52'), '24310.52');
  assert.equal(shareLeft(OFFER), 0.185);
});

test('finance I10 sums are by coin', () => {
  const rows = [
    { currency: 'BTC', amount: '0.1' },
    { currency: 'USDT', amount: '10' },
    { currency: 'BTC', amount: '0.2' },
  ];
  assert.deepEqual(
    sumsOf(rows, ({ amount }) => amount),
    [
      { currency: 'USDT', amount: '10' },
      { currency: 'BTC', amount: '0.3' },
    ],
  );
});
