/**
 * The file of wallet terms: for each chain its network, fees, limits and cold address. The server,
 * the payer and the signer read it; the signer has a copy of its own, which nobody else can change.
 */
import { readFileSync } from 'node:fs';
import type { PaymentTerms, SignerRules, SigningLimit, SweepTerms } from '@glasshouse/chains';
import * as z from 'zod';
import { isAddress, withChecksum } from '../../address-formats.ts';

/** Of the coin of an Ethereum-like chain itself. */
const NATIVE_DECIMALS = 18;
/** Prices of gas are given in a billionth of the coin. */
const GWEI_DECIMALS = 9;

const amount = z.string().regex(/^(0|[1-9]\d{0,20})(\.\d{1,36})?$/, 'not an amount such as 0.5');
const address = z
  .string()
  .refine((text) => isAddress('ERC20', text), 'not an address')
  .transform(withChecksum);
const whole = z.number().int().positive();

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

/** Chains of other kinds have nodes too, which would not understand such payments. */
const PAID_CHAINS: ReadonlySet<string> = new Set(['ERC20', 'BEP20']);

const walletTerms = z.record(z.string(), chainTerms);

export type WalletTerms = z.output<typeof chainTerms>;
/** By the name of the chain. */
export type AllWalletTerms = Readonly<Record<string, WalletTerms>>;

/** @throws If the file is missing or wrong; the message says what. */
export function readWalletTerms(file: string): AllWalletTerms {
  const parsed = walletTerms.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
    throw new Error(`${file} is wrong:\n${lines.join('\n')}`);
  }
  for (const [chain, terms] of Object.entries(parsed.data)) {
    try {
      if (!PAID_CHAINS.has(chain)) throw new Error('only Ethereum-like chains are paid on');
      sweepTermsOf(terms);
      signerRulesOf(terms);
      paymentTermsOf(terms);
    } catch (error) {
      throw new Error(`${file} is wrong: ${chain}: ${(error as Error).message}`, { cause: error });
    }
  }
  return parsed.data;
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

function decimalsOf({ nativeCoin, tokens }: WalletTerms, coin: string): number {
  if (coin === nativeCoin) return NATIVE_DECIMALS;
  const token = tokens[coin];
  if (token === undefined) throw new Error(`${coin} has no contract among the tokens`);
  return token.decimals;
}

/** A decimal in smallest units. */
function unitsIn(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length > decimals) throw new Error(`${text} has more than ${decimals} decimals`);
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
