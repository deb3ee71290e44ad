/** The market's endpoints of the trading API: all from memory, but for old candles and trades. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import { ReplyText, type Serialised } from '../../http/handler.ts';
import type { FeatureEndpoints } from '../../http/endpoint-handler.ts';
import { programLimits } from '../../programs/weights.ts';
import { KeptReplies } from './kept-replies.ts';
import type { ReadPlaces } from './old-reads.ts';
import { pairOf } from './programs/asked-pairs.ts';
import { orderBook } from './programs/books.ts';
import { ProgramCandles } from './programs/candles.ts';
import { ExchangeInfo } from './programs/exchange-info.ts';
import { Tickers } from './programs/tickers.ts';
import { ProgramTrades } from './programs/trades.ts';
import type { MarketState } from './state.ts';

/** Numbers of levels whose books are kept for their version. Others are written at each request. */
const USUAL_LEVELS: ReadonlySet<number> = new Set([5, 10, 20, 50, 100, 500, 1_000, 5_000]);

export function marketEndpoints(parts: {
  readonly state: MarketState;
  readonly database: Session;
  readonly places: ReadPlaces;
  /** RATE_LIMIT_FACTOR. */
  readonly rateFactor: number;
  /** Whether nobody may trade, because of maintenance. */
  readonly isClosed: () => boolean;
}): FeatureEndpoints<'market'> {
  const { state, rateFactor } = parts;
  const kept = new KeptReplies(state);
  const info = new ExchangeInfo({ state, rateFactor, limits: programLimits(rateFactor) });
  const trades = new ProgramTrades(parts);
  const candles = new ProgramCandles({ ...parts, kept });
  const tickers = new Tickers(parts);
  const forPair = <T>(symbol: string, read: (pair: NamedMarket) => T): T | Refusal => {
    const pair = pairOf(state, symbol);
    return isRefusal(pair) ? pair : read(pair);
  };
  const book = (pair: NamedMarket, limit: number): Serialised | ReplyText => {
    if (!USUAL_LEVELS.has(limit)) return new ReplyText(JSON.stringify(orderBook(pair, limit)));
    return kept.of(`depth/${pair.symbol}/${limit}`, () => orderBook(pair, limit), pair.market.book.version);
  };
  return {
    'market/ping': () => ({}),
    'market/get-time': () => ({ serverTime: state.nowMs() }),
    'market/get-system-status': () =>
      parts.isClosed() ? { status: 1, msg: 'system_maintenance' } : { status: 0, msg: 'normal' },
    'market/get-exchange-info': (input) => info.read(input),
    'market/get-order-book': ({ symbol, limit }) => forPair(symbol, (pair) => book(pair, limit)),
    'market/get-recent-trades': ({ symbol, limit }) => forPair(symbol, (pair) => trades.newest(pair, limit)),
    'market/get-historical-trades': ({ symbol, limit, fromId }) =>
      forPair(symbol, (pair) =>
        fromId === undefined ? trades.newest(pair, limit) : trades.from(pair, fromId, limit),
      ),
    'market/get-aggregate-trades': (input) => forPair(input.symbol, (pair) => trades.aggregates(pair, input)),
    'market/get-candles': (input) => forPair(input.symbol, (pair) => candles.read(pair, input)),
    'market/get-chart-candles': (input) => forPair(input.symbol, (pair) => candles.read(pair, input)),
    'market/get-average-price': ({ symbol }) => forPair(symbol, (pair) => tickers.average(pair)),
    'market/get-day-ticker': (input) => tickers.day(input),
    'market/get-trading-day-ticker': (input) => tickers.tradingDay(input),
    'market/get-price': (input) => tickers.price(input),
    'market/get-best-quotes': (input) => tickers.best(input),
    'market/get-rolling-ticker': (input) => tickers.rolling(input),
  };
}
