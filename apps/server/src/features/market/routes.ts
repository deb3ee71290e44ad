/** The market calls: quotes in Huobi's shape, pairs, public ticks. */
import { formatDecimal, formatFixed } from '@glasshouse/money';
import type { PairInfo } from '@glasshouse/protocol/market';
import type { Refusal } from '@glasshouse/protocol';
import type { Catalogue, NamedMarket } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import { CandlePages } from './candle-pages.ts';
import { CoinNames } from './coin-names.ts';
import { DealPages } from './deal-pages.ts';
import { depthOf, type Groups } from './depth-feed.ts';
import { toCandle } from './huobi-shapes.ts';
import { KeptReplies } from './kept-replies.ts';
import type { WriteCandle } from './kline-texts.ts';
import { pairState } from './pair-state.ts';
import type { ReadPlaces } from './old-reads.ts';
import type { MarketState } from './state.ts';
import { TickPages } from './tick-pages.ts';
import { QuotePages } from './tick-quotes.ts';

const UNKNOWN_PAIR: Refusal = { error: 'market/unknown-pair', field: 'symbol' };

export function marketHandlers(parts: {
  state: MarketState;
  database: Session;
  places: ReadPlaces;
  isSimulated: boolean;
}): FeatureHandlers<'market'> {
  const { state, database, places } = parts;
  const kept = new KeptReplies(state);
  const names = new CoinNames(database);
  const tickPages = new TickPages({ chain: state.ticks, database, kept, places });
  const quotePages = new QuotePages(database, places);
  const write: WriteCandle = (pair, candle) => JSON.stringify(toCandle(pair, candle));
  const candlePages = new CandlePages({ state, database, kept, places, write });
  const dealPages = new DealPages({ state, database, kept, places });
  const forPair = <T>(symbol: string, read: (pair: NamedMarket) => T): T | Refusal => {
    const pair = state.pair(symbol);
    return pair === undefined ? UNKNOWN_PAIR : read(pair);
  };
  return {
    'market/get-kline': (input) => forPair(input.symbol, (pair) => candlePages.read(pair, input)),
    'market/get-depth': ({ symbol, size, step }) =>
      forPair(symbol, (pair) =>
        kept.of(
          `depth/${symbol}/${size}/${step}`,
          () => depth(pair, { step, count: size }, state.nowMs()),
          pair.market.book.version,
        ),
      ),
    'market/get-market-trade': (input) => forPair(input.symbol, (pair) => dealPages.read(pair, input)),
    'market/get-details': ({ symbol }) =>
      forPair(symbol, (pair) => kept.of(`day/${symbol}`, () => state.dayTick(pair))),
    'market/get-details-by-quote-coin': ({ quoteCoin }) => {
      const pairs = state.catalogue.openedMarkets.filter(({ quote }) => quote.code === quoteCoin);
      return pairs.length === 0 ? [] : kept.of(`days/${quoteCoin}`, () => pairs.map(dayRowOf(state)));
    },
    'market/get-pairs': async () => {
      const { assets } = state.catalogue.exchange;
      await names.learn(assets.map(({ code }) => code));
      return kept.of('pairs', () => ({
        pairs: state.catalogue.openedMarkets.map((pair) => pairInfo(pair, state.catalogue, names)),
        assets: assets.map(({ code, decimals }) => ({ code, name: names.of(code), decimals })),
        simulated: parts.isSimulated,
      }));
    },
    'market/get-ticks': (input) => tickPages.read(input),
    'market/get-tick-quotes': (input) => quotePages.read(input),
  };
}

function dayRowOf(state: MarketState) {
  return (pair: NamedMarket) => ({
    baseCoin: pair.base.code,
    logo: `/pc/coins/${pair.base.code.toLowerCase()}.svg`,
    tick: state.dayTick(pair),
  });
}

function depth(pair: NamedMarket, groups: Groups, ts: number) {
  const { priceDecimals, lotDecimals } = pair.market.definition;
  const level = ([price, lots]: [number, number]): [number, number] => [
    Number(formatFixed(price, priceDecimals)),
    Number(formatFixed(lots, lotDecimals)),
  ];
  const { book } = pair.market;
  return {
    bids: depthOf(book, 'bids', groups).map(level),
    asks: depthOf(book, 'asks', groups).map(level),
    ts,
    version: book.version,
  };
}

function pairInfo(
  { market, base, quote, symbol }: NamedMarket,
  { exchange }: Catalogue,
  names: CoinNames,
): PairInfo {
  const { priceDecimals, lotDecimals, indexDecimals, minNotional, maxNotional } = market.definition;
  const { limitBandPpm, marketBandPpm, makerFeePpm, takerFeePpm, maxOpenOrders } = market.definition;
  const { state, delistsAt, opensAt } = pairState(market);
  return {
    baseCoin: base.code,
    quoteCoin: quote.code,
    symbol,
    baseName: names.of(base.code),
    // Delisted pairs are not among those that have opened.
    state: state === 'delisted' ? 'halted' : state,
    delistsAt,
    opensAt,
    priceDecimals,
    amountDecimals: lotDecimals,
    indexDecimals,
    quoteDecimals: quote.decimals,
    baseDecimals: base.decimals,
    minNotional: formatDecimal(minNotional, quote.decimals),
    maxNotional: formatDecimal(maxNotional, quote.decimals),
    limitBandPpm,
    marketBandPpm,
    maxOpenOrders,
    makerFeePpm,
    takerFeePpm,
    secondsContract: exchange.features['seconds-contract'].offers.has(market.definition.market),
  };
}
