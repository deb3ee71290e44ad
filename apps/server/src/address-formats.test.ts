/**
 * Goal: addresses are checked by the format and checksum of their chain. Method: published
 * addresses, each also with one character changed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chain } from '@glasshouse/protocol/wallet';
import { isAddress } from './address-formats.ts';

const GOOD: readonly (readonly [Chain, string])[] = [
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['BTC', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ['LTC', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'],
  ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['BEP20', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  [
    'ADA',
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
  ],
  ['ADA', 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'],
  ['EOS', 'binancecleos'],
];

test('R5.12 an address is valid only for its chain, and no typing error passes', () => {
  for (const [chain, address] of GOOD) {
    assert.ok(isAddress(chain, address), `${chain} ${address}`);
    if (chain === 'EOS') continue;
    const at = address.length - 9;
    const sign = address[at] ?? '';
    for (const other of ['q', '7', 'E', 'a'].filter((each) => each !== sign)) {
      const changed = address.slice(0, at) + other + address.slice(at + 1);
      assert.ok(!isAddress(chain, changed), `${chain} ${changed}`);
    }
  }
  for (const [, address] of GOOD.filter(([chain]) => chain !== 'TRC20' && chain !== 'EOS'))
    assert.ok(!isAddress('TRC20', address), address);
});

test('R5.12 test networks, witness scripts of a wrong length and the zero address are refused', () => {
  const bad: readonly (readonly [Chain, string])[] = [
    ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T5'],
    ['ERC20', '0x0000000000000000000000000000000000000000'],
    ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['EOS', 'TooLongForAnAccount'],
    ['ADA', 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'],
  ];
  for (const [chain, address] of bad) assert.ok(!isAddress(chain, address), `${chain} ${address}`);
});
