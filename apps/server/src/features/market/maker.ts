/**
 * The market maker: an ordinary account with a real inventory that quotes both sides of every pair
 * around the reference price. One command replaces its quotes on a pair. It sees only public data:
 * the last published reference.
 */
import { BUY, MARKET_STATUS, WALLET, type Command, type Exchange, type Side } from '@glasshouse/core';
import type { NamedMarket } from '../../contract/catalogue.ts';
import { MAKER_OWNER } from '../../values/platform-traders.ts';
import { pairPrice, usdtPrice, type CoinPrices } from './index-prices.ts';
import { secureRandom } from './random.ts';
import { othersQuote } from './others-quotes.ts';
import type { MakerTerms, MakerTermsPort } from '../../contract/maker-terms.ts';
import { tradeProfile } from './trade-profile.ts';

/** Quotes near the best price; then some at even distances, which fill a coarser grouping. */
const NEAR_LEVELS = 18;
const FAR_LEVELS = 20;
/** The distance of the last quote. */
const FAR_PPM = 7000;
/** Value of the first quote, in usual trades of the pair; deeper quotes are larger. */
const FIRST_QUOTE_TRADES = 3;
/** Others have to quote for so long before it steps aside. It is back at the first tick without. */
const ASIDE_AFTER_S = 10;

export class Maker {
  readonly #terms: Pick<MakerTermsPort, 'of'>;
  readonly #exchange: Pick<Exchange, 'balance'>;
  /** Of the last quotes, by market; absent: it has none there. */
  readonly #last = new Map<number, Quoted>();
  /** By market, the second since which others quote there without a break. */
  readonly #othersSince = new Map<number, number>();
  /** Whether quotes of an earlier process may still rest. */
  #hasOld = true;

  constructor(terms: Pick<MakerTermsPort, 'of'>, exchange: Pick<Exchange, 'balance'>) {
    this.#terms = terms;
    this.#exchange = exchange;
  }

