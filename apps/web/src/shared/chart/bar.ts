/** A candle of the API as the chart's bar. */
import type { Candle } from '@glasshouse/protocol/market';
import type { KLineData } from 'klinecharts';

/**
 * The timestamp is the id times 1000; turnover is the mean of the four prices times volume (R3.17).
 */
export function asBar(candle: Candle): KLineData {
  const { id, open, close, high, low, vol } = candle;
  return {
    timestamp: id * 1000,
    open,
    close,
    high,
    low,
    volume: vol,
    turnover: ((open + close + high + low) / 4) * vol,
  };
}
