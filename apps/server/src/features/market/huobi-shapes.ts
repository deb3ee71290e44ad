/**
 * Candles and 24-hour figures in the shapes of R7.3, as JSON numbers. The `vol` of a candle is in
 * the base coin.
 */
import { formatFixed } from '@glasshouse/money';
import type { Candle, DayTick } from '@glasshouse/protocol/market';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { CandleTicks } from './candle-series.ts';
import type { Klines } from './klines.ts';

const DAY_S = 86_400;

export function toCandle(pair: NamedMarket, candle: CandleTicks): Candle {
  const { priceDecimals, lotDecimals } = pair.market.definition;
  const price = (ticks: number): number => Number(formatFixed(ticks, priceDecimals));
  return {
    id: candle.openS,
    open: price(candle.open),
    close: price(candle.close),
    high: price(candle.high),
    low: price(candle.low),
    vol: Number(formatFixed(candle.lots, lotDecimals)),
  };
}

/**
 * The last 24 hours. `amount` is in the base coin, `vol` in the quote coin. All zero before the
 * first trade.
 */
export function dayTick(pair: NamedMarket, klines: Klines, nowMs: number): DayTick {
  const { market, priceDecimals, lotDecimals } = pair.market.definition;
  const fromS = Math.floor(nowMs / 60_000) * 60 - DAY_S + 60;
  const series = klines.series(market, '1min');
  const last = series.last?.close ?? pair.market.lastPrice;
  const day = series.summary(fromS) ?? {
    open: last,
    high: last,
    low: last,
    close: last,
    lots: 0,
    quoteUnits: 0,
    trades: 0,
  };
  const price = (ticks: number): number => Number(formatFixed(ticks, priceDecimals));
  return {
    id: fromS,
    open: price(day.open),
    close: price(day.close),
    high: price(day.high),
    low: price(day.low),
    amount: Number(formatFixed(day.lots, lotDecimals)),
    vol: Number(formatFixed(day.quoteUnits, pair.quote.decimals)),
    count: day.trades,
  };
}
