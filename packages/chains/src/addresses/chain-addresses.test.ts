/** Goal: the watcher's addresses are those that the signer can spend from. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { bytesToHex, hexToBytes } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { ACCOUNT_PATHS, ChainAddresses, extendedPublicKey, tronAddress } from './chain-addresses.ts';
import { HOT_WALLET } from '../paying/payments.ts';
import { UTXO_NETWORKS } from './utxo-networks.ts';

/** That of development nodes, whose first address is published everywhere. */
const MNEMONIC = 'test test test test test test test test test test test junk';
const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const seed = mnemonicToSeedSync(MNEMONIC);
const account = HDKey.fromMasterSeed(seed).derive(ACCOUNT_PATHS.EVM);

test('R15.4 the watcher knows each address, and the signer alone its key', () => {
  const addresses = new ChainAddresses('EVM', extendedPublicKey('EVM', seed));
  for (const index of [0, 1, 2, 999, 2 ** 31 - 1]) {
    const { privateKey } = account.deriveChild(0).deriveChild(index);
    assert.equal(addresses.at(index), privateKeyToAddress(bytesToHex(privateKey!)));
  }
  assert.equal(addresses.at(0), FIRST);
});

test('R15.4 addresses of TRON are the 20 bytes of their key, as TRON writes them', () => {
  // The contract of USDT, in both ways of writing.
  const contract = hexToBytes('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c');
  assert.equal(tronAddress(contract), 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  const addresses = new ChainAddresses('TRON', extendedPublicKey('TRON', seed));
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(`${ACCOUNT_PATHS.TRON}/0/7`);
  const address = privateKeyToAddress(bytesToHex(privateKey!));
  assert.equal(addresses.at(7), tronAddress(hexToBytes(address)));
});

test('R15.4 a watcher refuses a private key, and addresses beyond its account', () => {
  assert.throws(() => new ChainAddresses('EVM', account.privateExtendedKey), /private/);
  const addresses = new ChainAddresses('EVM', account.publicExtendedKey);
  assert.throws(() => addresses.at(2 ** 31));
  assert.throws(() => addresses.at(-1));
});

test('R15.4 addresses of the Bitcoin family are those that wallets derive, whatever version their key has', () => {
  const about = Array.from({ length: 11 }, () => 'abandon');
  const known = mnemonicToSeedSync([...about, 'about'].join(' '));
  // The vectors of BIP-84.
  const zpub =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
  const bitcoin = new ChainAddresses('BTC', zpub);
  assert.equal(bitcoin.at(0), 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  assert.equal(bitcoin.at(1), 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
  assert.equal(bitcoin.of(HOT_WALLET), 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
  for (const family of ['BTC', 'LTC', 'DOGE'] as const) {
    const key = extendedPublicKey(family, known);
    const plain = new ChainAddresses(family, key);
    const again = HDKey.fromExtendedKey(key);
    for (const version of UTXO_NETWORKS[family].extendedKeys) {
      const other = new HDKey({ ...partsOf(again), versions: { private: 0, public: version } });
      assert.equal(new ChainAddresses(family, other.publicExtendedKey).at(3), plain.at(3));
    }
    const secret = HDKey.fromMasterSeed(known).derive(ACCOUNT_PATHS[family]).privateExtendedKey;
    assert.throws(() => new ChainAddresses(family, secret));
    assert.match(plain.at(0), { BTC: /^bc1q/, LTC: /^ltc1q/, DOGE: /^D/ }[family]);
  }
});

const partsOf = ({ publicKey, chainCode, depth, index, parentFingerprint }: HDKey) => ({
  publicKey: publicKey!,
  chainCode: chainCode!,
  depth,
  index,
  parentFingerprint,
});

test('D0028 the house has addresses of its own beside those of deposits', () => {
  const addresses = new ChainAddresses('EVM', account.publicExtendedKey);
  const { privateKey } = account.deriveChild(1).deriveChild(0);
  const hot = addresses.of({ branch: 'house', index: 0 });
  assert.equal(hot, privateKeyToAddress(bytesToHex(privateKey!)));
  assert.notEqual(hot, addresses.at(0));
  assert.equal(addresses.of({ branch: 'deposit', index: 0 }), addresses.at(0));
});
