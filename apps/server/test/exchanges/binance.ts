/** The public part of Binance's spot API: markets, books, candles. */
import type { Dialect, LocalPair } from './dialect.ts';

const STEP_MS: Readonly<Record<string, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1d': 86_400_000,
};
const CANDLES_MAX = 1000;
const STREAM = /^([a-z]+)@depth(@\d+ms)?$/;

const idOf = ({ base, quote }: LocalPair): string => base + quote;

const symbolOf = (pair: LocalPair) => ({
  symbol: idOf(pair),
  status: 'TRADING',
  baseAsset: pair.base,
  quoteAsset: pair.quote,
  baseAssetPrecision: 8,
  quoteAssetPrecision: 8,
  orderTypes: ['LIMIT', 'MARKET'],
  isSpotTradingAllowed: true,
  isMarginTradingAllowed: false,
  filters: [
    { filterType: 'PRICE_FILTER', minPrice: '0.00000001', maxPrice: '10000000', tickSize: '0.00000001' },
    { filterType: 'LOT_SIZE', minQty: '0.00000001', maxQty: '90000000', stepSize: '0.00000001' },
  ],
  permissionSets: [['SPOT']],
});

export const binance: Dialect = {
  idOf,
  get: (url, market) => {
    const { pathname, searchParams: query } = url;
    const id = query.get('symbol') ?? '';
    if (pathname === '/api/v3/exchangeInfo')
      return { timezone: 'UTC', serverTime: Date.now(), symbols: market.pairs.map(symbolOf) };
    if (pathname === '/api/v3/depth') {
      const book = market.bookOf(id);
      return book && { lastUpdateId: book.id, bids: book.bids, asks: book.asks };
    }
    if (pathname !== '/api/v3/klines') return undefined;
    const stepMs = STEP_MS[query.get('interval') ?? ''] ?? 60_000;
    const fromMs = Number(query.get('startTime'));
    const limit = Math.min(CANDLES_MAX, Number(query.get('limit') ?? 500));
    const candles = market.candlesOf(id, { stepMs, fromMs, untilMs: fromMs + limit * stepMs });
    return candles.map(([openMs, ...prices]) => [
      openMs,
      ...prices.map(String),
      '12.5',
      openMs + stepMs - 1,
      '1000',
      10,
      '6',
      '500',
      '0',
    ]);
  },
  hear: (message) => {
    const { method, params, id } = message as { method: string; params: readonly string[]; id: number };
    const streams = method === 'SUBSCRIBE' ? params : [];
    const ids = streams.flatMap((stream) => STREAM.exec(stream)?.[1]?.toUpperCase() ?? []);
    return { answers: [{ result: null, id }], ids };
  },
  update: (book) => ({
    e: 'depthUpdate',
    E: book.timeMs,
    s: idOf(book.pair),
    U: book.id,
    u: book.id,
    b: book.changedBids,
    a: book.changedAsks,
  }),
};
