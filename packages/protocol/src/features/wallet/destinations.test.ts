/**
 * Goal: coins are not sent where they are surely lost, and what was pasted is read as it was meant.
 * Method: a table of what people paste, with what is kept or what is said.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAddress } from './address-formats.ts';
import type { Chain } from './chains.ts';
import { readDestination, type DestinationFault } from './destinations.ts';

type Expected = DestinationFault['error'] | { readonly address?: string; readonly memo?: string };
type Row = readonly [chains: string, address: string, memo: string, expected: Expected];

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SEGWIT = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const XRP = 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh';
const EOS = 'binancecleos';
const [NOBODYS, CONTRACT] = ['wallet/address-nobodys', 'wallet/address-of-contract'] as const;
const [NO_MEMO, NO_TAG] = ['wallet/memo-unused', 'wallet/tag-invalid'] as const;
const wide = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const hex = (end: string) => `0x${end.padStart(40, '0')}`;

const ADDRESSES: readonly Row[] = [
  ['ERC20 BEP20', EVM, '', {}],
  ['ERC20', EVM.toLowerCase(), '', { address: EVM }],
  ['ERC20', `0x${EVM.slice(2).toUpperCase()}`, '', { address: EVM }],
  ['ERC20', wide(EVM), '', { address: EVM }],
  ['ERC20', `\u3000${EVM.slice(0, 9)}\u200b${EVM.slice(9)}\u2069\n`, '', { address: EVM }],
  ['ERC20', EVM.replace('5a', '5a '), '', 'wallet/address-invalid'],
  ['ERC20', EVM.replace('0x', 'Ox'), '', 'wallet/address-invalid'],
  ['BTC', SEGWIT.toUpperCase(), '', { address: SEGWIT }],
  ['BTC', wide(SEGWIT), '', { address: SEGWIT }],
  // Nobody has their keys.
  ['ERC20 BEP20', hex(''), '', NOBODYS],
  ['ERC20 BEP20', hex('1'), '', NOBODYS],
  ['ERC20 BEP20', hex('100'), '', NOBODYS],
  ['ERC20 BEP20', hex('1ff'), '', NOBODYS],
  ['ERC20 BEP20', hex('dEaD'), '', NOBODYS],
  ['ERC20 BEP20', hex('dead'), '', NOBODYS],
  ['ERC20 BEP20', '0xdEAD000000000000000042069420694206942069', '', NOBODYS],
  ['ERC20 BEP20', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', '', NOBODYS],
  ['ERC20 BEP20', `0x${'f'.repeat(40)}`, '', NOBODYS],
  ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', '', NOBODYS],
  ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY', '', NOBODYS],
  ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h95VRLDVkkS1', '', NOBODYS],
  ['TRC20', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', '', NOBODYS],
  ['BTC', '1111111111111111111114oLvT2', '', NOBODYS],
  ['BTC', '1BitcoinEaterAddressDontSendf59kuE', '', NOBODYS],
  ['BTC', 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs', '', NOBODYS],
  ['BTC', 'bc1pfeessrawgf', '', NOBODYS],
  ['LTC', 'LKDxGDJq5fF4FohAB8zJH24mDDNHDNtqsE', '', NOBODYS],
  ['DOGE', 'D596YFweJQuHY1BbjazZYmAbt8jJPbKehC', '', NOBODYS],
  ['DOGE', 'DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr', '', NOBODYS],
  ['XRP', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', '', NOBODYS],
  ['XRP', 'rrrrrrrrrrrrrrrrrrrrBZbvji', '', NOBODYS],
  ['XRP', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd', '', NOBODYS],
  ['XRP', 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ', '', NOBODYS],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', '', NOBODYS],
  ['EOS', 'eosio.null', '', NOBODYS],
  // Contracts of coins, on the chains of their own and on all of their family.
  ['ERC20 BEP20', '0xdac17f958d2ee523a2206206994597c13d831ec7', '', CONTRACT],
  ['ERC20 BEP20', '0x55d398326f99059fF775485246999027B3197955', '', CONTRACT],
  ['ERC20 BEP20', '0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce', '', CONTRACT],
  ['ERC20 BEP20', '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', '', CONTRACT],
  ['ERC20 BEP20', '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', '', CONTRACT],
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '', CONTRACT],
  ['TRC20', 'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', '', CONTRACT],
  ['EOS', 'eosio.token', '', CONTRACT],
  ['EOS', 'eosio', '', CONTRACT],
];

const MEMOS: readonly Row[] = [
  ['BTC', SEGWIT, '1', NO_MEMO],
  ['ERC20 BEP20', EVM, 'for Ann', NO_MEMO],
  ['BTC', SEGWIT, ' \u200b', { memo: '' }],
  ['XRP', XRP, '', { memo: '' }],
  ['XRP', XRP, '0', { memo: '0' }],
  ['XRP', XRP, '４２９４９６７２９５', { memo: '4294967295' }],
  ['XRP', XRP, '007', { memo: '7' }],
  ['XRP', XRP, '\u200e104 ', { memo: '104' }],
  ['XRP', XRP, '4294967296', NO_TAG],
  ['XRP', XRP, '99999999999', NO_TAG],
  ['XRP', XRP, '-1', NO_TAG],
  ['XRP', XRP, '1.5', NO_TAG],
  ['XRP', XRP, '12 34', NO_TAG],
  ['XRP', XRP, '5²', NO_TAG],
  ['XRP', XRP, '١٢', NO_TAG],
  ['XRP', XRP, 'savings', NO_TAG],
  ['EOS', EOS, 'order 7', { memo: 'order 7' }],
  ['EOS', EOS, '１０４', { memo: '104' }],
  ['EOS', EOS, '订单', 'wallet/memo-invalid'],
];

test('R5.7 R5.12 coins go nowhere where they are lost, and an address has one form', () => {
  for (const [chains, address, memo, expected] of [...ADDRESSES, ...MEMOS])
    for (const chain of chains.split(' ') as Chain[]) {
      const read = readDestination(chain, { address, memo });
      const wanted =
        typeof expected === 'string'
          ? { error: expected, field: /memo|tag/.test(expected) ? 'memo' : 'address' }
          : { address, memo, ...expected };
      assert.deepEqual(read, wanted, `${chain} ${address} ${memo}`);
    }
});

test('R5.12 what is refused as lost are addresses indeed: nobody would see a typing error in the list', () => {
  for (const [chains, address] of ADDRESSES.filter(([, , , one]) => one === NOBODYS || one === CONTRACT))
    for (const chain of chains.split(' ') as Chain[])
      if (address !== hex(''))
        assert.match(checkAddress(chain, address), /^(holds|without)$/, `${chain} ${address}`);
});
