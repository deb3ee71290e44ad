/**
 * Checks whether a text is an address of a chain: its format, and its checksum if the chain has
 * one.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, bech32m } from '@scure/base';
import type { Chain } from '@glasshouse/protocol/wallet';
import { createHash } from 'node:crypto';

type Rule = (address: string) => boolean;

const CHECKSUM_BYTES = 4;
/** A Cardano address is longer than bech32's own limit. */
const CARDANO_LENGTH_MAX = 128;
const RIPPLE_ALPHABET = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const BITCOIN_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const RULES: Readonly<Record<Chain, Rule>> = {
  BTC: (address) => isBase58Check(address, [0x00, 0x05]) || isSegwit(address, 'bc'),
  LTC: (address) => isBase58Check(address, [0x30, 0x32]) || isSegwit(address, 'ltc'),
  DOGE: (address) => isBase58Check(address, [0x1e, 0x16]),
  TRC20: (address) => isBase58Check(address, [0x41]),
  ERC20: isEthereum,
  BEP20: isEthereum,
  XRP: isRipple,
  ADA: isCardano,
  /** Account names: no checksum. */
  EOS: (address) => /^[a-z1-5][a-z1-5.]{0,10}[a-z1-5]$/.test(address),
};

export function isAddress(chain: Chain, address: string): boolean {
  return RULES[chain](address);
}

/** A version byte, 20 bytes, and the first four of their double SHA-256. */
function isBase58Check(address: string, versions: readonly number[]): boolean {
  const bytes = decoded(() => base58.decode(address));
  return bytes !== null && hasPayload(bytes) && versions.includes(bytes[0] ?? -1);
}

function hasPayload(bytes: Uint8Array): boolean {
  const payload = bytes.subarray(0, -CHECKSUM_BYTES);
  const sum = sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES);
  return payload.length === 21 && Buffer.from(sum).equals(bytes.subarray(-CHECKSUM_BYTES));
}

/** BIP 173 for version 0, BIP 350 for later ones. */
function isSegwit(address: string, prefix: string): boolean {
  if (address !== address.toLowerCase() && address !== address.toUpperCase()) return false;
  const text = address.toLowerCase();
  if (!text.startsWith(`${prefix}1`)) return false;
  for (const [coder, isVersion] of [
    [bech32, (version: number) => version === 0],
    [bech32m, (version: number) => version >= 1 && version <= 16],
  ] as const) {
    const program = decoded(() => {
      const { words } = coder.decode(text as `${string}1${string}`);
      return isVersion(words[0] ?? -1) ? coder.fromWords(words.slice(1)) : null;
    });
    if (program === null) continue;
    const { length } = program;
    return coder === bech32 ? length === 20 || length === 32 : length >= 2 && length <= 40;
  }
  return false;
}

/**
 * EIP-55: the case of the letters is the checksum. An address all in one case has none and is
 * accepted.
 */
function isEthereum(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const hex = address.slice(2);
  if (hex === hex.toLowerCase() || hex === hex.toUpperCase()) return !/^0{40}$/.test(hex);
  return withChecksum(address) === address;
}

/** An Ethereum address, in whatever case, with the checksum of EIP-55. */
export function withChecksum(address: string): string {
  const hex = address.slice(2).toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(hex))).toString('hex');
  const isUpper = (at: number): boolean => Number.parseInt(hash[at] ?? '0', 16) >= 8;
  return `0x${Array.from(hex, (sign, at) => (isUpper(at) ? sign.toUpperCase() : sign)).join('')}`;
}

/** Base58 with its own alphabet; version 0. */
function isRipple(address: string): boolean {
  if (!/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(address)) return false;
  const translated = Array.from(
    address,
    (sign) => BITCOIN_ALPHABET[RIPPLE_ALPHABET.indexOf(sign)] ?? '0',
  ).join('');
  return isBase58Check(translated, [0x00]);
}

/**
 * Shelley addresses of the main network: bech32, header with network 1, one or two 28-byte
 * credentials.
 */
function isCardano(address: string): boolean {
  if (!address.startsWith('addr1')) return false;
  const bytes = decoded(() => {
    const { words } = bech32.decode(address as `${string}1${string}`, CARDANO_LENGTH_MAX);
    return bech32.fromWords(words);
  });
  if (bytes === null) return false;
  return ((bytes[0] ?? 0) & 0x0f) === 1 && (bytes.length === 29 || bytes.length === 57);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Null if the text cannot be decoded. */
function decoded(decode: () => Uint8Array | null): Uint8Array | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
