/**
 * Where coins can be sent: reads an address and its tag as they were pasted, and says what is wrong
 * with them. The form, the address book and both calls ask this one function.
 */
import { hexToBytes } from '@noble/hashes/utils.js';
import { base58, bech32, bech32m } from '@scure/base';
import { type DESTINATION_FAULTS, MEMO_LENGTH_MAX } from '../../destination.ts';
import { plainSigns } from '../../pasted.ts';
import { isAddress, withChecksum } from './address-formats.ts';
import { CHAIN_FAMILIES, type Chain } from './chains.ts';

/** An address, and the tag or memo that belongs to it, or ''. */
export interface Destination {
  readonly address: string;
  readonly memo: string;
}

type Fault = (typeof DESTINATION_FAULTS)[number];
export interface DestinationFault {
  readonly error: Fault;
  readonly field: keyof Destination;
}

/**
 * The destination in the one form in which it is kept: the same address is the same text, however
 * it was written.
 */
export function readDestination(
  chain: Chain,
  { address, memo }: Destination,
): Destination | DestinationFault {
  const read = readAddress(chain, address);
  if (typeof read !== 'string') return read;
  const tag = readMemo(chain, memo);
  return typeof tag === 'string' ? { address: read, memo: tag } : tag;
}

/** The address in its one form, or why nothing may be sent there. */
export function readAddress(chain: Chain, text: string): string | DestinationFault {
  const plain = plainSigns(text);
  const fault = (error: Fault): DestinationFault => ({ error, field: 'address' });
  // The zero address of Ethereum has the form of an address, and a reason of its own.
  if (isNobodys(chain, plain)) return fault('wallet/address-nobodys');
  if (!isAddress(chain, plain)) return fault('wallet/address-invalid');
  const address = oneForm(chain, plain);
  return isContract(chain, address) ? fault('wallet/address-of-contract') : address;
}

/** Chains whose addresses many people share, and tell them apart by a tag or memo. */
export const hasMemo = (chain: Chain): boolean => chain === 'XRP' || chain === 'EOS';

const TAG_MAX = 0xffff_ffff;

/** The tag in its one form, '' if there is none, or why it is none of this chain. */
export function readMemo(chain: Chain, text: string): string | DestinationFault {
  const memo = plainSigns(text);
  const fault = (error: Fault): DestinationFault => ({ error, field: 'memo' });
  if (memo === '') return '';
  if (!hasMemo(chain)) return fault('wallet/memo-unused');
  if (chain === 'EOS')
    return /^[ -~]+$/.test(memo) && memo.length <= MEMO_LENGTH_MAX ? memo : fault('wallet/memo-invalid');
  const isTag = /^\d{1,10}$/.test(memo) && Number(memo) <= TAG_MAX;
  return isTag ? String(Number(memo)) : fault('wallet/tag-invalid');
}

const ANY_CASE = /^(bc1|ltc1|addr1)/i;

/** Addresses that mean the same in any case are kept in one. */
export function oneForm(chain: Chain, address: string): string {
  if (CHAIN_FAMILIES[chain] === 'EVM') return withChecksum(address);
  return ANY_CASE.test(address) ? address.toLowerCase() : address;
}

/**
 * The contracts of the coins that the exchange lists, of the wrapped coins of their chains, and of
 * the coins that are most often sent there.
 */
const CONTRACTS: ReadonlySet<string> = new Set([
  // USDT on ERC20, BEP20 and TRC20; SHIB.
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0x55d398326f99059fF775485246999027B3197955',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE',
  // WETH, WBNB, WTRX.
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
  'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR',
  // USDC, DAI and WBTC on ERC20; USDC and BUSD on BEP20.
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
  '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
  '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56',
]);

/** Contracts of EVM chains have the same form on all: coins are lost at another chain's as well. */
function isContract(chain: Chain, address: string): boolean {
  // Accounts of the system, such as the contract of the coin itself.
  if (chain === 'EOS') return address === 'eosio' || address.startsWith('eosio.');
  return CONTRACTS.has(address);
}

/** Addresses that somebody chose as texts, so that nobody can have their keys. */
const CHOSEN: ReadonlySet<string> = new Set([
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  'DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr',
  'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
  // XRP Ledger, "Special addresses". The secret of the last one is public.
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
  'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
  'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
  'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
]);
const CHOSEN_HEX: ReadonlySet<string> = new Set([
  'dead000000000000000042069420694206942069',
  'dead000000000000000000000000000000000000',
  '000000000000000000000000000000000000dead',
]);

function isNobodys(chain: Chain, address: string): boolean {
  if (CHOSEN.has(address)) return true;
  const family = CHAIN_FAMILIES[chain];
  if (family === 'EVM') return /^0x[\da-f]{40}$/i.test(address) && isNobodysKey(hexToBytes(address.slice(2)));
  if (chain === 'EOS') return address === 'eosio.null';
  if (chain === 'XRP') return false;
  if (!isAddress(chain, address)) return false;
  if (ANY_CASE.test(address)) return isNobodysProgram(chain, address.toLowerCase());
  return isNobodysKey(base58.decode(address).subarray(1, 21));
}

/**
 * Twenty bytes that no key has: all the same, or on Ethereum and TRON a small number, which names
 * the chain's own programs (precompiles), or nothing.
 */
function isNobodysKey(bytes: Uint8Array): boolean {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return isOneByte(bytes) || /^0{32}/.test(hex) || CHOSEN_HEX.has(hex);
}

const isOneByte = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === bytes[0]);

/** Cardano's credentials have this many bytes, behind a header of one. */
const CREDENTIAL_BYTES = 28;
/** A public key of Taproot. */
const TAPROOT_BYTES = 32;

/** Outputs that anybody could spend, or nobody: versions that have no rules yet, chosen bytes. */
function isNobodysProgram(chain: Chain, address: string): boolean {
  const text = address as `${string}1${string}`;
  if (chain === 'ADA') {
    const bytes = bech32.fromWords(bech32.decode(text, false).words);
    return isOneByte(bytes.subarray(1, 1 + CREDENTIAL_BYTES));
  }
  const { words } = bech32.decodeUnsafe(text) ?? bech32m.decode(text);
  const [version = 0] = words;
  const program = bech32.fromWords(words.slice(1));
  return version > 1 || (version === 1 && program.length !== TAPROOT_BYTES) || isOneByte(program);
}
