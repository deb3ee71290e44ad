/** What arrives, what leaves, and what is wrong with an amount. Exact; pure. */
import { Big } from 'big.js';

export interface AmountTerms {
  readonly fee: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly decimals: number;
  /** Fee included. */
  readonly available: string;
}

export type AmountFault = 'short' | 'below' | 'above' | 'limit';

type PricedTerms = AmountTerms & {
  /** Of one coin, in USDT by the index; empty without a price. */
  readonly price: string;
};

/**
 * The most that can arrive: what is available less the fee, and at most the maximum and what
 * remains of the daily limit, in USDT.
 */
export function mostOf(
  { available, fee, maxAmount, price, decimals }: PricedTerms,
  remaining: string,
): string {
  const most = [new Big(available).minus(fee), new Big(maxAmount)];
  if (price !== '') most.push(new Big(remaining).div(price));
  const least = most.reduce((a, b) => (b.lt(a) ? b : a));
  return least.lte(0) ? '0' : least.round(decimals, Big.roundDown).toFixed();
}

export function totalOf(amount: string, { fee }: Pick<AmountTerms, 'fee'>): string {
  return amount === '' ? '0' : new Big(amount).plus(fee).toFixed();
}

/** In USDT, by the index; undefined without a price. */
export function valueOf(amount: string, price: string): string | undefined {
  if (amount === '' || price === '') return undefined;
  return new Big(amount).times(price).toFixed();
}

/** Undefined if nothing is wrong, or nothing was entered. `remaining` is of the daily limit. */
export function faultOf(amount: string, terms: PricedTerms, remaining: string): AmountFault | undefined {
  if (!/[1-9]/.test(amount)) return undefined;
  const given = new Big(amount);
  if (given.plus(terms.fee).gt(terms.available)) return 'short';
  if (given.lt(terms.minAmount)) return 'below';
  if (given.gt(terms.maxAmount)) return 'above';
  const value = valueOf(amount, terms.price);
  return value !== undefined && new Big(value).gt(remaining) ? 'limit' : undefined;
}

/** Shares of the daily limit, from 0 to 1: what is used, and what this one adds. */
export function limitShares(
  { limit, used }: { readonly limit: string; readonly used: string },
  value: string | undefined,
): readonly [used: number, added: number] {
  const usedShare = Math.min(1, Number(used) / Number(limit));
  return [usedShare, Math.min(1 - usedShare, Number(value ?? '0') / Number(limit))];
}
