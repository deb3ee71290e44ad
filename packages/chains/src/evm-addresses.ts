/**
 * Deposit addresses of an Ethereum-like chain, from the extended public key of one account. Whoever
 * holds that key can name every address and spend from none (BIP-32; path m/44'/60'/0'/0/index).
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { bytesToHex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';

export const EVM_ACCOUNT_PATH = "m/44'/60'/0'";
/** The external chain of an account, whose addresses are given to others. */
const EXTERNAL = 0;

export class EvmAddresses {
  readonly #node: HDKey;

  /** `extendedKey`: of the account, without its private half. */
  constructor(extendedKey: string) {
    const account = HDKey.fromExtendedKey(extendedKey);
    if (account.privateKey !== null) throw new Error('a watcher must not hold a private key');
    this.#node = account.deriveChild(EXTERNAL);
  }

  /** With its checksum, as `EvmSource` tells transfers. */
  at(index: number): string {
    const { publicKey } = this.#node.deriveChild(index);
    return publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey!).toBytes(false)));
  }
}
