/** The coins of wallet terms, for all chains with tokens, in smallest units. */
import type { CoinTerms, SigningLimit } from '@glasshouse/chains';
import { unitsIn, type CoinFields, type DayLimit } from './term-fields.ts';

/** Terms of an Ethereum-like chain, or of TRON. */
export interface TokenTerms {
  readonly nativeCoin: string;
  readonly tokens: Readonly<Record<string, { readonly address: string; readonly decimals: number }>>;
  readonly coins: Readonly<Record<string, CoinFields>>;
  /** TRON's alone. */
  readonly family?: string;
}

const ETHER_DECIMALS = 18;
const TRX_DECIMALS = 6;

export const nativeDecimalsOf = ({ family }: Pick<TokenTerms, 'family'>): number =>
  family === 'TRON' ? TRX_DECIMALS : ETHER_DECIMALS;

/** The decimals of a coin on the chain. Throws if the terms do not name it. */
export function decimalsOf(terms: TokenTerms, coin: string): number {
  if (coin === terms.nativeCoin) return nativeDecimalsOf(terms);
  const token = terms.tokens[coin];
  if (token === undefined) throw new Error(`${coin} has no contract among the tokens`);
  return token.decimals;
}

/**
 * The decimals of the tokens that the exchange takes, on their chains. The signer does not know the
 * exchange, so they are listed here.
 */
const TOKEN_DECIMALS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ERC20: { USDT: 6 },
  BEP20: { USDT: 18 },
  TRC20: { USDT: 6 },
};

/** Throws if a token has other decimals: every amount and limit of it would be of another unit. */
export function requireTokenDecimals(chain: string, { tokens }: TokenTerms): void {
  for (const [coin, { decimals }] of Object.entries(tokens)) {
    const needed = TOKEN_DECIMALS[chain]?.[coin] ?? decimals;
    if (decimals !== needed) throw new Error(`tokens.${coin}.decimals is ${needed} there, not ${decimals}`);
  }
}

export const contractsOf = ({ tokens }: Pick<TokenTerms, 'tokens'>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(tokens).map(([coin, token]) => [coin, token.address]));

/** By coin: the least balance that is swept, and what the hot wallet keeps. */
export function sweptOf(terms: TokenTerms): Readonly<Record<string, CoinTerms>> {
  const coins = Object.entries(terms.coins).map(([coin, { sweepFrom, hotMax, hotTarget }]) => {
    const units = (text: string) => unitsIn(text, decimalsOf(terms, coin));
    if (units(hotTarget) > units(hotMax)) throw new Error(`hotTarget of ${coin} is above hotMax`);
    return [
      coin,
      { sweepFrom: units(sweepFrom), hotMax: units(hotMax), hotTarget: units(hotTarget) },
    ] as const;
  });
  return Object.fromEntries(coins);
}

/** The signer's limits for withdrawals, by coin. */
export const limitsOf = (terms: TokenTerms): Readonly<Record<string, SigningLimit>> =>
  Object.fromEntries(
    Object.entries(terms.coins).map(
      ([coin, limit]) => [coin, limitUnits(limit, decimalsOf(terms, coin))] as const,
    ),
  );

export const limitUnits = ({ perPayment, perDay }: DayLimit, decimals: number): SigningLimit => ({
  perPayment: unitsIn(perPayment, decimals),
  perDay: unitsIn(perDay, decimals),
});
