/**
 * Converts the source's prices in USDT to index prices of every pair, in index ticks. Cross pairs
 * are ratios, so all pairs are consistent.
 */
import type { NamedMarket } from '../../contract/catalogue.ts';
import { SIMULATED_ASSETS } from './simulated-source.ts';

const POSITION = new Map(SIMULATED_ASSETS.map((asset, index) => [asset.code, index]));

export function usdtPrice(code: string, prices: readonly number[]): number {
  return code === 'USDT' ? 1 : (prices[POSITION.get(code) ?? -1] ?? 0);
}

export function pairPrice(pair: NamedMarket, prices: readonly number[]): number {
  const quote = usdtPrice(pair.quote.code, prices);
  return quote === 0 ? 0 : usdtPrice(pair.base.code, prices) / quote;
}

/**
 * Integer index ticks by market number; 0 if the source has no price, and for pairs that do not
 * trade yet.
 */
export function indexPrices(pairs: readonly NamedMarket[], prices: readonly number[]): number[] {
  const ticks: number[] = [];
  for (const pair of pairs) {
    const { market, indexDecimals } = pair.market.definition;
    const price = pair.market.hasOpened ? pairPrice(pair, prices) : 0;
    ticks[market] = Math.round(price * 10 ** indexDecimals);
  }
  return Array.from(ticks, (price) => price ?? 0);
}

/** The source's state at the last tick's index prices, with which it continues after a restart. */
export function pricesFromIndex(pairs: readonly NamedMarket[], fallback: readonly number[]): number[] {
  return SIMULATED_ASSETS.map((asset, i) => {
    const pair = pairs.find(({ base, quote }) => base.code === asset.code && quote.code === 'USDT');
    const price =
      pair === undefined ? 0 : pair.market.indexPrice / 10 ** pair.market.definition.indexDecimals;
    return price > 0 ? price : fallback[i]!;
  });
}

/** The assets of the source, by position, whose pairs with USDT have not opened. */
export function unopenedPositions(pairs: readonly NamedMarket[]): number[] {
  const opened = pairs.filter(({ market, quote }) => market.hasOpened && quote.code === 'USDT');
  const codes = new Set(opened.map(({ base }) => base.code));
  return SIMULATED_ASSETS.flatMap(({ code }, i) => (codes.has(code) ? [] : [i]));
}
