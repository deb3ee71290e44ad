/**
 * The market maker: an ordinary account with a real inventory that quotes both sides of every pair
 * around the reference price. One command replaces its quotes on a pair. It sees only public data:
 * the last published reference.
 */
import { MARKET_STATUS, type Command } from '@glasshouse/core';
import type { NamedMarket } from '../../contract/catalogue.ts';
import { MAKER_OWNER } from '../../values/platform-traders.ts';
import { pairPrice, usdtPrice, type CoinPrices } from './index-prices.ts';
import { secureRandom } from './random.ts';
import { tradeProfile } from './trade-profile.ts';

/** Quotes near the best price; then some at even distances, which fill a coarser grouping. */
const NEAR_LEVELS = 18;
const FAR_LEVELS = 20;
/** The distance of the last quote. */
const FAR_PPM = 7000;
/** Value of the first quote, in usual trades of the pair; deeper quotes are larger. */
const FIRST_QUOTE_TRADES = 3;

export class Maker {
  /** Middle price and time of the last quotes, by market; absent: it has none there. */
  readonly #last = new Map<number, { price: number; timeS: number }>();
  /** Whether quotes of an earlier process may still rest. */
  #hasOld = true;

  /**
   * The commands that renew quotes that are too old or too far from the price. Spreads widen in
   * volatile hours.
   */
  quotesFor(
    pairs: readonly NamedMarket[],
    { prices, timeS, wildness }: { prices: CoinPrices; timeS: number; wildness: number },
  ): Command[] {
    const commands: Command[] = [];
    for (const pair of pairs) {
      const { market, priceDecimals } = pair.market.definition;
      const profile = tradeProfile(pair.base.code, pair.quote.code);
      const middle = pairPrice(pair, prices) * 10 ** priceDecimals;
      const last = this.#last.get(market);
      const halfSpread = Math.max(0.5, (middle * profile.halfSpreadPpm * wildness) / 1e6);
      const isDue =
        last === undefined ||
        timeS - last.timeS >= profile.quoteEveryS ||
        Math.abs(middle - last.price) > 2 * halfSpread;
      if (!isDue || !isQuotable(pair, prices)) continue;
      this.#last.set(market, { price: middle, timeS });
      commands.push(
        quotes(pair, {
          middle,
          halfSpread,
          usdtOfQuote: usdtPrice(pair.quote.code, prices),
          usualValue: profile.usualValue,
        }),
      );
    }
    return commands;
  }

  /**
   * The commands that withdraw the quotes of pairs without a price, and of those that are halted;
   * none if there are none.
   */
  withdrawal(pairs: readonly NamedMarket[], prices: CoinPrices): Command[] {
    const closed = pairs.filter((pair) => !isQuotable(pair, prices));
    const markets = closed.map(({ market }) => market.definition.market);
    const quoted = markets.filter((market) => this.#last.delete(market) || this.#hasOld);
    this.#hasOld = false;
    return quoted.map(withdrawn);
  }
}

const isQuotable = (pair: NamedMarket, prices: CoinPrices): boolean =>
  pair.market.status === MARKET_STATUS.trading && pairPrice(pair, prices) > 0;

const withdrawn = (market: number): Command => ({
  type: 'replace-quotes',
  owner: MAKER_OWNER,
  market,
  bids: [],
  asks: [],
});

function quotes(
  pair: NamedMarket,
  at: { middle: number; halfSpread: number; usdtOfQuote: number; usualValue: number },
): Command {
  const { market, priceDecimals, lotDecimals } = pair.market.definition;
  const bids: number[] = [];
  const asks: number[] = [];
  const lotsPerUsdt = 10 ** lotDecimals / ((at.middle / 10 ** priceDecimals) * at.usdtOfQuote);
  let bid = Math.floor(at.middle - at.halfSpread) + 1;
  let ask = Math.ceil(at.middle + at.halfSpread) - 1;
  const farStep = (at.middle * FAR_PPM) / 1e6 / FAR_LEVELS;
  for (let level = 0; level < NEAR_LEVELS + FAR_LEVELS; level++) {
    const nearStep = level === 0 ? 0 : at.halfSpread * (0.6 + 0.12 * level);
    const step = level < NEAR_LEVELS ? nearStep : farStep;
    bid -= Math.max(1, Math.round(step * (0.5 + secureRandom())));
    ask += Math.max(1, Math.round(step * (0.5 + secureRandom())));
    const lots = at.usualValue * FIRST_QUOTE_TRADES * (1 + 0.3 * level) * lotsPerUsdt;
    if (bid > 0) bids.push(bid, Math.max(1, Math.round(lots * (0.3 + 1.4 * secureRandom()))));
    asks.push(ask, Math.max(1, Math.round(lots * (0.3 + 1.4 * secureRandom()))));
  }
  return { type: 'replace-quotes', owner: MAKER_OWNER, market, bids, asks };
}
