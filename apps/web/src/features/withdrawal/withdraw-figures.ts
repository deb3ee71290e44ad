/**
 * The figures of a withdrawal: maximum, total, value, and the error of an amount. Exact decimals;
 * pure.
 */
import { Big } from 'big.js';

export interface AmountTerms {
  readonly fee: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly decimals: number;
  /** The balance that may leave, fee included. */
  readonly available: string;
  /** The whole balance, with what holds keep from leaving. */
  readonly owned: string;
}

export type AmountFault = 'short' | 'held' | 'below' | 'above' | 'limit';

type PricedTerms = AmountTerms & {
  /** The index price of one coin in USDT; empty if there is none. */
  readonly price: string;
};

/**
 * The largest amount that can arrive: the available balance minus the fee, limited by the maximum
 * and by `remaining`, the rest of the daily limit in USDT.
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

/** The value of an amount in USDT at the index price; undefined without a price. */
export function valueOf(amount: string, price: string): string | undefined {
  if (amount === '' || price === '') return undefined;
  return new Big(amount).times(price).toFixed();
}

/**
 * The error of an amount; undefined if it is valid or empty. `remaining` is the rest of the daily
 * limit in USDT.
 */
export function faultOf(amount: string, terms: PricedTerms, remaining: string): AmountFault | undefined {
  if (!/[1-9]/.test(amount)) return undefined;
  const given = new Big(amount);
  if (given.plus(terms.fee).gt(terms.owned)) return 'short';
  if (given.plus(terms.fee).gt(terms.available)) return 'held';
  if (given.lt(terms.minAmount)) return 'below';
  if (given.gt(terms.maxAmount)) return 'above';
  const value = valueOf(amount, terms.price);
  return value !== undefined && new Big(value).gt(remaining) ? 'limit' : undefined;
}

/** Shares of the daily limit, from 0 to 1: the used one, and the one that this withdrawal adds. */
export function limitShares(
  { limit, used }: { readonly limit: string; readonly used: string },
  value: string | undefined,
): readonly [used: number, added: number] {
  const usedShare = Math.min(1, Number(used) / Number(limit));
  return [usedShare, Math.min(1 - usedShare, Number(value ?? '0') / Number(limit))];
}
