/** What products have brought, by product and coin, with what is still to be paid. Pure. */
import { Big } from 'big.js';

export interface EarnedSoFar {
  /** The feature. */
  readonly product: string;
  readonly coin: string;
  readonly paid: string;
  readonly accrued: string;
}
interface Part {
  readonly feature: string;
  readonly coin: string;
  readonly amount: string;
}

/** `atStake` was counted as paid to the product and is neither won nor lost yet. */
export function earnedRows(
  earned: readonly { readonly product: string; readonly currency: string; readonly amount: string }[],
  accrued: readonly Part[],
  atStake: readonly Part[],
): readonly EarnedSoFar[] {
  const paid = earned.map(({ product, currency, amount }) => ({ feature: product, coin: currency, amount }));
  const sums = new Map<
    string,
    { readonly product: string; readonly coin: string; paid: Big; accrued: Big }
  >();
  const add = (parts: readonly Part[], to: 'paid' | 'accrued') => {
    for (const { feature, coin, amount } of parts) {
      const sum = sums.get(`${feature} ${coin}`) ?? {
        product: feature,
        coin,
        paid: new Big(0),
        accrued: new Big(0),
      };
      sum[to] = sum[to].plus(amount);
      sums.set(`${feature} ${coin}`, sum);
    }
  };
  add([...paid, ...atStake], 'paid');
  add(accrued, 'accrued');
  return [...sums.values()].map((sum) => ({
    ...sum,
    paid: sum.paid.toFixed(),
    accrued: sum.accrued.toFixed(),
  }));
}
