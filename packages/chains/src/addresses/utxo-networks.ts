/**
 * Chains of the Bitcoin family: how each writes its addresses, and the scripts of the kinds that we
 * give out: P2WPKH where the chain has it, else P2PKH.
 */
import { createHash } from 'node:crypto';
import { bech32, createBase58check } from '@scure/base';

export interface UtxoNetwork {
  /** The prefix of witness addresses; null if the chain has none. */
  readonly bech32: string | null;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  /** The version bytes that wallets of the chain write in extended public keys. */
  readonly extendedKeys: readonly number[];
}

const XPUB = 0x0488b21e;
const ZPUB = 0x04b24746;
const LTUB = 0x019da462;
const DGUB = 0x02facafd;

export const UTXO_NETWORKS = {
  BTC: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, extendedKeys: [XPUB, ZPUB] },
  LTC: { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, extendedKeys: [XPUB, ZPUB, LTUB] },
  DOGE: { bech32: null, pubKeyHash: 0x1e, scriptHash: 0x16, extendedKeys: [XPUB, DGUB] },
} as const satisfies Readonly<Record<string, UtxoNetwork>>;

export type UtxoFamily = keyof typeof UTXO_NETWORKS;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export const base58check = createBase58check(sha256);

/** Base58Check of a version byte followed by bytes. */
export const versioned = (version: number, bytes: Uint8Array): string =>
  base58check.encode(Uint8Array.from([version, ...bytes]));

/** The address of the hash of a public key (HASH160). */
export function addressOfKeyHash(hash: Uint8Array, network: UtxoNetwork): string {
  if (network.bech32 === null) return versioned(network.pubKeyHash, hash);
  return bech32.encode(network.bech32, [0, ...bech32.toWords(hash)]);
}

export const keyHash = (publicKey: Uint8Array): Buffer =>
  createHash('ripemd160').update(sha256(publicKey)).digest();

const KEY_HASH_HEX = 40;
const WITNESS = { before: '0014', after: '' };
const LEGACY = { before: '76a914', after: '88ac' };

/** The address of a script in hexadecimal, or null if it is of a kind that we never give out. */
export function addressOfScript(script: string, network: UtxoNetwork): string | null {
  const { before, after } = network.bech32 === null ? LEGACY : WITNESS;
  const isKind =
    script.length === before.length + KEY_HASH_HEX + after.length &&
    script.startsWith(before) &&
    script.endsWith(after);
  if (!isKind) return null;
  return addressOfKeyHash(
    Buffer.from(script.slice(before.length, before.length + KEY_HASH_HEX), 'hex'),
    network,
  );
}
