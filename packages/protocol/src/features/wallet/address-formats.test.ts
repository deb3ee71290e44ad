/**
 * Goal: addresses are checked by the format and checksum of their chain. Method: published
 * addresses, each also with one character changed; random addresses of every chain with a checksum,
 * of which any one character is changed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, bech32, bech32m } from '@scure/base';
import fc from 'fast-check';
import { checkAddress, isAddress, withChecksum } from './address-formats.ts';
import type { Chain } from './chains.ts';

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

test('R5.12 a wrong last character is a checksum that does not hold, not another form', () => {
  for (const [chain, address] of GOOD) {
    const last = address.at(-1);
    const other = chain === 'EOS' ? '6' : last === '2' ? '3' : '2';
    const changed = address.slice(0, -1) + other;
    assert.equal(checkAddress(chain, changed), chain === 'EOS' ? 'form' : 'checksum', changed);
    assert.equal(checkAddress(chain, address), chain === 'EOS' ? 'without' : 'holds', address);
    assert.equal(checkAddress(chain, address.slice(0, 20)), chain === 'EOS' ? 'without' : 'form');
  }
  const bare = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
  assert.equal(checkAddress('ERC20', bare), 'without');
});

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const RIPPLE58 = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CASES = 'abcdefABCDEF';

const base58Of = (version: number, body: Uint8Array): string => {
  const payload = Uint8Array.from([version, ...body]);
  return base58.encode(Uint8Array.from([...payload, ...sha256(sha256(payload)).subarray(0, 4)]));
};
const toRipple = (text: string): string =>
  Array.from(text, (sign) => RIPPLE58[BASE58.indexOf(sign)] ?? '').join('');
const segwitOf = (prefix: string, body: Uint8Array): string =>
  body.length === 32
    ? bech32m.encode(prefix, [1, ...bech32m.toWords(body)])
    : bech32.encode(prefix, [0, ...bech32.toWords(body)]);

/** How addresses of a chain are made from 20 or 32 bytes, and the characters in them. */
const MAKERS: readonly (readonly [Chain, string, (body: Uint8Array) => string])[] = [
  ['BTC', BASE58, (body) => base58Of(0, body.subarray(0, 20))],
  ['BTC', BECH32, (body) => segwitOf('bc', body)],
  ['BTC', BECH32, (body) => segwitOf('bc', body.subarray(0, 20))],
  ['LTC', BASE58, (body) => base58Of(0x30, body.subarray(0, 20))],
  ['LTC', BECH32, (body) => segwitOf('ltc', body)],
  ['DOGE', BASE58, (body) => base58Of(0x1e, body.subarray(0, 20))],
  ['TRC20', BASE58, (body) => base58Of(0x41, body.subarray(0, 20))],
  ['XRP', RIPPLE58, (body) => toRipple(base58Of(0, body.subarray(0, 20)))],
  [
    'ADA',
    BECH32,
    (body) => bech32.encode('addr', bech32.toWords(Uint8Array.from([0x61, ...body.subarray(0, 28)]))),
  ],
  [
    'ERC20',
    CASES,
    (body) =>
      withChecksum(
        `0x${Array.from(body.subarray(0, 20), (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
      ),
  ],
];

test('R5.12 no address with one changed character passes, on any chain that has a checksum', () => {
  const body = fc.uint8Array({ minLength: 32, maxLength: 32 });
  /** Where, and which other character. */
  const place = fc.tuple(fc.nat(200), fc.nat(60));
  fc.assert(
    fc.property(fc.constantFrom(...MAKERS), body, place, ([chain, signs, make], bytes, [at, next]) => {
      const address = make(bytes);
      assert.ok(isAddress(chain, address), `${chain} ${address}`);
      const where = at % address.length;
      const sign = address[where] ?? '';
      // The checksum of Ethereum is the case of its letters: another digit may keep it, by chance.
      const other =
        signs === CASES
          ? otherCase(sign)
          : (signs[(signs.indexOf(sign) + 1 + (next % (signs.length - 1))) % signs.length] ?? '');
      fc.pre(other !== sign);
      const changed = address.slice(0, where) + other + address.slice(where + 1);
      assert.ok(!isAddress(chain, changed) || isOneCase(changed), `${chain} ${changed}`);
    }),
    { numRuns: 2000 },
  );
});

const otherCase = (sign: string): string =>
  sign === 'x' ? sign : sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase();
/** Such an Ethereum address has no checksum. */
const isOneCase = (text: string): boolean =>
  text.startsWith('0x') && (text === text.toLowerCase() || text.slice(2) === text.slice(2).toUpperCase());
