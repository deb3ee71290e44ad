/**
 * Deposit addresses from the extended public key of one account. Whoever holds that key can name
 * every address and spend from none (BIP-32; path m/44'/coin'/0'/0/index).
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { bytesToHex, hexToBytes, type Hex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import type { KeyPath } from '../paying/payments.ts';
import {
  addressOfKeyHash,
  base58check,
  keyHash,
  UTXO_NETWORKS,
  versioned,
  type UtxoFamily,
  type UtxoNetwork,
} from './utxo-networks.ts';

/** Kinds of addresses. Chains of one family have the same addresses. */
export type AddressFamily = 'EVM' | 'TRON' | UtxoFamily;

/** The accounts of the addresses, by SLIP-44; with a witness by BIP-84. */
export const ACCOUNT_PATHS = {
  EVM: "m/44'/60'/0'",
  TRON: "m/44'/195'/0'",
  BTC: "m/84'/0'/0'",
  LTC: "m/84'/2'/0'",
  DOGE: "m/44'/3'/0'",
} as const satisfies Readonly<Record<AddressFamily, string>>;

/**
 * The two chains of an account: the external one, whose addresses are given to others, and the
 * internal one, whose addresses are the house's own.
 */
export const BRANCHES: Readonly<Record<KeyPath['branch'], number>> = { deposit: 0, house: 1 };

export class ChainAddresses {
  readonly #branches: Readonly<Record<KeyPath['branch'], HDKey>>;
  readonly #addressOf: (publicKey: Uint8Array) => string;

  /**
   * @param extendedKey Of the account, without its private half.
   * @param network Of another chain of the family, such as one for tests.
   */
  constructor(family: AddressFamily, extendedKey: string, network?: UtxoNetwork) {
    const account = accountOf(family, extendedKey);
    if (account.privateKey !== null) throw new Error('a watcher must not hold a private key');
    this.#addressOf = writerOf(family, network);
    this.#branches = {
      deposit: account.deriveChild(BRANCHES.deposit),
      house: account.deriveChild(BRANCHES.house),
    };
  }

  /**
   * A deposit address in the form in which sources report transfers: on Ethereum-like chains with
   * its checksum.
   */
  at(index: number): string {
    return this.of({ branch: 'deposit', index });
  }

  /** The address of any key, including the platform's own. */
  of({ branch, index }: KeyPath): string {
    return this.#addressOf(this.publicKeyOf({ branch, index }));
  }

  publicKeyOf({ branch, index }: KeyPath): Uint8Array {
    return this.#branches[branch].deriveChild(index).publicKey!;
  }
}

/** The extended public key of an account, from the seed of a wallet. */
export function extendedPublicKey(family: AddressFamily, seed: Uint8Array): string {
  return HDKey.fromMasterSeed(seed).derive(ACCOUNT_PATHS[family]).publicExtendedKey;
}

const isUtxo = (family: AddressFamily): family is UtxoFamily => Object.hasOwn(UTXO_NETWORKS, family);

/** Wallets write other versions for other chains. They all mean the same key. */
function accountOf(family: AddressFamily, extendedKey: string): HDKey {
  if (!isUtxo(family)) return HDKey.fromExtendedKey(extendedKey);
  const version = Buffer.from(base58check.decode(extendedKey)).readUInt32BE();
  const isKnown = UTXO_NETWORKS[family].extendedKeys.some((known) => known === version);
  return HDKey.fromExtendedKey(extendedKey, isKnown ? { private: 0, public: version } : undefined);
}

function writerOf(
  family: AddressFamily,
  network: UtxoNetwork | undefined,
): (publicKey: Uint8Array) => string {
  if (isUtxo(family)) {
    const written = network ?? UTXO_NETWORKS[family];
    return (publicKey) => addressOfKeyHash(keyHash(publicKey), written);
  }
  return WRITERS[family];
}

function ethereumAddress(publicKey: Uint8Array): Hex {
  return publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(false)));
}

const WRITERS: Readonly<Record<Exclude<AddressFamily, UtxoFamily>, (publicKey: Uint8Array) => string>> = {
  EVM: ethereumAddress,
  TRON: (publicKey) => tronAddress(hexToBytes(ethereumAddress(publicKey))),
};

const TRON_VERSION = 0x41;

/** The 20 bytes of an Ethereum address behind a version, in Base58Check. */
export const tronAddress = (bytes: Uint8Array): string => versioned(TRON_VERSION, bytes);
