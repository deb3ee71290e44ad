/**
 * Goal: no coin is offered whose deposits nobody sees. Method: the coins of every chain with the
 * nodes' terms; one coin more; wallet terms that forget a token.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHAIN_TERMS } from '@glasshouse/protocol/funding';
import { blockMsOf, nodeSource } from './node-sources.ts';
import type { WalletTerms } from './paying/wallet-terms.ts';

const URLS = ['http://127.0.0.1:1'];
const CONTRACT = '0x52908400098527886E0F7030069857D2E4169EE7';
const describe = (chain: keyof typeof CHAIN_TERMS) => ({
  chain,
  coins: CHAIN_TERMS[chain].coins.map((one) => ({ ...one, contract: null })),
});

test('D0029 nodes are asked for every coin of a watched chain, or the server does not start', () => {
  for (const chain of Object.keys(CHAIN_TERMS) as (keyof typeof CHAIN_TERMS)[]) {
    const isWatched = CHAIN_TERMS[chain].family !== null;
    assert.equal(nodeSource(describe(chain), URLS, undefined) !== null, isWatched, chain);
    assert.equal(blockMsOf(chain) !== null, isWatched, chain);
    if (!isWatched) continue;
    const coins = [...describe(chain).coins, { coin: 'FORGOTTEN', decimals: 6, contract: null }];
    const refusal = new RegExp(`${chain}: deposits of FORGOTTEN would not be seen`);
    assert.throws(() => nodeSource({ chain, coins }, URLS, undefined), refusal);
  }
});

test('D0028 wallet terms name every coin of their chain', () => {
  const of = (tokens: WalletTerms['tokens'], nativeCoin = 'ETH') =>
    nodeSource(describe('ERC20'), URLS, { nativeCoin, tokens } as WalletTerms);
  assert.notEqual(of({ USDT: { address: CONTRACT, decimals: 6 } }), null);
  assert.throws(() => of({}), /ERC20: deposits of USDT would not be seen/);
  assert.throws(
    () => of({ USDT: { address: CONTRACT, decimals: 6 } }, 'MATIC'),
    /deposits of ETH would not be seen/,
  );
});

test('D0048 wallet terms pay a listed coin by its contract and decimals, or not at all', () => {
  const gold = { coin: 'GOLD', decimals: 18, contract: CONTRACT };
  const of = (token: { readonly address: string; readonly decimals: number } | null) =>
    nodeSource({ chain: 'ERC20', coins: [gold] }, URLS, {
      nativeCoin: 'ETH',
      tokens: token === null ? {} : { GOLD: token },
    } as unknown as WalletTerms);
  assert.notEqual(of(null), null);
  assert.notEqual(of({ address: CONTRACT.toLowerCase(), decimals: 18 }), null);
  const other = `${CONTRACT.slice(0, -1)}8`;
  assert.throws(() => of({ address: other, decimals: 18 }), /WALLET_TERMS name the contract 0x.*8 for GOLD/);
  assert.throws(() => of({ address: CONTRACT, decimals: 6 }), /give GOLD 6 decimals, its contract 18/);
});
