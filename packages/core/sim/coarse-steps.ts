/**
 * Orders of the first market as orders of the second, whose index has a thousand prices in each of
 * its ticks: where the one is taken for the other, something there goes wrong.
 */
import type { RandomStep } from './random-step.ts';

export const COARSE_MARKET = 1;
/** About where the index is, in ticks, on the first market and on the second. */
const [FINE_NEAR, COARSE_NEAR] = [9_000_000, 125];
/** Prices farther from it are drawn as wild ones, and stay so. */
const REACH = 100;
/** Twenty lots of the first market are worth some 18 USDT, and as many times this some 5. */
const LOTS = 20_000;
const LOTS_MAX = 10_000;
/**
 * The largest move of the index, at its own decimals: a few ticks cross the orders that wait near
 * it.
 */
const MOVE = 700;

const ORDERS: ReadonlySet<string> = new Set([
  'place-order',
  'place-conditional',
  'place-extended',
  'place-oco',
  'place-order-list',
]);
const PRICES: ReadonlySet<string> = new Set([
  'price',
  'trigger',
  'target',
  'stopPrice',
  'activation',
  'stopLoss',
  'takeProfit',
]);
const AMOUNTS: ReadonlySet<string> = new Set(['lots', 'visibleLots']);

/** Converts the prices and lots of any object from the first market to the second. */
export function coarse<T extends object>(terms: T): T {
  const entries = Object.entries(terms).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'number') return [name, value];
    if (PRICES.has(name) && Math.abs(value - FINE_NEAR) <= REACH)
      return [name, value - FINE_NEAR + COARSE_NEAR];
    return [name, AMOUNTS.has(name) && value <= LOTS_MAX ? value * LOTS : value];
  });
  return Object.fromEntries(entries) as T;
}

/** Other steps stay, and the second price of a tick moves far enough. */
export function onCoarseMarket(step: RandomStep): RandomStep {
  if (step.type === 'next-tick')
    return { ...step, moves: [step.moves[0] ?? 0, (step.moves[1] ?? 0) * MOVE + (step.gap === 2 ? 1 : 0)] };
  if (!ORDERS.has(step.type) || !('market' in step) || step.market !== 0) return step;
  return { ...coarse(step), market: COARSE_MARKET };
}
