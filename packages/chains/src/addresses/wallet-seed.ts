/** Creates wallet seeds, and derives the extended public keys that identify them. */
import { mnemonicToSeedSync } from '@scure/bip39';
import { english, generateMnemonic } from 'viem/accounts';
import { extendedPublicKey, type AddressFamily } from './chain-addresses.ts';

/** 24 words. */
const SEED_BITS = 256;

/** A new seed as its words (BIP-39). */
export const newSeedWords = (): string => generateMnemonic(english, SEED_BITS);

/** The extended public key of a family of chains, which names addresses but cannot spend. */
export const extendedKeyOf = (words: string, family: AddressFamily): string =>
  extendedPublicKey(family, mnemonicToSeedSync(words));
