/**
 * Checks whether a text is an address of a chain: its form, and its checksum if the chain has one.
 * Server and site use the same rules, so that a typing error shows at the field.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, bech32m } from '@scure/base';
import type { Chain } from './chains.ts';

/**
 * holds: an address, and its checksum holds. without: an address that has no checksum. checksum:
 * it looks like an address, but its checksum does not hold. form: no address of this chain.
 */
export type AddressCheck = 'holds' | 'without' | 'checksum' | 'form';
type Rule = (address: string) => AddressCheck;

const CHECKSUM_BYTES = 4;
/** A version byte and 20 bytes. */
const PAYLOAD_BYTES = 21;
/** A Cardano address is longer than bech32's own limit. */
const CARDANO_LENGTH_MAX = 128;
const RIPPLE_ALPHABET = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const BITCOIN_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const RULES: Readonly<Record<Chain, Rule>> = {
  BTC: (address) => (isSegwit(address, 'bc') ? segwit(address, 'bc') : base58Check(address, '13', [0, 5])),
  LTC: (address) =>
    isSegwit(address, 'ltc') ? segwit(address, 'ltc') : base58Check(address, 'LM', [0x30, 0x32]),
  DOGE: (address) => base58Check(address, 'DA9', [0x1e, 0x16]),
  TRC20: (address) => base58Check(address, 'T', [0x41]),
  ERC20: ethereum,
  BEP20: ethereum,
  XRP: ripple,
  ADA: cardano,
  /** Account names. */
  EOS: (address) => (/^[a-z1-5][a-z1-5.]{0,10}[a-z1-5]$/.test(address) ? 'without' : 'form'),
};

export function checkAddress(chain: Chain, address: string): AddressCheck {
  return RULES[chain](address);
}

export function isAddress(chain: Chain, address: string): boolean {
  const found = checkAddress(chain, address);
  return found === 'holds' || found === 'without';
}

/**
 * A version byte, 20 bytes, and the first four of their double SHA-256. `firsts` are the letters
 * that such addresses begin with; most have 33 or 34 characters.
 */
function base58Check(address: string, firsts: string, versions: readonly number[]): AddressCheck {
  const isLikeOne = /^[1-9A-HJ-NP-Za-km-z]{33,34}$/.test(address) && firsts.includes(address.charAt(0));
  const fault = isLikeOne ? 'checksum' : 'form';
  const bytes = decoded(() => base58.decode(address));
  if (bytes === null || bytes.length !== PAYLOAD_BYTES + CHECKSUM_BYTES) return fault;
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  const sum = sha256(sha256(payload));
  if (!bytes.subarray(PAYLOAD_BYTES).every((byte, at) => byte === sum[at])) return fault;
  return versions.includes(payload[0] ?? -1) ? 'holds' : 'form';
}

const isSegwit = (address: string, prefix: string): boolean => address.toLowerCase().startsWith(`${prefix}1`);

/** BIP 173 for version 0, BIP 350 for later ones. */
function segwit(address: string, prefix: string): AddressCheck {
  if (address !== address.toLowerCase() && address !== address.toUpperCase()) return 'form';
  const text = address.toLowerCase() as `${string}1${string}`;
  for (const [coder, isVersion, isLength] of [
    [bech32, (version: number) => version === 0, (length: number) => length === 20 || length === 32],
    [
      bech32m,
      (version: number) => version >= 1 && version <= 16,
      (length: number) => length >= 2 && length <= 40,
    ],
  ] as const) {
    const words = decoded(() => coder.decode(text).words);
    if (words === null) continue;
    const program = decoded(() => coder.fromWords(words.slice(1)));
    const isOne = program !== null && isVersion(words[0] ?? -1) && isLength(program.length);
    return isOne ? 'holds' : 'form';
  }
  // The usual programs have 20 or 32 bytes.
  const data = text.slice(prefix.length + 1);
  return /^([ac-hj-np-z02-9]{39}|[ac-hj-np-z02-9]{59})$/.test(data) ? 'checksum' : 'form';
}

/** EIP-55: the case of the letters is the checksum. An address all in one case has none. */
function ethereum(address: string): AddressCheck {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return 'form';
  const hex = address.slice(2);
  if (hex === hex.toLowerCase() || hex === hex.toUpperCase()) return /^0{40}$/.test(hex) ? 'form' : 'without';
  return withChecksum(address) === address ? 'holds' : 'checksum';
}

/** An Ethereum address, in whatever case, with the checksum of EIP-55. */
export function withChecksum(address: string): string {
  const hex = address.slice(2).toLowerCase();
  const hash = keccak_256(Uint8Array.from(hex, (sign) => sign.charCodeAt(0)));
  const isUpper = (at: number): boolean => (((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15) >= 8;
  return `0x${Array.from(hex, (sign, at) => (isUpper(at) ? sign.toUpperCase() : sign)).join('')}`;
}

/** Base58 with its own alphabet; version 0. */
function ripple(address: string): AddressCheck {
  if (!/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(address)) return 'form';
  const translated = Array.from(
    address,
    (sign) => BITCOIN_ALPHABET[RIPPLE_ALPHABET.indexOf(sign)] ?? '0',
  ).join('');
  return base58Check(translated, '1', [0x00]);
}

/**
 * Shelley addresses of the main network: bech32, header with network 1, one or two 28-byte
 * credentials.
 */
function cardano(address: string): AddressCheck {
  if (!address.startsWith('addr1')) return 'form';
  const bytes = decoded(() => {
    const { words } = bech32.decode(address as `${string}1${string}`, CARDANO_LENGTH_MAX);
    return bech32.fromWords(words);
  });
  if (bytes === null)
    return /^addr1([ac-hj-np-z02-9]{53}|[ac-hj-np-z02-9]{98})$/.test(address) ? 'checksum' : 'form';
  const isOne = ((bytes[0] ?? 0) & 0x0f) === 1 && (bytes.length === 29 || bytes.length === 57);
  return isOne ? 'holds' : 'form';
}

/** Null if the text cannot be decoded. */
function decoded<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
