/** Goal: a wrong sum shows. Method: lines of both sides, and one that lacks a part. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordPosting } from '@glasshouse/protocol/wallet';
import { isBalanced, netOf, sumOf } from './posting-sums.ts';

type Other = RecordPosting['others'][number];
const line = (
  amount: string,
  others: readonly Pick<Other, 'side' | 'amount'>[],
  currency = 'USDT',
): RecordPosting => ({
  id: '1-0',
  seq: '1',
  time: 0,
  reason: 'trade',
  currency,
  account: 2,
  part: 'available',
  amount,
  others: others.map((other) => ({ account: null, part: null, ...other })),
});

test('R3.7 sums of postings are exact, and tell when two sides differ', () => {
  assert.equal(sumOf(['9007199254740.993', '0.0000000001', '-9007199254740.9930000001']), '0');
  assert.equal(sumOf(['-0.5', '0.2']), '-0.3');
  const frozen = line('-10', [{ side: 'own', amount: '10' }]);
  const fee = line('-0.3', [
    { side: 'fee-income', amount: '0.24' },
    { side: 'inviter', amount: '0.06' },
  ]);
  const bought = line('0.002', [{ side: 'trader', amount: '-0.002' }], 'BTC');
  assert.equal(isBalanced([frozen, fee, bought]), true);
  assert.equal(isBalanced([frozen, line('-0.3', [{ side: 'fee-income', amount: '0.29' }])]), false);
  assert.deepEqual(netOf([frozen, fee, bought]), [
    { currency: 'USDT', amount: '-0.3' },
    { currency: 'BTC', amount: '0.002' },
  ]);
});
