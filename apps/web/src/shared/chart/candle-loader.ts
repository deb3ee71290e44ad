/**
 * Candles for a chart: the cache at once, then the call, then the stream, at most five updates a
 * second.
 */
import type { Chart, KLineData, Period } from 'klinecharts';
import { cachedKlines, fetchKlines, TIMEFRAMES, type Candle, type Timeframe } from '#data/klines.ts';
import { listen } from '#data/stream.ts';

const UPDATE_EVERY_MS = 200;

export const PERIODS: Record<Timeframe, Period> = {
  '1M': { type: 'minute', span: 1 },
  '5M': { type: 'minute', span: 5 },
  '15M': { type: 'minute', span: 15 },
  '30M': { type: 'minute', span: 30 },
  '1D': { type: 'day', span: 1 },
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
  const timer = TIMEFRAMES[timeframe];
  let fresh: Candle[] | undefined;
  let stopped = false;
  let stopStream: (() => void) | undefined;
  async function fill(callback: (bars: KLineData[], more: boolean) => void) {
    const shown = fresh ?? cachedKlines({ symbol, timer });
    const show = (candles: readonly Candle[]) => {
      callback(candles.map(asBar), false);
      if (candles.length > 0) onBars();
    };
    if (shown !== undefined) show(shown);
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
      show(fetched ?? []);
    }
  }
  chart.setDataLoader({
    getBars: ({ type, callback }) => {
      // A change of pair or period asks the former source once more.
      if (stopped) return;
      if (type === 'init') void fill(callback);
      else callback([], false);
    },
    subscribeBar: ({ callback }) => {
      stopStream?.();
      stopStream = streamBars(`kline:${symbol}:${timer}`, (bar) => {
        callback(bar);
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

function streamBars(channel: string, callback: (bar: KLineData) => void): () => void {
  let waiting: KLineData | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (waiting !== undefined) callback(waiting);
    waiting = undefined;
  };
  const stop = listen(channel, (frame) => {
    if (frame.type !== 'kline') return;
    for (const bar of frame.candles.map(asBar)) {
      // A new candle must not discard the last state of the previous one.
      if (waiting !== undefined && waiting.timestamp !== bar.timestamp) callback(waiting);
      waiting = bar;
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
