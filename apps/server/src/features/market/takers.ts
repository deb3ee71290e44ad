/**
 * The takers: platform-run accounts whose small orders trade with the book, and which take users'
 * orders far from the reference price, as arbitrage would. Their orders are ordinary orders against
 * the public book.
 */
import { BUY, SELF_TRADE, SELL, TIME_IN_FORCE, type Command, type Side } from '@glasshouse/core';
import type { NamedMarket } from '../../contract/catalogue.ts';
import { TAKER_OWNERS } from '../../values/platform-traders.ts';
import { pairPrice, usdtPrice, type CoinPrices } from './index-prices.ts';
import type { Maker } from './maker.ts';
import { secureRandom } from './random.ts';
import { tradeProfile } from './trade-profile.ts';

/**
 * The next orders; `seconds` is the time since the last call. They pay the usual spread of their
 * pair at most, and only to the market maker: who quotes further away, or inside its spread, earns
 * nothing from them.
 */
export function takerOrders(options: {
  pairs: readonly NamedMarket[];
  prices: CoinPrices;
  wildness: number;
  seconds: number;
  maker: Pick<Maker, 'isAlone'>;
}): Command[] {
  const { pairs, prices, maker } = options;
  const liveliness = Math.min(2, options.wildness);
  const commands: Command[] = [];
  for (const pair of pairs) {
    const profile = tradeProfile(pair.base.code, pair.quote.code);
    if (secureRandom() >= profile.tradesPerSecond * liveliness * options.seconds) continue;
    const value =
      profile.usualValue * Math.exp(1.6 * (secureRandom() + secureRandom() + secureRandom() - 1.5));
    const side = secureRandom() < 0.5 ? BUY : SELL;
    const from = side === BUY ? SELL : BUY;
    if (!maker.isAlone(pair, from, pair.market.book.best(from))) continue;
    const bound = boundOf(pair, { side, prices, wildness: options.wildness });
    if (bound > 0)
      commands.push(order(pair, { side, bound, value: value / usdtPrice(pair.quote.code, prices) }));
  }
  return commands;
}

/** Twice the usual distance of the best quote from the reference; at least so much, or a tick. */
const PAID_PPM_MIN = 500;

/** The worst price that a taker accepts, in ticks of the pair; 0 without a reference. */
function boundOf(
  pair: NamedMarket,
  { side, prices, wildness }: { side: Side; prices: CoinPrices; wildness: number },
): number {
  const reference = pairPrice(pair, prices) * 10 ** pair.market.definition.priceDecimals;
  const { halfSpreadPpm } = tradeProfile(pair.base.code, pair.quote.code);
  const paid = Math.max(1, (reference * Math.max(PAID_PPM_MIN, 2 * halfSpreadPpm * wildness)) / 1e6);
  return side === BUY ? Math.floor(reference + paid) : Math.ceil(reference - paid);
}

function order(pair: NamedMarket, options: { side: Side; bound: number; value: number }): Command {
  const { definition, book } = pair.market;
  const { minNotional, lotDecimals, priceDecimals, market } = definition;
  const price = pair.market.referencePrice() || book.bestBid || 1;
  const lots = Math.max(
    1,
    Math.round((options.value / (price / 10 ** priceDecimals)) * 10 ** lotDecimals),
    Math.ceil(pair.market.lotsFor(minNotional, price) * 1.1),
  );
  const owner = TAKER_OWNERS[Math.floor(secureRandom() * TAKER_OWNERS.length)] ?? TAKER_OWNERS[0]!;
  return {
    type: 'place-order',
    owner,
    market,
    side: options.side,
    price: options.bound,
    lots,
    quoteAmount: 0,
    timeInForce: TIME_IN_FORCE.IOC,
    selfTrade: SELF_TRADE.cancelNewest,
    clientOrderId: null,
  };
}

/** Takes resting orders on the wrong side of the reference price, in at most one order per pair. */
export function arbitrageOrders(pairs: readonly NamedMarket[]): Command[] {
  const commands: Command[] = [];
  for (const { market } of pairs) {
    const { book, definition } = market;
    const reference = market.referencePrice();
    if (reference === 0) continue;
    const side =
      book.bestBid > reference ? SELL : book.bestAsk !== 0 && book.bestAsk < reference ? BUY : null;
    if (side === null) continue;
    const price = side === SELL ? book.bestBid : book.bestAsk;
    const lots = book.lotsAt(side === SELL ? BUY : SELL, price);
    if (market.quoteCeil(price, lots) < definition.minNotional) continue;
    const most = Math.min(lots, market.lotsFor(definition.maxNotional, price));
    commands.push({
      type: 'place-order',
      owner: TAKER_OWNERS[0]!,
      market: definition.market,
      side,
      price,
      lots: most,
      quoteAmount: 0,
      timeInForce: TIME_IN_FORCE.IOC,
      selfTrade: SELF_TRADE.cancelNewest,
      clientOrderId: null,
    });
  }
  return commands;
}
