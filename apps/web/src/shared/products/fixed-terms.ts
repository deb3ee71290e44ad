/**
 * The interest of deposits for a fixed term, by the formulas of the core; amounts are decimal text.
 */
import { formatDecimal, fullDays, parseDecimal, simpleInterest } from '@glasshouse/money';
import type { FixedTermOfferRow } from '@glasshouse/protocol/fixed-term-shapes';
import { Big } from 'big.js';
import type { AnyTextKey } from '#shared/text-keys.ts';

export type { FixedTermOfferRow };

/** The features of fixed terms, whose texts have the same keys: the lock-up is one of them. */
export type FixedTermFeature = AnyTextKey extends infer K
  ? K extends `${infer F}.lockUp`
    ? F
    : never
  : never;

export interface FixedTermOrder {
  readonly id: string;
  readonly offer: number;
  readonly currency: string;
  readonly amount: string;
  readonly dailyRate: string;
  readonly days: number;
  /** Of the full days so far, at the time of the reply; of an order that is over, what was paid. */
  readonly currentProfit: string;
  readonly interest: string;
  readonly time: number;
  readonly dueTime: number;
  readonly endTime: number | null;
  readonly status: number;
}

/** What an order brings: all of its interest while it lasts, and afterwards what was paid. */
export const broughtBy = ({ endTime, interest, currentProfit }: FixedTermOrder): string =>
  endTime === null ? interest : currentProfit;

/** Rates are in parts per 10^9. */
const RATE_DECIMALS = 9;
const DAYS_OF_YEAR = 365;

export interface TermOutcome {
  readonly interest: string;
  readonly perDay: string;
  /** Amount and interest. */
  readonly back: string;
}

/** The outcome of an order of this amount; undefined if the text is no amount. */
export function outcomeOf(
  { dailyRate, days }: { readonly dailyRate: string; readonly days: number },
  amount: string,
  decimals: number,
): TermOutcome | undefined {
  const units = parseDecimal(amount, decimals);
  const rate = parseDecimal(dailyRate, RATE_DECIMALS);
  if (typeof units !== 'number' || typeof rate !== 'number' || units === 0) return undefined;
  const interest = simpleInterest(units, rate, days);
  const perDay = simpleInterest(units, rate, 1);
  if (interest < 0 || !Number.isSafeInteger(units + interest)) return undefined;
  return {
    interest: formatDecimal(interest, decimals),
    perDay: formatDecimal(perDay, decimals),
    back: formatDecimal(units + interest, decimals),
  };
}

export interface Grown {
  readonly fullDays: number;
  readonly remainingDays: number;
  readonly profit: string;
}

/** The growth of an open order up to a time. */
export function grownOf(order: FixedTermOrder, nowMs: number, decimals: number): Grown {
  const full = fullDays({ fromMs: order.time, days: order.days }, nowMs);
  const profit =
    full === 0 ? '0' : (outcomeOf({ ...order, days: full }, order.amount, decimals)?.interest ?? '0');
  return { fullDays: full, remainingDays: order.days - full, profit };
}

const PERCENT = 100;
/** A daily rate has at least so many decimals. */
const RATE_PLACES = 3;

/** '0.018%' */
export function rateText(dailyRate: string): string {
  const percent = new Big(dailyRate).times(PERCENT);
  const places = percent.toFixed().split('.')[1]?.length ?? 0;
  return `${percent.toFixed(Math.max(RATE_PLACES, places))}%`;
}

/** 365 days of the daily rate, without compounding, cut off: '6.57%'. */
export function yearlyText(dailyRate: string): string {
  const percent = new Big(dailyRate).times(PERCENT * DAYS_OF_YEAR);
  return `${percent.round(2, Big.roundDown).toFixed(2)}%`;
}

export interface CoinSum {
  readonly currency: string;
  readonly amount: string;
}

/** Sums by coin, USDT first. */
export function sumsOf<Row extends { readonly currency: string }>(
  rows: readonly Row[],
  amountOf: (row: Row) => string,
): CoinSum[] {
  const sums = new Map<string, Big>();
  for (const row of rows) sums.set(row.currency, (sums.get(row.currency) ?? new Big(0)).plus(amountOf(row)));
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount: amount.toFixed() }))
    .toSorted((a, b) => Number(b.currency === 'USDT') - Number(a.currency === 'USDT'));
}

/** The share of a quota that is left, from 0 to 1. */
export function shareLeft({ quota, left }: Pick<FixedTermOfferRow, 'quota' | 'left'>): number {
  if (quota === null || left === null) return 1;
  return Number(new Big(left).div(quota).toFixed(4));
}

export const isSoldOut = ({ left, minAmount }: Pick<FixedTermOfferRow, 'left' | 'minAmount'>): boolean =>
  left !== null && new Big(left).lt(minAmount);

/** The most that can be bought: the balance, what is left and the limit per person. */
export function mostOf(offer: FixedTermOfferRow, available: string): string {
  const limits = [available, offer.left, offer.maxPerOwner].filter((limit) => limit !== null);
  return limits.reduce((least, limit) => (new Big(limit).lt(least) ? limit : least), available);
}

export type AmountFault = 'missing' | 'below' | 'left' | 'limit' | 'balance';

/** The error of an amount before it is sent; undefined if there is none. */
export function faultOf(
  offer: FixedTermOfferRow,
  amount: string,
  available: string | undefined,
): AmountFault | undefined {
  if (!/[1-9]/.test(amount)) return 'missing';
  const units = new Big(amount);
  if (units.lt(offer.minAmount)) return 'below';
  if (offer.left !== null && units.gt(offer.left)) return 'left';
  if (offer.maxPerOwner !== null && units.gt(offer.maxPerOwner)) return 'limit';
  return available !== undefined && units.gt(available) ? 'balance' : undefined;
}

/** The offer on sale with the highest daily rate. */
export function highestOf(offers: readonly FixedTermOfferRow[]): FixedTermOfferRow | undefined {
  const onSale = offers.filter(({ isOnSale }) => isOnSale);
  return onSale.toSorted((a, b) => new Big(b.dailyRate).cmp(a.dailyRate))[0];
}
