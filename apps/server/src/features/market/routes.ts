/** The market calls: huobi-shaped quotes, pairs, public ticks. */
import { formatDecimal, formatFixed } from '@glasshouse/money';
import { ASSETS, type PairInfo } from '@glasshouse/protocol/market';
import type { Refusal } from '@glasshouse/protocol';
import type { NamedMarket } from '../../catalogue.ts';
import type { Session } from '../../db/database.ts';
import { Serialised, type FeatureHandlers } from '../../http/handler.ts';
import { dayTick, toCandle } from './huobi-shapes.ts';
import type { MarketState } from './state.ts';

const UNKNOWN_PAIR: Refusal = { error: 'market/unknown-pair', field: 'symbol' };
/** 2000 candles are read by every new page: their text is kept this long. */
const KLINE_TEXT_KEPT_MS = 500;

export function marketHandlers(parts: {
  state: MarketState;
  database: Session;
  isSimulated: boolean;
}): FeatureHandlers<'market'> {
  const { state, database } = parts;
  const klineText = keptTexts(KLINE_TEXT_KEPT_MS, state.nowMs);
  const forPair = <T>(symbol: string, read: (pair: NamedMarket) => T): T | Refusal => {
    const pair = state.pair(symbol);
    return pair === undefined ? UNKNOWN_PAIR : read(pair);
  };
  return {
    'market/get-kline': ({ symbol, timer, size }) =>
      forPair(symbol, (pair) =>
        klineText(`${symbol}/${timer}/${size}`, () => {
          const candles = state.klines.read(pair.market.definition.market, timer, {
            size,
            nowMs: state.nowMs(),
          });
          return JSON.stringify(candles.map((candle) => toCandle(pair, candle)));
        }),
      ),
    'market/get-depth': ({ symbol, size }) => forPair(symbol, (pair) => depth(pair, size, state.nowMs())),
    'market/get-market-trade': ({ symbol, size }) =>
      forPair(symbol, (pair) => state.deals.recent(pair.market.definition.market).slice(-size).toReversed()),
    'market/get-details': ({ symbol }) =>
      forPair(symbol, (pair) => dayTick(pair, state.klines, state.nowMs())),
    'market/get-details-by-quote-coin': ({ quoteCoin }) =>
      state.catalogue.markets
        .filter(({ quote }) => quote.code === quoteCoin)
        .map((pair) => ({
          baseCoin: pair.base.code,
          logo: `/pc/coins/${pair.base.code.toLowerCase()}.svg`,
          tick: dayTick(pair, state.klines, state.nowMs()),
        })),
    'market/get-pairs': () => ({
      pairs: state.catalogue.markets.map(pairInfo),
      assets: state.catalogue.exchange.assets.map(({ code, decimals }) => ({
        code,
        name: nameOf(code),
        decimals,
      })),
      simulated: parts.isSimulated,
    }),
    'market/get-ticks': ({ from, size }) => state.ticks.read(database, { from, size }),
  };
}

function keptTexts(keptMs: number, nowMs: () => number): (key: string, make: () => string) => Serialised {
  const texts = new Map<string, { text: Serialised; madeMs: number }>();
  return (key, make) => {
    const known = texts.get(key);
    if (known !== undefined && nowMs() - known.madeMs < keptMs) return known.text;
    if (texts.size > 500) texts.clear();
    const text = new Serialised(make());
    texts.set(key, { text, madeMs: nowMs() });
    return text;
  };
}

function depth(pair: NamedMarket, size: number, ts: number) {
  const { priceDecimals, lotDecimals } = pair.market.definition;
  const level = ([price, lots]: [number, number]): [number, number] => [
    Number(formatFixed(price, priceDecimals)),
    Number(formatFixed(lots, lotDecimals)),
  ];
  const { book } = pair.market;
  return {
    bids: book.depth(0, size).map(level),
    asks: book.depth(1, size).map(level),
    ts,
    version: book.version,
  };
}

function pairInfo({ market, base, quote, symbol }: NamedMarket): PairInfo {
  const { priceDecimals, lotDecimals, indexDecimals, minNotional, maxNotional } = market.definition;
  const { limitBandPpm, makerFeePpm, takerFeePpm } = market.definition;
  return {
    baseCoin: base.code,
    quoteCoin: quote.code,
    symbol,
    baseName: nameOf(base.code),
    priceDecimals,
    amountDecimals: lotDecimals,
    indexDecimals,
    quoteDecimals: quote.decimals,
    baseDecimals: base.decimals,
    minNotional: formatDecimal(minNotional, quote.decimals),
    maxNotional: formatDecimal(maxNotional, quote.decimals),
    limitBandPpm,
    makerFeePpm,
    takerFeePpm,
    secondsContract: market.secondsContract !== null,
  };
}

function nameOf(code: string): string {
  return ASSETS.find((asset) => asset.code === code)?.name ?? code;
}
