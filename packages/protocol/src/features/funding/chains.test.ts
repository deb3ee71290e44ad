/** Goal: the site and the exchange agree on what is watched. Method: the terms of every chain. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BY_VOUCHER } from '../wallet/chains.ts';
import { CHAIN_TERMS } from './chains.ts';

test('D0029 the networks of vouchers are those that nobody watches', () => {
  const unwatched = Object.entries(CHAIN_TERMS).filter(([, { family }]) => family === null);
  assert.deepEqual(new Set(unwatched.map(([chain]) => chain)), BY_VOUCHER);
});
