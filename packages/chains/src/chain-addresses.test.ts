/** Goal: the watcher's addresses are those that the signer can spend from. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { bytesToHex, hexToBytes } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { ACCOUNT_PATHS, ChainAddresses, extendedPublicKey, tronAddress } from './chain-addresses.ts';

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

test('D0028 the house has addresses of its own beside those of deposits', () => {
  const addresses = new ChainAddresses('EVM', account.publicExtendedKey);
  const { privateKey } = account.deriveChild(1).deriveChild(0);
  const hot = addresses.of({ branch: 'house', index: 0 });
  assert.equal(hot, privateKeyToAddress(bytesToHex(privateKey!)));
  assert.notEqual(hot, addresses.at(0));
  assert.equal(addresses.of({ branch: 'deposit', index: 0 }), addresses.at(0));
});
