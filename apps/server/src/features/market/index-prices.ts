/**
 * Converts the source's prices in USDT to index prices of every pair, in index ticks. Cross pairs
 * are ratios, so all pairs are consistent.
 */
import type { NamedMarket } from '../../contract/catalogue.ts';

/** Prices in USDT by the code of the coin. A coin without a price is absent. */
export type CoinPrices = Readonly<Record<string, number>>;

/** 0 if the source has no price. */
export function usdtPrice(code: string, prices: CoinPrices): number {
  return code === 'USDT' ? 1 : (prices[code] ?? 0);
}

/** The price of the base in the quote coin; 0 if either has none. */
export function pairPrice(pair: Pick<NamedMarket, 'base' | 'quote'>, prices: CoinPrices): number {
  const quote = usdtPrice(pair.quote.code, prices);
  return quote === 0 ? 0 : usdtPrice(pair.base.code, prices) / quote;
}

/**
 * Integer index ticks by market number; 0 if the source has no price, and for pairs that do not
 * trade yet.
 */
export function indexPrices(pairs: readonly NamedMarket[], prices: CoinPrices): number[] {
  const ticks: number[] = [];
  for (const pair of pairs) {
    const { market, indexDecimals } = pair.market.definition;
    const price = pair.market.isShown ? pairPrice(pair, prices) : 0;
    const ticksOf = Math.round(price * 10 ** indexDecimals);
    ticks[market] = Number.isSafeInteger(ticksOf) ? ticksOf : 0;
  }
  return Array.from(ticks, (price) => price ?? 0);
}

/** The last tick's prices, with which a source continues that has nothing newer of its own. */
export function pricesFromIndex(pairs: readonly NamedMarket[]): CoinPrices {
  const prices: Record<string, number> = {};
  for (const { base, quote, market } of pairs)
    if (quote.code === 'USDT' && market.indexPrice > 0)
      prices[base.code] = market.indexPrice / 10 ** market.definition.indexDecimals;
  return prices;
}

/** The coins whose pairs with USDT have opened: those that need a price. */
export function openedCoins(pairs: readonly NamedMarket[]): readonly string[] {
  return pairs
    .filter(({ market, quote }) => market.isShown && quote.code === 'USDT')
    .map(({ base }) => base.code);
}
