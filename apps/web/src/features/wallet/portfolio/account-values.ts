/** What each account is worth, and all of them together, in USDT. */
import { Big } from 'big.js';
import { ACCOUNT_ORDER, useAssets } from '#data/assets.ts';

export function useAccountValues() {
  const accounts = { 1: useAssets(1), 2: useAssets(2), 3: useAssets(3), 4: useAssets(4), 5: useAssets(5) };
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
    values: {
      1: accounts[1].data?.totalValue,
      2: accounts[2].data?.totalValue,
      3: accounts[3].data?.totalValue,
      4: accounts[4].data?.totalValue,
      5: accounts[5].data?.totalValue,
    },
    total: isKnown ? total.toFixed() : undefined,
    /** What is not frozen. */
    free: isKnown ? free.toFixed() : undefined,
    frozen: isKnown ? total.minus(free).toFixed() : undefined,
  };
}