  /**
   * The commands that renew quotes that are too old or too far from the price, and withdraw them
   * where it steps aside. Spreads widen in volatile hours.
   */
  quotesFor(
    pairs: readonly NamedMarket[],
    { prices, timeS, wildness }: { prices: CoinPrices; timeS: number; wildness: number },
  ): Command[] {
    const commands: Command[] = [];
    for (const pair of pairs) {
      if (!this.#mayQuote(pair, prices)) continue;
      const { market, priceDecimals } = pair.market.definition;
      const terms = this.#terms.of(pair);
      const profile = tradeProfile(pair.base.code, pair.quote.code);
      const price = pairPrice(pair, prices) * 10 ** priceDecimals;
      const last = this.#last.get(market);
      const halfSpread = Math.max(0.5, (price * terms.halfSpreadPpm * wildness) / 1e6);
      if (this.#stepsAside(pair, { price, halfSpread, aside: terms.aside, timeS })) {
        if (this.#last.delete(market)) commands.push(withdrawn(market));
        continue;
      }
      const isDue =
        last === undefined ||
        last.terms !== terms ||
        timeS - last.timeS >= profile.quoteEveryS ||
        Math.abs(price - last.price) > 2 * halfSpread;
      if (!isDue) continue;
      const value = firstValue(pair, { terms, prices });
      const command = quotes(pair, { price, halfSpread, value, ...this.#inventory(pair, terms) });
      this.#last.set(market, { price, timeS, terms, command });
      commands.push(command);
    }
    return commands;
  }

  /**
   * The commands that withdraw the quotes of pairs without a price, of those that are halted, and
   * where it is off; none if there are none.
   */
  withdrawal(pairs: readonly NamedMarket[], prices: CoinPrices): Command[] {
    const closed = pairs.filter((pair) => !this.#mayQuote(pair, prices));
    const markets = closed.map(({ market }) => market.definition.market);
    const quoted = markets.filter((market) => this.#last.delete(market) || this.#hasOld);
    this.#hasOld = false;
    return quoted.map(withdrawn);
  }

  /** Whether all that is shown at a price is its own. */
  isAlone({ market }: NamedMarket, side: Side, price: number): boolean {
    const last = this.#last.get(market.definition.market);
    const levels = (side === BUY ? last?.command.bids : last?.command.asks) ?? [];
    for (let i = 0; i < levels.length; i += 2)
      if (levels[i] === price) return market.book.lotsAt(side, price) <= levels[i + 1]!;
    return false;
  }

  #mayQuote(pair: NamedMarket, prices: CoinPrices): boolean {
    const isTrading = pair.market.status === MARKET_STATUS.trading;
    return isTrading && pairPrice(pair, prices) > 0 && this.#terms.of(pair).isOn;
  }

  #stepsAside(
    pair: NamedMarket,
    at: { price: number; halfSpread: number; aside: number; timeS: number },
  ): boolean {
    const { market } = pair.market.definition;
    if (at.aside === 0 || !othersQuote(pair, at, this.#last.get(market)?.command)) {
      this.#othersSince.delete(market);
      return false;
    }
    const since = this.#othersSince.get(market) ?? at.timeS;
    this.#othersSince.set(market, since);
    return at.timeS - since >= ASIDE_AFTER_S;
  }

  /** What it may still buy and sell, and how far its middle leans, from -1 (up) to 1 (down). */
  #inventory({ base, market }: NamedMarket, { keep, most, skewPpm }: MakerTerms): Inventory {
    const { available, frozen } = this.#exchange.balance(MAKER_OWNER, WALLET.exchange, base.asset);
    const held = available + frozen;
    const lot = 10 ** (base.decimals - market.definition.lotDecimals);
    const fromTarget = most === 0 ? 0 : (2 * held - keep - most) / (most - keep);
    return {
      lotsToBuy: most === 0 ? Infinity : Math.max(0, Math.floor((most - held) / lot)),
      lotsToSell: Math.max(0, Math.floor((held - keep) / lot)),
      lean: (Math.max(-1, Math.min(1, fromTarget)) * skewPpm) / 1e6,
    };
  }
}

interface Quoted {
  readonly price: number;
  readonly timeS: number;
  readonly terms: MakerTerms;
  readonly command: Quotes;
}

type Quotes = Extract<Command, { readonly type: 'replace-quotes' }>;

interface Inventory {
  readonly lotsToBuy: number;
  readonly lotsToSell: number;
  /** A share of the price. */
  readonly lean: number;
}

/** Value of the first quote, in the quote coin. */
function firstValue(
  pair: NamedMarket,
  { terms, prices }: { terms: MakerTerms; prices: CoinPrices },
): { value: number; levels: number } {
  const { usualValue } = tradeProfile(pair.base.code, pair.quote.code);
  const usual = (usualValue * FIRST_QUOTE_TRADES) / usdtPrice(pair.quote.code, prices);
  return { value: terms.size === 0 ? usual : terms.size / 10 ** pair.quote.decimals, levels: terms.levels };
}

const withdrawn = (market: number): Command => ({
  type: 'replace-quotes',
  owner: MAKER_OWNER,
  market,
  bids: [],
  asks: [],
});

interface QuotesAt extends Inventory {
  /** In ticks of the pair, as are the others. */
  readonly price: number;
  readonly halfSpread: number;
  readonly value: { readonly value: number; readonly levels: number };
}

function quotes(pair: NamedMarket, at: QuotesAt): Quotes {
  const { market, priceDecimals, lotDecimals } = pair.market.definition;
  const middle = at.price * (1 - at.lean);
  const lotsOfValue = (at.value.value / (middle / 10 ** priceDecimals)) * 10 ** lotDecimals;
  const bids: number[] = [];
  const asks: number[] = [];
  let [toBuy, toSell] = [at.lotsToBuy, at.lotsToSell];
  let bid = Math.floor(middle - at.halfSpread) + 1;
  let ask = Math.ceil(middle + at.halfSpread) - 1;
  const farStep = (middle * FAR_PPM) / 1e6 / FAR_LEVELS;
  for (let level = 0; level < at.value.levels; level++) {
    const nearStep = level === 0 ? 0 : at.halfSpread * (0.6 + 0.12 * level);
    const step = level < NEAR_LEVELS ? nearStep : farStep;
    bid -= Math.max(1, Math.round(step * (0.5 + secureRandom())));
    ask += Math.max(1, Math.round(step * (0.5 + secureRandom())));
    const lots = lotsOfValue * (1 + 0.3 * level);
    const some = (): number => Math.max(1, Math.round(lots * (0.3 + 1.4 * secureRandom())));
    const [bought, sold] = [Math.min(toBuy, some()), Math.min(toSell, some())];
    if (bid > 0 && bought > 0) bids.push(bid, bought);
    if (sold > 0) asks.push(ask, sold);
    [toBuy, toSell] = [toBuy - bought, toSell - sold];
  }
  return { type: 'replace-quotes', owner: MAKER_OWNER, market, bids, asks };
}
