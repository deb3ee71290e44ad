/** Figures of a quote that the page derives from its amounts. Exact decimals. */
import { formatPercent } from '@glasshouse/ui';
import { Big } from 'big.js';

/** The smaller of two decimals. */
export const lessOf = (a: string, b: string): string => (new Big(a).lt(b) ? a : b);

export interface Rate {
  /** The coin of which the rate prices one. */
  readonly one: string;
  readonly price: string;
  readonly in: string;
}
interface Exchanged {
  readonly payCurrency: string;
  readonly payAmount: string;
  readonly receiveCurrency: string;
  readonly receiveAmount: string;
}

/** The price of the dearer coin in the other; null if nothing was received. */
export function rateOf(exchanged: Exchanged): Rate | null {
  const { payCurrency, payAmount, receiveCurrency, receiveAmount } = exchanged;
  const [pay, receive] = [new Big(payAmount), new Big(receiveAmount)];
  if (pay.eq(0) || receive.eq(0)) return null;
  const isDearerReceived = pay.gte(receive);
  const price = isDearerReceived ? pay.div(receive) : receive.div(pay);
  const [one, other] = isDearerReceived ? [receiveCurrency, payCurrency] : [payCurrency, receiveCurrency];
  return { one, price: price.toFixed(price.gte(1000) ? 2 : 6), in: other };
}

/** A spread such as 0.001 as '0.10%'. */
export const percentOf = (spread: string): string => formatPercent(Number(spread), { signed: false });

/** The cost of the spread, in the received coin. */
export const spreadOf = (quote: {
  readonly receiveAtIndex: string;
  readonly receiveAmount: string;
}): string => new Big(quote.receiveAtIndex).minus(quote.receiveAmount).toFixed();
