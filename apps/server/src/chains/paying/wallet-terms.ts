/**
 * The file of wallet terms: for each chain its network, fees, limits and cold address. The server,
 * the payer and the signer read it; the signer has a copy of its own, which nobody else can change.
 */
import { readFileSync } from 'node:fs';
import type { AddressFamily, PaymentTerms, SignerRules, SigningLimit, SweepTerms } from '@glasshouse/chains';
import * as z from 'zod';
import { CHAIN_FAMILIES, type Chain } from '@glasshouse/protocol/wallet';
import { isAddress, withChecksum } from '@glasshouse/protocol/wallet/address-formats';
import { amount, unitsIn, whole } from './term-fields.ts';
import {
  isUtxoFamily,
  utxoFile,
  utxoRulesOf,
  utxoTermsIn,
  utxoTermsOf,
  type UtxoWalletTerms,
} from './utxo-terms.ts';

/** Of the coin of an Ethereum-like chain itself. */
const NATIVE_DECIMALS = 18;
/** Prices of gas are given in a billionth of the coin. */
const GWEI_DECIMALS = 9;

/** Of the tokens that the exchange takes, on their chains. The signer knows no exchange. */
const TOKEN_DECIMALS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ERC20: { USDT: 6 },
  BEP20: { USDT: 18 },
};

const address = z
  .string()
  .refine((text) => isAddress('ERC20', text), 'not an address')
  .transform(withChecksum);

const coinTerms = z.strictObject({
  /** A deposit address with less is left alone. */
  sweepFrom: amount,
  /** With more than this the hot wallet sends what exceeds `hotTarget` to the cold address. */
  hotMax: amount,
  hotTarget: amount,
  /** Of withdrawals, for the signer. A day is one of UTC. */
  perPayment: amount,
  perDay: amount,
});

const chainTerms = z.strictObject({
  chainId: whole,
  nativeCoin: z.string(),
  /** Contracts by coin. */
  tokens: z.record(z.string(), z.strictObject({ address, decimals: z.number().int().min(0).max(36) })),
  cold: address,
  /** Billionths of the native coin per unit of gas. */
  maxFeeGwei: amount,
  maxReplacementFeeGwei: amount,
  minPriorityFeeGwei: amount,
  gasMax: whole,
  tokenGas: whole,
  /** Until a payment is confirmed; its own block is the first. */
  confirmations: whole,
  bumpAfterBlocks: whole,
  coins: z.record(z.string(), coinTerms),
  /** Of the native coin to deposit addresses, for the fees of sweeps. */
  topUps: z.strictObject({ perPayment: amount, perDay: amount }),
  /** Of the native coin, which whatever is signed on a day may burn, for the signer. */
  feesPerDay: amount,
});

export type WalletTerms = z.output<typeof chainTerms>;
export type AnyWalletTerms = WalletTerms | UtxoWalletTerms;
/** By the name of the chain. */
export type AllWalletTerms = Readonly<Record<string, AnyWalletTerms>>;

export const isUtxoTerms = (terms: AnyWalletTerms): terms is UtxoWalletTerms => 'family' in terms;

/** Whose keys sign on the chain. */
export const familyOf = (terms: AnyWalletTerms): AddressFamily => (isUtxoTerms(terms) ? terms.family : 'EVM');

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

const isEvm = (chain: string): boolean =>
  Object.hasOwn(CHAIN_FAMILIES, chain) && CHAIN_FAMILIES[chain as Chain] === 'EVM';

function termsOf(chain: string, given: unknown): AnyWalletTerms {
  if (!isUtxoFamily(chain) && !isEvm(chain)) throw new Error(`${chain}: nobody can pay on it`);
  return isUtxoFamily(chain)
    ? sensible(chain, utxoTermsIn(chain, fieldsIn(utxoFile, given, `${chain}.`)), utxoRulesOf, utxoTermsOf)
    : sensible(
        chain,
        fieldsIn(chainTerms, given, `${chain}.`),
        (terms) => requireDecimals(chain, terms),
        sweepTermsOf,
        signerRulesOf,
        paymentTermsOf,
      );
}

/** With others, every amount and limit of the token would be of another unit. */
function requireDecimals(chain: string, { tokens }: WalletTerms): void {
  for (const [coin, { decimals }] of Object.entries(tokens)) {
    const needed = TOKEN_DECIMALS[chain]?.[coin] ?? decimals;
    if (decimals !== needed) throw new Error(`tokens.${coin}.decimals is ${needed} there, not ${decimals}`);
  }
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
  const coins = Object.entries(terms.coins).map(([coin, { sweepFrom, hotMax, hotTarget }]) => {
    const units = (text: string) => unitsIn(text, decimalsOf(terms, coin));
    if (units(hotTarget) > units(hotMax)) throw new Error(`hotTarget of ${coin} is above hotMax`);
    return [
      coin,
      { sweepFrom: units(sweepFrom), hotMax: units(hotMax), hotTarget: units(hotTarget) },
    ] as const;
  });
  return { coins: Object.fromEntries(coins), coldAddress: terms.cold, tokenGas: BigInt(terms.tokenGas) };
}

export function signerRulesOf(terms: WalletTerms): SignerRules {
  const limits = Object.entries(terms.coins).map(
    ([coin, limit]) => [coin, limitOf(limit, decimalsOf(terms, coin))] as const,
  );
  return {
    chainId: terms.chainId,
    nativeCoin: terms.nativeCoin,
    tokens: contractsOf(terms),
    withdrawals: Object.fromEntries(limits),
    topUps: limitOf(terms.topUps, NATIVE_DECIMALS),
    coldAddress: terms.cold,
    maxFeePerGas: unitsIn(terms.maxReplacementFeeGwei, GWEI_DECIMALS),
    gasMax: BigInt(terms.gasMax),
    feesPerDay: unitsIn(terms.feesPerDay, NATIVE_DECIMALS),
  };
}

const limitOf = (
  { perPayment, perDay }: { readonly perPayment: string; readonly perDay: string },
  decimals: number,
): SigningLimit => ({ perPayment: unitsIn(perPayment, decimals), perDay: unitsIn(perDay, decimals) });

const contractsOf = ({ tokens }: WalletTerms): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(tokens).map(([coin, token]) => [coin, token.address]));

/** Of a coin on the chain. Throws if the terms do not name it. */
export function decimalsOf({ nativeCoin, tokens }: WalletTerms, coin: string): number {
  if (coin === nativeCoin) return NATIVE_DECIMALS;
  const token = tokens[coin];
  if (token === undefined) throw new Error(`${coin} has no contract among the tokens`);
  return token.decimals;
}
