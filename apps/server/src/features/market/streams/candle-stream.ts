/** The stream of one pair's candles: the current one when it changes, and each that has closed. */
import { candleAt, candleOpensMs, type Timer } from '@glasshouse/protocol/market';
import { INTERVALS, type Interval, type StreamEvent } from '@glasshouse/protocol/programs';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import { opensS, type CandleTicks } from '../candle-series.ts';
import { candlesFrom } from '../channels.ts';
import {
  lotsText,
  nameOf,
  priceText,
  quoteText,
  type PairStreamParts,
  type RunningStream,
} from './running-stream.ts';

export function candleStream({
  state,
  pair,
  asked,
  emit,
}: PairStreamParts<StreamEvent<'candles'>>): RunningStream {
  const interval = asked.interval as Interval;
  const timer: Timer = INTERVALS[interval];
  const { market } = pair.market.definition;
  let isDue = true;
  let currentS = 0;
  /** What was sent of the current candle and the one before, by opening time. */
  let sent = new Map<number, string>();
  /** The last trade of those candles. */
  const lastTrades = new Map<number, number>();
  const note = (timeMs: number, trade: number): void => {
    lastTrades.set(opensS(timer, candleAt(timer, timeMs)), trade);
  };
  const newest = state.deals.newest(market);
  if (newest !== null) note(newest.timeMs, newest.trade);
  return {
    joined: () => {
      isDue = true;
      sent.delete(currentS);
    },
    traded: (trades) => {
      isDue = true;
      for (const { timeMs, trade } of trades) note(timeMs, trade);
    },
    round: () => {
      const nowMs = state.nowMs();
      const series = state.klines.series(market, timer);
      const { last } = series;
      const nowS = Math.max(opensS(timer, candleAt(timer, nowMs)), last?.openS ?? 0);
      if (last === null || (!isDue && nowS === currentS)) return;
      isDue = false;
      // A deal of the batch in flight may still belong to the candle before, which is sent again.
      const fromS = Math.min(nowS, ...sent.keys());
      const texts = new Map<number, string>();
      for (const candle of candlesFrom(series, fromS, nowS)) {
        const L = lastTrades.get(candle.openS) ?? -1;
        const k = { ...shown(pair, candle, timer), L, i: interval, x: candle.openS < nowS };
        const text = JSON.stringify(k);
        if (candle.openS >= currentS) texts.set(candle.openS, text);
        if (sent.get(candle.openS) !== text) emit({ e: 'kline', E: nowMs, s: k.s, k });
      }
      sent = texts;
      for (const openS of lastTrades.keys()) if (openS < currentS) lastTrades.delete(openS);
      currentS = nowS;
    },
  };
}

function shown(pair: NamedMarket, candle: CandleTicks, timer: Timer) {
  const opensMs = candle.openS * 1000;
  return {
    t: opensMs,
    T: candleOpensMs(timer, candleAt(timer, opensMs) + 1) - 1,
    s: nameOf(pair),
    f: candle.firstTrade || -1,
    o: priceText(pair, candle.open),
    c: priceText(pair, candle.close),
    h: priceText(pair, candle.high),
    l: priceText(pair, candle.low),
    v: lotsText(pair, candle.lots),
    n: candle.trades,
    q: quoteText(pair, candle.quoteUnits),
    V: lotsText(pair, candle.buyLots),
    Q: quoteText(pair, candle.buyQuoteUnits),
    B: '0' as const,
  };
}
