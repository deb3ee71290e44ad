/**
 * Deposit addresses of an Ethereum-like chain, from the extended public key of one account. Whoever
 * holds that key can name every address and spend from none (BIP-32; path m/44'/60'/0'/0/index).
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { bytesToHex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import type { KeyPath } from './payments.ts';

export const EVM_ACCOUNT_PATH = "m/44'/60'/0'";
/** The external chain of an account, whose addresses are given to others. */
const EXTERNAL = 0;
/** Its other one, whose addresses are the house's own. */
const INTERNAL = 1;

/** The key's path below the account. */
export const pathOf = ({ branch, index }: KeyPath): readonly [number, number] => [
  branch === 'deposit' ? EXTERNAL : INTERNAL,
  index,
];

export class EvmAddresses {
  readonly #account: HDKey;
  readonly #deposits: HDKey;

  /** `extendedKey`: of the account, without its private half. */
  constructor(extendedKey: string) {
    this.#account = HDKey.fromExtendedKey(extendedKey);
    if (this.#account.privateKey !== null) throw new Error('a watcher must not hold a private key');
    this.#deposits = this.#account.deriveChild(EXTERNAL);
  }

  /** A deposit address, with its checksum, as `EvmSource` tells transfers. */
  at(index: number): string {
    return addressOf(this.#deposits.deriveChild(index));
  }

  /** Also one of the house's own. */
  of(key: KeyPath): string {
    const [branch, index] = pathOf(key);
    return addressOf(this.#account.deriveChild(branch).deriveChild(index));
  }
}

const addressOf = ({ publicKey }: HDKey): string =>
  publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey!).toBytes(false)));
