/**
 * Deposit addresses from the extended public key of one account. Whoever holds that key can name
 * every address and spend from none (BIP-32; path m/44'/coin'/0'/0/index).
 */
import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { base58 } from '@scure/base';
import { bytesToHex, hexToBytes } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import type { KeyPath } from './payments.ts';

/** Kinds of addresses. Chains of one family have the same addresses. */
export type AddressFamily = 'EVM' | 'TRON';

/** The accounts of the addresses, by SLIP-44. */
export const ACCOUNT_PATHS = {
  EVM: "m/44'/60'/0'",
  TRON: "m/44'/195'/0'",
} as const satisfies Readonly<Record<AddressFamily, string>>;

/**
 * The two chains of an account: the external one, whose addresses are given to others, and the
 * internal one, whose addresses are the house's own.
 */
export const BRANCHES: Readonly<Record<KeyPath['branch'], number>> = { deposit: 0, house: 1 };

export class ChainAddresses {
  readonly #branches: Readonly<Record<KeyPath['branch'], HDKey>>;
  readonly #family: AddressFamily;

  /** `extendedKey`: of the account, without its private half. */
  constructor(family: AddressFamily, extendedKey: string) {
    const account = HDKey.fromExtendedKey(extendedKey);
    if (account.privateKey !== null) throw new Error('a watcher must not hold a private key');
    this.#family = family;
    this.#branches = {
      deposit: account.deriveChild(BRANCHES.deposit),
      house: account.deriveChild(BRANCHES.house),
    };
  }

  /** A deposit address, as sources tell transfers: of Ethereum-like chains with the checksum. */
  at(index: number): string {
    return this.of({ branch: 'deposit', index });
  }

  /** Also one of the house's own. */
  of({ branch, index }: KeyPath): string {
    const { publicKey } = this.#branches[branch].deriveChild(index);
    const whole = secp256k1.Point.fromBytes(publicKey!).toBytes(false);
    const address = publicKeyToAddress(bytesToHex(whole));
    return this.#family === 'EVM' ? address : tronAddress(hexToBytes(address));
  }
}

/** The extended public key of an account, from the seed of a wallet. */
export function extendedPublicKey(family: AddressFamily, seed: Uint8Array): string {
  return HDKey.fromMasterSeed(seed).derive(ACCOUNT_PATHS[family]).publicExtendedKey;
}

const TRON_VERSION = 0x41;
const CHECKSUM_BYTES = 4;
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** The 20 bytes of an Ethereum address behind a version, in Base58Check. */
export function tronAddress(bytes: Uint8Array): string {
  const payload = Uint8Array.from([TRON_VERSION, ...bytes]);
  return base58.encode(Uint8Array.from([...payload, ...sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES)]));
}
