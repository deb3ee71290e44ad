/** Goal: the ticket promises what the core pays. Method: worked examples. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountError, largestStake, oddsOf, outlookOf, quickStakes, type Terms } from './ticket-math.ts';

const terms: Terms = {
  profitRate: '0.85',
  feeRate: '0.002',
  minimum: '10',
  maximum: '5000',
  quoteDecimals: 6,
};

test('R10.6 right and wrong, fee included, of a stake of 100 at 85% and 0.2%', () => {
  assert.deepEqual(outlookOf('100', terms), {
    netWhenRight: '84.8',
    netWhenWrong: '-100.2',
    paid: '100.2',
    fee: '0.2',
    averageOfCoinFlip: '-7.7',
  });
  assert.equal(outlookOf('', terms), undefined);
});
test('R10.6 the break-even win rate is compared with a coin flip', () => {
  const odds = oddsOf(terms);
  assert.equal(odds.breakEven, 0.541622);
  assert.equal(odds.coinFlip, -0.077);
});
test('R5.5 open amount at least 0.00001, then at least the minimum limit', () => {
  assert.equal(amountError('', '100', terms), 'seconds.enterAmount');
  assert.equal(amountError('0.000009', '100', terms), 'seconds.enterAmount');
  assert.equal(amountError('9.99', '100', terms), 'seconds.belowMinimum');
  assert.equal(amountError('5000.01', '9000', terms), 'seconds.aboveMaximum');
  assert.equal(amountError('100', '100', terms), 'common.insufficient');
  assert.equal(amountError('100', '100.2', terms), undefined);
});
test('R10.6 the largest stake leaves room for its fee', () => {
  assert.equal(largestStake('100.2', terms), '100');
  assert.equal(largestStake('100000', terms), '5000');
  assert.equal(amountError(largestStake('77.77', terms), '77.77', terms), undefined);
});
test("R2.5 R5.5 the buttons' stakes are exact multiples of the minimum, up to the maximum", () => {
  assert.deepEqual(quickStakes(terms), ['10', '50', '100', '500']);
  assert.deepEqual(quickStakes({ ...terms, minimum: '0.07', maximum: '0.7' }), ['0.07', '0.35', '0.7']);
});
