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
/**
 * The two chains of an account: the external one, whose addresses are given to others, and the
 * internal one, whose addresses are the house's own.
 */
export const BRANCHES: Readonly<Record<KeyPath['branch'], number>> = { deposit: 0, house: 1 };

export class EvmAddresses {
  readonly #branches: Readonly<Record<KeyPath['branch'], HDKey>>;

  /** `extendedKey`: of the account, without its private half. */
  constructor(extendedKey: string) {
    const account = HDKey.fromExtendedKey(extendedKey);
    if (account.privateKey !== null) throw new Error('a watcher must not hold a private key');
    const [deposit, house] = [BRANCHES.deposit, BRANCHES.house].map((at) => account.deriveChild(at));
    this.#branches = { deposit: deposit!, house: house! };
  }

  /** A deposit address, with its checksum, as `EvmSource` tells transfers. */
  at(index: number): string {
    return this.of({ branch: 'deposit', index });
  }

  /** Also one of the house's own. */
  of({ branch, index }: KeyPath): string {
    const { publicKey } = this.#branches[branch].deriveChild(index);
    return publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey!).toBytes(false)));
  }
}
