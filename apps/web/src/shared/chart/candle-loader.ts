/**
 * Candles for a chart: the cache at once, then the call, then the stream, at most five updates a
 * second; older ones when the reader scrolls back.
 */
import type { Chart, DataLoadMore, KLineData, Period } from 'klinecharts';
import { cachedKlines, fetchKlines, KLINE_SIZE, type Candle } from '#data/klines.ts';
import { TIMEFRAMES, type Timeframe } from '#data/timeframes.ts';
import { listen } from '#data/stream.ts';
import { CurrentCandle, mergedCandles } from './merged-candles.ts';

const UPDATE_EVERY_MS = 200;
/** A candle has at most this many parts: 4 hours of 8, a week of 7. */
const PARTS_MAX = 8;

export const PERIODS: Record<Timeframe, Period> = {
  '1M': { type: 'minute', span: 1 },
  '5M': { type: 'minute', span: 5 },
  '15M': { type: 'minute', span: 15 },
  '30M': { type: 'minute', span: 30 },
  '1H': { type: 'hour', span: 1 },
  '4H': { type: 'hour', span: 4 },
  '1D': { type: 'day', span: 1 },
  '1W': { type: 'week', span: 1 },
};

export interface CandleSource {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** Called when the chart has candles, and at each later one. */
  readonly onBars: () => void;
  /** Called when the call has ended; with its error, what is drawn is old or nothing. */
  readonly onFetched: (error: Error | undefined) => void;
}
/** Returns the function that stops it. */
export function loadInto(chart: Chart, { symbol, timeframe, onBars, onFetched }: CandleSource): () => void {
  const { timer } = TIMEFRAMES[timeframe];
  let current = new CurrentCandle(timeframe);
  let fresh: Candle[] | undefined;
  let stopped = false;
  let stopStream: (() => void) | undefined;
  async function fill(callback: (bars: KLineData[], more?: DataLoadMore) => void) {
    const shown = fresh ?? cachedKlines({ symbol, timer });
    const show = (candles: readonly Candle[], isWhole: boolean) => {
      current = new CurrentCandle(timeframe);
      for (const candle of candles.slice(-PARTS_MAX)) current.take(candle);
      callback(mergedCandles(candles, timeframe).map(asBar), { forward: isWhole && candles.length > 0 });
      if (candles.length > 0) onBars();
    };
    // The cached candles are replaced soon, so older ones wait for the fresh ones.
    if (shown !== undefined) show(shown, fresh !== undefined);
    if (fresh !== undefined) return;
    let failure: Error | undefined;
    const fetched = await fetchKlines({ symbol, timer }).catch((error: Error) => {
      failure = error;
    });
    if (stopped) return;
    onFetched(failure);
    if (fetched !== undefined && shown !== undefined) {
      fresh = fetched;
      chart.resetData();
    } else if (shown === undefined) {
      show(fetched ?? [], true);
    }
  }
  /** What opened before a candle. The end of the history is a page that is not full. */
  async function fillOlder(endTime: number, callback: (bars: KLineData[], more?: DataLoadMore) => void) {
    const older = await fetchKlines({ symbol, timer, endTime }).catch(() => undefined);
    if (stopped || chart.getDataList()[0]?.timestamp !== endTime) return;
    const bars = mergedCandles(older ?? [], timeframe).map(asBar);
    // After a failure, scrolling back asks again.
    callback(bars, { forward: older === undefined || (older.length === KLINE_SIZE && bars.length > 0) });
  }
  chart.setDataLoader({
    getBars: ({ type, timestamp, callback }) => {
      // A change of pair or period asks the former source once more.
      if (stopped) return;
      if (type === 'init') void fill(callback);
      else if (type === 'forward' && timestamp !== null) void fillOlder(timestamp, callback);
      else callback([], false);
    },
    subscribeBar: ({ callback }) => {
      stopStream?.();
      stopStream = streamCandles(`kline:${symbol}:${timer}`, (candle) => {
        callback(asBar(current.take(candle)));
        onBars();
      });
    },
    unsubscribeBar: () => stopStream?.(),
  });
  return () => {
    stopped = true;
    stopStream?.();
  };
}

function streamCandles(channel: string, callback: (candle: Candle) => void): () => void {
  let waiting: Candle | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (waiting !== undefined) callback(waiting);
    waiting = undefined;
  };
  const stop = listen(channel, (frame) => {
    if (frame.type !== 'kline') return;
    for (const candle of frame.candles) {
      // A new candle must not discard the last state of the previous one.
      if (waiting !== undefined && waiting.id !== candle.id) callback(waiting);
      waiting = candle;
    }
    timer ??= setTimeout(flush, UPDATE_EVERY_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** R3.3: timestamp is the id times 1000; turnover is the mean of the four prices times volume. */
function asBar(candle: Candle): KLineData {
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
