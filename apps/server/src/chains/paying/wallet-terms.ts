/**
 * The file of wallet terms: for each chain its network, fees, limits and cold address. The server,
 * the payer and the signer read it; the signer has a copy of its own, which nobody else can change.
 */
import { readFileSync } from 'node:fs';
import type { AddressFamily, PaymentTerms, SignerRules, SweepTerms } from '@glasshouse/chains';
import * as z from 'zod';
import { CHAIN_FAMILIES, type Chain } from '@glasshouse/protocol/wallet';
import { addressOf, amount, coinFields, dayLimit, tokenFields, unitsIn, whole } from './term-fields.ts';
import {
  contractsOf,
  limitsOf,
  limitUnits,
  nativeDecimalsOf,
  requireTokenDecimals,
  sweptOf,
  type TokenTerms,
} from './token-terms.ts';
import {
  tronFile,
  tronRulesOf,
  tronSweepTermsOf,
  tronTermsIn,
  tronTermsOf,
  type TronWalletTerms,
} from './tron-terms.ts';
import {
  isUtxoFamily,
  utxoFile,
  utxoRulesOf,
  utxoTermsIn,
  utxoTermsOf,
  type UtxoWalletTerms,
} from './utxo-terms.ts';

/** Prices of gas are given in a billionth of the coin. */
const GWEI_DECIMALS = 9;

const chainTerms = z.strictObject({
  chainId: whole,
  nativeCoin: z.string(),
  tokens: tokenFields('ERC20'),
  cold: addressOf('ERC20'),
  /** Billionths of the native coin per unit of gas. */
  maxFeeGwei: amount,
  maxReplacementFeeGwei: amount,
  minPriorityFeeGwei: amount,
  gasMax: whole,
  tokenGas: whole,
  /** The blocks until a payment is confirmed; the block that contains it is the first. */
  confirmations: whole,
  bumpAfterBlocks: whole,
  coins: z.record(z.string(), coinFields),
  /**
   * The signer's limits for the native coin that is sent to deposit addresses to pay for sweeps.
   */
  topUps: dayLimit,
  /** The signer's limit for the native coin that all transactions of a day may burn. */
  feesPerDay: amount,
});

export type WalletTerms = z.output<typeof chainTerms>;
export type AnyWalletTerms = WalletTerms | UtxoWalletTerms | TronWalletTerms;
/** The wallet terms of each chain, by the chain's name. */
export type AllWalletTerms = Readonly<Record<string, AnyWalletTerms>>;

/** The family of addresses whose keys sign on the chain. */
export const familyOf = (terms: AnyWalletTerms): AddressFamily => ('family' in terms ? terms.family : 'EVM');

/**
 * One value for each kind of chain. The kinds differ in how a chain shows what was paid, and in
 * what prevents a second payment.
 */
export interface ByKind<T> {
  readonly evm: (terms: WalletTerms) => T;
  readonly utxo: (terms: UtxoWalletTerms) => T;
  readonly tron: (terms: TronWalletTerms) => T;
}

export function byKind<T>(terms: AnyWalletTerms, { evm, utxo, tron }: ByKind<T>): T {
  if (!('family' in terms)) return evm(terms);
  return terms.family === 'TRON' ? tron(terms) : utxo(terms);
}

export type ChainKind = keyof ByKind<unknown>;
export const kindOf = (terms: AnyWalletTerms): ChainKind =>
  byKind(terms, { evm: () => 'evm', utxo: () => 'utxo', tron: () => 'tron' });

/** The addresses that the terms name: cold ones, and contracts of tokens. */
export function addressesIn(terms: AnyWalletTerms): readonly string[] {
  const tokens = 'tokens' in terms ? Object.values(contractsOf(terms)) : [];
  const cold = 'cold' in terms ? [terms.cold] : [];
  return [...cold, ...tokens];
}

/** The coins that the payer pays: the signer has limits for them. */
export const paidCoinsOf = (terms: AnyWalletTerms): readonly string[] =>
  'coins' in terms ? Object.keys(terms.coins) : [terms.nativeCoin];

