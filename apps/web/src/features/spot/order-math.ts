/** What an order form computes: totals, shares of a balance, what is received after the fee. Exact decimals, truncated. */
import { Big } from 'big.js';

export interface PairTerms {
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  readonly quoteDecimals: number;
  readonly baseDecimals: number;
  readonly minNotional: string;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}
export type Side = 'buy' | 'sell';
const PPM = 1_000_000;

/** price × amount in the quote coin, or '' while one is missing. */
export function totalOf(price: string, amount: string, terms: PairTerms): string {
  const [p, a] = [decimal(price), decimal(amount)];
  return p === undefined || a === undefined ? '' : cut(p.times(a), terms.quoteDecimals);
}
/** The amount that a total buys at a price, cut to the lot. */
export function amountOf(total: string, price: string, terms: PairTerms): string {
  const [sum, p] = [decimal(total), decimal(price)];
  return sum === undefined || p === undefined || p.eq(0) ? '' : cut(sum.div(p), terms.amountDecimals);
}
/** `percent` of a balance, cut to `decimals`. */
export function shareOf(balance: string, percent: number, decimals: number): string {
  const whole = decimal(balance);
  return whole === undefined ? '' : cut(whole.times(percent).div(100), decimals);
}

export interface Received {
  readonly amount: string;
  readonly fee: string;
  readonly feePpm: number;
}
export interface FillOptions {
  readonly side: Side;
  readonly amount: string;
  readonly price: string;
  /** True when the order would trade at once. */
  readonly taker: boolean;
}
/** What arrives and what the fee takes from it: base when buying, quote when selling. The fee is rounded up, to the house. */
export function receivedOf(
  { side, amount, price, taker }: FillOptions,
  terms: PairTerms,
): Received | undefined {
  const [a, p] = [decimal(amount), decimal(price)];
  if (a === undefined || p === undefined || a.eq(0)) return undefined;
  const decimals = side === 'buy' ? terms.baseDecimals : terms.quoteDecimals;
  const gross = (side === 'buy' ? a : a.times(p)).round(decimals, Big.roundDown);
  const feePpm = taker ? terms.takerFeePpm : terms.makerFeePpm;
  const fee = gross.times(feePpm).div(PPM).round(decimals, Big.roundUp);
  return { amount: gross.minus(fee).toFixed(), fee: fee.toFixed(), feePpm };
}

/** True when a limit price meets the best price of the other side. */
export function wouldTake(side: Side, price: string, best: string | undefined): boolean {
  const [p, b] = [decimal(price), decimal(best ?? '')];
  if (p === undefined || b === undefined) return false;
  return side === 'buy' ? p.gte(b) : p.lte(b);
}

export interface OrderDraft {
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly price: string;
  readonly amount: string;
  /** Market buys by total. */
  readonly quoteAmount: string;
  /** Of what is paid with: quote when buying, base when selling. */
  readonly available: string | undefined;
}
export type DraftError = 'spot.enterPrice' | 'spot.enterAmount' | 'spot.belowMinimum' | 'spot.insufficient';

/** The first thing that is wrong with an order, in the order of the fields; the server checks again. */
export function draftError(
  draft: OrderDraft,
  marketPrice: string | undefined,
  terms: PairTerms,
): DraftError | undefined {
  const price = draft.type === 'limit' ? draft.price : (marketPrice ?? '');
  if (draft.type === 'limit' && !positive(draft.price)) return 'spot.enterPrice';
  const byTotal = draft.type === 'market' && draft.side === 'buy' && draft.quoteAmount !== '';
  if (!positive(byTotal ? draft.quoteAmount : draft.amount)) return 'spot.enterAmount';
  const total = byTotal ? draft.quoteAmount : totalOf(price, draft.amount, terms);
  if (total !== '' && new Big(total).lt(terms.minNotional)) return 'spot.belowMinimum';
  const needed = draft.side === 'buy' ? total : draft.amount;
  if (draft.available !== undefined && needed !== '' && new Big(needed).gt(draft.available))
    return 'spot.insufficient';
  return undefined;
}

function positive(text: string): boolean {
  return decimal(text)?.gt(0) ?? false;
}
function decimal(text: string): Big | undefined {
  return /^\d+(\.\d*)?$/.test(text) ? new Big(text.replace(/\.$/, '')) : undefined;
}
function cut(value: Big, decimals: number): string {
  return value.round(decimals, Big.roundDown).toFixed();
}
