/** Goal: the most that can leave is exact; faults are told. Method: amounts at the limits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf, limitShares, mostOf, totalOf } from './withdraw-figures.ts';

const terms = {
  fee: '0.0005',
  minAmount: '0.001',
  maxAmount: '2',
  decimals: 8,
  available: '0.12345678',
  owned: '0.12345678',
  price: '60000',
};

test('R5.7 the most is what is available less the fee, exactly, and at most the maximum and the rest of the day', () => {
  assert.equal(mostOf(terms, '50000'), '0.12295678');
  assert.equal(totalOf(mostOf(terms, '50000'), terms), terms.available);
  assert.equal(mostOf({ ...terms, available: '0.0005' }, '50000'), '0');
  const rich = { ...terms, available: '90071992.54740991', owned: '90071992.54740991' };
  assert.equal(mostOf(rich, '500000'), '2');
  assert.equal(mostOf(rich, '50000'), '0.83333333');
  assert.equal(faultOf(mostOf(rich, '50000'), rich, '50000'), undefined);
  assert.equal(mostOf(rich, '0'), '0');
  assert.equal(mostOf({ ...rich, price: '' }, '0'), '2');
});
test('R5.7 the first fault of an amount is told', () => {
  assert.equal(faultOf('', terms, '0'), undefined);
  assert.equal(faultOf('0.12295678', terms, '50000'), undefined);
  assert.equal(faultOf('0.12295679', terms, '50000'), 'short');
  assert.equal(faultOf('0.00099999', terms, '50000'), 'below');
  assert.equal(faultOf('2.1', { ...terms, available: '9', owned: '9' }, '500000'), 'above');
  const held = { ...terms, owned: '0.2' };
  assert.equal(faultOf('0.12295679', held, '50000'), 'held');
  assert.equal(faultOf('0.19950001', held, '50000'), 'short');
  assert.equal(faultOf('0.1', terms, '5999.99'), 'limit');
  assert.equal(faultOf('0.1', { ...terms, price: '' }, '0'), undefined);
});
test('R5.7 the bar of the daily limit never exceeds its width', () => {
  assert.deepEqual(limitShares({ limit: '50000', used: '12400' }, '5000'), [0.248, 0.1]);
  assert.deepEqual(limitShares({ limit: '50000', used: '49000' }, '5000'), [0.98, 0.020000000000000018]);
  assert.deepEqual(limitShares({ limit: '2000', used: '9000' }, undefined), [1, 0]);
});