/** @throws If the file is missing or wrong; the message says what. */
export function readWalletTerms(file: string): AllWalletTerms {
  try {
    const parsed = fieldsIn(z.record(z.string(), z.unknown()), JSON.parse(readFileSync(file, 'utf8')));
    const all = Object.entries(parsed).map(([chain, given]) => [chain, termsOf(chain, given)] as const);
    const ids = all.map(([, { chainId }]) => chainId);
    if (new Set(ids).size < ids.length) throw new Error('two chains have the same number');
    return Object.fromEntries(all);
  } catch (error) {
    throw new Error(`${file} is wrong:\n  ${(error as Error).message}`, { cause: error });
  }
}

function termsOf(chain: string, given: unknown): AnyWalletTerms {
  if (isUtxoFamily(chain))
    return sensible(
      chain,
      utxoTermsIn(chain, fieldsIn(utxoFile, given, `${chain}.`)),
      utxoRulesOf,
      utxoTermsOf,
    );
  const family = Object.hasOwn(CHAIN_FAMILIES, chain) ? CHAIN_FAMILIES[chain as Chain] : null;
  const requireDecimals = (terms: TokenTerms) => requireTokenDecimals(chain, terms);
  if (family === 'TRON') {
    const terms = tronTermsIn(fieldsIn(tronFile, given, `${chain}.`));
    return sensible(chain, terms, requireDecimals, tronSweepTermsOf, tronRulesOf, tronTermsOf);
  }
  if (family !== 'EVM') throw new Error(`${chain}: nobody can pay on it`);
  const terms = fieldsIn(chainTerms, given, `${chain}.`);
  return sensible(chain, terms, requireDecimals, sweepTermsOf, signerRulesOf, paymentTermsOf);
}

/** Throws what the uses of the terms throw, with the chain's name. */
function sensible<T>(chain: string, terms: T, ...uses: readonly ((terms: T) => unknown)[]): T {
  try {
    for (const use of uses) use(terms);
    return terms;
  } catch (error) {
    throw new Error(`${chain}: ${(error as Error).message}`, { cause: error });
  }
}

function fieldsIn<T>(schema: z.ZodType<T>, given: unknown, place = ''): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `${place}${path.join('.')}: ${message}`);
  throw new Error(lines.join('\n  '));
}

export function paymentTermsOf(terms: WalletTerms): PaymentTerms {
  const { chainId, nativeCoin, confirmations, bumpAfterBlocks, gasMax } = terms;
  return {
    chainId,
    nativeCoin,
    tokens: contractsOf(terms),
    confirmations,
    bumpAfterBlocks,
    fees: {
      maxFeePerGas: unitsIn(terms.maxFeeGwei, GWEI_DECIMALS),
      maxReplacementFeePerGas: unitsIn(terms.maxReplacementFeeGwei, GWEI_DECIMALS),
      minPriorityFeePerGas: unitsIn(terms.minPriorityFeeGwei, GWEI_DECIMALS),
    },
    gasMax: BigInt(gasMax),
  };
}

export function sweepTermsOf(terms: WalletTerms): SweepTerms {
  return { coins: sweptOf(terms), coldAddress: terms.cold, tokenGas: BigInt(terms.tokenGas) };
}

export function signerRulesOf(terms: WalletTerms): SignerRules {
  const nativeDecimals = nativeDecimalsOf({});
  return {
    chainId: terms.chainId,
    nativeCoin: terms.nativeCoin,
    tokens: contractsOf(terms),
    withdrawals: limitsOf(terms),
    topUps: limitUnits(terms.topUps, nativeDecimals),
    coldAddress: terms.cold,
    maxFeePerGas: unitsIn(terms.maxReplacementFeeGwei, GWEI_DECIMALS),
    gasMax: BigInt(terms.gasMax),
    feesPerDay: unitsIn(terms.feesPerDay, nativeDecimals),
  };
}
