/** Goal: all who know chains agree on them. Method: the terms of every chain and coin. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHAIN_FAMILIES } from '../wallet/chains.ts';
import { CHAIN_NUMBERS, CHAIN_TERMS } from './chains.ts';

test('D0029 every chain has a number of its own, and terms of the same family of addresses', () => {
  const families = Object.entries(CHAIN_TERMS).map(([chain, { family }]) => [chain, family]);
  assert.deepEqual(Object.fromEntries(families), CHAIN_FAMILIES);
  const numbers = Object.values(CHAIN_NUMBERS);
  assert.equal(new Set(numbers).size, numbers.length);
});
