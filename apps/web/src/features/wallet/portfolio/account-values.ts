/** What each account is worth, and all of them together, in USDT. */
import { Big } from 'big.js';
import { ACCOUNT_ORDER, useAllAssets, type AccountNumber } from '#data/assets.ts';

export function useAccountValues() {
  const accounts = useAllAssets();
  const known = Object.values(accounts).flatMap(({ data }) => (data === undefined ? [] : [data]));
  // A part of it would look like a loss.
  const isKnown = known.length === ACCOUNT_ORDER.length;
  const total = known.reduce((sum, { totalValue }) => sum.plus(totalValue), new Big(0));
  const free = known
    .flatMap(({ list }) => list)
    .reduce(
      (sum, { availableCurrency, price }) => sum.plus(new Big(availableCurrency).times(price)),
      new Big(0),
    );
  return {
    valueOf: (account: AccountNumber) => accounts[account].data?.totalValue,
    total: isKnown ? total.toFixed() : undefined,
    /** The value that is not frozen. */
    free: isKnown ? free.toFixed() : undefined,
    frozen: isKnown ? total.minus(free).toFixed() : undefined,
  };
}
