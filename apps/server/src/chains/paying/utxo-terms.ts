/** Wallet terms of a chain of the Bitcoin family. */
import { UTXO_NETWORKS, type UtxoFamily, type UtxoSignerRules, type UtxoTerms } from '@glasshouse/chains';
import * as z from 'zod';
import { amount, unitsIn, whole } from './term-fields.ts';

/**
 * Constants of each chain: its number by SLIP-44, and the blocks until a miner may spend a reward.
 */
const FIXED = {
  BTC: { chainId: 0, rewardConfirmations: 100 },
  LTC: { chainId: 2, rewardConfirmations: 100 },
  DOGE: { chainId: 3, rewardConfirmations: 240 },
} as const satisfies Readonly<Record<UtxoFamily, object>>;
const DECIMALS = 8;

export const utxoFile = z.strictObject({
  /** In the coin, for 1,000 virtual bytes. */
  minFeePerKvb: amount,
  maxFeePerKvb: amount,
  maxReplacementFeePerKvb: amount,
  /**
   * The least additional fee of a replacement, in the coin for 1,000 virtual bytes. Nodes refuse
   * less.
   */
  relayStepPerKvb: amount,
  /** The smallest output that nodes accept. */
  dust: amount,
  inputsMax: whole,
  /**
   * The blocks until a payment is confirmed, and until an output may be spent; the block that
   * contains it is the first.
   */
  confirmations: whole,
  bumpAfterBlocks: whole,
  /** The signer's limits for withdrawals. A day is one of UTC. */
  perPayment: amount,
  perDay: amount,
  /** The signer's limits for the fees of one transaction, and of a day. */
  maxFee: amount,
  feesPerDay: amount,
});

export interface UtxoWalletTerms extends z.output<typeof utxoFile> {
  readonly family: UtxoFamily;
  readonly chainId: number;
  readonly nativeCoin: string;
}

export const UTXO_FAMILIES = Object.keys(FIXED) as UtxoFamily[];

export const isUtxoFamily = (chain: string): chain is UtxoFamily => Object.hasOwn(FIXED, chain);

export function utxoTermsIn(family: UtxoFamily, file: z.output<typeof utxoFile>): UtxoWalletTerms {
  return { ...file, family, chainId: FIXED[family].chainId, nativeCoin: family };
}

const unitsOf = (text: string): bigint => unitsIn(text, DECIMALS);

export function utxoTermsOf(terms: UtxoWalletTerms): UtxoTerms {
  const { family, chainId, nativeCoin: coin, confirmations, bumpAfterBlocks, inputsMax } = terms;
  const [min, max] = [unitsOf(terms.minFeePerKvb), unitsOf(terms.maxFeePerKvb)];
  const maxReplacement = unitsOf(terms.maxReplacementFeePerKvb);
  if (min > max || max > maxReplacement)
    throw new Error('minFeePerKvb, maxFeePerKvb and maxReplacementFeePerKvb do not rise in this order');
  return {
    chainId,
    coin,
    network: UTXO_NETWORKS[family],
    confirmations,
    rewardConfirmations: FIXED[family].rewardConfirmations,
    bumpAfterBlocks,
    fees: { min, max, maxReplacement, relayStep: unitsOf(terms.relayStepPerKvb) },
    dust: unitsOf(terms.dust),
    inputsMax,
  };
}

export function utxoRulesOf(terms: UtxoWalletTerms): UtxoSignerRules {
  const { family, chainId, nativeCoin: coin } = terms;
  return {
    chainId,
    family,
    network: UTXO_NETWORKS[family],
    coin,
    withdrawals: { perPayment: unitsOf(terms.perPayment), perDay: unitsOf(terms.perDay) },
    coldAddress: null,
    maxFee: unitsOf(terms.maxFee),
    feesPerDay: unitsOf(terms.feesPerDay),
  };
}
