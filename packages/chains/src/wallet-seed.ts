/** Seeds of wallets: new ones, and what a seed is known by. */
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts';
import { ACCOUNT_PATHS } from './chain-addresses.ts';

/** 24 words. */
const SEED_BITS = 256;

/** A new seed as its words (BIP-39). */
export const newSeedWords = (): string => generateMnemonic(english, SEED_BITS);

/** The extended public key of Ethereum-like chains, by which nobody can spend. */
export const evmKeyOf = (words: string): string =>
  mnemonicToAccount(words, { path: ACCOUNT_PATHS.EVM }).getHdKey().publicExtendedKey;
