/** Goal: all who know chains agree on them. Method: the terms of every chain and coin. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHAIN_FAMILIES, CHAINS_OF_COIN } from '../wallet/chains.ts';
import { CHAIN_NUMBERS, CHAIN_TERMS } from './chains.ts';

/** Has addresses, and no terms: the ledger cannot count its decimals on the chain. */
const WITHOUT_TERMS = { SHIB: ['ERC20'] };

test('D0029 every chain has a number of its own, and terms of the same family of addresses', () => {
  const families = Object.entries(CHAIN_TERMS).map(([chain, { family }]) => [chain, family]);
  assert.deepEqual(Object.fromEntries(families), CHAIN_FAMILIES);
  const numbers = Object.values(CHAIN_NUMBERS);
  assert.equal(new Set(numbers).size, numbers.length);
});

test('R5.7 the address book offers a coin exactly on the chains that take it out', () => {
  const chains = new Map<string, Set<string>>();
  for (const [chain, { coins }] of Object.entries(CHAIN_TERMS))
    for (const { coin } of coins) chains.set(coin, (chains.get(coin) ?? new Set()).add(chain));
  const offered = Object.entries(CHAINS_OF_COIN).map(([coin, names]) => [coin, new Set<string>(names)]);
  const withoutTerms = Object.entries(WITHOUT_TERMS).map(([coin, names]) => [coin, new Set(names)]);
  assert.deepEqual(Object.fromEntries(offered), Object.fromEntries([...chains, ...withoutTerms]));
});
