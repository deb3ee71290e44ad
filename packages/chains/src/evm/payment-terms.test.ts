/** Goal: fees stay within their limits, and a replacement is one that nodes take. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { firstFees, replacementFees } from './payment-terms.ts';
import type { Attempt } from '../paying/payments.ts';

const LIMITS = { maxFeePerGas: 1_000n, maxReplacementFeePerGas: 2_000n, minPriorityFeePerGas: 10n };

const attemptWith = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint): Attempt => ({
  txid: '',
  raw: '',
  purpose: 'pay',
  gas: '21000',
  maxFeePerGas: maxFeePerGas.toString(),
  maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
  sentHeight: 1,
});

test('D0028 a first fee is twice the base fee and a tip, up to the limit', () => {
  const at = (baseFeePerGas: bigint, maxPriorityFeePerGas: bigint) =>
    firstFees({ baseFeePerGas, maxPriorityFeePerGas }, LIMITS);
  assert.deepEqual(at(100n, 20n), { maxFeePerGas: 220n, maxPriorityFeePerGas: 20n });
  assert.deepEqual(at(100n, 0n), { maxFeePerGas: 210n, maxPriorityFeePerGas: 10n });
  assert.deepEqual(at(980n, 20n), { maxFeePerGas: 1_000n, maxPriorityFeePerGas: 20n });
  assert.equal(at(981n, 20n), null);
});

test('D0028 a replacement costs 12.5 % more at least, and never more than allowed', () => {
  const price = fc.bigInt({ min: 0n, max: 2_000n });
  const law = fc.property(fc.tuple(price, price), fc.tuple(price, price), (before, now) => {
    const [max, tip] = before;
    const [baseFeePerGas, maxPriorityFeePerGas] = now;
    fc.pre(tip <= max);
    const prices = { baseFeePerGas, maxPriorityFeePerGas };
    const fees = replacementFees(attemptWith(max, tip), prices, LIMITS);
    if (fees === null) return max * 9n > LIMITS.maxReplacementFeePerGas * 8n;
    return (
      fees.maxFeePerGas * 8n >= max * 9n &&
      fees.maxPriorityFeePerGas * 8n >= tip * 9n &&
      fees.maxPriorityFeePerGas <= fees.maxFeePerGas &&
      fees.maxFeePerGas <= LIMITS.maxReplacementFeePerGas
    );
  });
  fc.assert(law, { numRuns: 2_000 });
});
