/** The checks of the public books that this browser computes. Pure. */
import { Big } from 'big.js';
import type { Books, CoinRow, ReserveRow } from './calls.ts';

/** The sum of all accounts of a coin, less what came in; zero if the books add up. */
export function differenceOf({ users, traders, house, products, cameIn }: CoinRow): string {
  return [users, traders, house, products]
    .reduce((sum, part) => sum.plus(part), new Big(0))
    .minus(cameIn)
    .toFixed();
}

export interface BookCheck {
  readonly coins: number;
  readonly reserves: number;
  /** The names of coins, and of reserves by product and coin, that do not add up. */
  readonly wrong: readonly string[];
}

/** The reserve holds the most that its product may owe, and coins are worth what they owe. */
export const isCovered = ({ reserved, owedAtMost, inCoins }: ReserveRow): boolean =>
  new Big(reserved).gte(owedAtMost) && (inCoins === null || new Big(inCoins.held).gte(inCoins.now));

/** Every coin adds up, and every reserve holds at least what its product may owe. */
export function checkBooks({ coins, reserves }: Books): BookCheck {
  const wrong = [
    ...coins.filter((coin) => !new Big(differenceOf(coin)).eq(0)).map(({ currency }) => currency),
    ...reserves.filter((row) => !isCovered(row)).map(({ product, currency }) => `${product} ${currency}`),
  ];
  return { coins: coins.length, reserves: reserves.length, wrong };
}
